package memory

import (
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// emit remembers an event to be told once the lock is released. A line that has
// no number yet is the last intent.
func (t *tx) emit(l ledger.Line, slug string) {
	if l.Seq == 0 {
		l.Seq = t.acted
	}
	ev := eventOf(l, slug)
	ev.At = t.now
	t.events = append(t.events, ev)
}

// eventOf turns a journal line into what people and metrics get to see.
func eventOf(l ledger.Line, slug string) Event {
	return Event{Seq: l.Seq, At: l.At, Op: opText(l), Name: slug, Status: Status(l.Status),
		Source: Source(l.Source), Actor: l.Actor, Session: l.Sess, Code: Code(l.Code), Auto: l.Auto}
}

// opText says in words what a line records.
func opText(l ledger.Line) string {
	switch l.Op {
	case ledger.OpSave:
		if l.Pend != "" {
			return "approved"
		}
		switch {
		case l.Before == "":
			return "created"
		case l.Cites:
			return "said again"
		case l.Pins != "":
			return l.Pins
		}
		return "updated"
	case ledger.OpForget:
		return "forgotten"
	case ledger.OpAdded:
		return "added by hand"
	case ledger.OpEdited:
		return "edited by hand"
	case ledger.OpElsewhere:
		return "changed by another program"
	case ledger.OpGone:
		return "deleted by hand"
	case ledger.OpReturned:
		return "back again"
	case ledger.OpRenamed:
		return "renamed by hand"
	case ledger.OpPurged:
		return "history removed"
	case ledger.OpWait:
		return "waits for a person"
	case ledger.OpReject:
		return "rejected"
	case ledger.OpDeny:
		return "denied by the user, waits"
	case ledger.OpAutoOff:
		return "autosave off"
	case ledger.OpAutoOn:
		return "autosave on"
	case ledger.OpContest:
		return "contested by the user"
	case ledger.OpLapse:
		if l.Code != "" {
			return "forgotten with another"
		}
		return "waited too long"
	case ledger.OpApproved:
		return "approved by hand"
	case ledger.OpDenied:
		return "rejected by hand"
	case ledger.OpRefused:
		return "refused"
	case ledger.OpOff:
		return "switched off"
	case ledger.OpOn:
		return "switched on"
	case ledger.OpMeant:
		return "deletions confirmed"
	case ledger.OpReset:
		return "reset"
	case ledger.OpOpen:
		return "begun"
	}
	return string(l.Op)
}
