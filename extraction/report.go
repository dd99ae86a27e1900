package extraction

import (
	"github.com/daybook-sre/daybook/memory"
)

// Report says what a pass came to.
type Report struct {
	Saved     []memory.Result // created, updated, or said already (Unchanged)
	Pending   []memory.Result // wait for a person
	Drops     map[string]int  // what was dropped, by gate
	Refusals  []*memory.Refusal
	Disputes  map[string]memory.Fate // memories the user denied, by slug
	Unchanged int
}

// Gates of the store, by the names that reports use. They come after those of
// Verdict.
const (
	GateSafety     = "safety"
	GateTombstones = "tombstones"
	GateConflict   = "conflict"
	GateStore      = "store" // bounds, files that cannot be read
)

// Empty reports whether nothing was proposed and nothing denied.
func (r Report) Empty() bool {
	return len(r.Saved)+len(r.Pending)+len(r.Drops)+len(r.Disputes)+r.Unchanged == 0
}

// Counts returns the report as numbers by word: "proposed", "saved", "pending",
// "unchanged", "disputed", and the gates that dropped something.
func (r Report) Counts() map[string]int {
	out := map[string]int{}
	proposed := len(r.Saved) + len(r.Pending) + r.Unchanged
	for gate, n := range r.Drops {
		out[gate] += n
		proposed += n
	}
	for word, n := range map[string]int{"proposed": proposed, "saved": len(r.Saved), "pending": len(r.Pending),
		"unchanged": r.Unchanged, "disputed": len(r.Disputes)} {
		if n > 0 {
			out[word] = n
		}
	}
	return out
}

func (r *Report) dropped(gate string, n int) {
	if n == 0 {
		return
	}
	if r.Drops == nil {
		r.Drops = map[string]int{}
	}
	r.Drops[gate] += n
}

// refused files a refusal of the store under its gate.
func (r *Report) refused(e *memory.Refusal) {
	r.Refusals = append(r.Refusals, e)
	switch e.Code {
	case memory.SensitiveContent:
		r.dropped(GateSafety, 1)
	case memory.Forgotten:
		r.dropped(GateTombstones, 1)
	case memory.Conflict, memory.Stale:
		r.dropped(GateConflict, 1)
	default:
		r.dropped(GateStore, 1)
	}
}

func (r *Report) add(res memory.Result) {
	switch res.Outcome {
	case memory.Unchanged:
		r.Unchanged++
	case memory.Waits:
		r.Pending = append(r.Pending, res)
	default:
		r.Saved = append(r.Saved, res)
	}
}

func (r *Report) disputed(name string, fate memory.Fate) {
	if r.Disputes == nil {
		r.Disputes = map[string]memory.Fate{}
	}
	r.Disputes[name] = fate
}
