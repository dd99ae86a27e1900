package ledger

import (
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// Waiting is a proposal that waits for a person, as the journal knows it.
type Waiting struct {
	ID     string // of the memory it is for
	Digest string
	Stamp  string
	Source string
	Code   string // what sent it there
	At     time.Time
	Turn   time.Time
	Value  *bar.Digests
}

// wait begins the wait of a proposal.
func (s *State) wait(l Line) {
	w := &Waiting{ID: l.ID, Digest: l.After, Stamp: l.Stamp, Source: l.Source, Code: l.Code, At: l.At, Value: l.Value}
	if l.Turn != nil {
		w.Turn = *l.Turn
	}
	s.Waiting[l.Pend] = w
}

// reject bars the value of a proposal. It holds from the intent on.
func (s *State) reject(l Line) {
	if l.Value != nil {
		s.Bars = append(s.Bars, &Bar{Seq: l.Seq, At: l.At, ID: l.ID, Digests: *l.Value, Cause: Rejected, Only: l.Only})
	}
}

// Contested returns the memories against which a change waits, or which the user
// denied.
func (s *State) Contested() map[string]bool {
	out := map[string]bool{}
	for id, m := range s.Memories {
		if m.Disputed {
			out[id] = true
		}
	}
	for _, w := range s.Waiting {
		if m := s.Memories[w.ID]; m != nil && m.Present {
			out[w.ID] = true
		}
	}
	return out
}

// movedOut returns the proposal that a file in the folder of served memories
// was: the same bytes, or bytes nobody knows that carry its lines, because a
// person changed them on the way. Lines that the memory itself has or had, too,
// are those of an edit: both may have been written in the same second.
func (s *State) movedOut(id string, f Facts, known bool) (pend string, w *Waiting) {
	m := s.Memories[id]
	carries := !known && f.Stamp != "" && (m == nil || !m.stamped(f.Stamp))
	for p, x := range s.Waiting {
		if x.Digest == f.Digest || carries && x.ID == id && x.Stamp == f.Stamp {
			return p, x
		}
	}
	return "", nil
}
