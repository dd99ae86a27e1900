package memory

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/safety"
)

// Log tells what happened to the store, oldest first: who changed what and when,
// what people did by hand, what was refused. Names are resolved from what is
// there now; a forgotten memory has none, unless the query names it. It reads
// the whole journal.
//
// What happened by hand is noted by the next write, so the newest hand edits
// carry no time of their own yet: they come last, dated by their files.
func (s *Store) Log(ctx context.Context, q LogQuery) ([]Event, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	dir, key, err := s.reading()
	if dir == nil || err != nil {
		return nil, err
	}
	defer dir.Close()
	names := map[string]string{}
	for _, e := range v.entries {
		names[e.id] = e.rec.Slug
	}
	want := ""
	if q.Name != "" {
		slug, err := slugOf(q.Name)
		if err != nil {
			return nil, err
		}
		want = key.Name(slug)
		names[want] = slug
	}
	events, err := readLog(dir, names)
	if err != nil {
		return nil, err
	}
	for _, x := range v.events {
		events = append(events, eventOf(ledger.Line{Op: x.verdict.Event, ID: x.id, At: x.file.rec.Updated,
			Status: x.verdict.Status, Source: x.verdict.Source}, x.file.rec.Slug))
	}
	events = slices.DeleteFunc(events, func(e Event) bool {
		return want != "" && e.Name != names[want] || e.At.Before(q.Since)
	})
	if q.Limit > 0 && len(events) > q.Limit {
		events = events[len(events)-q.Limit:]
	}
	return events, nil
}

// reading opens the directory for a cold read of the state folder. dir is nil
// when there is no directory.
func (s *Store) reading() (dir *disk.Dir, key ledger.Key, err error) {
	dir, err = disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, key, nil
	}
	if err != nil {
		return nil, key, classify(err)
	}
	j := ledger.NewJournal()
	if _, err := j.Refresh(dir); err != nil {
		dir.Close()
		return nil, key, err
	}
	key, _ = j.Key()
	return dir, key, nil
}

// readLog turns the journal into events. An intent is told by its outcome.
func readLog(dir *disk.Dir, names map[string]string) ([]Event, error) {
	var events []Event
	intents := map[int64]int{} // seq of an intent → index of its event
	err := ledger.Each(dir, func(l ledger.Line) bool {
		switch l.Op {
		case ledger.OpDone, ledger.OpPass:
			return true
		case ledger.OpFailed, ledger.OpAborted:
			if i, ok := intents[l.Cause]; ok {
				events[i].Op += ", failed"
				events[i].Code = Code(l.Code)
			}
			return true
		case ledger.OpSave, ledger.OpForget, ledger.OpWait, ledger.OpReject, ledger.OpDeny, ledger.OpLapse:
			intents[l.Seq] = len(events)
		}
		ev := eventOf(l, names[l.ID])
		if l.Why != "" {
			ev.Reason = readReason(dir, l.Seq)
		}
		events = append(events, ev)
		return true
	})
	return events, err
}

// readReason returns the reason kept for an operation, or "".
func readReason(dir *disk.Dir, seq int64) string {
	raw, _, err := dir.Read(disk.ReasonPath(seq))
	if err != nil {
		return "" // forgotten, or never written: the journal has only its digest
	}
	return safety.Redact(oneLine(string(raw)))
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
	dir, key, err := s.reading()
	if err != nil {
		return nil, err
	}
	var out []Revision
	if dir != nil {
		defer dir.Close()
		if out, err = readHistory(dir, key.Name(slug), s.principal); err != nil {
			return nil, err
		}
	}
	if e != nil && (len(out) == 0 || out[0].Record.Body != e.rec.Body || out[0].Record.Description != e.rec.Description) {
		out = slices.Insert(out, 0, Revision{At: e.rec.Updated, Source: e.rec.Source, Status: e.rec.Status, Record: e.rec.copy()})
	}
	if len(out) == 0 {
		return nil, notFound(slug)
	}
	out[0].Live = e != nil
	return out, nil
}

func readHistory(dir *disk.Dir, id, principal string) ([]Revision, error) {
	j := ledger.NewJournal()
	if _, err := j.Refresh(dir); err != nil {
		return nil, err
	}
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
