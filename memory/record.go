package memory

import (
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// Type says what kind of thing a memory is about.
type Type string

// The types this library writes. Files with another type are read and served
// as written; those of programs with a similar format are mapped (see
// FORMAT.md).
const (
	User                  Type = "user"                   // who the user is
	Infrastructure        Type = "infrastructure"         // what their systems are
	Preference            Type = "preference"             // how they want things done
	InvestigationLearning Type = "investigation_learning" // what an incident taught
)

// Types lists the types this library writes, in the order of their importance
// in a prompt.
func Types() []Type { return []Type{User, Preference, Infrastructure, InvestigationLearning} }

// Valid reports whether t is one of Types.
func (t Type) Valid() bool {
	return t == User || t == Infrastructure || t == Preference || t == InvestigationLearning
}

// Status says how far a memory may be relied on.
type Status string

// The values of Status.
const (
	// Confirmed: a person said so, or the user explicitly asked for this very
	// fact to be kept.
	Confirmed Status = "confirmed"
	// Unconfirmed: it rests on the user's words or is an agent's note, and
	// nobody has looked at it yet. It is served with whose word it is.
	Unconfirmed Status = "unconfirmed"
)

// Source says whose word a memory is.
type Source string

// The values of Source.
const (
	FromUser       Source = "user"       // the user said it
	FromAgent      Source = "agent"      // the agent noted it through its tool
	FromExtraction Source = "extraction" // it was found in a conversation
	FromHand       Source = "hand"       // a person wrote the file
	FromImport     Source = "import"     // it came from another store
)

// Limits on what this library writes. A file written by hand may exceed them:
// it is never cut, only its rendering is.
const (
	MaxDescription = note.MaxDescription // runes, one line
	MaxBody        = note.MaxBody        // runes
	MaxQuote       = note.MaxQuote       // runes
	MaxEvidence    = 8                   // citations
)

// Record is one memory as it is stored now. It is a value: changing it changes
// nothing on disk.
type Record struct {
	Name        string // as it was given; Slug(Name) finds it
	Slug        string // the name in its canonical form: what tools and prompts use
	Path        string // of the file, relative to the store, with slashes
	Type        Type
	Description string // one line
	Body        string
	Status      Status
	Source      Source
	Quote       string   // the user's own words that ground it
	Evidence    []string // citations, "session#turn@digest"
	Created     time.Time
	Updated     time.Time
	ValidFrom   string // as written: a date or an RFC 3339 time; "" is open
	ValidUntil  string // as written; a bare date includes its day
	Labels      []string
	Tags        []string
	Allow       []string // rules whose suspected findings a person lets pass
	Pinned      bool
	Contested   bool     // a change to it waits for a person
	Warnings    []string // what is odd about the file, without its text

	from, until time.Time
	hand        bool // the text was last written by a person
	guarded     bool // its labels cannot be read
	findings    []string
}

// copy returns the record with slices of its own, so that what a caller does to
// it does not reach the cache.
func (r Record) copy() Record {
	r.Evidence, r.Labels, r.Tags = slices.Clone(r.Evidence), slices.Clone(r.Labels), slices.Clone(r.Tags)
	r.Allow, r.Warnings, r.findings = slices.Clone(r.Allow), slices.Clone(r.Warnings), slices.Clone(r.findings)
	return r
}

// Interval returns when the fact holds: from is inclusive, until exclusive;
// the zero time means open. A bare date starts at 00:00 UTC and, as an end,
// includes its day.
func (r Record) Interval() (from, until time.Time) { return r.from, r.until }

// ValidAt reports whether the fact holds at t.
func (r Record) ValidAt(t time.Time) bool {
	return !t.Before(r.from) && (r.until.IsZero() || t.Before(r.until))
}

// Hidden returns the rules of credentials found in a file written by hand.
// Everything this package gives to a model has them redacted.
func (r Record) Hidden() []string { return r.findings }

// Draft is what a person wants to have stored.
type Draft struct {
	Name        string
	Type        Type
	Description string // one line, at most MaxDescription runes; longer is cut
	Body        string // at most MaxBody runes; longer is cut with a marker
	ValidFrom   string // "" or a date (2026-11-01) or an RFC 3339 time with zone
	ValidUntil  string
	Labels      []string
	Tags        []string
	// Allow names rules whose suspected findings are let through. It works in
	// Save alone: automatic writers cannot vouch for anything.
	Allow []string
}

// Proposal is what an automatic writer wants to have stored, with what it
// rests on. Whether it is, and how far it is trusted, is decided by the store.
type Proposal struct {
	Draft
	Source Source // FromAgent when empty
	// Quote is the user's own words that ground it, at most MaxQuote runes.
	Quote string
	// Grounds are the user turns it rests on, newest last. At most MaxEvidence
	// are kept as citations.
	Grounds []Ground
	// Wait, when a gate sets it, keeps the proposal from being served until a
	// person approves it. It names the reason.
	Wait Code
	// Explicit says that the user asked, in the newest of Grounds, for this
	// very fact to be kept. Only code that read the transcript may set it;
	// never copy it from a model's output.
	Explicit bool
}

// Ground is one user turn that a proposal rests on.
type Ground struct {
	Session string
	Turn    string
	Text    string    // the turn's text; only its digest is kept
	At      time.Time // when it was said; zero counts as older than anything
}

// By describes who acts and why. It authorises nothing: what a caller may do
// follows from the method it can call. Ids are kept as one visible line of at
// most 200 runes, the reason of at most 1,000, with credentials redacted.
type By struct {
	Actor   string // a person's or a program's id
	Session string // the conversation
	Turn    string
	Reason  string // in the actor's words; kept beside the history, not in the journal
}

// Outcome says what a write did.
type Outcome string

// The values of Outcome.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Unchanged Outcome = "unchanged" // the store says this already
)

// Result is what Propose and Save return.
type Result struct {
	Outcome  Outcome
	Record   Record   // as it is stored now
	Previous *Record  // what an update replaced
	Cut      []string // fields that were cut to their limit: "description", "body", "quote"
	Similar  []Match  // other memories that look alike, the closest first
	Why      *Refusal // Waits: why a person has to look
	Excused  bool     // a person's act passed a tombstone, which stays for other values
}
