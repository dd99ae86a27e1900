package extraction

import (
	"slices"
	"time"
)

// Role says who produced a turn.
type Role string

// The roles of a transcript. Any other role is kept in the digest and
// grounds nothing.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
	RoleSystem    Role = "system"
)

// OriginPerson is the Origin of a turn that a person typed. The empty Origin
// means the same, so that a harness that only ever talks to people need not
// set it.
const OriginPerson = "person"

// Labels that extraction itself acts on. Other labels travel with the turns a
// memory is grounded in and mean nothing here.
const (
	// LabelPrivate keeps a turn out of the digest, and it grounds nothing.
	LabelPrivate = "private"
	// LabelSample marks a turn about built-in sample, demo or benchmark
	// material. It is kept out of the digest, and what rests on it is refused.
	LabelSample = "sample"
	// LabelMemory marks a turn that is our own memory block or a recalled
	// memory. It is kept out of the digest: a memory is no evidence for itself.
	LabelMemory = "memory"
)

// Span is a half-open range of byte offsets, [Start, End), in a turn's
// Content. Offsets outside the text, or inside a rune, are moved to the
// nearest place that is in range and on a rune's edge.
type Span struct {
	Start, End int
}

// Turn is one message of a conversation. The zero value of every field but
// Role and Content is useful.
type Turn struct {
	// ID names the turn within its session. It is cited as evidence and must
	// be unique there; FromOpenAI numbers turns from 1.
	ID string
	// Role is who produced the turn.
	Role Role
	// Author is the speaker of a user turn, in the embedder's own ids. Where
	// several people speak, a turn without an author is nobody's.
	Author string
	// Content is the text as it was written.
	Content string
	// At is when the turn was written. The zero time counts as older than
	// everything, which is the safe side: it never lifts a tombstone.
	At time.Time
	// Labels classify the turn; see LabelPrivate, LabelSample, LabelMemory.
	Labels []string
	// Origin is empty or OriginPerson for what a person typed. Any other
	// value (an alert webhook, cron, a sub-agent) marks a machine-made turn,
	// which grounds nothing.
	Origin string
	// Pasted are the parts of Content that were pasted and not typed, as a
	// terminal's bracketed paste or a chat client reports them. They ground
	// nothing and ask for nothing.
	Pasted []Span
}

// byPerson reports whether a person typed the turn.
func (t Turn) byPerson() bool {
	return t.Role == RoleUser && (t.Origin == "" || t.Origin == OriginPerson)
}

// labelled reports whether the turn carries the label.
func (t Turn) labelled(label string) bool {
	return slices.Contains(t.Labels, label)
}
