package slash

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// state is what a store says about one file: a memory, a problem, or neither.
type state struct {
	record  *memory.Record
	problem *memory.Problem
}

func (h *Handler) stateOf(ctx context.Context, path string) (s state, err error) {
	l, err := h.store.List(ctx)
	if i := slices.IndexFunc(l.Records, func(r memory.Record) bool { return r.Path == path }); i >= 0 {
		s.record = &l.Records[i]
	}
	if i := slices.IndexFunc(l.Problems, func(q memory.Problem) bool { return q.Path == path }); i >= 0 {
		s.problem = &l.Problems[i]
	}
	return s, err
}

// edit opens the file of a memory, or one that cannot be read as a memory: this
// is how it gets repaired.
func (h *Handler) edit(ctx context.Context, p *page, arg string) error {
	if h.gateway() {
		return usagef("Files cannot be edited from here. %s replaces a text.", addForm)
	}
	path, err := h.fileOf(ctx, arg)
	if err != nil {
		return err
	}
	full := filepath.Join(h.store.Path(), filepath.FromSlash(path))
	if h.opts.Edit == nil {
		p.say("Edit this file; the next answer uses what it says then:")
		p.line(full)
		return nil
	}
	before, err := h.stateOf(ctx, path)
	if err != nil {
		return err
	}
	if err := h.opts.Edit(ctx, full); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.say("The editor did not end well (%s).", h.public(err.Error()))
	}
	after, err := h.stateOf(ctx, path)
	if err != nil {
		return err
	}
	h.edited(p, path, before, after)
	return nil
}

// fileOf returns the path, relative to the store, of the memory that is meant.
func (h *Handler) fileOf(ctx context.Context, arg string) (string, error) {
	if arg == "" {
		return "", usage("Which one? /memory edit NAME")
	}
	r, err := h.get(ctx, arg)
	if err == nil {
		return r.Path, nil
	}
	var refusal *memory.Refusal
	if !errors.As(err, &refusal) || refusal.Code != memory.UnreadableFile {
		return "", err
	}
	l, failed := h.store.List(ctx)
	if failed != nil {
		return "", failed
	}
	for _, q := range l.Problems {
		if q.Slug == refusal.Name && !q.Served() {
			return q.Path, nil
		}
	}
	return "", err
}

// edited says what an edit did to the memory.
func (h *Handler) edited(p *page, path string, before, after state) {
	switch {
	case after.record == nil && after.problem == nil:
		p.say("%s is gone. The agent does not bring back what you deleted by hand; putting the file back does.", path)
	case after.record == nil:
		p.say("The file cannot be read as a memory now, so it is not served. /memory edit opens it again.")
		h.problem(p, *after.problem)
	case before.record == nil:
		p.say("%s can be read now. It is %s.", label(*after.record), after.record.Status)
	default:
		h.compared(p, *before.record, *after.record)
	}
}

func (h *Handler) compared(p *page, before, after memory.Record) {
	changed := differences(before, after)
	if len(changed) == 0 {
		p.say("Nothing in %s has changed.", label(after))
		return
	}
	p.say("Changed in %s: %s.", label(after), strings.Join(changed, ", "))
	if before.Status != after.Status {
		p.say("It is %s now (it was %s).", after.Status, before.Status)
	} else {
		p.say("It is %s, as before.", after.Status)
	}
}

// differences names the parts of a memory that differ.
func differences(a, b memory.Record) []string {
	var names []string
	for _, f := range []struct {
		name string
		same bool
	}{
		{"name", a.Name == b.Name},
		{"type", a.Type == b.Type},
		{"description", a.Description == b.Description},
		{"text", a.Body == b.Body},
		{"status", a.Status == b.Status},
		{"validity", a.ValidFrom == b.ValidFrom && a.ValidUntil == b.ValidUntil},
		{"labels", slices.Equal(a.Labels, b.Labels)},
		{"tags", slices.Equal(a.Tags, b.Tags)},
		{"pin", a.Pinned == b.Pinned},
		{"allowed rules", slices.Equal(a.Allow, b.Allow)},
	} {
		if !f.same {
			names = append(names, f.name)
		}
	}
	return names
}
