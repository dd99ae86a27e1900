package memory

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Waiting is a proposal that waits for a person.
type Waiting struct {
	Name     string  // what Approve and Reject take: the slug, or slug~digits when several wait for it
	Record   Record  // as it would be served
	Replaces *Record // the memory it would change, if there is one
	Code     Code    // what sent it here; "" when a person put it there
	At       time.Time
	Problem  *Problem // it cannot be read, and waits until somebody mends it
}

// Pending lists what waits for a person, oldest first. Nothing of it is served.
func (s *Store) Pending(ctx context.Context) ([]Waiting, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, classifyRead(err)
	}
	defer dir.Close()
	j := ledger.NewJournal()
	if _, err := j.Refresh(dir); err != nil {
		return nil, err
	}
	files, err := readPending(dir, j)
	if err != nil {
		return nil, classifyRead(err)
	}
	return describe(files, j.State(), v), nil
}

func describe(files []waitingFile, state *ledger.State, v *view) []Waiting {
	count := map[string]int{}
	for _, f := range files {
		count[f.rec.Slug]++
	}
	var out []Waiting
	for _, f := range files {
		w := Waiting{Name: f.rec.Slug, Record: f.rec.copy(), At: f.rec.Updated, Problem: f.problem}
		w.Record.Source = Source(f.facts.Source)
		if count[f.rec.Slug] > 1 {
			w.Name = strings.TrimSuffix(strings.TrimPrefix(f.name, pendingDir+"/"), ".md")
		}
		if x := state.Waiting[f.pend]; x != nil {
			w.Code, w.At = Code(x.Code), x.At
		}
		if e := v.bySlug[f.rec.Slug]; e != nil {
			rec := e.rec.copy()
			w.Replaces = &rec
		}
		out = append(out, w)
	}
	slices.SortStableFunc(out, func(a, b Waiting) int { return a.At.Compare(b.At) })
	return out
}

// Approve serves a proposal that waits, as confirmed, on behalf of a person. It
// takes a name that Pending gave. The error matches ErrNotFound when nothing of
// that name waits; otherwise errors are those of Save.
func (s *Store) Approve(ctx context.Context, name string, by By) (Result, error) {
	var res Result
	err := s.mutate(ctx, false, by, func(t *tx) error {
		f, err := t.waiting(name)
		if err != nil {
			return err
		}
		res, err = t.approve(f)
		return err
	})
	return res, orNotFound(err, name)
}

// Reject removes a proposal that waits, on behalf of a person: it is wrong, and
// automatic writers do not bring it back. When it was a change to a memory that
// is served, only this very value is barred. Errors are those of Approve.
func (s *Store) Reject(ctx context.Context, name string, by By) (Waiting, error) {
	var out Waiting
	err := s.mutate(ctx, false, by, func(t *tx) error {
		f, err := t.waiting(name)
		if err != nil {
			return err
		}
		out = describe([]waitingFile{f}, t.ledger(), t.view)[0]
		return t.reject(f)
	})
	return out, orNotFound(err, name)
}

// orNotFound names what was asked for as it was given.
func orNotFound(err error, name string) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotFound) {
		return notFound(name)
	}
	return err
}

// waiting finds a proposal by its slug, or by slug~digits when several wait.
func (t *tx) waiting(name string) (waitingFile, error) {
	slug, err := slugOf(name)
	if err != nil {
		return waitingFile{}, err
	}
	var found []waitingFile
	for _, f := range t.pending {
		if strings.TrimSuffix(f.name, ".md") == pendingDir+"/"+strings.TrimSpace(name) {
			return f, f.refusal()
		}
		if f.rec.Slug == slug {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return waitingFile{}, notFound(slug)
	case 1:
		return found[0], found[0].refusal()
	}
	var names []string
	for _, f := range found {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(f.name, pendingDir+"/"), ".md"))
	}
	return waitingFile{}, refuse(InvalidName, slug, "name", "%d proposals wait under this name; say which: %s", len(found), strings.Join(names, ", "))
}

func (f waitingFile) refusal() error {
	if f.problem != nil {
		return unreadable(*f.problem)
	}
	return nil
}

// approve saves the proposal under its name and takes it out of pending/.
func (t *tx) approve(f waitingFile) (Result, error) {
	c, err := prepare(f.draft(), f.rec.Quote, true)
	if err != nil {
		return Result{}, err
	}
	w, err := t.vouched(c, true)
	if err != nil {
		return Result{}, err
	}
	w.source = cmp.Or(Source(f.facts.Source), FromHand)
	w.fields.Quote, w.fields.Evidence = f.rec.Quote, f.rec.Evidence
	w.parked = f.name
	return t.write(w)
}

// draft returns a proposal's text as a draft.
func (f waitingFile) draft() Draft {
	r := f.rec
	return Draft{Name: r.Name, Type: r.Type, Description: r.Description, Body: r.Body,
		ValidFrom: r.ValidFrom, ValidUntil: r.ValidUntil, Labels: r.Labels, Tags: r.Tags, Allow: r.Allow}
}

func (t *tx) reject(f waitingFile) error {
	if err := t.start(); err != nil {
		return err
	}
	id := t.key().Name(f.rec.Slug)
	value := t.key().Bars().Digest(f.value())
	line := t.signed(ledger.Line{Op: ledger.OpReject, ID: id, Pend: f.pend, Value: &value, Only: t.lives(id)})
	seq := t.nextSeq()
	if t.by.Reason != "" {
		line.Why = t.key().Reason(t.by.Reason)
	}
	if err := t.append(line); err != nil {
		return err
	}
	t.step("intent")
	if err := t.unpark(f.name, seq); err != nil {
		return err
	}
	t.keepReason(seq)
	t.emit(line, f.rec.Slug)
	return t.lookAtPending()
}

// barOf returns a bar in the form in which it is decided.
func barOf(b *ledger.Bar) bar.Bar {
	return bar.Bar{Digests: b.Digests, ValueOnly: b.Only || b.Cause == ledger.Superseded}
}
