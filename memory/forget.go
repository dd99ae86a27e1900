package memory

import (
	"context"
	"fmt"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Forget removes a memory, its history and everything made from it, on behalf
// of a person, and keeps automatic writers from bringing its value back. It
// works on a memory that was deleted by hand, too: then the history goes.
// What is not forgotten: copies outside the store, such as backups and git
// history.
//
// The error matches ErrNotFound when there is no such memory, is a *Refusal for
// a file that cannot be read (which is left alone), or matches ErrDisabled,
// ErrLocked, ErrReadOnly, ErrDirectory or ErrClosed. nil means that it stays
// forgotten after a crash.
func (s *Store) Forget(ctx context.Context, name string, by By) (Removal, error) {
	return s.forget(ctx, name, by, nil)
}

// ForgetRequest is an automatic writer's wish to have a memory forgotten.
type ForgetRequest struct {
	Name string
	// Asked is the user turn that asks for this very memory to be forgotten, nil
	// when there is none. Only code that read the transcript may set it; never
	// copy it from a model's output.
	Asked *Ground
}

// RequestForget forgets a memory on behalf of an automatic writer, such as the
// agent's tool. When the user asked for it, in a turn that is newer than the
// memory, any memory goes. Otherwise only an unconfirmed one that is not pinned
// does, and at most MaxSessionForgets in a session; else a *Refusal with code
// NeedsPerson is returned. Other errors are those of Forget.
func (s *Store) RequestForget(ctx context.Context, r ForgetRequest, by By) (Removal, error) {
	return s.forget(ctx, r.Name, by, func(t *tx, e *entry) error {
		if r.Asked != nil && !t.outdated(e, r.Asked.At) {
			return nil
		}
		return t.mayForget(e)
	})
}

// outdated reports whether words said at that time are older than what a memory
// rests on.
func (t *tx) outdated(e *entry, at time.Time) bool {
	m := t.ledger().Memories[e.id]
	return at.IsZero() || m != nil && (at.Before(m.Turn) || at.Before(m.Human))
}

// forget removes a memory. may is nil for a person, who may always.
func (s *Store) forget(ctx context.Context, name string, by By, may func(*tx, *entry) error) (Removal, error) {
	slug, err := slugOf(name)
	if err != nil {
		return Removal{}, err
	}
	var out Removal
	var meant *file // what the first look found
	err = s.mutate(ctx, false, by, func(t *tx) error {
		var err error
		out, err = t.forget(slug, may, &meant)
		return err
	})
	return out, orNotFound(err, name)
}

// forget removes what is served under a slug. A text that a person wrote since
// the first look is not what was meant to be forgotten. may is nil for a person.
func (t *tx) forget(slug string, may func(*tx, *entry) error, meant **file) (Removal, error) {
	auto := may != nil
	if auto && t.view.off {
		return Removal{}, errSwitchedOff
	}
	e, err := t.view.find(slug)
	if err != nil && !auto {
		if done, derr := t.forgetAbsent(slug); done || derr != nil {
			return Removal{}, derr
		}
	}
	if err != nil {
		return Removal{}, err
	}
	if auto {
		if err := may(t, e); err != nil {
			return Removal{}, err
		}
	}
	if err := t.start(); err != nil {
		return Removal{}, err
	}
	if e = t.view.bySlug[e.rec.Slug]; e == nil {
		return Removal{}, errChanged
	}
	if *meant != nil && (*meant).sum != e.file.sum {
		return Removal{}, refuse(Conflict, e.rec.Slug, "", "%s was changed by hand at this very moment, so it was left as it is. Look at it, then forget it again", e.rec.Slug)
	}
	*meant = e.file
	line := t.signed(ledger.Line{Op: ledger.OpForget, ID: e.id, Before: e.file.digest, Auto: auto})
	if m := t.ledger().Memories[e.id]; m != nil {
		line.Bars = m.Values()
	}
	if err := t.commitForget(e.file, line); err != nil {
		return Removal{}, err
	}
	if err := t.lookAt(e.file.name); err != nil {
		return Removal{}, err
	}
	t.emit(line, "")
	return Removal{Record: e.rec.copy(), Auto: auto}, nil
}

// mayForget decides what an automatic writer may remove.
func (t *tx) mayForget(e *entry) error {
	ask := fmt.Sprintf("ask the user to type: /memory forget %s", e.rec.Slug)
	switch {
	case e.rec.Status == Confirmed:
		return refuse(NeedsPerson, e.rec.Slug, "", "a person vouches for %s; %s", e.rec.Slug, ask)
	case e.rec.Pinned:
		return refuse(NeedsPerson, e.rec.Slug, "", "%s is pinned; %s", e.rec.Slug, ask)
	case t.by.Session != "" && t.ledger().Forgets(t.by.Session) >= MaxSessionForgets:
		return refuse(NeedsPerson, e.rec.Slug, "", "this session has forgotten its limit of %d memories; %s", MaxSessionForgets, ask)
	}
	return nil
}

// forgetAbsent forgets a memory of which no file is served: one deleted by hand,
// or forgotten bytes that are back. done says whether there was one.
func (t *tx) forgetAbsent(slug string) (done bool, err error) {
	if t.journalEmpty() {
		return false, nil
	}
	id := t.key().Name(slug)
	m := t.ledger().Memories[id]
	if m == nil {
		return false, nil
	}
	f := t.fileByID(id)
	_, blocked := t.view.blocked[slug]
	switch {
	case f == nil && blocked:
		return false, nil // something lies there that cannot be read: nothing is gone
	case f == nil && (!m.GoneAt.IsZero() || len(m.History) > 0):
	case f != nil && m.Forgotten != 0:
	default:
		return false, nil
	}
	line := t.signed(ledger.Line{Op: ledger.OpForget, ID: id, Bars: m.Values()})
	if f != nil {
		// It may be another program's version, whose value nothing bars yet.
		line.Before, line.Bars = f.digest, append(line.Bars, t.key().Bars().Digest(f.value()))
	}
	if err := t.commitForget(f, line); err != nil {
		return false, err
	}
	t.emit(line, "")
	if f == nil {
		return true, nil
	}
	return true, t.lookAt(f.name)
}
