package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// errChanged reports that a person changed the file between our look and our
// write. Theirs was put back; the funnel runs once more.
var errChanged = errors.New("the file changed while it was being written")

// save is a decided change of one file.
type save struct {
	name   string // of the file
	bytes  []byte
	before *file       // what is replaced; nil when the file is new
	parked string      // the file in pending/ that this approves, "" for none
	line   ledger.Line // the intent, but for its numbers
}

// commitSave carries out a decided save: steps 4 to 8 of the write protocol.
// nil means that the new text survives a crash. After an error the old state is
// served; if even that cannot be noted, the error says so and the next write
// settles it.
//
// Five syncs whatever the size of the store: history file and folder, temporary
// file, journal, directory.
func (t *tx) commitSave(c save) error {
	seq := t.nextSeq()
	if err := t.dir.WriteSynced(disk.HistoryPath(seq), c.bytes); err != nil {
		return err
	}
	t.step("history")
	tmp, err := t.dir.NewTemp(c.name, c.bytes)
	if err != nil {
		return t.dropHistory(seq, err)
	}
	defer tmp.Discard()
	t.step("temp")
	if err := t.append(c.line); err != nil {
		return t.dropHistory(seq, err)
	}
	t.step("intent")
	if err := t.expose(tmp, c, seq); err != nil {
		return t.failed(seq, err)
	}
	t.step("expose")
	if err := t.dir.Sync(); err != nil {
		return fmt.Errorf("%w; the write will be settled by the next one", err)
	}
	t.step("folder")
	if c.parked != "" {
		return t.unpark(c.parked, seq)
	}
	return t.note(ledger.Line{Op: ledger.OpDone, Cause: seq})
}

// expose makes the new file visible and looks at what it replaced.
func (t *tx) expose(tmp *disk.Temp, c save, seq int64) error {
	if c.before == nil {
		err := tmp.Create()
		if errors.Is(err, fs.ErrExist) {
			return errChanged
		}
		return err
	}
	aside := disk.AsidePath(seq, c.name)
	if err := tmp.Replace(aside); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrNotRegular) {
			return errChanged
		}
		return err
	}
	t.step("aside")
	return t.keepOrRestore(aside, c, seq)
}

// keepOrRestore compares what was set aside with what the decision was made on.
// A person's text that came in between is put back.
func (t *tx) keepOrRestore(aside string, c save, seq int64) error {
	same, err := t.holds(aside, c.before)
	if err != nil {
		return err
	}
	if !same {
		if err := t.dir.Rename(aside, c.name); err != nil {
			return err
		}
		return errChanged
	}
	if c.line.Kept {
		// A person wrote what is replaced, so no history file holds it yet.
		return t.dir.Rename(aside, disk.ReplacedPath(seq))
	}
	return t.dir.Remove(aside)
}

// holds reports whether what was set aside is what was decided on. A link, a
// pipe or a folder that took its place is not.
func (t *tx) holds(aside string, f *file) (bool, error) {
	data, _, err := t.dir.Read(aside)
	switch {
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		return false, nil
	case err != nil:
		return false, err
	}
	return sumOf(data) == f.sum, nil
}

// commitForget removes a memory and everything made from it. From the intent on
// it is not served, whatever the file system says.
func (t *tx) commitForget(f *file, line ledger.Line) error {
	seq := t.nextSeq()
	if err := t.append(line); err != nil {
		return err
	}
	t.step("intent")
	aside := ""
	if f != nil {
		aside = disk.AsidePath(seq, f.name)
		if err := t.dir.Rename(f.name, aside); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				err = errChanged
			}
			return t.failed(seq, err)
		}
		t.step("aside")
		if err := t.dir.Sync(); err != nil {
			return fmt.Errorf("%w; the forgetting will be completed by the next write", err)
		}
		t.step("folder")
		same, err := t.holds(aside, f)
		if err != nil {
			return fmt.Errorf("%w; the forgetting will be completed by the next write", err)
		}
		if !same {
			if err := t.dir.PutBack(aside, f.name); err != nil {
				return err
			}
			return t.failed(seq, errChanged)
		}
	}
	if err := t.purge(line.ID, aside, seq); err != nil {
		return fmt.Errorf("%w; the forgetting will be completed by the next write", err)
	}
	t.step("purge")
	return t.note(ledger.Line{Op: ledger.OpDone, Cause: seq})
}

// purge removes what is kept of a memory: its file when it was set aside, its
// history, proposals for its name, and parked jobs, which may hold its words.
func (t *tx) purge(id, aside string, seq int64) error {
	if aside != "" {
		if err := t.dir.Remove(aside); err != nil {
			return err
		}
		t.step("unlink")
	}
	kept, err := t.keptOf(id)
	if err != nil {
		return err
	}
	for _, seq := range kept {
		if err := t.dir.RemoveHistory(seq); err != nil {
			return err
		}
	}
	if err := t.dropJobs(); err != nil {
		return err
	}
	for _, f := range slices.Clone(t.pending) {
		if !t.copies(f, id, seq) {
			continue
		}
		if err := t.withdrawWaiting(f, Forgotten); err != nil {
			return err
		}
	}
	t.step("history")
	if err := t.dir.SyncSub(pendingDir); err != nil {
		return err
	}
	return t.dir.SyncState()
}

// keptOf returns the operations that may keep bytes of a memory: those the
// journal knows, and those that lines it lost had told of, found by the name in
// the file.
func (t *tx) keptOf(id string) (kept []int64, err error) {
	known := map[int64]bool{}
	for mid, m := range t.ledger().Memories {
		for _, seq := range m.History {
			known[seq] = true
		}
		if mid == id {
			kept = slices.Clone(m.History)
		}
	}
	all, err := t.dir.HistorySeqs()
	if err != nil {
		return nil, err
	}
	for _, seq := range all {
		if known[seq] {
			continue
		}
		f := readFile(t.dir, disk.Entry{Name: disk.HistoryPath(seq)}, t.state.journal)
		if f.problem == nil && f.identify(t.key()) == id {
			kept = append(kept, seq)
		}
	}
	return kept, nil
}

// copies reports whether what waits is for a memory being forgotten, or says what
// it said under another name.
func (t *tx) copies(f waitingFile, id string, forgetting int64) bool {
	if f.problem != nil {
		return false
	}
	if f.identify(t.key()) == id {
		return true
	}
	cand := t.key().Bars().Candidate(f.value())
	return slices.ContainsFunc(t.ledger().Bars, func(b *ledger.Bar) bool {
		return b.Seq == forgetting && bar.Decide(barOf(b), cand).Outcome == bar.Refused
	})
}

// failed notes that an intent had no effect and returns why.
func (t *tx) failed(seq int64, cause error) error {
	if err := t.dropHistory(seq, nil); err != nil {
		return fmt.Errorf("%w; this will be settled by the next write: %w", cause, err)
	}
	code := ledger.CodeIO
	if errors.Is(cause, errChanged) {
		code = ledger.CodeChanged
	}
	if err := t.note(ledger.Line{Op: ledger.OpFailed, Cause: seq, Code: code}); err != nil {
		return fmt.Errorf("%w; this will be settled by the next write: %w", cause, err)
	}
	return cause
}

// dropHistory removes the bytes of an operation that came to nothing.
func (t *tx) dropHistory(seq int64, cause error) error {
	if err := t.dir.RemoveHistory(seq); err != nil && cause == nil {
		return err
	}
	return cause
}

// classifyRead turns what the file system says to a reader into this package's
// errors.
func classifyRead(err error) error {
	if link := (*disk.LinkError)(nil); errors.As(err, &link) {
		return fmt.Errorf("%w: %w", ErrDirectory, err)
	}
	return err
}

// classify is classifyRead for a writer.
func classify(err error) error {
	err = classifyRead(err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, disk.ErrBusy):
		return fmt.Errorf("%w: %w", ErrLocked, unwrapBusy(err))
	case errors.Is(err, fs.ErrPermission), isReadOnly(err), errors.Is(err, ledger.ErrNewer):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

// unwrapBusy keeps ctx's error visible to errors.Is.
func unwrapBusy(err error) error {
	for _, c := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, c) {
			return c
		}
	}
	return errors.New("try again, or look for a process that hangs")
}
