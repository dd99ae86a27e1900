package memory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// allTold returns the whole log as "what name" lines.
func (n *notebook) allTold() (lines []string) {
	n.t.Helper()
	events, err := n.Log(n.t.Context(), memory.LogQuery{})
	require.NoError(n.t, err)
	for _, e := range events {
		lines = append(lines, strings.TrimSpace(e.Op+" "+e.Name))
	}
	return lines
}

// TestADeletionByHandBarsAndIsReversible deletes files that a tool, a person
// and a hand wrote.
func TestADeletionByHandBarsAndIsReversible(t *testing.T) {
	for name, make := range map[string]func(n *notebook){
		"noted by a tool":   func(n *notebook) { n.noted("pool", poolNoted) },
		"saved by a person": func(n *notebook) { n.saved("pool", poolNoted) },
		"written by hand":   func(n *notebook) { n.hand("pool.md", poolNoted+".\n"); n.settle() },
		"edited by hand since": func(n *notebook) {
			n.noted("pool", poolHand)
			n.change("pool.md", "holds 60 connections.", "holds 40 connections.")
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				make(n)
				n.noted("rota", "The rota changes on Tuesdays at nine")
				rec, err := n.Get(t.Context(), "pool")
				require.NoError(t, err)
				bytes := n.raw("pool.md")
				for _, round := range []string{"first", "again"} {
					n.remove("pool.md")
					between()
					n.lacks("pool")
					require.Equal(t, "deleted by hand", n.lastTold("pool"), "before it is noted, %s", round)
					n.barred("pool", poolNoted)
					n.barred("connection-limit", poolNoted)
					require.Contains(t, n.told("pool"), "deleted by hand")
					if name != "written by hand" {
						require.Contains(t, n.allTold(), "deleted by hand pool", "the log names it while its history is kept")
					}

					n.hand("pool.md", bytes)
					between()
					n.has("pool", poolNoted, rec.Status)
					require.Equal(t, "back again", n.lastTold("pool"))
					res, err := n.tool("pool", poolNoted)
					require.NoError(t, err, "what the file system took, it may give back")
					require.Equal(t, memory.Unchanged, res.Outcome)
					res, err = n.tool("connection-limit", poolNoted)
					require.NoError(t, err)
					require.Equal(t, memory.Unchanged, res.Outcome)
					require.Equal(t, "back again", n.lastTold("pool"))
				}
				require.True(t, n.checkup().Healthy())
				n.noted("gateway", "The gateway listens on port 8443") // control
			})
		})
	}
}

// TestEditorsThatUnlinkAndWrite leave a moment without the file, in which
// another writer may look.
func TestEditorsThatUnlinkAndWrite(t *testing.T) {
	for _, look := range []bool{false, true} {
		t.Run(fmt.Sprintf("noticed %v", look), func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				n.noted("rota", "The rota changes on Tuesdays")
				for name, from := range map[string]string{"pool.md": "holds 40 connections.", "rota.md": "nothing of it"} {
					text := n.raw(name)
					n.remove(name)
					if look {
						n.settle()
					}
					n.hand(name, strings.Replace(text, from, "holds 60 connections.", 1))
				}
				between()
				n.has("pool", poolHand, memory.Confirmed)
				n.has("rota", "The rota changes on Tuesdays", memory.Unconfirmed)
				n.settle()
				n.has("pool", poolHand, memory.Confirmed)
				n.has("rota", "The rota changes on Tuesdays", memory.Unconfirmed)
				require.Equal(t, "edited by hand", n.lastTold("pool"))
				n.barred("limit", poolNoted)
				n.noted("rota", "The rota changes on Thursdays") // nothing of it is barred
			})
		})
	}
}

// TestAFileThatIsBeingWrittenIsNeitherEditedNorGone looks between an editor's
// truncation and its write, under every file name.
func TestAFileThatIsBeingWrittenIsNeitherEditedNorGone(t *testing.T) {
	for _, file := range []string{"pool.md", "My Pool.md", "numbers.md"} {
		t.Run(file, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				n.noted("rota", "The rota changes on Tuesdays")
				text := n.raw("pool.md")
				n.remove("pool.md")
				n.hand(file, text)
				n.settle()
				before := n.told("pool")
				n.has("pool", poolNoted, memory.Unconfirmed)
				for _, partial := range []string{text[:30], "---\nname: pool\ndescription: \"never closed\n---\nx\n"} {
					n.hand(file, partial)
					between()
					n.settle()
					n.lacks("pool")
					require.Equal(t, before, n.told("pool"), "%q", partial)
					_, err := n.tool("pool", "The checkout pool holds 80 connections")
					require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
					_, err = n.Save(t.Context(), claim("pool", poolHand), memory.By{})
					require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
					require.Equal(t, partial, n.raw(file))
				}
				n.hand(file, text)
				between()
				n.has("pool", poolNoted, memory.Unconfirmed)
				require.Equal(t, before, n.told("pool"))
				n.noted("pool", "The checkout pool holds 80 connections")
			})
		})
	}
}

// TestARenameKeepsWhatIsKnown moves bytes, or what they say, to another name.
func TestARenameKeepsWhatIsKnown(t *testing.T) {
	for name, move := range map[string]func(n *notebook){
		"the name line": func(n *notebook) { n.change("pool.md", "name: pool", "name: checkout-pool") },
		"name line and file": func(n *notebook) {
			n.change("pool.md", "name: pool", "name: checkout-pool")
			require.NoError(n.t, os.Rename(n.path("pool.md"), n.path("checkout-pool.md")))
		},
		"the same claim in a new file": func(n *notebook) {
			n.remove("pool.md")
			n.hand("checkout-pool.md", "---\ndescription: "+poolHand+"\ntype: infrastructure\n---\n"+poolHand+".\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				n.noted("pool", poolHand)
				move(n)
				between()
				for _, when := range []string{"at once", "noted"} {
					list, err := n.List(t.Context())
					require.NoError(t, err)
					require.Len(t, list.Records, 1)
					n.has("checkout-pool", poolHand, memory.Unconfirmed)
					require.Equal(t, "renamed by hand", n.lastTold("checkout-pool"), when)
					require.NotContains(t, n.allTold(), "deleted by hand", when)
					n.settle()
				}
				require.Contains(t, n.allTold(), "created checkout-pool", "its story goes with it")
				revisions, err := n.History(t.Context(), "checkout-pool")
				require.NoError(t, err)
				require.Len(t, revisions, 2)
				res, err := n.tool("another-pool", poolHand)
				require.NoError(t, err)
				require.Equal(t, memory.Unchanged, res.Outcome, "a rename bars nothing")
				require.True(t, n.checkup().Healthy())

				// Forgotten under the new name, all of it goes.
				_, err = n.Forget(t.Context(), "checkout-pool", memory.By{})
				require.NoError(t, err)
				n.barred("pool", poolHand)
				n.noted("rota", "The rota changes on Tuesdays")
				n.nowhere("checkout pool holds", "on Tuesdays")
			})
		})
	}
}

// TestAFileMovedAsItIsKeepsItsName: the name: line decides what a memory is
// called, wherever it lies.
func TestAFileMovedAsItIsKeepsItsName(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		require.NoError(t, os.Rename(n.path("pool.md"), n.path("Numbers of the pool.md")))
		between()
		require.Equal(t, "Numbers of the pool.md", n.has("pool", poolNoted, memory.Unconfirmed).Path)
		n.has("numbers of the pool", poolNoted, memory.Unconfirmed)
		require.Equal(t, []string{"created"}, n.told("pool"))
		n.noted("pool", poolHand)
		require.Contains(t, n.raw("Numbers of the pool.md"), poolHand)
		require.NoFileExists(t, n.path("pool.md"))
		_, err := n.tool("numbers-of-the-pool", "Something else altogether")
		require.ErrorIs(t, err, &memory.Refusal{Code: memory.Conflict})
		_, err = n.Forget(t.Context(), "pool", memory.By{})
		require.NoError(t, err)
		require.NoFileExists(t, n.path("Numbers of the pool.md"))

		// Without a name: line the file's name is the memory's.
		n.hand("rota.md", "The rota changes on Tuesdays.\n")
		n.settle()
		require.NoError(t, os.Rename(n.path("rota.md"), n.path("on-call.md")))
		between()
		n.has("on-call", "The rota changes on Tuesdays", memory.Confirmed)
		n.lacks("rota")
		n.settle()
		require.Equal(t, "renamed by hand", n.lastTold("on-call"))
	})
}

// manyNotes makes a store of n memories and returns their files.
func manyNotes(n *notebook, count int) map[string]string {
	files := map[string]string{}
	for i := range count {
		name := fmt.Sprintf("node-%d", i)
		n.noted(name, fmt.Sprintf("Worker node %d has %d GB of memory", i, 16+i))
		files[name+".md"] = n.raw(name + ".md")
	}
	return files
}

// TestManyFilesGoneAtOnceAreNotLetGo until a person says that they were meant
// to go.
func TestManyFilesGoneAtOnceAreNotLetGo(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		files := manyNotes(n, 7)
		for name := range files {
			n.remove(name)
		}
		between()
		c := n.checkup()
		require.True(t, c.MassGone, "before anything is noted")
		require.False(t, c.Healthy())
		n.barred("node-3", "Worker node 3 has 19 GB of memory")
		n.now = n.now.Add(25 * time.Hour)
		n.settle()
		c = n.checkup()
		require.True(t, c.MassGone)
		require.Contains(t, strings.Join(c.Advice, "\n"), "/memory doctor confirm")
		revisions, err := n.History(t.Context(), "node-3")
		require.NoError(t, err, "the history is kept")
		require.Len(t, revisions, 1)

		for name, text := range files {
			n.hand(name, text)
		}
		between()
		n.settle()
		list, err := n.List(t.Context())
		require.NoError(t, err)
		require.Len(t, list.Records, len(files))
		for _, r := range list.Records {
			require.Equal(t, memory.Unconfirmed, r.Status)
		}
		require.True(t, n.checkup().Healthy())
		res, err := n.tool("node-3", "Worker node 3 has 19 GB of memory")
		require.NoError(t, err)
		require.Equal(t, memory.Unchanged, res.Outcome)

		// Control: once a person says so, they go.
		for name := range files {
			n.remove(name)
		}
		n.settle()
		require.NoError(t, n.ConfirmGone(t.Context(), memory.By{Actor: "ana"}))
		require.False(t, n.checkup().MassGone)
		n.now = n.now.Add(25 * time.Hour)
		n.settle()
		n.noted("rota", "The rota changes on Tuesdays")
		n.nowhere("Worker node", "on Tuesdays")
		n.barred("node-3", "Worker node 3 has 19 GB of memory")
	})
}

// TestTheHistoryOfADeletedFileGoesAfterADay of absence, or by forgetting it.
func TestTheHistoryOfADeletedFileGoesAfterADay(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		n.noted("pool", poolHand)
		n.noted("rota", "The rota changes on Tuesdays")
		bytes := n.raw("pool.md")
		n.remove("pool.md")
		n.settle()
		require.Equal(t, 1, n.checkup().Gone)
		n.now = n.now.Add(23 * time.Hour)
		between()
		n.settle()
		revisions, err := n.History(t.Context(), "pool")
		require.NoError(t, err)
		require.Len(t, revisions, 2)

		// What is on its way back keeps its history.
		n.now = n.now.Add(2 * time.Hour)
		n.hand("pool.md", bytes[:20])
		between()
		n.settle()
		revisions, err = n.History(t.Context(), "pool")
		require.NoError(t, err)
		require.Len(t, revisions, 2)
		n.remove("pool.md")
		between()
		n.settle()
		_, err = n.History(t.Context(), "pool")
		require.ErrorIs(t, err, memory.ErrNotFound)
		n.nowhere("checkout pool holds", "on Tuesdays")
		require.Equal(t, 0, n.checkup().Gone)
		n.barred("pool", poolHand)
		n.barred("pool", poolNoted)

		// The bytes are still known when they come back.
		n.hand("pool.md", bytes)
		between()
		n.has("pool", poolHand, memory.Unconfirmed)

		n.remove("pool.md")
		n.settle()
		_, err = n.Forget(t.Context(), "pool", memory.By{})
		require.NoError(t, err, "forgetting works on what was deleted by hand")
		n.hand("pool.md", bytes)
		between()
		n.lacks("pool")
		require.Equal(t, memory.Returned, n.checkup().Problems[0].Kind)
	})
}
