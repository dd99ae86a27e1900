package ledger

import "github.com/daybook-sre/daybook/memory/internal/bar"

// Facts is what is known of a file from its bytes alone.
type Facts struct {
	Digest  string
	Value   func() *bar.Digests // of what it says; computed only when a rule asks for it
	Shown   Status              // the file's own status: line, "" when absent or not one of ours
	Line    string              // that line as written
	Stamp   string              // the file's own updated: line
	Source  string              // the file's own source: line, "" when absent or unknown
	Foreign bool                // it bears the marks of another program
}

// Verdict is what a file's bytes are worth, and what a writer has to note.
type Verdict struct {
	Status Status
	Source string
	Serve  bool   // false: forgotten bytes that are back
	Event  Op     // observation to append, "" when the journal knows all this
	Pend   string // OpApproved: the proposal the file was
}

// sourceHand is the source of what a person wrote into the folder.
const sourceHand = "hand"

// Judge decides what the bytes of the memory with this id are worth. It is the
// one place where trust is read off a file, used alike by readers and writers.
//
// Known bytes never promote: a sync, a checkout or a restored backup brings
// back what was recorded with those bytes. Only bytes nobody has announced can
// be a person's edit.
func (s *State) Judge(id string, f Facts) Verdict {
	m := s.Memories[id]
	var status Status
	var source string
	known := false
	if m != nil {
		status, source, known = m.Known(f.Digest)
	}
	if pend, w := s.movedOut(id, f, known); w != nil {
		return Verdict{Status: Confirmed, Source: w.Source, Serve: true, Event: OpApproved, Pend: pend}
	}
	if m == nil {
		return fresh(f)
	}
	if m.Forgotten != 0 {
		if !known && !m.copied(f) && !s.laidOutAnew(id, f) {
			return fresh(f)
		}
		v := Verdict{Status: status, Source: source}
		if m.Returned != f.Digest {
			v.Event = OpReturned
		}
		return v
	}
	if known {
		v := Verdict{Status: status, Source: source, Serve: true}
		if m.Announced != nil && m.Announced.Digest == f.Digest {
			return v // settled by the next writer, with an outcome of its own
		}
		if !m.Present || m.Last.Digest != f.Digest {
			v.Event = OpReturned
		}
		return v
	}
	last := m.base(f)
	if last.Digest == "" {
		return fresh(f)
	}
	return changed(last, f)
}

// copied reports whether bytes nobody knows, under a name that was forgotten, are
// another program's version of it: what a person forgot, only a person brings
// back. An edit of that version is a person's.
func (m *Memory) copied(f Facts) bool {
	if f.Digest == m.Returned {
		return true
	}
	byProgram := f.Foreign || f.Source != "" && f.Source != sourceHand
	return byProgram && f.Stamp != "" && f.Stamp != m.Last.Stamp
}

// laidOutAnew reports whether bytes nobody knows are a forgotten text with other
// blanks, line ends or comments, as a formatter or a checkout leaves them. Nobody
// said anything by that, so it brings nothing back.
func (s *State) laidOutAnew(id string, f Facts) bool {
	if f.Stamp != s.Memories[id].Last.Stamp {
		return false
	}
	for _, b := range s.Bars {
		if b.ID == id && (b.Cause == Forgot || b.Cause == Rejected) && b.Digests.Claim == f.Value().Claim {
			return true
		}
	}
	return false
}

// base returns the version that unknown bytes were made from: the last one seen,
// unless the file carries the lines of one that an unfinished write announced.
func (m *Memory) base(f Facts) Version {
	a := m.Announced
	if a == nil {
		return m.Last
	}
	if m.Last.Digest == "" || f.Stamp == a.Stamp && (f.Stamp != m.Last.Stamp || f.Line == a.Shown) {
		return *a
	}
	return m.Last
}

// fresh judges a name never seen, or bytes that a person wrote under a name
// that was forgotten.
func fresh(f Facts) Verdict {
	v := Verdict{Status: Confirmed, Source: sourceHand, Serve: true, Event: OpAdded}
	switch {
	case f.Shown != "":
		v.Status = f.Shown
	case f.Foreign, f.Source != "" && f.Source != sourceHand:
		v.Status = Unconfirmed
	}
	if f.Source != "" {
		v.Source = f.Source
	}
	return v
}

// changed judges unknown bytes under a known name.
func changed(last Version, f Facts) Verdict {
	v := Verdict{Status: last.Status, Source: last.Source, Serve: true, Event: OpEdited}
	switch {
	case f.Line != last.Shown && f.Shown != "":
		v.Status = f.Shown
		if f.Shown == Confirmed {
			v.Source = sourceHand
		}
	case last.Value != nil && f.Value().Claim == last.Value.Claim:
		// The same words in another layout: nothing was said.
	case f.Stamp != last.Stamp:
		// Whoever wrote this keeps the updated: line: another program did, and
		// a program cannot promote.
		v.Event = OpElsewhere
		if f.Shown == Unconfirmed {
			v.Status = Unconfirmed
		}
	default:
		v.Status, v.Source = Confirmed, sourceHand
	}
	return v
}

// Settle names the outcome of an intent that has none, from the digest of the
// file found now ("" when there is none). For OpDone on a forget the caller
// goes on forgetting.
func (s *State) Settle(intent Line, found string) Op {
	switch intent.Op {
	case OpReject, OpLapse:
		return OpDone // removing goes on
	case OpWait:
		if found == intent.After {
			return OpDone
		}
		return OpAborted
	}
	if intent.Op == OpForget {
		if found == "" || found == intent.Before || s.knows(intent.ID, found) {
			return OpDone
		}
		return OpAdded // a hand wrote it since: keep it
	}
	switch {
	case found == intent.After:
		return OpDone
	case found == intent.Before:
		return OpAborted
	case found == "":
		return OpGone
	case s.knows(intent.ID, found):
		return OpReturned
	}
	return OpEdited
}

func (s *State) knows(id, digest string) bool {
	m := s.Memories[id]
	if m == nil {
		return false
	}
	_, _, known := m.Known(digest)
	return known
}
