package memory_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

const (
	poolNoted = "The checkout pool holds 40 connections"
	poolHand  = "The checkout pool holds 60 connections"
)

// eachRun runs a test with the store open all the time, and with a new run
// after each thing done by hand.
func eachRun(t *testing.T, f func(t *testing.T, n *notebook, between func())) {
	t.Run("while open", func(t *testing.T) {
		t.Parallel()
		f(t, openNotebook(t, nil), func() {})
	})
	t.Run("between runs", func(t *testing.T) {
		t.Parallel()
		n := openNotebook(t, nil)
		f(t, n, n.reopen)
	})
}

// TestAnEditByHandIsJudgedByWhatItChanges changes a file that a tool noted.
func TestAnEditByHandIsJudgedByWhatItChanges(t *testing.T) {
	type edit struct {
		name     string
		from, to string // in the file
		body     string
		status   memory.Status
		told     string
	}
	const none = "nobody"
	for _, e := range []edit{
		{"body", "holds 40 connections.", "holds 60 connections.", poolHand, memory.Confirmed, "edited by hand"},
		{"description", "description: The checkout", "description: Our checkout", poolNoted, memory.Confirmed, "edited by hand"},
		{"type", "type: infrastructure", "type: preference", poolNoted, memory.Confirmed, "edited by hand"},
		{"validity", "---\nThe", "valid_from: 2026-11-01\n---\nThe", poolNoted, memory.Confirmed, "edited by hand"},
		{"status", "status: unconfirmed", "status: confirmed", poolNoted, memory.Confirmed, "edited by hand"},
		{"status in no word of ours", "status: unconfirmed", "status: probably", poolNoted, memory.Unconfirmed, "edited by hand"},
		{"status line removed", "status: unconfirmed\n", "", poolNoted, memory.Unconfirmed, "edited by hand"},
		{"labels", "source: agent", "source: agent\nlabels: [db]", poolNoted, memory.Unconfirmed, "edited by hand"},
		{"a comment", "---\nname", "---\n# looked at in March\nname", poolNoted, memory.Unconfirmed, "edited by hand"},
		{"blank lines at the end", "connections.\n", "connections.\n\n\n", poolNoted + ".\n\n", memory.Unconfirmed, "edited by hand"},
		{"nothing", none, none, poolNoted, memory.Unconfirmed, "created"},
		{"another program's stamp", "updated: 2026-11-29", "updated: 2026-11-30", poolNoted, memory.Unconfirmed, "edited by hand"},
	} {
		t.Run(e.name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				if e.from != none {
					n.change("pool.md", e.from, e.to)
				}
				by := n.raw("pool.md")
				between()
				n.has("pool", e.body, e.status)
				require.Equal(t, e.told, n.lastTold("pool"))
				n.settle()
				n.has("pool", e.body, e.status)
				require.Equal(t, e.told, n.lastTold("pool"), "the same once it is noted")
				n.reopen()
				n.has("pool", e.body, e.status)
				require.Equal(t, by, n.raw("pool.md"), "noting never rewrites a person's file")
				require.True(t, n.checkup().Healthy() || e.name == "status in no word of ours")
			})
		})
	}
}

// TestAnEditByHandBarsTheFormerValue also holds under another name, while the
// person's text stays whatever a tool says.
func TestAnEditByHandBarsTheFormerValue(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		n.noted("disk", "The checkout database has a 500 GB disk")
		n.change("pool.md", "holds 40 connections.", "holds 60 connections.")
		between()
		n.barred("connection-limit", poolNoted)
		_, err := n.tool("pool", "The checkout pool holds 70 connections")
		n.has("pool", poolHand, memory.Confirmed)
		_ = err // refused or held for a person: the text above is what counts
		res, err := n.tool("pool-again", "The checkout pool holds 60 connections")
		require.False(t, err == nil && res.Outcome == memory.Created, "what the person wrote is known already")

		// Control: what nobody touched may be changed.
		n.noted("disk", "The checkout database has a 900 GB disk")
	})
}

// TestAnEditIsNoApproval of what waits against the same memory, though both were
// written in the same second.
func TestAnEditIsNoApproval(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.saved("pool", poolNoted)
		res, err := n.tool("pool", poolHand)
		require.NoError(t, err)
		require.Equal(t, memory.Waits, res.Outcome)
		n.change("pool.md", "status: confirmed", "status: unconfirmed")
		between()
		n.has("pool", poolNoted, memory.Unconfirmed)
		n.settle()
		n.has("pool", poolNoted, memory.Unconfirmed)
		require.NotContains(t, n.told("pool"), "approved by hand")
		waits, err := n.Pending(t.Context())
		require.NoError(t, err)
		require.Len(t, waits, 1)

		// Control: moved out, it is approved.
		require.NoError(t, os.Rename(n.path(res.Record.Path), n.path("pool.md")))
		between()
		n.has("pool", poolHand, memory.Confirmed)
		require.Equal(t, "approved by hand", n.lastTold("pool"))
	})
}

// TestALowerStatusByHandCounts is the other direction: a person doubts.
func TestALowerStatusByHandCounts(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.saved("pool", poolNoted)
		n.has("pool", poolNoted, memory.Confirmed)
		n.change("pool.md", "status: confirmed", "status: unconfirmed")
		between()
		n.has("pool", poolNoted, memory.Unconfirmed)
		n.settle()
		n.has("pool", poolNoted, memory.Unconfirmed)
	})
}

// TestAnotherProgramDoesNotConfirm writes a new text and its own stamp, as a
// second daybook or a plugin does.
func TestAnotherProgramDoesNotConfirm(t *testing.T) {
	for _, status := range []memory.Status{memory.Unconfirmed, memory.Confirmed} {
		t.Run(string(status), func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				if status == memory.Confirmed {
					n.saved("pool", poolNoted)
				} else {
					n.noted("pool", poolNoted)
				}
				n.change("pool.md", "updated: 2026-11-29", "updated: 2026-11-30")
				n.change("pool.md", "holds 40 connections.", "holds 60 connections.")
				between()
				n.has("pool", poolHand, status)
				require.Equal(t, "changed by another program", n.lastTold("pool"))
				n.settle()
				n.has("pool", poolHand, status)
				require.Equal(t, "changed by another program", n.lastTold("pool"))

				// Control: the next change keeps the stamp, so a person made it.
				n.change("pool.md", "holds 60 connections.", "holds 80 connections.")
				n.has("pool", "The checkout pool holds 80 connections", memory.Confirmed)
			})
		})
	}
}

// TestAFileAddedByHand is a memory; what another program marked as its own is
// not confirmed by lying there.
func TestAFileAddedByHand(t *testing.T) {
	for _, f := range []struct {
		name, text string
		body       string
		status     memory.Status
		source     memory.Source
	}{
		{"without front matter", "# Rota\n\nThe rota changes on Tuesdays.\n", "# Rota\n\nThe rota changes on Tuesdays", memory.Confirmed, memory.FromHand},
		{"with front matter", "---\ntype: preference\ndescription: Rota\n---\nThe rota changes on Tuesdays.\n", "The rota changes on Tuesdays", memory.Confirmed, memory.FromHand},
		{"with a status", "---\nstatus: unconfirmed\ndescription: Rota\n---\nThe rota changes on Tuesdays.\n", "The rota changes on Tuesdays", memory.Unconfirmed, memory.FromHand},
		{"with another program's session", "---\ndescription: Rota\noriginSessionId: 4f1c\n---\nThe rota changes on Tuesdays.\n", "The rota changes on Tuesdays", memory.Unconfirmed, memory.FromHand},
		{"with another program's node", "---\ndescription: Rota\nmetadata:\n  node_type: memory\n---\nThe rota changes on Tuesdays.\n", "The rota changes on Tuesdays", memory.Unconfirmed, memory.FromHand},
		{"with a source of ours", "---\ndescription: Rota\nsource: extraction\n---\nThe rota changes on Tuesdays.\n", "The rota changes on Tuesdays", memory.Unconfirmed, memory.FromExtraction},
	} {
		t.Run(f.name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				n.hand("rota.md", f.text)
				between()
				for _, when := range []string{"at once", "noted", "in a new run"} {
					rec := n.has("rota", f.body, f.status)
					require.Equal(t, f.source, rec.Source, when)
					require.Equal(t, "added by hand", n.lastTold("rota"), when)
					if when == "noted" {
						n.reopen()
					}
					n.settle()
				}
				require.Equal(t, f.text, n.raw("rota.md"))

				// A person's edit confirms each of them.
				if f.name != "with a status" {
					n.change("rota.md", "Tuesdays", "Thursdays")
					n.has("rota", strings.Replace(f.body, "Tuesdays", "Thursdays", 1), memory.Confirmed)
				}
			})
		})
	}
}

// TestAFolderOfFilesIsKnownFromTheFirstWrite: a store that nobody has written to
// yet knows what lies in it as soon as something is written or forgotten.
func TestAFolderOfFilesIsKnownFromTheFirstWrite(t *testing.T) {
	t.Run("the same text is not stored twice", func(t *testing.T) {
		n := openNotebook(t, nil)
		n.hand("rota.md", "The rota changes on Tuesdays at nine.\n")
		res, err := n.tool("rota-change", "The rota changes on Tuesdays at nine")
		require.NoError(t, err)
		require.Equal(t, memory.Unchanged, res.Outcome)
		require.Equal(t, "rota", res.Record.Slug)
	})
	t.Run("what is forgotten first stays forgotten", func(t *testing.T) {
		n := openNotebook(t, nil)
		n.hand("rota.md", "The rota changes on Tuesdays at nine.\n")
		_, err := n.Forget(t.Context(), "rota", memory.By{})
		require.NoError(t, err)
		n.barred("rota", "The rota changes on Tuesdays at nine")
		n.barred("rota-change", "The rota changes on Tuesdays at nine")
		n.noted("pool", poolNoted) // control
	})
	t.Run("what a person replaces first stays replaced", func(t *testing.T) {
		n := openNotebook(t, nil)
		n.hand("pool.md", poolNoted+".\n")
		n.saved("pool", poolHand)
		n.barred("connection-limit", poolNoted)
	})
}

// TestTouchChangesNothing also covers a file that is rewritten with its bytes.
func TestTouchChangesNothing(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		before := len(n.told("pool"))
		require.NoError(t, os.Chtimes(n.path("pool.md"), n.now, n.now))
		between()
		n.has("pool", poolNoted, memory.Unconfirmed)
		n.hand("pool.md", n.raw("pool.md"))
		n.settle()
		n.has("pool", poolNoted, memory.Unconfirmed)
		require.Len(t, n.told("pool"), before)
		res, err := n.tool("pool", poolNoted)
		require.NoError(t, err)
		require.Equal(t, memory.Unchanged, res.Outcome)
	})
}
