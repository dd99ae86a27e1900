package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/memory/internal/note"
	"github.com/daybook-sre/daybook/safety"
)

// Save stores a memory on behalf of a person, who may replace anything that can
// be read and may bring back what was forgotten: that is recorded as an
// exception, and the tombstone stays for other values. The memory becomes
// confirmed.
//
// It returns a *Refusal for a draft that cannot be stored (by Code), or an error
// matching ErrDisabled, ErrLocked, ErrReadOnly, ErrDirectory or ErrClosed, or the file
// system's. nil means that the memory survives a crash.
func (s *Store) Save(ctx context.Context, d Draft, by By) (Result, error) {
	c, err := prepare(d, "", true)
	if err != nil {
		return Result{}, err
	}
	var res Result
	err = s.mutate(ctx, true, by, func(t *tx) error {
		var err error
		res, err = t.save(c)
		return err
	})
	return res, err
}

func (t *tx) save(c *clean) (Result, error) {
	w, err := t.vouched(c, false)
	if err != nil {
		return Result{}, err
	}
	old := w.old
	if old != nil && old.rec.Status == Confirmed && reflect.DeepEqual(w.fields, w.had) {
		return Result{Outcome: Unchanged, Record: old.rec.copy(), Cut: c.cut}, nil
	}
	if old != nil && !t.says(old, c) {
		// The former words and citations are not what the new text rests on.
		w.fields.Quote, w.fields.Evidence = "", nil
	}
	return t.write(w)
}

// vouched begins the write of a text that a person vouches for, in the place of
// whatever can be read under its name. add is that of draft.
func (t *tx) vouched(c *clean, add bool) (*writing, error) {
	if err := t.start(); err != nil {
		return nil, err
	}
	old, over, err := t.place(c.slug)
	if err != nil {
		return nil, err
	}
	if err := t.room(old, false); err != nil {
		return nil, err
	}
	w, err := t.draft(old, c, add)
	if err != nil {
		return nil, err
	}
	w.lay(over)
	w.status, w.source, w.past = Confirmed, FromUser, t.excused(c)
	return w, nil
}

// place returns what a person's text under a slug replaces: the memory that is
// served, or forgotten bytes that are back, which nothing is taken over from.
// Both are nil when the name is free.
func (t *tx) place(slug string) (old *entry, over *file, err error) {
	if p, ok := t.view.blocked[slug]; ok {
		if p.Kind != Returned {
			return nil, nil, unreadable(p)
		}
		return nil, t.fileByID(t.key().Name(slug)), nil
	}
	if old = t.view.bySlug[slug]; old == nil {
		err = t.nameFree(slug)
	}
	return old, nil, err
}

// says reports whether a memory says what the draft says.
func (t *tx) says(e *entry, c *clean) bool {
	m := t.ledger().Memories[e.id]
	return m != nil && m.Last.Value != nil && m.Last.Value.Claim == t.key().Bars().Digest(c.value()).Claim
}

// excused returns the bar that a person's act makes an exception to, if any.
func (t *tx) excused(c *clean) int64 {
	if len(t.ledger().Bars) == 0 {
		return 0
	}
	cand := t.key().Bars().Candidate(c.value())
	past := int64(0)
	for _, b := range t.ledger().Bars {
		if b.Lifted || slices.Contains(b.Past, cand.Claim) {
			continue
		}
		if bar.Decide(barOf(b), cand).Outcome == bar.Refused {
			past = b.Seq
		}
	}
	return past
}

// writing is a decided text for one file, before it is turned into bytes.
type writing struct {
	old    *entry // what it changes; nil for a new text
	over   *file  // what a new text replaces: forgotten bytes that are back
	raw    []byte // the bytes of that file
	name   string // of the file
	slug   string
	had    note.Fields // as the file holds them now
	fields note.Fields
	claim  bar.Claim
	cut    []string
	status Status
	source Source
	auto   bool
	cites  bool      // it only adds a citation: no change a reader would notice
	pins   string    // it only pins or unpins: the word for it
	past   int64     // the bar it is an exception to
	parked string    // the file in pending/ that it approves
	newest time.Time // of the user turns it rests on
}

// lay puts a new text in the place of a file. nil is none.
func (w *writing) lay(over *file) {
	if over != nil {
		w.over, w.name = over, over.name
	}
}

// draft lays a draft over what the memory holds now. A list that the draft does
// not have stays; with add, so do the labels it does not repeat.
func (t *tx) draft(old *entry, c *clean, add bool) (*writing, error) {
	w := &writing{old: old, name: c.slug + ".md", slug: c.slug, claim: c.value(), cut: c.cut}
	if old != nil {
		var err error
		if w, err = t.rewrite(old); err != nil {
			return nil, err
		}
		w.claim, w.cut = c.value(), c.cut
	} else {
		w.fields.Name = c.Name
		w.fields.Created = timestamp(t.now)
		w.fields.Principal = t.store.principal
	}
	f := &w.fields
	f.Type, f.Description, f.Body = string(c.Type), c.Description, c.Body
	f.ValidFrom, f.ValidUntil = c.ValidFrom, c.ValidUntil
	switch {
	case add:
		f.Labels = union(f.Labels, c.Labels)
	case c.Labels != nil:
		f.Labels = c.Labels
	}
	if c.Tags != nil {
		f.Tags = c.Tags
	}
	if c.Allow != nil {
		f.Allow = c.Allow
	}
	return w, nil
}

// rewrite begins a change of a memory that leaves everything as it is. It reads
// the file again: what is kept in memory has credentials redacted.
func (t *tx) rewrite(e *entry) (*writing, error) {
	raw, _, err := t.dir.Read(e.file.name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && sumOf(raw) != e.file.sum {
		return nil, errChanged
	}
	if err != nil {
		return nil, err
	}
	n, err := note.Parse(raw)
	if err != nil {
		return nil, errChanged // it could be parsed when it was looked at
	}
	f := n.Fields
	if !n.FrontMatter {
		f.Name, f.Description, f.Type = e.rec.Name, e.rec.Description, string(e.rec.Type)
		f.Created = timestamp(e.rec.Created)
	}
	return &writing{old: e, raw: raw, name: e.file.name, slug: e.rec.Slug, had: f, fields: f,
		claim: e.file.value(), status: e.rec.Status, source: e.rec.Source}, nil
}

// write turns a decision into bytes and carries it out.
func (t *tx) write(w *writing) (Result, error) {
	w.fields.Status, w.fields.Source = string(w.status), string(w.source)
	if !w.cites && w.pins == "" {
		w.fields.Updated = timestamp(t.now)
	}
	before := w.over
	var previous *Record
	var data []byte
	var held []string // what a person's own file held before is theirs to clean
	if w.old == nil {
		data = note.Encode(&w.fields)
	} else {
		var err error
		if data, err = note.Update(w.raw, &w.fields); err != nil {
			return Result{}, refuse(UnreadableFile, w.slug, "", "%s cannot be changed without damaging it (%v); a person has to edit it", w.name, err)
		}
		before, held = w.old.file, w.old.rec.findings
		rec := w.old.rec.copy()
		previous = &rec
	}
	if err := t.finalScan(data, held, w.fields.Allow); err != nil {
		return Result{}, err
	}
	line := t.intent(w, data, before)
	seq := t.nextSeq()
	if err := t.commitSave(save{name: w.name, bytes: data, before: before, parked: w.parked, line: line}); err != nil {
		return Result{}, err
	}
	t.keepReason(seq)
	if w.parked != "" {
		if err := t.lookAtPending(); err != nil {
			return Result{}, err
		}
	}
	return t.result(w, previous, line)
}

// finalScan looks at the finished bytes, as the last door before the disk. Rules
// in held matched before, and what a person let pass passes.
func (t *tx) finalScan(data []byte, held, allow []string) error {
	for _, f := range safety.Scan(string(data)) {
		pass := f.Class == safety.Suspected && slices.Contains(allow, f.Rule)
		if !pass && !slices.Contains(held, f.Rule) {
			r := refuse(SensitiveContent, "", "content", "the finished file would hold what looks like a credential. Nothing was stored")
			r.Rules = []string{f.Rule}
			return r
		}
	}
	return nil
}

// intent describes the write for the journal.
func (t *tx) intent(w *writing, data []byte, before *file) ledger.Line {
	key := t.key()
	value := key.Bars().Digest(w.claim)
	l := t.signed(ledger.Line{Op: ledger.OpSave, ID: key.Name(w.slug), After: key.Bytes(data), Value: &value,
		Status: ledger.Status(w.status), Shown: w.fields.Status, Source: string(w.source),
		Stamp: w.fields.Updated, Auto: w.auto, Cites: w.cites, Pins: w.pins, Past: w.past})
	if before != nil {
		l.Before = before.digest
		l.Kept = w.old != nil && !t.inHistory(w.old) // what was forgotten is not kept
	}
	if !w.newest.IsZero() {
		l.Turn = &w.newest
	}
	if w.parked != "" {
		l.Pend = key.Pending(w.parked)
	}
	if t.by.Reason != "" {
		l.Why = key.Reason(t.by.Reason)
	}
	return l
}

// inHistory reports whether the bytes of a memory were written by this library
// and so have a history file.
func (t *tx) inHistory(e *entry) bool {
	m := t.ledger().Memories[e.id]
	return m != nil && slices.Contains(m.History, m.Last.Seq)
}

// keepReason keeps what the actor gave as the reason beside the history. The
// write itself is done: a reason that cannot be kept does not undo it.
func (t *tx) keepReason(seq int64) {
	if t.by.Reason == "" {
		return
	}
	if err := t.dir.WriteDerived(disk.ReasonPath(seq), []byte(t.by.Reason)); err != nil {
		t.store.root.opts.Logger.Warn("memory: the reason of a write could not be kept", "seq", seq, "error", err)
	}
}

func (t *tx) result(w *writing, previous *Record, line ledger.Line) (Result, error) {
	if err := t.lookAt(w.name); err != nil {
		return Result{}, err
	}
	res := Result{Outcome: Created, Previous: previous, Cut: w.cut, Excused: w.past != 0 && !w.auto}
	if previous != nil {
		res.Outcome = Updated
	}
	e := t.view.bySlug[w.slug]
	if e == nil {
		return Result{}, fmt.Errorf("%s was written and is not there any more: somebody removed it at once", w.slug)
	}
	res.Record = e.rec.copy()
	res.Similar = t.similar(e)
	t.emit(line, w.slug)
	return res, nil
}
