package memory

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// tx is one write under the lock of a store. It exists only inside mutate.
type tx struct {
	store *Store
	state *state
	dir   *disk.Dir
	now   time.Time
	view  *view // as found under the lock, after reconciling
	by    By

	pending []waitingFile // what waits, as found under the lock
	acted   int64         // number of the last intent
	events  []Event       // to be told after the lock is released
}

// attempts bounds how often a write begins again because the directory was
// replaced or a person changed the file in between.
const attempts = 3

// mutate runs decide under the lock of the store, after everything that
// happened without us has been noted. It is the one funnel for writes: semaphore,
// file lock, identity of the directory, journal, settling, observations,
// decision, effect, index. create says whether a missing directory is made.
func (s *Store) mutate(ctx context.Context, create bool, by By, decide func(*tx) error) error {
	if err := s.allowed(); err != nil {
		return err
	}
	return s.locked(ctx, create, by, func(t *tx) error {
		if err := t.reconcile(); err != nil {
			return err
		}
		err := decide(t)
		t.index()
		return err
	})
}

// locked runs do under the lock of the store. LockWait bounds all of the
// waiting: for writers of this process, for others, and for a directory that is
// replaced meanwhile.
func (s *Store) locked(ctx context.Context, create bool, by By, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	by = by.clean()
	st, err := s.root.state(s.place)
	if err != nil {
		return err
	}
	defer st.done()
	var told []Event
	defer func() { s.root.tell(told) }()
	deadline := time.Now().Add(s.root.opts.LockWait)
	if err := st.enter(ctx, s.root.opts.LockWait); err != nil {
		return err
	}
	defer st.leave()
	for try := 1; ; try++ {
		events, err := s.attempt(ctx, st, create, deadline, by, do)
		told = append(told, events...)
		again := errors.Is(err, disk.ErrMoved) || errors.Is(err, errChanged)
		if !again {
			return classify(err)
		}
		if try == attempts {
			return fmt.Errorf("%w; gave up after %d tries", err, attempts)
		}
	}
}

// attempt is one pass of the funnel.
func (s *Store) attempt(ctx context.Context, st *state, create bool, deadline time.Time, by By, do func(*tx) error) (events []Event, err error) {
	dir, err := st.open(create)
	if err != nil {
		return nil, err
	}
	if err := dir.EnsureState(); err != nil {
		return nil, err
	}
	unlock, err := dir.Lock(ctx, time.Until(deadline))
	if err != nil {
		if errors.Is(err, disk.ErrMoved) {
			st.forgetDir()
		}
		return nil, err
	}
	defer unlock()
	st.write(true)
	defer st.write(false)
	t := &tx{store: s, state: st, dir: dir, now: s.root.opts.Now().UTC(), by: by}
	t.step("locked")
	if err := dir.Ignore(); err != nil {
		return nil, err
	}
	err = do(t)
	return t.events, err
}

// tell hands committed events to the embedder.
func (r *Root) tell(events []Event) {
	if r.opts.OnEvent == nil {
		return
	}
	for _, e := range events {
		r.opts.OnEvent(e)
	}
}

// step is where tests stop a process.
func (t *tx) step(name string) { t.store.root.opts.step(name) }

// ledger returns the journal's state. Only the holder of the lock changes it.
func (t *tx) ledger() *ledger.State { return t.state.journal.State() }

func (t *tx) nextSeq() int64 { return t.state.journal.Next() }

// append writes an intent and makes it durable.
func (t *tx) append(l ledger.Line) error {
	t.acted = t.nextSeq()
	if err := t.note(l); err != nil {
		return err
	}
	return t.state.journal.Sync(t.dir)
}

// note writes lines that need not be durable yet: outcomes and observations,
// which the next intent's sync carries along.
func (t *tx) note(lines ...ledger.Line) error {
	for i := range lines {
		lines[i].At = t.now
	}
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	return t.state.journal.Append(t.dir, lines...)
}

// signed fills in who acts.
func (t *tx) signed(l ledger.Line) ledger.Line {
	l.Actor, l.Sess = t.by.Actor, t.by.Session
	return l
}

func (t *tx) journalEmpty() bool { return t.state.journal.Empty(t.dir) }

// lookAt reads one file again after this process changed it, and derives the
// view anew without a scan.
func (t *tx) lookAt(name string) error {
	if err := t.lookAtFile(name); err != nil {
		return err
	}
	t.state.index.keepUp(t.view)
	return nil
}

func (t *tx) lookAtFile(name string) error {
	st := t.state
	st.mu.Lock()
	defer st.mu.Unlock()
	key, mode, err := t.dir.Stat(name)
	switch {
	case isMissing(err):
		delete(st.files, name)
	case err != nil:
		return err
	default:
		st.files[name] = readFile(t.dir, disk.Entry{Name: name, Mode: mode, Key: key, Stat: true}, st.journal)
	}
	t.view = buildView(st, viewOptions{principal: t.store.principal})
	st.view = t.view
	return nil
}
