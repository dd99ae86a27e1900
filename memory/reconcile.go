package memory

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// goneFor is how long a file must have been absent before its history is
// removed: a sync or an editor may still bring it back.
const goneFor = 24 * time.Hour

// reconcile brings the journal up to date with the directory: it settles writes
// whose process ended in the middle and notes what people and other programs
// did. It never writes a person's file.
func (t *tx) reconcile() error {
	st := t.state
	st.mu.Lock()
	err := t.openJournalLocked()
	st.mu.Unlock()
	if err != nil {
		return err
	}
	return t.catchUp()
}

// catchUp looks at the directory and notes what the journal does not know yet. A
// journal that does not belong to its key, or has none, learns nothing: under
// another key every file would be new and every memory gone.
func (t *tx) catchUp() error {
	if err := t.look(); err != nil {
		return err
	}
	if err := t.lookAtPending(); err != nil {
		return err
	}
	if !t.state.journal.Sound() {
		return nil
	}
	if err := t.sweep(); err != nil {
		return err
	}
	if err := t.missLines(); err != nil {
		return err
	}
	settled, err := t.settle()
	if err != nil {
		return err
	}
	if settled {
		if err := errors.Join(t.look(), t.lookAtPending()); err != nil {
			return err
		}
	}
	if err := t.observe(); err != nil {
		return err
	}
	if err := t.expire(); err != nil {
		return err
	}
	if err := t.observePending(); err != nil {
		return err
	}
	t.rebuild()
	return nil
}

func (t *tx) openJournalLocked() error {
	st := t.state
	if err := st.journal.Recheck(t.dir); err != nil {
		return err
	}
	if _, err := st.journal.Refresh(t.dir); err != nil {
		return err
	}
	if st.journal.State().Newer {
		return ledger.ErrNewer
	}
	return st.journal.Repair(t.dir)
}

// look takes a fresh view of the directory. When it cannot be read any more, the
// last view stays.
func (t *tx) look() error {
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	v, err := t.state.refreshLocked(t.dir, viewOptions{principal: t.store.principal})
	if err != nil {
		return err
	}
	t.view = v
	return nil
}

// rebuild derives the view anew when the journal grew, without a scan.
func (t *tx) rebuild() {
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	if t.view.seq != t.ledger().Seq {
		t.view = buildView(t.state, viewOptions{principal: t.store.principal})
		t.state.view = t.view
	}
}

// start makes sure that there is a journal to write to. A store that must have
// had one, because its files or its index say so, starts with a loss that a
// person has to accept before automatic writers may rely on it. What lies in the
// folder is noted first: a new journal knows none of it.
func (t *tx) start() error {
	j := t.state.journal
	if j.Sound() {
		return nil
	}
	if err := t.begin(j); err != nil {
		return err
	}
	return t.catchUp()
}

func (t *tx) begin(j *ledger.Journal) error {
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	if j.Empty(t.dir) {
		return j.Start(t.dir, t.store.principal, hadJournal(t.dir, t.view), t.now)
	}
	return j.Restart(t.dir, t.store.principal, t.now)
}

// hadJournal reports whether a store without a journal bears the traces of one.
func hadJournal(dir *disk.Dir, v *view) bool {
	for _, e := range v.entries {
		if s := e.file.facts.Source; s != "" && s != string(FromHand) {
			return true
		}
	}
	old, _, err := dir.Read(indexName)
	return err == nil && hasManagedSection(old)
}

// sweep removes what a killed writer left: temporary files, and history bytes
// that were never announced.
func (t *tx) sweep() error {
	if err := t.dir.Remove(disk.HistoryPath(t.nextSeq())); err != nil {
		return err
	}
	t.state.mu.Lock()
	leftovers := slices.Clone(t.state.leftovers)
	t.state.mu.Unlock()
	for _, name := range leftovers {
		if err := t.dir.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// missLines notes that the journal lost its end, when the history says so. What
// was forgotten there cannot be known.
func (t *tx) missLines() error {
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	j := t.state.journal
	seq, err := j.Behind(t.dir)
	if seq == 0 || err != nil {
		return err
	}
	return j.Lose(t.dir, seq, t.now)
}

// settle gives every intent without an outcome one. It reports whether the
// directory may have changed.
func (t *tx) settle() (bool, error) {
	open := append([]ledger.Line(nil), t.ledger().Open...)
	if len(open) == 0 {
		return false, nil
	}
	asides, err := t.dir.Asides()
	if err != nil {
		return false, err
	}
	for _, intent := range open {
		switch intent.Op {
		case ledger.OpWait, ledger.OpReject, ledger.OpDeny, ledger.OpLapse:
			err = t.settlePending(intent)
		default:
			err = t.settleOne(intent, asides)
		}
		if err != nil {
			return false, err
		}
	}
	return true, t.state.journal.Sync(t.dir)
}

func (t *tx) settleOne(intent ledger.Line, asides []disk.Aside) error {
	for _, a := range asides {
		if a.Seq == intent.Seq {
			if err := t.settleAside(intent, a); err != nil {
				return err
			}
			if err := t.look(); err != nil {
				return err
			}
		}
	}
	f := t.fileByID(intent.ID)
	found := ""
	if f != nil {
		found = f.digest
	}
	op := t.ledger().Settle(intent, found)
	line := ledger.Line{Op: op, ID: intent.ID, Cause: intent.Seq}
	switch {
	case intent.Op == ledger.OpForget && op == ledger.OpDone:
		return t.finishForget(intent, f)
	case intent.Op == ledger.OpSave && op == ledger.OpDone && intent.Pend != "":
		return t.settleApproved(intent)
	case op == ledger.OpAborted:
		if err := t.dir.RemoveHistory(intent.Seq); err != nil {
			return err
		}
	case op != ledger.OpDone && f != nil:
		line = t.observation(f, intent.ID, t.ledger().Judge(intent.ID, f.factsUnder(t.key())), op)
		line.Cause = intent.Seq
	}
	return t.note(line)
}

// settleAside decides about a file that an interrupted write had set aside. What
// the journal knows was ours to replace or remove; anything else a person wrote
// in between, and it gets its name back.
func (t *tx) settleAside(intent ledger.Line, a disk.Aside) error {
	data, _, err := t.dir.Read(a.Path)
	digest := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		// Not what was to be replaced: it gets its name back like any other.
	case err != nil:
		return err
	default:
		digest = t.key().Bytes(data)
	}
	if digest == intent.Before {
		if intent.Op == ledger.OpSave && intent.Kept {
			return t.dir.Rename(a.Path, disk.ReplacedPath(intent.Seq))
		}
		return t.dir.Remove(a.Path)
	}
	if intent.Op == ledger.OpSave {
		// Our bytes may have the name now; theirs were there before and win.
		now, _, err := t.dir.Read(a.Name)
		if err == nil && t.key().Bytes(now) == intent.After || errors.Is(err, fs.ErrNotExist) {
			return t.dir.Rename(a.Path, a.Name)
		}
		return t.dir.Rename(a.Path, disk.ReplacedPath(intent.Seq))
	}
	if err := t.dir.PutBack(a.Path, a.Name); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return t.dir.Rename(a.Path, disk.ReplacedPath(intent.Seq))
}

// finishForget rolls a forgetting forward.
func (t *tx) finishForget(intent ledger.Line, f *file) error {
	aside := ""
	if f != nil {
		aside = disk.AsidePath(intent.Seq, f.name)
		if err := t.dir.Rename(f.name, aside); err != nil {
			return err
		}
		if err := t.dir.Sync(); err != nil {
			return err
		}
	}
	if err := t.purge(intent.ID, aside, intent.Seq); err != nil {
		return err
	}
	return t.note(ledger.Line{Op: ledger.OpDone, ID: intent.ID, Cause: intent.Seq})
}

// fileByID returns the file that bears the memory with this id in the journal.
func (t *tx) fileByID(id string) *file {
	t.state.mu.Lock()
	defer t.state.mu.Unlock()
	key := t.key()
	for _, f := range t.state.files {
		if f.problem == nil && f.identify(key) == id {
			return f
		}
	}
	return nil
}

func (t *tx) key() ledger.Key {
	k, _ := t.state.journal.Key()
	return k
}

// observe notes what happened without us since the journal was last written:
// files that came, changed, returned, were renamed or went.
func (t *tx) observe() error {
	var lines []ledger.Line
	for _, s := range t.view.events {
		line := t.observation(s.file, s.id, s.verdict, s.verdict.Event)
		line.Pend, line.From = s.verdict.Pend, s.from
		lines = append(lines, line)
	}
	for _, id := range t.view.absence.gone {
		lines = append(lines, ledger.Line{Op: ledger.OpGone, ID: id, Mass: t.view.absence.mass()})
	}
	if len(lines) == 0 {
		return nil
	}
	if err := t.note(lines...); err != nil {
		return err
	}
	names := namesOf(t.view, t.dir, t.state.journal, append([]string{}, t.view.absence.gone...))
	for _, line := range lines {
		t.emit(line, names[line.ID])
	}
	return nil
}

// observation describes a file for the journal.
func (t *tx) observation(f *file, id string, v ledger.Verdict, op ledger.Op) ledger.Line {
	facts := f.factsUnder(t.key())
	return ledger.Line{Op: op, ID: id, After: facts.Digest, Value: facts.Value(), Status: v.Status,
		Shown: facts.Line, Source: v.Source, Stamp: facts.Stamp}
}

// expire removes the history of memories that have been gone for long enough.
func (t *tx) expire() error {
	var due []string
	unread := map[string]bool{} // a file that cannot be read may be on its way back
	for slug := range t.view.blocked {
		unread[t.key().Name(slug)] = true
	}
	for id, m := range t.ledger().Memories {
		meant := !m.Mass || t.ledger().MeantAt > m.GoneSeq
		if !m.GoneAt.IsZero() && len(m.History) > 0 && t.now.Sub(m.GoneAt) >= goneFor && meant && !unread[id] {
			due = append(due, id)
		}
	}
	slices.Sort(due)
	var lines []ledger.Line
	for _, id := range due {
		for _, seq := range t.ledger().Memories[id].History {
			if err := t.dir.RemoveHistory(seq); err != nil {
				return err
			}
		}
		lines = append(lines, ledger.Line{Op: ledger.OpPurged, ID: id})
	}
	return t.note(lines...)
}
