package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// TestACheckoutBringsBackWhatWasRecorded puts former bytes in place, as git and
// a restored backup do: known bytes keep the trust they had, and lift nothing
// for good.
func TestACheckoutBringsBackWhatWasRecorded(t *testing.T) {
	const last = "The checkout pool holds 80 connections"
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		versions := map[string]string{}
		n.noted("pool", poolNoted)
		versions["first"] = n.raw("pool.md")
		n.now = n.now.Add(time.Hour)
		n.noted("pool", poolHand)
		versions["second"] = n.raw("pool.md")
		n.change("pool.md", "holds 60 connections.", "holds 80 connections.")
		versions["third"] = n.raw("pool.md")
		n.settle()
		n.has("pool", last, memory.Confirmed)
		n.barred("limit", poolHand)

		for range 2 {
			for _, c := range []struct {
				version, body string
				status        memory.Status
			}{
				{"first", poolNoted, memory.Unconfirmed},
				{"second", poolHand, memory.Unconfirmed},
				{"third", last, memory.Confirmed},
			} {
				n.hand("pool.md", versions[c.version])
				between()
				n.has("pool", c.body, c.status)
				require.Equal(t, "back again", n.lastTold("pool"))
				n.settle()
				n.has("pool", c.body, c.status)
				res, err := n.tool("limit", c.body)
				require.False(t, err == nil && res.Outcome == memory.Created, "%s is known", c.version)
			}
			n.barred("limit", poolHand)
		}

		// Control: bytes that nobody knows are a person's.
		n.hand("pool.md", strings.Replace(versions["second"], "60", "61", 2))
		between()
		n.has("pool", "The checkout pool holds 61 connections", memory.Confirmed)
	})
}

// TestACheckoutDoesNotBringBackWhatWasForgotten until a person edits the file
// or saves the memory.
func TestACheckoutDoesNotBringBackWhatWasForgotten(t *testing.T) {
	back := func(n *notebook, between func()) string {
		n.noted("pool", poolNoted)
		first := n.raw("pool.md")
		n.noted("pool", poolHand)
		n.noted("rota", "The rota changes on Tuesdays")
		_, err := n.Forget(n.t.Context(), "pool", memory.By{})
		require.NoError(n.t, err)
		n.hand("pool.md", first)
		between()
		n.lacks("pool")
		n.settle()
		n.lacks("pool")
		require.Contains(n.t, n.told("pool"), "back again")
		c := n.checkup()
		require.False(n.t, c.Healthy())
		require.Len(n.t, c.Problems, 1)
		require.Equal(n.t, memory.Returned, c.Problems[0].Kind)
		require.Equal(n.t, "pool.md", c.Problems[0].Path)
		list, err := n.List(n.t.Context())
		require.NoError(n.t, err)
		require.Equal(n.t, c.Problems, list.Problems)
		got, err := n.Recall(n.t.Context(), memory.Query{Text: "checkout pool connections"})
		require.NoError(n.t, err)
		require.Empty(n.t, got.Hits)
		n.barred("pool", poolNoted)
		n.barred("limit", poolHand)
		require.Equal(n.t, first, n.raw("pool.md"), "it is a person's to edit or delete")
		return first
	}
	t.Run("edited", func(t *testing.T) {
		eachRun(t, func(t *testing.T, n *notebook, between func()) {
			first := back(n, between)
			n.hand("pool.md", strings.Replace(first, "holds 40 connections.", "holds 44 connections.", 1))
			between()
			n.has("pool", "The checkout pool holds 44 connections", memory.Unconfirmed) // as its status: line says
			n.barred("limit", poolNoted)
			require.True(t, n.checkup().Healthy())
		})
	})
	t.Run("saved by a person", func(t *testing.T) {
		eachRun(t, func(t *testing.T, n *notebook, between func()) {
			back(n, between)
			n.saved("pool", "The checkout pool holds 44 connections")
			n.has("pool", "The checkout pool holds 44 connections", memory.Confirmed)
			between()
			n.has("pool", "The checkout pool holds 44 connections", memory.Confirmed)
			n.barred("limit", poolNoted)
			require.True(t, n.checkup().Healthy())
			n.nowhere("holds 40", "holds 44")
		})
	})
	t.Run("the very same saved by a person", func(t *testing.T) {
		eachRun(t, func(t *testing.T, n *notebook, between func()) {
			back(n, between)
			res, err := n.Save(t.Context(), claim("pool", poolNoted), memory.By{})
			require.NoError(t, err)
			require.True(t, res.Excused)
			between()
			n.has("pool", poolNoted, memory.Confirmed)
			n.barred("limit", poolHand)
		})
	})
	t.Run("forgotten again", func(t *testing.T) {
		eachRun(t, func(t *testing.T, n *notebook, between func()) {
			first := back(n, between)
			_, err := n.Forget(t.Context(), "pool", memory.By{})
			require.NoError(t, err)
			require.NoFileExists(t, n.path("pool.md"))
			n.nowhere("checkout pool holds", "on Tuesdays")
			n.hand("pool.md", first)
			between()
			n.lacks("pool")
		})
	})
	t.Run("deleted again", func(t *testing.T) {
		eachRun(t, func(t *testing.T, n *notebook, between func()) {
			back(n, between)
			n.remove("pool.md")
			between()
			n.settle()
			require.True(t, n.checkup().Healthy())
			n.barred("pool", poolNoted)
		})
	})
}

// TestLineEndsAndByteOrderMarksAreNoEdits converts 200 files and back.
func TestLineEndsAndByteOrderMarksAreNoEdits(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		for i := range 5 {
			n.noted(fmt.Sprintf("noted-%d", i), fmt.Sprintf("Node %d runs image v%d", i, i))
			n.saved(fmt.Sprintf("saved-%d", i), fmt.Sprintf("Shelf %d holds %d disks", i, i))
		}
		for i := range 95 {
			n.hand(fmt.Sprintf("plain-%d.md", i), fmt.Sprintf("# Page %d\n\nCall team %d.\n", i, i))
			n.hand(fmt.Sprintf("foreign-%d.md", i), fmt.Sprintf("---\ndescription: Page %d\noriginSessionId: s%d\n---\nCall group %d.\n", i, i, i))
		}
		n.settle()
		before := n.everything()
		require.Len(t, before, 200)
		told := len(n.allTold())

		for _, convert := range []func(string) string{
			func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
			func(s string) string { return "\ufeff" + s },
			func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") },
			func(s string) string { return strings.TrimPrefix(s, "\ufeff") },
		} {
			files, err := filepath.Glob(n.path("*.md"))
			require.NoError(t, err)
			for _, f := range files {
				if name := filepath.Base(f); name != "MEMORY.md" {
					n.hand(name, convert(n.raw(name)))
				}
			}
			between()
			require.Equal(t, before, n.everything())
			n.settle()
			require.Equal(t, before, n.everything())
			require.Len(t, n.allTold(), told, "nothing happened")
		}

		// Control: an edit in a converted file is an edit.
		n.hand("noted-1.md", strings.ReplaceAll(strings.Replace(n.raw("noted-1.md"), "image v1.", "image v7.", 1), "\n", "\r\n"))
		n.has("noted-1", "Node 1 runs image v7", memory.Confirmed)
		n.saved("noted-1", "Node 1 runs image v8")
		require.Equal(t, strings.Count(n.raw("noted-1.md"), "\n"), strings.Count(n.raw("noted-1.md"), "\r\n"))
	})
}

// everything returns what is served: status, source and body by name.
func (n *notebook) everything() map[string]string {
	n.t.Helper()
	list, err := n.List(n.t.Context())
	require.NoError(n.t, err)
	require.Empty(n.t, list.Problems)
	out := map[string]string{}
	for _, r := range list.Records {
		out[r.Slug] = fmt.Sprint(r.Status, " ", r.Source, " ", r.Body)
	}
	return out
}

// copyTo copies the memories of one folder over those of another, as a sync
// without deletions does.
func (n *notebook) copyTo(to *notebook) {
	n.t.Helper()
	files, err := filepath.Glob(n.path("*.md"))
	require.NoError(n.t, err)
	for _, f := range files {
		if name := filepath.Base(f); name != "MEMORY.md" {
			to.hand(name, n.raw(name))
		}
	}
}

// TestTwoDirectoriesCopiedInALoop each with a daybook of its own.
func TestTwoDirectoriesCopiedInALoop(t *testing.T) {
	a, b := openNotebook(t, nil), openNotebook(t, nil)
	loop := func() {
		a.copyTo(b)
		b.settle()
		b.copyTo(a)
		a.settle()
	}
	a.noted("pool", poolNoted)
	a.saved("rota", "The rota changes on Tuesdays")
	b.noted("gateway", "The gateway listens on port 8443")
	for range 3 {
		loop()
		for _, n := range []*notebook{a, b} {
			n.has("pool", poolNoted, memory.Unconfirmed)
			n.has("rota", "The rota changes on Tuesdays", memory.Confirmed)
			n.has("gateway", "The gateway listens on port 8443", memory.Unconfirmed)
		}
	}

	// One of them goes on: that confirms nothing in the other.
	b.now = b.now.Add(time.Hour)
	b.noted("pool", poolHand)
	b.copyTo(a)
	a.has("pool", poolHand, memory.Unconfirmed)
	require.Equal(t, "changed by another program", a.lastTold("pool"))
	loop()
	a.has("pool", poolHand, memory.Unconfirmed)
	b.has("pool", poolHand, memory.Unconfirmed)

	// What is forgotten in one stays so, though the other has it and goes on.
	_, err := a.Forget(t.Context(), "pool", memory.By{})
	require.NoError(t, err)
	for i := range 3 {
		b.copyTo(a)
		a.settle()
		a.lacks("pool")
		a.barred("pool", poolHand)
		a.barred("limit", poolNoted)
		b.now = b.now.Add(time.Hour)
		b.noted("pool", fmt.Sprintf("The checkout pool holds 9%d connections", i))
		b.copyTo(a)
		a.lacks("pool")
		a.settle()
		a.lacks("pool")
		require.Equal(t, memory.Returned, a.checkup().Problems[0].Kind)
		a.reopen()
	}

	// Forgotten once more, the other's version does not come back by a tool either.
	_, err = a.Forget(t.Context(), "pool", memory.By{})
	require.NoError(t, err)
	a.barred("limit", "The checkout pool holds 92 connections")
	b.copyTo(a)

	// Control: a person's edit counts in both.
	a.change("rota.md", "on Tuesdays.", "on Fridays.")
	a.change("gateway.md", "port 8443.", "port 9443.")
	a.copyTo(b)
	for _, n := range []*notebook{a, b} {
		n.has("rota", "The rota changes on Fridays", memory.Confirmed)
		n.has("gateway", "The gateway listens on port 9443", memory.Confirmed)
	}
	a.change("pool.md", "holds 92 connections.", "holds 99 connections.")
	a.has("pool", "The checkout pool holds 99 connections", memory.Unconfirmed)
}

// TestACopyOfTheWholeFolderIsTheSameStore with all it knows.
func TestACopyOfTheWholeFolderIsTheSameStore(t *testing.T) {
	n := openNotebook(t, nil)
	withHistory(n)
	to := filepath.Join(t.TempDir(), "copy")
	require.NoError(t, os.CopyFS(to, os.DirFS(n.dir)))
	c := openNotebookAt(t, to, "", nil)
	require.Equal(t, n.everything(), c.everything())
	c.barred("billing", lostClaim)
	require.True(t, c.checkup().Healthy())

	// And back again over the original, in place.
	c.noted("rota", "The rota changes on Tuesdays")
	_, err := c.Forget(t.Context(), "pool", memory.By{})
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(n.path("pool.md")))
	require.NoError(t, filepath.WalkDir(to, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(c.Path(), path)
		n.hand(rel, c.raw(rel))
		return nil
	}))
	require.Equal(t, c.everything(), n.everything())
	n.barred("pool", poolNoted)
	n.barred("billing", lostClaim)
	require.True(t, n.checkup().Healthy(), "%+v", n.checkup())
}

// TestAFormerNameComesBackAsItWas after a rename, from a folder that has not
// heard of it.
func TestAFormerNameComesBackAsItWas(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.saved("pool", poolNoted)
		n.change("pool.md", "status: confirmed", "status: unconfirmed")
		n.settle()
		n.hand("pool.md", strings.Replace(n.raw("pool.md"), "name: pool", "name: checkout-pool", 1))
		n.settle()
		n.has("checkout-pool", poolNoted, memory.Unconfirmed)
		text := n.raw("pool.md")
		require.NoError(t, os.Rename(n.path("pool.md"), n.path("checkout-pool.md")))
		n.hand("pool.md", strings.Replace(text, "name: checkout-pool", "name: pool", 1))
		between()
		n.has("pool", poolNoted, memory.Unconfirmed)
		require.Equal(t, "back again", n.lastTold("pool"))
	})
}
