package ledger

import (
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// fold adds one line to the state. Lines of a later version are not
// understood: they only say that this binary must not write.
func (s *State) fold(l Line) {
	if l.V > rulesVersion {
		s.Newer = true
		s.Seq = max(s.Seq, l.Seq)
		return
	}
	s.Seq = max(s.Seq, l.Seq)
	switch l.Op {
	case OpOpen:
		s.KeyID, s.Owner, s.Lost = l.KeyID, l.Owner, l.Lost
	case OpReset:
		s.Lost, s.Damaged = false, 0
	case OpOff, OpOn:
		s.Off = l.Op == OpOff
	case OpMeant:
		s.MeantAt = l.Seq
	case OpSave, OpForget, OpWait, OpReject, OpDeny, OpLapse:
		s.intent(l)
	case OpAutoOff, OpAutoOn:
		s.AutoOff = l.Op == OpAutoOff
	case OpPass:
		for word, n := range l.Counts {
			s.Passes[word] += n
		}
	case OpContest:
		s.memory(l.ID).Disputed = true
	case OpRefused:
		x := s.session(l.Sess, l.At)
		if x.refusals == nil {
			x.refusals = map[string]bool{}
		}
		x.refusals[l.Code+" "+l.Digest] = true
	default:
		s.foldOutcome(l)
	}
}

// intent takes note of what is about to be done. What withholds a memory holds
// from here on, what shows one only from the outcome on.
func (s *State) intent(l Line) {
	s.Open = append(s.Open, l)
	switch l.Op {
	case OpSave:
		v := versionOf(l)
		s.memory(l.ID).Announced = &v
	case OpForget:
		s.forgetting(l)
	case OpReject:
		s.reject(l)
	}
}

// done takes note that an intent had its effect.
func (s *State) done(l Line) {
	switch l.Op {
	case OpSave:
		s.saved(l)
		delete(s.Waiting, l.Pend)
	case OpForget:
		s.forgotten(l)
	case OpWait:
		s.wait(l)
	case OpReject, OpLapse:
		delete(s.Waiting, l.Pend)
		if l.Before != "" {
			s.withdrawn(l)
			s.memory(l.ID).Forgotten = l.Seq // the same bytes do not come back by themselves
		}
	case OpDeny:
		s.withdrawn(l)
		s.wait(l)
	}
}

// withdrawn takes note that a served memory was taken out of service. Nothing
// was forgotten: its history stays, and so does what is known of its bytes.
func (s *State) withdrawn(l Line) {
	m := s.memory(l.ID)
	m.Present, m.Disputed = false, false
	if l.Kept {
		m.History = append(m.History, l.Seq)
	}
}

// undone takes note that an intent had no effect.
func (s *State) undone(l Line) {
	switch l.Op {
	case OpSave:
		// The announced bytes may have been visible for a moment: a copy of them
		// is still not a person's edit.
		s.announced(l)
	case OpForget:
		s.unforget(l)
	case OpReject:
		s.unbar(l.Seq)
	}
}

// foldOutcome handles lines that may end an intent and those that only say
// what was found.
func (s *State) foldOutcome(l Line) {
	intent, ended := s.end(l.Cause)
	switch l.Op {
	case OpDone:
		if ended {
			s.done(intent)
		}
	case OpFailed, OpAborted:
		if ended {
			s.undone(intent)
		}
	case OpGone:
		if ended {
			s.announced(intent)
		}
		s.gone(l)
	case OpRenamed:
		s.renamed(l)
	case OpPurged:
		s.memory(l.ID).History = nil
	case OpAdded, OpEdited, OpElsewhere, OpReturned, OpApproved:
		if ended {
			s.undone(intent)
		}
		delete(s.Waiting, l.Pend)
		s.seen(l)
	case OpDenied:
		delete(s.Waiting, l.Pend)
		s.reject(l)
	}
}

// end takes the intent off the list of open ones.
func (s *State) end(seq int64) (Line, bool) {
	if seq == 0 {
		return Line{}, false
	}
	i := slices.IndexFunc(s.Open, func(o Line) bool { return o.Seq == seq })
	if i < 0 {
		return Line{}, false
	}
	l := s.Open[i]
	s.Open = slices.Delete(s.Open, i, i+1)
	s.memory(l.ID).Announced = nil
	return l, true
}

func versionOf(l Line) Version {
	return Version{Digest: l.After, Status: l.Status, Shown: l.Shown,
		Source: l.Source, Stamp: l.Stamp, Seq: l.Seq, Value: l.Value}
}

func (s *State) saved(l Line) {
	m := s.memory(l.ID)
	switch {
	case !l.Auto:
		s.supersede(l)
		m.Human = l.At
	case !l.Cites:
		s.session(l.Sess, l.At).saves++
	}
	s.except(l)
	m.becomes(versionOf(l))
	s.lift(l.ID, false)
	m.History = append(m.History, l.Seq)
	if l.Turn != nil && l.Turn.After(m.Turn) {
		m.Turn = *l.Turn
	}
}

// announced remembers the bytes of a save that did not last.
func (s *State) announced(l Line) {
	m := s.memory(l.ID)
	if _, _, known := m.Known(l.After); !known {
		m.former = append(m.former, former{digest: l.After, status: l.Status, source: l.Source, stamp: l.Stamp, value: l.Value})
	}
	m.History = append(m.History, l.Seq)
}

// except records that a person's act, or a request of the user, passes the bars
// there are: for this claim, for good. Later bars know nothing of it.
func (s *State) except(l Line) {
	if l.Past == 0 || l.Value == nil {
		return
	}
	for _, b := range s.Bars {
		b.Past = append(b.Past, l.Value.Claim)
	}
}

func (s *State) forgetting(l Line) {
	m := s.memory(l.ID)
	m.wasForgotten, m.Forgotten = m.Forgotten, l.Seq
	for _, d := range l.Bars {
		s.bar(l, d, Forgot)
	}
}

func (s *State) forgotten(l Line) {
	m := s.memory(l.ID)
	m.remember(m.Last)
	for i := range m.former {
		m.former[i].value = nil // the bars hold it now
	}
	*m = Memory{former: m.former, Forgotten: l.Seq, Last: Version{Stamp: m.Last.Stamp}}
	if l.Auto {
		s.session(l.Sess, l.At).forgets++
	}
}

func (s *State) unforget(l Line) {
	m := s.memory(l.ID)
	if m.Forgotten == l.Seq {
		m.Forgotten = m.wasForgotten
	}
	s.unbar(l.Seq)
}

func (s *State) unbar(seq int64) {
	s.Bars = slices.DeleteFunc(s.Bars, func(b *Bar) bool { return b.Seq == seq })
}

func (s *State) gone(l Line) {
	m := s.memory(l.ID)
	m.Present = false
	m.GoneAt, m.GoneSeq, m.Mass = l.At, l.Seq, l.Mass
	for _, d := range m.Values() {
		s.bar(l, d, Vanished)
	}
}

func (s *State) bar(l Line, d bar.Digests, why Cause) {
	s.Bars = append(s.Bars, &Bar{Seq: l.Seq, At: l.At, ID: l.ID, Digests: d, Cause: why})
}

// supersede bars the former value when a person changes what a memory says:
// the transcript it came from must not bring it back under another name.
func (s *State) supersede(l Line) {
	last := s.memory(l.ID).Last
	if last.Value != nil && l.Value != nil && last.Value.Claim != l.Value.Claim {
		s.bar(l, *last.Value, Superseded)
	}
}

// lift brings the bars that a memory's own past had made in line with what it
// says now. What the file system took, it may give back: when known bytes
// return, absence bars nothing any more. Other bytes are another text, so the
// values that vanished stay out, but no more than these. A value that was
// replaced is barred as long as it is not the one that is served.
func (s *State) lift(id string, known bool) {
	live := s.memory(id).Last.Value
	for _, b := range s.Bars {
		if b.ID != id {
			continue
		}
		says := live != nil && live.Claim == b.Digests.Claim
		switch b.Cause {
		case Vanished:
			b.Lifted = b.Lifted || known || says
			b.Only = true
		case Superseded:
			b.Lifted = says
		}
	}
}

func (s *State) seen(l Line) {
	m := s.memory(l.ID)
	if l.Op == OpReturned && m.Forgotten != 0 {
		m.Returned, m.Last.Stamp = l.After, l.Stamp
		return
	}
	_, _, known := m.Known(l.After)
	if l.Op == OpEdited || l.Op == OpApproved {
		s.supersede(l)
	}
	m.becomes(versionOf(l))
	s.lift(l.ID, known)
	if l.Op == OpAdded || l.Op == OpEdited || l.Op == OpApproved {
		m.Human = l.At
	}
}

func (s *State) renamed(l Line) {
	old := s.memory(l.From)
	m := s.memory(l.ID)
	moved := *old
	moved.former = append(slices.Clone(old.former), m.former...)
	*m = moved
	m.becomes(versionOf(l))
	// The bytes under the former name stay known: a copy of them may come back.
	old.remember(old.Last)
	*old = Memory{former: old.former}
}
