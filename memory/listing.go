package memory

import "time"

// Listing is everything a store holds, for people.
type Listing struct {
	Records  []Record  // served memories, newest first
	Problems []Problem // files that are not served, or odd
	Folders  int       // subfolders, which are not read
	Waiting  int       // proposals that wait for a person
	Dir      string    // absolute path of the folder
}

// ProblemKind classes a Problem.
type ProblemKind string

// The values of ProblemKind. Files of the first four are not served.
const (
	Unreadable ProblemKind = "unreadable" // cannot be read as a memory; never overwritten
	Copy       ProblemKind = "copy"       // a second file for one name, or a sync tool's leftover
	Elsewhere  ProblemKind = "principal"  // belongs to another principal
	Returned   ProblemKind = "returned"   // bytes of a forgotten memory that are back
	Odd        ProblemKind = "odd"        // served, with a warning
	Secret     ProblemKind = "secret"     // served, with a credential hidden
)

// Problem is what is wrong with one file. It never holds the file's text.
type Problem struct {
	Kind   ProblemKind
	Path   string // relative to the store, with slashes
	Slug   string // the memory it would be, "" when unknown
	Line   int    // 1-based, 0 when the whole file is meant
	Reason string // one sentence
	Rules  []string
}

// Served reports whether the file is served in spite of the problem.
func (p Problem) Served() bool { return p.Kind == Odd || p.Kind == Secret }

// Removal is what Forget and RequestForget did.
type Removal struct {
	Record Record // as it was; credentials redacted
	Auto   bool   // asked for by an automatic writer
}

// Query asks Recall for memories. With Text empty it returns the index, newest
// first.
type Query struct {
	Text     string
	Limit    int      // at most this many hits, exactly an upper bound; 0 means 5, more than 20 means 20
	Audience Audience // who reads along; zero is the surface's default
}

// Limits of Query.Limit.
const (
	DefaultHits = 5
	MaxHits     = 20
)

// Recollection is the answer to a Query. It tells "nothing is stored" (Stored is
// 0), "nothing matched" (Matched is 0) and "did not fit" (Omitted) apart.
type Recollection struct {
	Hits    []Hit
	Stored  int            // memories of the store that could be served to this audience now
	Matched int            // of these, how many share a term with the query
	Omitted map[string]int // memories left out, by reason: "limit", "audience", "validity", "unreadable"
	Used    []string       // terms of the query that were looked up
	Dropped []string       // terms that were not: stop words, and those beyond the budget
	Weak    bool           // every hit is weak: what was found may be chance
	Sure    bool           // some hit is sure
}

// Hit is one memory found. Two floors say what it is worth, in every store the
// same: they look at the share of the query that the memory holds, its rare
// words counting most, and not at the score. Below the first a match may be
// chance: it shares a word with the query and probably no more, and nothing is
// brought into a prompt for it. Above the second it holds so much of the query
// that it may be cited as an answer: of 40 questions that a store of 355
// runbooks could not answer, 1 found something sure, while 3 of 4 alert texts
// found a right page first and sure.
type Hit struct {
	Record Record
	Score  float64  // higher is better; comparable between queries and stores
	Fields []string // where the terms stand
	Terms  []string // which terms
	Weak   bool     // below the first floor
	Sure   bool     // above the second
}

// ContextOptions tune Context, Prompt and Relevant. The zero value of each
// field means its default.
type ContextOptions struct {
	Audience Audience // zero is the surface's default
	MaxChars int      // characters (runes) of Stable and Turn together; default DefaultChars
}

// Context is what a model sees of a store in one turn.
type Context struct {
	// Stable belongs in the system message. It is the same, byte for byte, until
	// a memory changes or crosses a boundary of its validity. "" when nothing is
	// stored. While the whole store fits into the budget it holds all of it,
	// otherwise what matters most in half of it.
	Stable string
	// Turn belongs beside the user's message: the best matches in full, as far
	// as Stable does not hold them in full. Often "".
	Turn string

	Version    string    // of Stable: equal versions are equal bytes
	ValidUntil time.Time // when Stable changes by itself; zero when it does not
	Included   []string  // slugs in Stable with their text, and those in Turn
	Indexed    []string  // slugs in Stable by their index line alone
	Omitted    int       // memories in neither that memory_recall can find
	Withheld   int       // memories kept from this audience
	Unreadable int       // files that could not be read
	Hidden     []string  // rules of credentials that were redacted
	Characters int       // runes of Stable and Turn together
	Tokens     int       // a rough estimate: a quarter of the bytes
}

// Event is one entry of the journal, for people and for metrics. It never holds
// a memory's text.
type Event struct {
	Seq     int64
	At      time.Time
	Op      string // created, updated, forgotten, added by hand, edited by hand, …
	Name    string // slug, "" when the memory is forgotten or unknown
	Status  Status
	Source  Source
	Actor   string
	Session string
	Reason  string // as given, when it is still kept
	Code    Code   // of a refusal or a failure
	Auto    bool   // by an automatic writer
}

// LogQuery narrows Log. The zero value asks for everything.
type LogQuery struct {
	Name  string    // one memory
	Since time.Time // not before
	Limit int       // the newest so many; 0 means all
}

// Revision is one former or present text of a memory.
type Revision struct {
	Seq    int64
	At     time.Time
	Actor  string
	Source Source
	Status Status
	Record Record
	Live   bool // the one served now
}

// Checkup is what Doctor found.
type Checkup struct {
	Dir       string
	Served    int
	Problems  []Problem
	Lost      bool           // the journal, its end or its key is missing: automatic writes wait for Reset
	Newer     bool           // the journal was written by a later version: nothing is written
	Damaged   int            // journal lines that cannot be read or are missing: automatic writes wait for Reset
	Unsettled int            // writes whose process ended in the middle; the next write settles them
	Gone      int            // memories deleted by hand whose history is still kept
	Waiting   int            // proposals that wait for a person
	MassGone  bool           // more than half vanished at once: ConfirmGone lets their history go
	Passes    map[string]int // what automatic passes came to: saved, pending, and drops by gate
	Alike     []Alike        // of the newest 30 memories, those that others look like
	Off       string         // why memory is off, "" when it is on
	Advice    []string
}

// Healthy reports whether Doctor found nothing to act on.
func (c Checkup) Healthy() bool {
	return len(c.Problems) == 0 && !c.Lost && !c.Newer && c.Damaged == 0 && c.Unsettled == 0 && !c.MassGone
}
