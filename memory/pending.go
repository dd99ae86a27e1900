package memory

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/memory/internal/note"
)

// Bounds of what waits for a person.
const (
	MaxPending    = 50
	PendingExpiry = 30 * 24 * time.Hour
)

// Waits is returned by Propose for a proposal that is not served until a person
// approves it.
const Waits Outcome = "pending"

// waitingFile is one file in pending/. Where it lies decides that it is not
// served; it carries no status of its own.
type waitingFile struct {
	*file
	pend string // the digest of its name, as the journal knows it
}

// pendingName returns the file name of a proposal: its slug and six digits that
// tell proposals for one name apart.
func pendingName(slug string, value bar.Digests) string {
	return pendingDir + "/" + slug + "~" + hex.EncodeToString(value.Claim[:3]) + ".md"
}

// readPending reads what waits. Files that cannot be read are left out: they
// wait, too, until somebody mends them.
func readPending(dir *disk.Dir, j *ledger.Journal) ([]waitingFile, error) {
	entries, err := dir.ScanSub(pendingDir, looksLikeMemory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key, _ := j.Key()
	var out []waitingFile
	for _, e := range entries {
		if !e.Stat {
			continue
		}
		path := pendingDir + "/" + e.Name
		e.Name = path
		f := readFile(dir, e, j)
		out = append(out, waitingFile{file: f, pend: key.Pending(path)})
	}
	slices.SortFunc(out, func(a, b waitingFile) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// park puts a proposal into pending/ instead of serving it.
func (t *tx) park(c *clean, p Proposal, why *Refusal) (Result, error) {
	value := t.key().Bars().Digest(c.value())
	name := pendingName(c.slug, value)
	for _, f := range t.pending {
		if f.name == name || f.problem == nil && t.key().Bars().Digest(f.value()).Claim == value.Claim {
			return Result{Outcome: Waits, Record: f.rec.copy(), Cut: c.cut, Why: why}, nil
		}
	}
	if len(t.pending) >= MaxPending {
		return Result{}, refuse(Full, c.slug, "", "this would wait for a person (%s), but %d memories wait already; ask the user to look at /memory review", why.Code, len(t.pending))
	}
	w, err := t.draft(nil, c, true)
	if err != nil {
		return Result{}, err
	}
	w.fields.Quote, w.fields.Evidence = c.quote, t.evidence(nil, p)
	w.fields.Source, w.fields.Updated = string(p.source()), timestamp(t.now)
	data := note.Encode(&w.fields)
	if err := t.finalScan(data, nil, nil); err != nil {
		return Result{}, err
	}
	line := t.signed(ledger.Line{Op: ledger.OpWait, ID: t.key().Name(c.slug), Pend: t.key().Pending(name), After: t.key().Bytes(data),
		Value: &value, Source: w.fields.Source, Stamp: w.fields.Updated, Code: string(why.Code), Auto: true})
	if at := newest(p.Grounds); !at.IsZero() {
		line.Turn = &at
	}
	if err := t.commitWait(name, data, line); err != nil {
		return Result{}, err
	}
	if err := t.lookAtPending(); err != nil {
		return Result{}, err
	}
	t.emit(line, c.slug)
	for _, f := range t.pending {
		if f.name == name {
			return Result{Outcome: Waits, Record: f.rec.copy(), Cut: c.cut, Why: why}, nil
		}
	}
	return Result{}, fmt.Errorf("%s was written and is not there any more: somebody removed it at once", name)
}

// source returns whose word a proposal is.
func (p Proposal) source() Source {
	switch {
	case p.Explicit:
		return FromUser
	case p.Source == FromUser, p.Source == FromExtraction, p.Source == FromImport:
		return p.Source
	}
	return FromAgent
}

// commitWait writes a file into pending/.
func (t *tx) commitWait(name string, data []byte, line ledger.Line) error {
	if err := t.dir.EnsureSub(pendingDir); err != nil {
		return err
	}
	seq := t.nextSeq()
	tmp, err := t.dir.NewTemp(name, data)
	if err != nil {
		return err
	}
	defer tmp.Discard()
	t.step("temp")
	if err := t.append(line); err != nil {
		return err
	}
	t.step("intent")
	if err := tmp.Create(); err != nil {
		return t.failed(seq, err)
	}
	t.step("expose")
	if err := t.dir.SyncSub(pendingDir); err != nil {
		return fmt.Errorf("%w; the write will be settled by the next one", err)
	}
	t.step("folder")
	return t.note(ledger.Line{Op: ledger.OpDone, Cause: seq})
}

// unpark removes a proposal's file, as the effect of an intent that is durable.
func (t *tx) unpark(name string, seq int64) error {
	if err := t.dir.Remove(name); err != nil {
		return fmt.Errorf("%w; the next write completes it", err)
	}
	t.step("unlink")
	if err := t.dir.SyncSub(pendingDir); err != nil {
		return fmt.Errorf("%w; the next write completes it", err)
	}
	return t.note(ledger.Line{Op: ledger.OpDone, Cause: seq})
}

// lookAtPending reads pending/ again.
func (t *tx) lookAtPending() (err error) {
	t.pending, err = readPending(t.dir, t.state.journal)
	return err
}

// observePending notes what people did in pending/: a file that is gone was
// rejected, unless it was moved out, which approves it (see Judge). What waited
// too long leaves, and that is no judgement.
func (t *tx) observePending() error {
	here := map[string]bool{}
	for _, f := range t.pending {
		here[f.pend] = true
	}
	for _, s := range t.view.events {
		here[s.verdict.Pend] = true
	}
	var lines []ledger.Line
	for pend, w := range t.ledger().Waiting {
		if !here[pend] {
			lines = append(lines, ledger.Line{Op: ledger.OpDenied, ID: w.ID, Pend: pend, Value: w.Value, Only: t.lives(w.ID)})
		}
	}
	slices.SortFunc(lines, func(a, b ledger.Line) int { return strings.Compare(a.Pend, b.Pend) })
	if err := t.note(lines...); err != nil {
		return err
	}
	for _, f := range slices.Clone(t.pending) {
		if w := t.ledger().Waiting[f.pend]; w != nil && t.now.Sub(w.At) >= PendingExpiry {
			if err := t.withdrawWaiting(f, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// lives reports whether a memory with this id is served.
func (t *tx) lives(id string) bool {
	m := t.ledger().Memories[id]
	return m != nil && m.Present
}

// withdrawWaiting removes what waits without a judgement on it: it waited too
// long, or what it is a copy of was forgotten.
func (t *tx) withdrawWaiting(f waitingFile, why Code) error {
	w := t.ledger().Waiting[f.pend]
	if w == nil { // a person put it there
		return t.dir.Remove(f.name)
	}
	seq := t.nextSeq()
	if err := t.append(ledger.Line{Op: ledger.OpLapse, ID: w.ID, Pend: f.pend, Code: string(why)}); err != nil {
		return err
	}
	if err := t.unpark(f.name, seq); err != nil {
		return err
	}
	return t.lookAtPending()
}

// settlePending ends an intent about a proposal that has no outcome.
func (t *tx) settlePending(intent ledger.Line) error {
	if intent.Before != "" {
		return t.settleDenied(intent)
	}
	if err := t.lookAtPending(); err != nil {
		return err
	}
	found, name := "", ""
	for _, f := range t.pending {
		if f.pend == intent.Pend {
			found, name = f.digest, f.name
		}
	}
	op := t.ledger().Settle(intent, found)
	if intent.Op != ledger.OpWait && name != "" {
		return t.unpark(name, intent.Seq)
	}
	return t.note(ledger.Line{Op: op, ID: intent.ID, Cause: intent.Seq})
}

// settleApproved completes an approval whose process ended after the memory was
// written: the proposal must not go on waiting.
func (t *tx) settleApproved(intent ledger.Line) error {
	for _, f := range t.pending {
		if f.pend == intent.Pend {
			return t.unpark(f.name, intent.Seq)
		}
	}
	return t.note(ledger.Line{Op: ledger.OpDone, ID: intent.ID, Cause: intent.Seq})
}
