package memory_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// ctx is for calls that nothing cancels.
var ctx = context.Background()

// monday is when every desk begins.
var monday = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// desk is a store in a directory of its own, with a clock that the test moves.
type desk struct {
	*memory.Store
	t    testing.TB
	root *memory.Root
	dir  string // the root's
	opts memory.Options
	log  bytes.Buffer // what the logger wrote

	mu     sync.Mutex
	now    time.Time
	events []memory.Event
}

func newDesk(t testing.TB, o *memory.Options) *desk {
	d := &desk{t: t, dir: t.TempDir(), now: monday}
	if o != nil {
		d.opts = *o
	}
	d.opts.Now = d.clock
	d.opts.Logger = slog.New(slog.NewTextHandler(&d.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if d.opts.OnEvent == nil {
		d.opts.OnEvent = d.event
	}
	d.reopen()
	return d
}

func (d *desk) clock() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

func (d *desk) event(e memory.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
}

// pass lets time go by.
func (d *desk) pass(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = d.now.Add(by)
}

// reopen forgets everything this process knows, as another process would not
// know it.
func (d *desk) reopen() {
	d.t.Helper()
	if d.root != nil {
		require.NoError(d.t, d.root.Close())
	}
	root, err := memory.Open(d.dir, &d.opts)
	require.NoError(d.t, err)
	d.t.Cleanup(func() { _ = root.Close() })
	store, err := root.Local()
	require.NoError(d.t, err)
	d.root, d.Store = root, store
}

func (d *desk) path(name string) string { return filepath.Join(d.Store.Path(), name) }

// file writes a file of the store by hand.
func (d *desk) file(name, text string) {
	d.t.Helper()
	require.NoError(d.t, os.MkdirAll(d.Store.Path(), 0o700))
	require.NoError(d.t, os.WriteFile(d.path(name), []byte(text), 0o600))
}

// rewrite changes a file of the store by hand.
func (d *desk) rewrite(name, from, to string) {
	d.t.Helper()
	data, err := os.ReadFile(d.path(name))
	require.NoError(d.t, err)
	require.Contains(d.t, string(data), from)
	d.file(name, strings.Replace(string(data), from, to, 1))
}

func (d *desk) raw(name string) string {
	d.t.Helper()
	data, err := os.ReadFile(d.path(name))
	require.NoError(d.t, err)
	return string(data)
}

// fact is a memory of type infrastructure whose description is its name.
func fact(name, body string) memory.Draft {
	return memory.Draft{Name: name, Type: memory.Infrastructure, Description: "About " + name, Body: body}
}

// said is a proposal whose description says it all, as extraction makes them.
func said(name, text string) memory.Proposal {
	return memory.Proposal{Draft: memory.Draft{Name: name, Type: memory.Infrastructure, Description: text, Body: text},
		Source: memory.FromExtraction}
}

// propose offers and expects that it is served.
func (d *desk) propose(p memory.Proposal) memory.Result {
	d.t.Helper()
	res, err := d.Propose(ctx, p, memory.By{Session: "s1"})
	require.NoError(d.t, err, p.Name)
	require.NotEqual(d.t, memory.Waits, res.Outcome, p.Name)
	return res
}

// waits requires that a proposal is left to a person, for a reason.
func (d *desk) waits(code memory.Code, p memory.Proposal, why ...any) {
	d.t.Helper()
	res, err := d.Propose(ctx, p, memory.By{Session: "s2"})
	require.NoError(d.t, err, why...)
	require.Equal(d.t, memory.Waits, res.Outcome, why...)
	require.Equal(d.t, code, res.Why.Code, why...)
}

// save stores on behalf of a person.
func (d *desk) save(m memory.Draft) memory.Result {
	d.t.Helper()
	res, err := d.Save(ctx, m, memory.By{Actor: "ana"})
	require.NoError(d.t, err, m.Name)
	return res
}

func (d *desk) forget(name string) {
	d.t.Helper()
	_, err := d.Forget(ctx, name, memory.By{Actor: "ana"})
	require.NoError(d.t, err, name)
}

// refuses requires that a proposal is refused with a code.
func (d *desk) refuses(code memory.Code, p memory.Proposal, why ...any) *memory.Refusal {
	d.t.Helper()
	_, err := d.Propose(ctx, p, memory.By{Session: "s2"})
	require.Equal(d.t, code, codeOf(d.t, err), why...)
	var r *memory.Refusal
	require.ErrorAs(d.t, err, &r)
	return r
}

// codeOf returns the code of a refusal, "" for no error.
func codeOf(t testing.TB, err error) memory.Code {
	t.Helper()
	var r *memory.Refusal
	if err == nil {
		return ""
	}
	require.ErrorAs(t, err, &r)
	return r.Code
}

// slugs lists what is served, by name.
func (d *desk) slugs() []string {
	d.t.Helper()
	list, err := d.List(ctx)
	require.NoError(d.t, err)
	out := []string{}
	for _, r := range list.Records {
		out = append(out, r.Slug)
	}
	return out
}

// stable returns the stable block.
func (d *desk) stable(o *memory.ContextOptions) memory.Context {
	d.t.Helper()
	c, err := d.Prompt(ctx, o)
	require.NoError(d.t, err)
	return c
}

// nowhere requires that no file below the root, and no file's name, holds text;
// present is a control that must be somewhere.
func (d *desk) nowhere(text, present string) {
	d.t.Helper()
	require.True(d.t, d.grep(present), "the control %q is nowhere, so nothing is proved", present)
	require.False(d.t, d.grep(text), "%q is still on disk", text)
}

func (d *desk) grep(text string) bool {
	d.t.Helper()
	found := false
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		found = found || bytes.Contains(data, []byte(text)) || strings.Contains(e.Name(), text)
		return err
	})
	require.NoError(d.t, err)
	return found
}
