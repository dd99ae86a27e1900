package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
)

const journalName = disk.StateDir + "/journal.jsonl"

// Problems that keep automatic writers out. A person can still write, and
// accepts the loss with an OpReset line.
var (
	// ErrLost reports that the journal or its key is missing or that the two do
	// not belong together: what was forgotten cannot be known.
	ErrLost = errors.New("the journal's key or the journal is missing")
	// ErrDamaged reports lines that cannot be read, were changed or are missing:
	// each may have been the record of something forgotten.
	ErrDamaged = errors.New("lines of the journal are damaged or missing")
	// ErrNewer reports a journal written by a later version of this library.
	ErrNewer = errors.New("the journal was written by a later version")
)

// Journal reads and appends the journal of one directory and keeps the state
// that follows from it. It is not safe for concurrent use.
type Journal struct {
	state *State
	key   Key
	keyed bool     // key holds the store's key
	keyID string   // how the journal names that key
	lies  disk.Key // identity of the key's file when it was read
	whole bool     // Behind found nothing missing

	seen   disk.Key // identity and size of the file when last read
	offset int64    // bytes folded
	last   []byte   // the last folded line, without newline
	opaque bool     // it could not be read, so that the next one need not fit
}

// NewJournal returns a journal that has read nothing yet.
func NewJournal() *Journal { return &Journal{state: NewState()} }

// State returns what follows from the lines read so far. The caller must not
// keep it across calls of Refresh or Append.
func (j *Journal) State() *State { return j.state }

// Key returns the store's key; ok is false while the store has none.
func (j *Journal) Key() (k Key, ok bool) { return j.key, j.keyed }

// Refresh folds what was appended since the last call. It needs no lock: a
// line that is still being written has no newline yet and waits. changed says
// whether anything was folded or read anew.
func (j *Journal) Refresh(d *disk.Dir) (changed bool, err error) {
	key, err := d.StatState(journalName)
	if errors.Is(err, fs.ErrNotExist) {
		changed = j.offset > 0 || j.keyed
		*j = *NewJournal()
		return changed, nil
	}
	if err != nil {
		return false, err
	}
	if key == j.seen && j.keyed {
		return false, nil
	}
	return j.read(d)
}

// read opens the journal and continues where the last read ended, if the file
// is still the one that was read; otherwise it begins again.
func (j *Journal) read(d *disk.Dir) (bool, error) {
	f, key, err := d.OpenState(journalName)
	if err != nil {
		return false, err
	}
	defer f.Close()
	restarted := false
	if !j.continues(f, key) {
		restarted = j.offset > 0
		*j = *NewJournal()
	}
	if !j.keyed {
		if err := j.readKey(d); err != nil {
			return false, err
		}
	}
	n, err := j.foldFrom(io.NewSectionReader(f, j.offset, 1<<62))
	if err != nil {
		return false, err
	}
	j.seen = key
	return restarted || n > 0, nil
}

// readKey reads the key of the store, if it has one.
func (j *Journal) readKey(d *disk.Dir) error {
	k, at, err := readKey(d)
	if err != nil && !errors.Is(err, errNoKey) {
		return err
	}
	j.key, j.lies, j.keyed, j.keyID = k, at, err == nil, k.id()
	return nil
}

// Recheck forgets what was read when the key's file is not the one that was
// read. A process that goes on with a key nobody else can read would write what
// no later run understands. Call Refresh afterwards.
func (j *Journal) Recheck(d *disk.Dir) error {
	if !j.keyed {
		return nil
	}
	at, err := d.StatState(keyName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil || at != j.lies {
		*j = *NewJournal()
	}
	return nil
}

// Behind returns the number of the newest operation that kept bytes in the
// history and is not in the journal, or 0: the end of the journal was lost, or
// an older copy of it was put back. A writer may be about to announce the next
// one. It is looked for once; afterwards a journal grows with its history.
func (j *Journal) Behind(d *disk.Dir) (int64, error) {
	if j.whole {
		return 0, nil
	}
	kept, err := d.HistorySeqs()
	if err != nil {
		return 0, err
	}
	if len(kept) > 0 && slices.Max(kept) > j.state.Seq+1 {
		return slices.Max(kept), nil
	}
	j.whole = true
	return 0, nil
}

// Lose notes that lines up to the number seq are missing, durably. It must be
// called under the lock.
func (j *Journal) Lose(d *disk.Dir, seq int64, now time.Time) error {
	j.state.Seq = max(j.state.Seq, seq)
	if err := j.Append(d, Line{Op: OpOpen, At: now, KeyID: j.keyID, Owner: j.state.Owner, Lost: true}); err != nil {
		return err
	}
	return j.Sync(d)
}

// continues reports whether the file still begins with what was folded: the
// same inode, not shorter, and the last folded line still in its place.
func (j *Journal) continues(f io.ReaderAt, key disk.Key) bool {
	if j.offset == 0 || key.Inode != j.seen.Inode || key.Size < j.offset {
		return false
	}
	at := j.offset - int64(len(j.last)) - 1
	have := make([]byte, len(j.last)+1)
	if _, err := f.ReadAt(have, at); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	return bytes.Equal(have[:len(j.last)], j.last) && have[len(j.last)] == '\n'
}

// foldFrom folds the complete lines that r gives and returns how many there
// were. It reads line by line: a journal may be much larger than the store.
func (j *Journal) foldFrom(r io.Reader) (int, error) {
	buf := bufio.NewReaderSize(r, 1<<16)
	for n := 0; ; n++ {
		raw, err := buf.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		j.offset += int64(len(raw))
		j.foldLine(raw[:len(raw)-1])
	}
}

// foldLine folds one line and counts it as damaged when it cannot be read, or
// when the line before it is not the one it was written after.
func (j *Journal) foldLine(raw []byte) {
	line, err := decode(raw)
	if err == nil {
		if j.last != nil && !j.opaque && line.V <= rulesVersion && line.Prev != link(j.last) {
			j.state.Damaged++
		}
		j.state.fold(line)
	} else {
		j.state.Damaged++
	}
	j.opaque = err != nil || line.V > rulesVersion
	j.last = append(j.last[:0], raw...)
}

// Sound reports whether the key is the one the journal was made with, so that a
// person's writes can be noted even while an earlier loss is not accepted.
func (j *Journal) Sound() bool { return j.keyed && j.state.KeyID == j.keyID }

// Usable returns nil when automatic writers may rely on the journal, or an
// error matching ErrLost, ErrDamaged or ErrNewer.
func (j *Journal) Usable() error {
	switch {
	case j.state.Newer:
		return ErrNewer
	case !j.Sound(), j.state.Lost:
		return ErrLost
	case j.state.Damaged > 0:
		return ErrDamaged
	}
	return nil
}

// Empty reports whether there is neither a journal nor a key: a folder nobody
// has written to, or one that lost its state folder.
func (j *Journal) Empty(d *disk.Dir) bool {
	if j.offset > 0 || j.keyed {
		return false
	}
	_, _, err := d.Stat(keyName)
	return errors.Is(err, fs.ErrNotExist)
}

// Start makes the key and the first line. It must be called under the lock,
// on a journal that is Empty. owner is the principal, "" for the local one.
// lost says that an earlier journal is missing.
func (j *Journal) Start(d *disk.Dir, owner string, lost bool, now time.Time) error {
	if err := makeKey(d); err != nil {
		return err
	}
	if err := j.readKey(d); err != nil {
		return err
	}
	// Numbers go on behind those of a history whose journal is gone, so that
	// nothing of it passes for part of this one.
	kept, err := d.HistorySeqs()
	if err != nil {
		return err
	}
	j.state.Seq = slices.Max(append(kept, 0))
	if err := j.Append(d, Line{Op: OpOpen, At: now, KeyID: j.keyID, Owner: owner, Lost: lost}); err != nil {
		return err
	}
	if err := j.Sync(d); err != nil {
		return err
	}
	return d.SyncState()
}

// Restart sets a journal that cannot be used aside, together with its key, and
// starts a new one that knows that something is missing. It must be called
// under the lock.
func (j *Journal) Restart(d *disk.Dir, owner string, now time.Time) error {
	stamp := now.UTC().Format("20060102T150405.000000000Z")
	for _, name := range []string{journalName, keyName} {
		err := d.Rename(name, name+".lost-"+stamp)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	*j = *NewJournal()
	return j.Start(d, owner, true, now)
}

// Repair cuts a torn last line, the trace of a crash while it was written. It
// must be called under the lock, after Refresh.
func (j *Journal) Repair(d *disk.Dir) error {
	if j.offset == j.seen.Size {
		return nil
	}
	if err := d.Truncate(journalName, j.offset); err != nil {
		return err
	}
	key, _, err := d.Stat(journalName)
	j.seen = key
	return err
}

// Append writes lines, numbering and linking them, and folds them. They are
// durable after Sync. It must be called under the lock, after Refresh and
// Repair. On an error nothing is folded; a torn line is cut by the next writer.
func (j *Journal) Append(d *disk.Dir, lines ...Line) error {
	if len(lines) == 0 {
		return nil
	}
	var buf []byte
	seq, last := j.state.Seq, j.last
	for i := range lines {
		seq++
		lines[i].V, lines[i].Seq = rulesVersion, seq
		if last != nil {
			lines[i].Prev = link(last)
		}
		raw, err := lines[i].encode()
		if err != nil {
			return fmt.Errorf("journal: %w", err)
		}
		last = raw[:len(raw)-1]
		buf = append(buf, raw...)
	}
	key, err := d.Append(journalName, buf)
	if err != nil {
		return err
	}
	if _, err := j.foldFrom(bytes.NewReader(buf)); err != nil {
		return err
	}
	j.seen = key
	return nil
}

// Sync makes what was appended durable.
func (j *Journal) Sync(d *disk.Dir) error { return d.SyncFile(journalName) }

// Next returns the sequence number that the next line gets.
func (j *Journal) Next() int64 { return j.state.Seq + 1 }

// Each calls fn for every line of the journal that can be read and understood,
// oldest first, until fn returns false. It reads the whole file.
func Each(d *disk.Dir, fn func(Line) bool) error {
	f, _, err := d.OpenState(journalName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewReaderSize(f, 1<<16)
	for {
		raw, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if line, err := decode(raw[:len(raw)-1]); err == nil && line.V <= rulesVersion && !fn(line) {
			return nil
		}
	}
}
