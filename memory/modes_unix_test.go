//go:build unix

package memory_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// umaskEnv and dirEnv tell a child process what to do.
const (
	umaskEnv = "DAYBOOK_TEST_UMASK"
	dirEnv   = "DAYBOOK_TEST_DIR"
)

// TestModesWhateverTheUmask stores, changes, parks and forgets in a process of
// its own for each umask.
func TestModesWhateverTheUmask(t *testing.T) {
	if mask := os.Getenv(umaskEnv); mask != "" {
		storeUnderUmask(t, mask)
		return
	}
	for _, mask := range []string{"000", "022", "077", "777"} {
		t.Run(mask, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "deep", "root")
			child := exec.Command(os.Args[0], "-test.run=^TestModesWhateverTheUmask$", "-test.v")
			child.Env = append(os.Environ(), umaskEnv+"="+mask, dirEnv+"="+dir)
			out, err := child.CombinedOutput()
			require.NoError(t, err, string(out))
			modes(t, filepath.Dir(dir))
			n := openNotebookAt(t, dir, "ana", nil)
			n.has("pool", poolHand, memory.Confirmed)
			n.has("rota", "The rota changes on Tuesdays", memory.Unconfirmed)
			waits, err := n.Pending(t.Context())
			require.NoError(t, err)
			require.Len(t, waits, 1)
		})
	}
}

func storeUnderUmask(t *testing.T, mask string) {
	bits, err := strconv.ParseUint(mask, 8, 9)
	require.NoError(t, err)
	syscall.Umask(int(bits))
	n := openNotebookAt(t, os.Getenv(dirEnv), "ana", nil)
	n.saved("pool", poolHand)
	res, err := n.tool("pool", poolTool)
	require.NoError(t, err)
	require.Equal(t, memory.Waits, res.Outcome)
	n.noted("gateway", "The gateway listens on port 8443")
	n.noted("rota", "The rota changes on Tuesdays")
	_, err = n.Forget(t.Context(), "gateway", memory.By{Reason: "moved"})
	require.NoError(t, err)
	n.has("pool", poolHand, memory.Confirmed)
	n.reopen()
	n.has("pool", poolHand, memory.Confirmed)
	require.True(t, n.checkup().Healthy())
}

// TestADirectoryThatMayNotBeWritten reads and renders, and every write says
// ErrReadOnly and changes nothing.
func TestADirectoryThatMayNotBeWritten(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	before := treeOf(t, n.dir)
	writable := func(on bool) {
		dirs, files := fs.FileMode(0o500), fs.FileMode(0o400)
		if on {
			dirs, files = 0o700, 0o600
		}
		for _, dir := range []string{"", ".daybook", ".daybook/history"} {
			require.NoError(t, os.Chmod(n.path(dir), dirs))
		}
		for _, file := range []string{journalFile, ".daybook/lock", ".daybook/queue"} {
			require.NoError(t, os.Chmod(n.path(file), files))
		}
	}
	asOrdinaryUser(t, n.dir, func() {
		writable(false)
		defer writable(true)
		n.refusesToWrite(memory.ErrReadOnly)
		n.reopen()
		n.refusesToWrite(memory.ErrReadOnly)
		require.Equal(t, before, treeOf(t, n.dir))

		// A root that cannot be made is the same.
		below := openNotebookAt(t, n.path("never"), "ana", nil)
		_, err := below.Save(t.Context(), claim("pool", poolHand), memory.By{})
		require.ErrorIs(t, err, memory.ErrReadOnly)
		list, err := below.List(t.Context())
		require.NoError(t, err)
		require.Empty(t, list.Records)
	})
	asOrdinaryUser(t, n.dir, func() { n.saved("pool", poolHand) })
}

// refusesToWrite requires that reading works and that no write does.
func (n *notebook) refusesToWrite(want error) {
	n.t.Helper()
	ctx := n.t.Context()
	n.has("pool", poolNoted, memory.Unconfirmed)
	c, err := n.Context(ctx, "pool", nil)
	require.NoError(n.t, err)
	require.Contains(n.t, c.Stable, poolNoted)
	require.NotEmpty(n.t, n.told("pool"))
	n.checkup()
	_, save := n.Save(ctx, claim("pool", poolHand), memory.By{})
	_, propose := n.tool("rota", "The rota changes on Tuesdays")
	_, forget := n.Forget(ctx, "pool", memory.By{})
	for what, err := range map[string]error{"save": save, "propose": propose, "forget": forget, "off": n.SetEnabled(ctx, false, memory.By{})} {
		require.ErrorIs(n.t, err, want, what)
	}
	n.has("pool", poolNoted, memory.Unconfirmed)
}

// TestADirectoryThatMayNotBeRead is an error for readers too, and not that it
// cannot be written; one file that may not be read is skipped.
func TestADirectoryThatMayNotBeRead(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	n.noted("rota", "The rota changes on Tuesdays")
	asOrdinaryUser(t, n.dir, func() {
		require.NoError(t, os.Chmod(n.path("rota.md"), 0))
		list, err := n.List(t.Context())
		require.NoError(t, err)
		require.Len(t, list.Records, 1)
		require.Len(t, list.Problems, 1)
		require.Contains(t, list.Problems[0].Reason, "permission")
		_, err = n.Save(t.Context(), claim("rota", "The rota changes on Fridays"), memory.By{})
		require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
		require.NoError(t, os.Chmod(n.path("rota.md"), 0o600))
		n.has("rota", "The rota changes on Tuesdays", memory.Unconfirmed)

		require.NoError(t, os.Chmod(n.Path(), 0))
		defer os.Chmod(n.Path(), 0o700)
		n.reopen()
		_, err = n.List(t.Context())
		require.ErrorIs(t, err, fs.ErrPermission)
		require.False(t, errors.Is(err, memory.ErrReadOnly))
	})
}
