package memory_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// notebook is a store with the folder it lies in, as a person and a program
// beside it see it: the folder's files and what the store says about them.
type notebook struct {
	*memory.Store
	t    testing.TB
	root *memory.Root
	dir  string // of the root
	who  string // the principal, "" for the local one
	now  time.Time
	opts memory.Options
}

// openNotebook opens a store in a directory of its own. hook may be nil; it is
// called at each step of a write.
func openNotebook(t testing.TB, hook func(step string)) *notebook {
	return openNotebookAt(t, t.TempDir(), "", hook)
}

func openNotebookAt(t testing.TB, dir, who string, hook func(step string)) *notebook {
	n := &notebook{t: t, dir: dir, who: who, now: time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)}
	n.opts = memory.Options{Now: func() time.Time { return n.now }}
	if hook != nil {
		n.opts.OnStep(hook)
	}
	n.reopen()
	return n
}

// reopen begins a new run: nothing is left but the files.
func (n *notebook) reopen() {
	n.t.Helper()
	root, err := memory.Open(n.dir, &n.opts)
	require.NoError(n.t, err)
	n.t.Cleanup(func() { root.Close() })
	n.root = root
	if n.who == "" {
		n.Store, err = root.Local()
	} else {
		n.Store, err = root.Store(n.who)
	}
	require.NoError(n.t, err)
}

// claim is a draft whose description and body say the same.
func claim(name, text string) memory.Draft {
	return memory.Draft{Name: name, Type: memory.Infrastructure, Description: text, Body: text + "."}
}

// tool offers a claim as an agent's tool does.
func (n *notebook) tool(name, text string) (memory.Result, error) {
	return n.Propose(context.Background(), memory.Proposal{Draft: claim(name, text)}, memory.By{Session: "s1"})
}

// noted offers a claim that must be stored.
func (n *notebook) noted(name, text string) {
	n.t.Helper()
	res, err := n.tool(name, text)
	require.NoError(n.t, err)
	require.Contains(n.t, []memory.Outcome{memory.Created, memory.Updated}, res.Outcome)
}

// saved stores a claim as a person.
func (n *notebook) saved(name, text string) {
	n.t.Helper()
	_, err := n.Save(context.Background(), claim(name, text), memory.By{Actor: "ana"})
	require.NoError(n.t, err)
}

// settle makes a write that has nothing to do with what a test looks at: with it
// the store notes what happened by hand.
func (n *notebook) settle() {
	n.t.Helper()
	require.NoError(n.t, n.SetEnabled(context.Background(), true, memory.By{}))
}

// has requires that a memory is served with this body and status.
func (n *notebook) has(name, body string, status memory.Status) memory.Record {
	n.t.Helper()
	rec, err := n.Get(context.Background(), name)
	require.NoError(n.t, err)
	require.Equal(n.t, body, strings.TrimSuffix(rec.Body, "."))
	require.Equal(n.t, status, rec.Status, "status of %s", name)
	return rec
}

// lacks requires that nothing is served under a name, in any way.
func (n *notebook) lacks(name string) {
	n.t.Helper()
	_, err := n.Get(context.Background(), name)
	require.Error(n.t, err, name)
	list, err := n.List(context.Background())
	require.NoError(n.t, err)
	for _, r := range list.Records {
		require.NotEqual(n.t, name, r.Slug)
	}
	c, err := n.Prompt(context.Background(), nil)
	require.NoError(n.t, err)
	require.NotContains(n.t, c.Stable, "\n"+name+" (")
}

// barred requires that a claim is refused as forgotten.
func (n *notebook) barred(name, text string) {
	n.t.Helper()
	_, err := n.tool(name, text)
	require.ErrorIs(n.t, err, &memory.Refusal{Code: memory.Forgotten})
}

// told returns what the log says of a memory, oldest first.
func (n *notebook) told(name string) (ops []string) {
	n.t.Helper()
	events, err := n.Log(context.Background(), memory.LogQuery{Name: name})
	require.NoError(n.t, err)
	for _, e := range events {
		ops = append(ops, e.Op)
	}
	return ops
}

// lastTold returns the newest entry of the log about a memory.
func (n *notebook) lastTold(name string) string {
	n.t.Helper()
	ops := n.told(name)
	require.NotEmpty(n.t, ops, "the log says nothing of %s", name)
	return ops[len(ops)-1]
}

// checkup returns what doctor says.
func (n *notebook) checkup() memory.Checkup {
	n.t.Helper()
	c, err := n.Doctor(context.Background())
	require.NoError(n.t, err)
	return c
}

func (n *notebook) path(name string) string { return filepath.Join(n.Path(), name) }

func (n *notebook) raw(name string) string {
	n.t.Helper()
	data, err := os.ReadFile(n.path(name))
	require.NoError(n.t, err)
	return string(data)
}

// hand writes a file of the folder as a person does.
func (n *notebook) hand(name, text string) {
	n.t.Helper()
	require.NoError(n.t, os.MkdirAll(filepath.Dir(n.path(name)), 0o700))
	require.NoError(n.t, os.WriteFile(n.path(name), []byte(text), 0o600))
}

// change replaces a part of a file by hand.
func (n *notebook) change(name, from, to string) {
	n.t.Helper()
	text := n.raw(name)
	require.Contains(n.t, text, from)
	n.hand(name, strings.Replace(text, from, to, 1))
}

func (n *notebook) remove(name string) {
	n.t.Helper()
	require.NoError(n.t, os.Remove(n.path(name)))
}

// nowhere requires that no file below the root holds text, but that some file
// holds present.
func (n *notebook) nowhere(text, present string) {
	n.t.Helper()
	found := map[string]bool{}
	require.NoError(n.t, filepath.WalkDir(n.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, s := range []string{text, present} {
			found[s] = found[s] || strings.Contains(string(data), s)
		}
		return err
	}))
	require.True(n.t, found[present], "the control %q is nowhere", present)
	require.False(n.t, found[text], "%q is still on disk", text)
}
