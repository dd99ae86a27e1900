package memory_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

const bobsWords = "Bob keeps the break-glass note in drawer seven"

// everyCall makes every call a store has and returns what they gave back, errors
// included. Whether they succeed does not matter here.
func (n *notebook) everyCall(erase bool) string {
	ctx := n.t.Context()
	var out strings.Builder
	say := func(x any, err error) { fmt.Fprintf(&out, "%+v %v\n", x, err) }
	say(n.List(ctx))
	say(n.Get(ctx, "pool"))
	say(n.Get(ctx, "bobs-note"))
	say(n.Prompt(ctx, nil))
	say(n.Context(ctx, "break-glass drawer", nil))
	say(n.Recall(ctx, memory.Query{Text: "break-glass drawer"}))
	say(n.Log(ctx, memory.LogQuery{}))
	say(n.History(ctx, "bobs-note"))
	say(n.History(ctx, "pool"))
	say(n.Pending(ctx))
	say(n.tool("pool", poolTool))
	say(n.tool("bobs-note", "Something new under the name of another's note"))
	say(n.Save(ctx, claim("pool", poolHand), memory.By{Reason: "because"}))
	say(n.Save(ctx, claim("bobs-note", "Another text by a person"), memory.By{}))
	say(n.RequestForget(ctx, memory.ForgetRequest{Name: "bobs-note"}, memory.By{}))
	say(n.Forget(ctx, "bobs-note", memory.By{}))
	say(n.Forget(ctx, "pool", memory.By{}))
	say(n.Doctor(ctx))
	say(nil, n.SetEnabled(ctx, true, memory.By{}))
	say(nil, n.Reset(ctx, memory.By{}))
	say(n.root.Principals(ctx))
	var tar bytes.Buffer
	say(nil, n.Export(ctx, &tar))
	out.Write(tar.Bytes())
	if erase {
		say(nil, n.root.Erase(ctx, n.who, memory.By{}))
	}
	return out.String()
}

// street makes a root with two principals, of whom Bob has a note.
func street(t *testing.T) (dir string) {
	ana := openNotebookAt(t, t.TempDir(), "ana", nil)
	bob := openNotebookAt(t, ana.dir, "bob", nil)
	bob.noted("bobs-note", bobsWords)
	bob.saved("pool", "Bob's pool holds 7 connections")
	res, err := bob.tool("pool", "Bob's pool holds 8 connections")
	require.NoError(t, err)
	require.Equal(t, memory.Waits, res.Outcome)
	ana.noted("pool", poolNoted)
	return ana.dir
}

// neighbours are the two principals of a copy of a street.
func neighbours(t *testing.T, street string, hook func(step string)) (ana, bob *notebook) {
	dir := filepath.Join(t.TempDir(), "root")
	require.NoError(t, os.CopyFS(dir, os.DirFS(street)))
	return openNotebookAt(t, dir, "ana", hook), openNotebookAt(t, dir, "bob", nil)
}

// plantings are the places below the root at which a link can be planted, and
// where it leads: to the same place of the other principal.
func plantings() map[string]string {
	out := map[string]string{
		"users/ana":                "bob",
		"users/ana/memory":         "../bob/memory",
		"users/ana/memory/pending": "../../bob/memory/pending",
	}
	for _, name := range []string{".daybook", "pool.md", "bobs-note.md", "MEMORY.md"} {
		out["users/ana/memory/"+name] = "../../bob/memory/" + name
	}
	for _, name := range []string{"lock", "queue", "journal.jsonl", "key", "history", ".gitignore"} {
		out["users/ana/memory/.daybook/"+name] = "../../../bob/memory/.daybook/" + name
	}
	return out
}

// plant puts a link in the place of whatever is there.
func plant(t testing.TB, at, to string, absolute bool) {
	t.Helper()
	if absolute {
		to = filepath.Join(filepath.Dir(at), to)
	}
	require.NoError(t, os.RemoveAll(at+".moved"))
	if err := os.Rename(at, at+".moved"); err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
	require.NoError(t, os.Symlink(to, at))
}

// TestLinksNeverLeadToAnother principal: planted before, nothing of the other's
// is read, written, made or removed.
func TestLinksNeverLeadToAnother(t *testing.T) {
	from := street(t)
	check := func(t *testing.T, plantAll func(dir string), open bool) {
		t.Parallel()
		ana, bob := neighbours(t, from, nil)
		before := treeOf(t, bob.Path())
		if open {
			ana.has("pool", poolNoted, memory.Unconfirmed)
		}
		plantAll(ana.dir)
		got := ana.everyCall(true)
		require.NotContains(t, got, "drawer seven")
		require.NotContains(t, got, "Bob's pool")
		require.Equal(t, before, treeOf(t, bob.Path()))
		bob.has("bobs-note", bobsWords, memory.Unconfirmed) // control
	}
	for at, to := range plantings() {
		for i, absolute := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s absolute %v", at, absolute), func(t *testing.T) {
				check(t, func(dir string) { plant(t, filepath.Join(dir, at), to, absolute) }, i == 0)
			})
		}
	}
	t.Run("the history's coming files", func(t *testing.T) {
		check(t, func(dir string) {
			for seq := range 12 {
				for _, kind := range []string{"md", "why", "before.md"} {
					plant(t, filepath.Join(dir, fmt.Sprintf("users/ana/memory/.daybook/history/%d.%s", seq, kind)), "../../../../bob/memory/bobs-note.md", false)
				}
			}
		}, false)
	})
}

// TestLinksWithinAFolder lead to a file that a person wrote: nothing is written
// through them.
func TestLinksWithinAFolder(t *testing.T) {
	for _, name := range []string{"journal.jsonl", "key", "lock", "queue", ".gitignore", "history"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := openNotebook(t, nil)
			n.noted("pool", poolNoted)
			n.hand("rota.md", "The rota changes on Tuesdays.\n")
			plant(t, n.path(".daybook/"+name), "../rota.md", false)
			for range 2 {
				n.everyCall(false)
				n.reopen()
			}
			require.Equal(t, "The rota changes on Tuesdays.\n", n.raw("rota.md"))
		})
	}
}

// TestALinkedFolderIsNamed in an error that says what to do, for readers and
// writers alike, and the store works again without it.
func TestALinkedFolderIsNamed(t *testing.T) {
	from := street(t)
	for _, at := range []string{"users", "users/ana", "users/ana/memory", "users/ana/memory/.daybook", "users/ana/memory/.daybook/key", "users/ana/memory/.daybook/journal.jsonl", "users/ana/memory/.daybook/lock"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			ana, _ := neighbours(t, from, nil)
			path := filepath.Join(ana.dir, at)
			require.NoError(t, os.Rename(path, path+".moved"))
			require.NoError(t, os.Symlink(filepath.Base(path)+".moved", path))
			ana.reopen()
			_, err := ana.Save(t.Context(), claim("pool", poolHand), memory.By{})
			require.ErrorIs(t, err, memory.ErrDirectory)
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, "is a link")
			if !strings.HasSuffix(at, "lock") && !strings.HasSuffix(at, ".daybook") {
				_, err = ana.List(t.Context())
				require.ErrorIs(t, err, memory.ErrDirectory)
				require.ErrorContains(t, err, path)
			}
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Rename(path+".moved", path))
			ana.saved("pool", poolHand)
		})
	}
}

// TestALinkPlantedBetweenCheckAndUse at each step of a write: what is written
// then is written into the folder that was checked.
func TestALinkPlantedBetweenCheckAndUse(t *testing.T) {
	from := street(t)
	save := func(n *notebook) { n.Save(n.t.Context(), claim("pool", poolHand), memory.By{Reason: "why"}) }
	forget := func(n *notebook) { n.Forget(n.t.Context(), "pool", memory.By{}) }
	for at, to := range plantings() {
		for step, run := range map[string]func(n *notebook){
			"locked": save, "history": save, "intent": save, "aside": save, "folder": save, "purge": forget,
		} {
			t.Run(at+"/"+step, func(t *testing.T) {
				t.Parallel()
				var ana *notebook
				planted := false
				ana, bob := neighbours(t, from, func(s string) {
					if s == step && !planted {
						planted = true
						plant(ana.t, filepath.Join(ana.dir, at), to, false)
					}
				})
				before := treeOf(t, bob.Path())
				run(ana)
				require.True(t, planted)
				list, err := ana.List(t.Context())
				c, perr := ana.Prompt(t.Context(), nil)
				_, serr := ana.Save(t.Context(), claim("pool", poolTool), memory.By{})
				got := fmt.Sprint(list, err, c, perr, serr)
				require.NotContains(t, got, "drawer seven")
				require.NotContains(t, got, "Bob's pool")
				require.Equal(t, before, treeOf(t, bob.Path()))
			})
		}
	}
}
