package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Denial is a user turn that says a memory is not so.
type Denial struct {
	Name   string
	Ground Ground // the turn; only code that read the transcript may name one
	// Instead says that the turn also says what is so. That is a proposal of its
	// own.
	Instead bool
}

// Fate is what a denial did to a memory.
type Fate string

// The values of Fate.
const (
	Contested Fate = "contested" // a person vouches for it: it stays, and is marked
	Disputed  Fate = "disputed"  // it is out of service and waits for a person
	Rejected  Fate = "rejected"  // it is out of service, and its value does not come back by itself
)

// Deny takes a memory out of service because the user said, in plain words, that
// it is not so, on behalf of whoever read the transcript. What a person vouches
// for is only marked. Everything can be taken back: a disputed memory waits in
// Pending, a rejected one is in History.
//
// The error matches ErrNotFound, is a *Refusal with code Stale when the turn is
// older than what the memory rests on, or is one of those of Propose.
func (s *Store) Deny(ctx context.Context, d Denial, by By) (Fate, error) {
	slug, err := slugOf(d.Name)
	if err != nil {
		return "", err
	}
	var fate Fate
	err = s.mutate(ctx, false, by, func(t *tx) error {
		var err error
		fate, err = t.deny(slug, d)
		return err
	})
	return fate, orNotFound(err, d.Name)
}

func (t *tx) deny(slug string, d Denial) (Fate, error) {
	if t.view.off {
		return "", errSwitchedOff
	}
	e, err := t.view.find(slug)
	if err != nil {
		return "", err
	}
	if err := t.ready(slug); err != nil {
		return "", err
	}
	if e = t.view.bySlug[e.rec.Slug]; e == nil {
		return "", errChanged
	}
	if t.outdated(e, d.Ground.At) {
		return "", refuse(Stale, e.rec.Slug, "", "what is stored as %s is newer than the words that deny it", e.rec.Slug)
	}
	line := t.signed(ledger.Line{ID: e.id, Turn: &d.Ground.At, Auto: true, Code: string(Denied)})
	switch {
	case e.rec.Status == Confirmed || e.rec.hand:
		line.Op = ledger.OpContest
		if err := t.append(line); err != nil {
			return "", err
		}
		t.rebuild()
		t.emit(line, e.rec.Slug)
		return Contested, nil
	case d.Instead:
		line.Op, line.Kept, line.Only = ledger.OpReject, true, true
	default:
		line.Op = ledger.OpDeny
	}
	return t.withdraw(e, line)
}

// withdraw moves a memory's file out of service: into pending/, or beside the
// history when it was rejected.
func (t *tx) withdraw(e *entry, line ledger.Line) (Fate, error) {
	value := t.key().Bars().Digest(e.file.value())
	seq := t.nextSeq()
	to, fate := disk.ReplacedPath(seq), Rejected
	line.Before, line.After, line.Value = e.file.digest, e.file.digest, &value
	line.Source, line.Stamp = string(e.rec.Source), e.file.facts.Stamp
	if line.Op == ledger.OpDeny {
		to, fate = pendingName(e.rec.Slug, value), Disputed
		line.Pend = t.key().Pending(to)
		if err := t.dir.EnsureSub(pendingDir); err != nil {
			return "", err
		}
	}
	if err := t.append(line); err != nil {
		return "", err
	}
	t.step("intent")
	if err := t.dir.Rename(e.file.name, to); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = errChanged
		}
		return "", t.failed(seq, err)
	}
	t.step("move")
	if moved, _, err := t.dir.Read(to); err == nil && sumOf(moved) != e.file.sum {
		// A person saved in between: theirs stays in service.
		if err := t.dir.PutBack(to, e.file.name); err != nil {
			return "", err
		}
		return "", t.failed(seq, errChanged)
	}
	if err := t.withdrawn(seq); err != nil {
		return "", fmt.Errorf("%w; the next write completes it", err)
	}
	if err := t.lookAtPending(); err != nil {
		return "", err
	}
	t.emit(line, e.rec.Slug)
	return fate, t.lookAt(e.file.name)
}

// withdrawn makes a move out of service durable.
func (t *tx) withdrawn(seq int64) error {
	for _, sync := range []func() error{t.dir.Sync, t.dir.SyncState, func() error { return t.dir.SyncSub(pendingDir) }} {
		if err := sync(); err != nil {
			return err
		}
	}
	t.step("folder")
	return t.note(ledger.Line{Op: ledger.OpDone, Cause: seq})
}

// settleDenied rolls a denial forward whose process ended in the middle. A file
// that was changed since is a person's and stays.
func (t *tx) settleDenied(intent ledger.Line) error {
	f := t.fileByID(intent.ID)
	switch {
	case f == nil:
	case f.digest != intent.Before:
		return t.note(ledger.Line{Op: ledger.OpFailed, ID: intent.ID, Cause: intent.Seq, Code: ledger.CodeChanged})
	default:
		to := disk.ReplacedPath(intent.Seq)
		if intent.Op == ledger.OpDeny {
			to = pendingName(f.rec.Slug, t.key().Bars().Digest(f.value()))
		}
		if err := t.dir.Rename(f.name, to); err != nil {
			return err
		}
	}
	return t.withdrawn(intent.Seq)
}
