package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Doctor looks at everything that could be wrong with a store and says what to
// do about it. It changes nothing. Memories that look alike are looked for among
// the newest 30, so that it stays fast in a large store.
func (s *Store) Doctor(ctx context.Context) (Checkup, error) {
	v, err := s.read(ctx)
	if err != nil {
		return Checkup{}, err
	}
	c := Checkup{Dir: s.Path(), Served: len(v.entries), Waiting: v.waiting, Problems: v.problems}
	if err := v.available(); err != nil {
		c.Off = err.Error()
	}
	if c.Alike, err = s.alike(v); err != nil {
		return c, err
	}
	dir, err := disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, classifyRead(err)
	}
	defer dir.Close()
	j := ledger.NewJournal()
	if _, err := j.Refresh(dir); err != nil {
		return c, err
	}
	behind, err := behind(j, dir)
	if err != nil {
		return c, err
	}
	c.examine(j, dir, v)
	c.MassGone = c.MassGone || v.absence.mass()
	c.Lost = c.Lost || behind
	c.advise()
	return c, nil
}

// behind reports whether the journal lost its end. Without the lock a writer may
// have gone on between the two looks, so a gap has to show twice.
func behind(j *ledger.Journal, dir *disk.Dir) (bool, error) {
	for range 2 {
		seq, err := j.Behind(dir)
		if seq == 0 || err != nil {
			return false, err
		}
		if _, err := j.Refresh(dir); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (c *Checkup) examine(j *ledger.Journal, dir *disk.Dir, v *view) {
	state := j.State()
	c.Passes = maps.Clone(state.Passes)
	c.Newer, c.Damaged, c.Unsettled = state.Newer, state.Damaged, len(state.Open)
	switch {
	case j.Empty(dir):
		c.Lost = hadJournal(dir, v)
	default:
		c.Lost = errors.Is(j.Usable(), ledger.ErrLost)
	}
	for id, m := range state.Memories {
		_, missing := slices.BinarySearch(v.absence.gone, id)
		if m.GoneAt.IsZero() && !missing || len(m.History) == 0 {
			continue
		}
		c.Gone++
		if m.Mass && state.MeantAt < m.GoneSeq {
			c.MassGone = true
		}
	}
}

func (c *Checkup) advise() {
	say := func(format string, args ...any) { c.Advice = append(c.Advice, fmt.Sprintf(format, args...)) }
	if c.Newer {
		say("The journal was written by a later version of daybook. Nothing is written until this program is updated.")
	}
	if c.Lost {
		say("The journal of this store, its end or its key is missing, so what was forgotten here cannot be known. Memories are served; automatic writers wait. Bring the folder %s back from a backup, or type /memory doctor reset to go on without it.", disk.StateDir)
	}
	if c.Damaged > 0 {
		say("%d lines of the journal cannot be read or are missing. What was forgotten may be among them: memories are served; automatic writers wait. Bring the folder %s back from a backup, or type /memory doctor reset to go on without them.", c.Damaged, disk.StateDir)
	}
	if c.Unsettled > 0 {
		say("%d writes ended in the middle. The next write settles them.", c.Unsettled)
	}
	if c.MassGone {
		say("More than half of the memories vanished at once. If that was not meant, bring the files back: they are served again as they were. If it was, type /memory doctor confirm and their history is removed.")
	}
}

// Reset accepts, on behalf of a person, that what was forgotten before is not
// known, so that automatic writers work again. What is left of the old journal
// is kept beside the new one. Errors are those of Save.
func (s *Store) Reset(ctx context.Context, by By) error {
	return s.mutate(ctx, true, by, func(t *tx) error {
		if err := t.start(); err != nil {
			return err
		}
		if t.state.journal.Usable() == nil {
			return nil
		}
		return t.record(ledger.OpReset)
	})
}

// ConfirmGone confirms, on behalf of a person, that files which vanished all at
// once were meant to go, so that their history may be removed. Errors are those
// of Save.
func (s *Store) ConfirmGone(ctx context.Context, by By) error {
	return s.mutate(ctx, true, by, func(t *tx) error {
		if err := t.start(); err != nil {
			return err
		}
		return t.record(ledger.OpMeant)
	})
}

// SetEnabled switches memory off or on for this principal, lasting, on behalf
// of a person. While it is off nothing is read or written for a model; people
// can still list, show and forget. Errors are those of Save.
func (s *Store) SetEnabled(ctx context.Context, on bool, by By) error {
	return s.mutate(ctx, true, by, func(t *tx) error {
		if err := t.start(); err != nil {
			return err
		}
		op := ledger.OpOff
		if on {
			op = ledger.OpOn
		}
		if t.ledger().Off != on {
			return nil
		}
		return t.record(op)
	})
}

// record notes a person's switch, durably.
func (t *tx) record(op ledger.Op) error {
	line := t.signed(ledger.Line{Op: op})
	if err := t.append(line); err != nil {
		return err
	}
	t.emit(line, "")
	return nil
}
