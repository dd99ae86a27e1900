//go:build linux || darwin

package memory_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// TestReadingCreatesNothing where there is no directory yet.
func TestReadingCreatesNothing(t *testing.T) {
	for _, who := range []string{"", "ana"} {
		n := openNotebookAt(t, filepath.Join(t.TempDir(), "a", "b"), who, nil)
		ctx := t.Context()
		list, err := n.List(ctx)
		require.NoError(t, err)
		require.Empty(t, list.Records)
		c, err := n.Context(ctx, "anything", nil)
		require.NoError(t, err)
		require.Empty(t, c.Stable)
		_, err = n.Get(ctx, "pool")
		require.ErrorIs(t, err, memory.ErrNotFound)
		_, err = n.History(ctx, "pool")
		require.ErrorIs(t, err, memory.ErrNotFound)
		_, err = n.Forget(ctx, "pool", memory.By{})
		require.ErrorIs(t, err, memory.ErrNotFound)
		_, err = n.RequestForget(ctx, memory.ForgetRequest{Name: "pool"}, memory.By{})
		require.ErrorIs(t, err, memory.ErrNotFound)
		require.Empty(t, n.told(""))
		require.True(t, n.checkup().Healthy())
		require.NoError(t, n.root.Erase(ctx, "bob", memory.By{}))
		listed, err := n.root.Principals(ctx)
		require.NoError(t, err)
		require.Empty(t, listed)
		require.NoDirExists(t, n.dir)

		n.noted("pool", poolNoted) // control
		require.DirExists(t, n.Path())
	}
}

// TestADirectoryMovedAwayWhileOpen takes its memories along. What is stored
// then is stored where the path leads.
func TestADirectoryMovedAwayWhileOpen(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	n.has("pool", poolNoted, memory.Unconfirmed)
	away := filepath.Join(t.TempDir(), "away")
	before := treeOf(t, n.Path())
	require.NoError(t, os.Rename(n.Path(), away))
	n.lacks("pool")
	require.NoDirExists(t, n.Path(), "looking makes nothing")
	n.noted("rota", "The rota changes on Tuesdays")
	n.has("rota", "The rota changes on Tuesdays", memory.Unconfirmed)
	for path, data := range treeOf(t, away) {
		rel, err := filepath.Rel(away, path)
		require.NoError(t, err)
		require.Equal(t, before[n.path(rel)], data, rel)
	}

	// Another one takes its place, and then the first comes back.
	require.NoError(t, os.Rename(n.Path(), away+"-2"))
	require.NoError(t, os.Rename(away, n.Path()))
	n.has("pool", poolNoted, memory.Unconfirmed)
	n.lacks("rota")
	n.noted("gateway", "The gateway listens on port 8443")
	require.True(t, n.checkup().Healthy())
	require.NoError(t, os.RemoveAll(n.dir))
	n.lacks("pool")
	n.noted("pool", poolNoted)
	n.has("pool", poolNoted, memory.Unconfirmed)
}

// TestADirectoryMovedAwayDuringAWrite loses nothing: the write goes where the
// directory went, or begins again where the path leads.
func TestADirectoryMovedAwayDuringAWrite(t *testing.T) {
	for _, step := range []string{"locked", "history", "temp", "intent", "aside", "folder"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			m := newMeanwhile(t)
			m.noted("pool", poolNoted)
			away := filepath.Join(t.TempDir(), "away")
			m.at(step, func(n *notebook) { require.NoError(n.t, os.Rename(n.Path(), away)) })
			_, err := m.tool("pool", poolHand)
			require.True(t, m.done)
			if _, there := os.Stat(m.Path()); there != nil {
				require.NoError(t, os.Rename(away, m.Path()))
			}
			if err == nil {
				m.has("pool", poolHand, memory.Unconfirmed)
			} else {
				m.has("pool", poolNoted, memory.Unconfirmed)
			}
			m.tidy()
		})
	}
}

// TestSomethingThatIsNoDirectory lies where one belongs: an error that names it,
// for readers and writers, and it stays.
func TestSomethingThatIsNoDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "root")
	require.NoError(t, os.WriteFile(dir, []byte("a file"), 0o600))
	_, err := memory.Open(dir, nil)
	require.ErrorIs(t, err, memory.ErrDirectory)
	require.ErrorContains(t, err, dir)
	require.NoError(t, os.Remove(dir))

	for _, at := range []string{"", "users", "users/ana", "users/ana/memory", "users/ana/memory/.daybook", "users/ana/memory/.daybook/history", "users/ana/memory/.daybook/journal.jsonl"} {
		t.Run(at, func(t *testing.T) {
			n := openNotebookAt(t, filepath.Join(t.TempDir(), "root"), "ana", nil)
			path := filepath.Join(n.dir, at)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			if filepath.Base(at) == "journal.jsonl" {
				require.NoError(t, os.Mkdir(path, 0o700))
			} else {
				require.NoError(t, os.WriteFile(path, []byte("a file"), 0o600))
			}
			before := fingerprint(t, path)
			_, err := n.Save(t.Context(), claim("pool", poolNoted), memory.By{})
			require.ErrorIs(t, err, memory.ErrDirectory)
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, "move it away")
			_, err = n.Context(t.Context(), "pool", nil)
			if filepath.Base(at) == "history" {
				require.NoError(t, err, "readers do without it")
			} else {
				require.ErrorIs(t, err, memory.ErrDirectory)
				require.ErrorContains(t, err, path)
			}
			require.Equal(t, before, fingerprint(t, path))
			require.NoError(t, os.RemoveAll(path))
			n.saved("pool", poolNoted)
		})
	}
}

// TestTheRootMayBeALink: where memories lie is the operator's choice.
func TestTheRootMayBeALink(t *testing.T) {
	real := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(real, link))
	n := openNotebookAt(t, link, "ana", nil)
	n.noted("pool", poolNoted)
	n.has("pool", poolNoted, memory.Unconfirmed)
	require.FileExists(t, filepath.Join(real, "users", "ana", "memory", "pool.md"))

	// It leads elsewhere from now on: so do reads and writes.
	other := t.TempDir()
	require.NoError(t, os.Remove(link))
	require.NoError(t, os.Symlink(other, link))
	n.lacks("pool")
	n.noted("rota", "The rota changes on Tuesdays")
	require.NoFileExists(t, filepath.Join(real, "users", "ana", "memory", "rota.md"))
	require.FileExists(t, filepath.Join(other, "users", "ana", "memory", "rota.md"))
}

// TestARelativeRootStaysWhereItWas when the program changes its directory.
func TestARelativeRootStaysWhereItWas(t *testing.T) {
	t.Chdir(t.TempDir())
	n := openNotebookAt(t, "data", "", nil)
	n.noted("pool", poolNoted)
	t.Chdir(t.TempDir())
	n.has("pool", poolNoted, memory.Unconfirmed)
	n.noted("rota", "The rota changes on Tuesdays")
	require.NoDirExists(t, "data")
	for _, dir := range []string{"", "~", "~/daybook"} {
		_, err := memory.Open(dir, nil)
		require.Error(t, err, "%q", dir)
		require.NoDirExists(t, "~")
	}
}

// TestAClosedRoot answers every call with the same error.
func TestAClosedRoot(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	require.NoError(t, n.root.Close())
	_, err := n.List(t.Context())
	require.ErrorIs(t, err, memory.ErrClosed)
	_, err = n.tool("pool", poolHand)
	require.ErrorIs(t, err, memory.ErrClosed)
	_, err = n.root.Local()
	require.ErrorIs(t, err, memory.ErrClosed)
}

// modes requires that folders are 0700 and files 0600 below dir.
func modes(t testing.TB, dir string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		require.NoError(t, err)
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		require.Equal(t, want, info.Mode().Perm(), path)
		return nil
	}))
}
