package extraction

import "time"

// Outcome is what becomes of an item.
type Outcome uint8

// The outcomes, from worst to best.
const (
	// Dropped: the item is not kept.
	Dropped Outcome = iota
	// Pending: the item waits for a person and is not served.
	Pending
	// Served: the item may be saved and served.
	Served
)

var outcomeNames = [...]string{"dropped", "pending", "served"}

// String returns the outcome in lower case.
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return "unknown"
}

// The gates, by the names that reports use, in the order in which they stand.
const (
	GateType      = "type"
	GateBlank     = "blank"
	GateSlug      = "slug"
	GateSample    = "sample"
	GateLasting   = "lasting"
	GateGrounding = "grounding"
)

// Ref cites a user turn that a memory is grounded in.
type Ref struct {
	// Turn is the turn's ID.
	Turn string
	// Author is the turn's author, as the embedder gave it.
	Author string
	// At is when the turn was written; zero if nobody said.
	At time.Time
	// Text is the turn's whole text, for a digest of it. It has not been
	// through safety.
	Text string
	// Labels are the turn's labels.
	Labels []string
}

// Verdict is what the gates decided about one item. It holds no reasons of
// its own making: Gate and Reason come from closed lists and can be counted
// and logged.
type Verdict struct {
	Outcome Outcome
	// Gate is the gate that dropped the item or sent it to wait; empty if the
	// item is served.
	Gate string
	// Reason says why, within the gate. Empty if the item is served.
	Reason string
	// Explicit says that the user asked to remember this very fact, in an
	// instruction of their own. Only a served item is explicit.
	Explicit bool
	// Quote is the user's own words that the item rests on, as they stand in
	// the turn. It may hold a secret: it has not been through safety yet.
	Quote string
	// Grounding are the turns the item rests on, the quoted one first.
	Grounding []Ref
	// ValidFrom and ValidUntil are the item's validity as far as it can be
	// believed: a date that does not parse, or that lies decades from the turn
	// it was resolved in, is left out. Zero means open.
	ValidFrom, ValidUntil time.Time
}

func dropped(gate, reason string) Verdict {
	return Verdict{Outcome: Dropped, Gate: gate, Reason: reason}
}
