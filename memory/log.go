package memory

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Log tells what happened to the store, oldest first: who changed what and when,
// what people did by hand, what was refused. Names are resolved from what is
// there now and, for what was deleted by hand, from the history that is still
// kept; a forgotten memory has none, unless the query names it. It reads the
// whole journal.
//
// What happened by hand is noted by the next write, so what is newest carries no
// time of its own yet: it comes last, dated by its files, a deletion by the
// clock.
func (s *Store) Log(ctx context.Context, q LogQuery) ([]Event, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	dir, j, err := s.reading()
	if dir == nil || err != nil {
		return nil, err
	}
	defer dir.Close()
	names := namesOf(v, dir, j, nil)
	want := ""
	if q.Name != "" {
		slug, err := slugOf(q.Name)
		if err != nil {
			return nil, err
		}
		key, _ := j.Key()
		want = key.Name(slug)
		names[want] = slug
	}
	var st story
	if err := st.read(dir); err != nil {
		return nil, err
	}
	if v.seq == j.State().Seq { // else a writer has noted it meanwhile
		st.unnoted(v, s.root.opts.Now())
	}
	var out []Event
	for i, e := range st.events {
		if want != "" && st.ids[i] != want || e.At.Before(q.Since) {
			continue
		}
		e.Name = names[st.ids[i]]
		out = append(out, e)
	}
	if q.Limit > 0 && len(out) > q.Limit {
		out = out[len(out)-q.Limit:]
	}
	return out, nil
}

// reading opens the directory for a cold read of the state folder. dir is nil
// when there is no directory.
func (s *Store) reading() (*disk.Dir, *ledger.Journal, error) {
	dir, err := disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, classifyRead(err)
	}
	j := ledger.NewJournal()
	if _, err := j.Refresh(dir); err != nil {
		dir.Close()
		return nil, nil, err
	}
	return dir, j, nil
}

// namesOf returns the slugs of the ids in the journal, as far as something that
// is still there tells them. Of what is not served only gone is looked up, or
// all of it when gone is nil: that reads a file for each.
func namesOf(v *view, dir *disk.Dir, j *ledger.Journal, gone []string) map[string]string {
	key, _ := j.Key()
	names := map[string]string{}
	for _, e := range v.entries {
		if e.id != "" {
			names[e.id] = e.rec.Slug
		}
	}
	if gone == nil {
		gone = slices.Collect(maps.Keys(j.State().Memories))
	}
	for _, id := range gone {
		m := j.State().Memories[id]
		if names[id] != "" || m == nil || len(m.History) == 0 {
			continue
		}
		f := readFile(dir, disk.Entry{Name: disk.HistoryPath(m.History[len(m.History)-1])}, j)
		if f.problem == nil && f.identify(key) == id {
			names[id] = f.rec.Slug
		}
	}
	return names
}

// story is the journal as events, each with the id of the memory it is about.
type story struct {
	events []Event
	ids    []string
}

func (st *story) tell(e Event, l ledger.Line) {
	if l.Op == ledger.OpRenamed {
		for i, id := range st.ids {
			if id == l.From {
				st.ids[i] = l.ID // its story goes with it
			}
		}
	}
	st.events, st.ids = append(st.events, e), append(st.ids, l.ID)
}

// read tells the journal. An intent is told by its outcome.
func (st *story) read(dir *disk.Dir) error {
	intents := map[int64]int{} // seq of an intent → index of its event
	return ledger.Each(dir, func(l ledger.Line) bool {
		switch l.Op {
		case ledger.OpDone, ledger.OpPass:
			return true
		case ledger.OpFailed, ledger.OpAborted:
			if i, ok := intents[l.Cause]; ok {
				st.events[i].Op += ", failed"
				st.events[i].Code = Code(l.Code)
			}
			return true
		case ledger.OpSave, ledger.OpForget, ledger.OpWait, ledger.OpReject, ledger.OpDeny, ledger.OpLapse:
			intents[l.Seq] = len(st.events)
		}
		ev := eventOf(l, "")
		if l.Why != "" {
			ev.Reason = readReason(dir, l.Seq)
		}
		st.tell(ev, l)
		return true
	})
}

// unnoted tells what happened by hand since the journal was last written.
func (st *story) unnoted(v *view, now time.Time) {
	for _, x := range v.events {
		l := ledger.Line{Op: x.verdict.Event, ID: x.id, From: x.from, At: x.file.rec.Updated,
			Status: x.verdict.Status, Source: x.verdict.Source}
		st.tell(eventOf(l, ""), l)
	}
	for _, id := range v.absence.gone {
		l := ledger.Line{Op: ledger.OpGone, ID: id, At: now}
		st.tell(eventOf(l, ""), l)
	}
}

// readReason returns the reason kept for an operation, or "".
func readReason(dir *disk.Dir, seq int64) string {
	raw, _, err := dir.Read(disk.ReasonPath(seq))
	if err != nil {
		return "" // forgotten, or never written: the journal has only its digest
	}
	return cleanLine(string(raw), maxReason)
}

// History returns the texts a memory had, newest first, as far as they are
// kept. It works on a memory that was deleted by hand and whose history was not
// removed yet. The error matches ErrNotFound when there is nothing.
func (s *Store) History(ctx context.Context, name string) ([]Revision, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	slug, err := slugOf(name)
	if err != nil {
		return nil, err
	}
	e, _ := v.find(name)
	if e != nil {
		slug = e.rec.Slug
	}
	dir, j, err := s.reading()
	if err != nil {
		return nil, err
	}
	var out []Revision
	if dir != nil {
		defer dir.Close()
		key, _ := j.Key()
		if out, err = readHistory(dir, j, v.formerID(key.Name(slug))); err != nil {
			return nil, err
		}
	}
	if e != nil && (len(out) == 0 || out[0].Record.Body != e.rec.Body || out[0].Record.Description != e.rec.Description) {
		out = slices.Insert(out, 0, Revision{At: e.rec.Updated, Source: e.rec.Source, Status: e.rec.Status, Record: e.rec.copy()})
	}
	if len(out) == 0 {
		return nil, notFound(name)
	}
	out[0].Live = e != nil
	return out, nil
}

// formerID returns the id under which the journal knows a memory, when a rename
// by hand is not noted yet.
func (v *view) formerID(id string) string {
	for _, x := range v.events {
		if x.id == id && x.from != "" {
			return x.from
		}
	}
	return id
}

func readHistory(dir *disk.Dir, j *ledger.Journal, id string) ([]Revision, error) {
	m := j.State().Memories[id]
	if m == nil {
		return nil, nil
	}
	var out []Revision
	err := ledger.Each(dir, func(l ledger.Line) bool {
		if l.Op != ledger.OpSave || !slices.Contains(m.History, l.Seq) {
			return true
		}
		if l.Kept {
			out = appendRevision(out, dir, disk.ReplacedPath(l.Seq), Revision{Seq: l.Seq, At: l.At, Source: FromHand, Status: Confirmed})
		}
		out = appendRevision(out, dir, disk.HistoryPath(l.Seq), Revision{Seq: l.Seq, At: l.At, Actor: l.Actor, Source: Source(l.Source), Status: Status(l.Status)})
		return true
	})
	slices.Reverse(out)
	return out, err
}

// appendRevision reads one kept text. One that is gone or cannot be read is left
// out.
func appendRevision(out []Revision, dir *disk.Dir, path string, r Revision) []Revision {
	f := readFile(dir, disk.Entry{Name: path}, ledger.NewJournal())
	if f.problem != nil {
		return out
	}
	r.Record = f.rec
	r.Record.Status, r.Record.Source = r.Status, r.Source
	return append(out, r)
}
