package memory

import "context"

// Pin keeps a memory in every prompt, on behalf of a person, or lets it go
// again: pinned memories come first in Stable and are never squeezed out while
// their index lines fit. Its text, its status and the day it was last changed
// stay as they are, and automatic writers cannot have it forgotten.
//
// The outcome is Updated, or Unchanged if it was so already. The error matches
// ErrNotFound; otherwise errors are those of Save.
func (s *Store) Pin(ctx context.Context, name string, on bool, by By) (Result, error) {
	var res Result
	err := s.mutate(ctx, false, by, func(t *tx) error {
		var err error
		res, err = t.pin(name, on)
		return err
	})
	return res, orNotFound(err, name)
}

func (t *tx) pin(name string, on bool) (Result, error) {
	if err := t.start(); err != nil {
		return Result{}, err
	}
	e, err := t.view.find(name)
	if err != nil {
		return Result{}, err
	}
	if e.rec.Pinned == on {
		return Result{Outcome: Unchanged, Record: e.rec.copy()}, nil
	}
	w, err := t.rewrite(e)
	if err != nil {
		return Result{}, err
	}
	w.fields.Pinned = on
	// A file without these lines has the times of the file, which change now.
	if w.fields.Created == "" {
		w.fields.Created = timestamp(e.rec.Created)
	}
	if w.fields.Updated == "" {
		w.fields.Updated = timestamp(e.rec.Updated)
	}
	w.pins = "unpinned"
	if on {
		w.pins = "pinned"
	}
	return t.write(w)
}
