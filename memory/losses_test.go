package memory_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

const (
	journalFile = ".daybook/journal.jsonl"
	keyFile     = ".daybook/key"
	lostClaim   = "Alerts of the billing team go to channel billing-oncall"
	otherClaim  = "The staging cluster is called eks-stg-2"
)

// withHistory prepares a store in which something was forgotten, and something
// is served that is more than its status: line says.
func withHistory(n *notebook) {
	n.noted("pool", poolNoted)
	n.noted("billing", lostClaim)
	_, err := n.Forget(n.t.Context(), "billing", memory.By{})
	require.NoError(n.t, err)
	n.noted("staging", otherClaim)
	n.change("staging.md", "eks-stg-2.", "eks-stg-3.")
	n.settle()
	n.barred("billing", lostClaim) // control
	n.has("staging", "The staging cluster is called eks-stg-3", memory.Confirmed)
}

// TestWhatHappensWithoutTheStateFolder takes away parts of it. Memories are
// served, never with more trust than before, and automatic writers wait until a
// person accepts the loss.
func TestWhatHappensWithoutTheStateFolder(t *testing.T) {
	rewrite := func(f func(lines [][]byte) [][]byte) func(n *notebook) {
		return func(n *notebook) {
			lines := bytes.SplitAfter([]byte(n.raw(journalFile)), []byte("\n"))
			n.hand(journalFile, string(bytes.Join(f(lines), nil)))
		}
	}
	for _, c := range []struct {
		name    string
		take    func(n *notebook)
		damaged bool
		unseen  bool // by a process that has read the line already, and goes on with what it knows
	}{
		{name: "the folder", take: func(n *notebook) { require.NoError(n.t, os.RemoveAll(n.path(".daybook"))) }},
		{name: "the key", take: func(n *notebook) { n.remove(keyFile) }},
		{name: "another key", take: func(n *notebook) { n.hand(keyFile, strings.Repeat("5a", 32)+"\n") }},
		{name: "a garbled key", take: func(n *notebook) { n.hand(keyFile, strings.Repeat("7f", 300)) }},
		{name: "half a key", take: func(n *notebook) { n.hand(keyFile, n.raw(keyFile)[:20]) }},
		{name: "the journal", take: func(n *notebook) { n.remove(journalFile) }},
		{name: "an emptied journal", take: func(n *notebook) { n.hand(journalFile, "") }},
		{name: "the journal's beginning", take: rewrite(func(l [][]byte) [][]byte { return l[1:] })},
		{name: "the journal's end", take: rewrite(func(l [][]byte) [][]byte { return l[:3] })},
		{name: "the journal's end, torn", take: rewrite(func(l [][]byte) [][]byte { return append(l[:3:3], l[3][:30]) })},
		{name: "a line in the middle", damaged: true, take: rewrite(func(l [][]byte) [][]byte { return append(l[:5:5], l[6:]...) })},
		{name: "bytes in the middle", damaged: true, take: func(n *notebook) {
			text := n.raw(journalFile)
			n.hand(journalFile, text[:900]+"\x00\x00{\x00"+text[950:])
		}},
		{name: "a word in the middle", damaged: true, unseen: true, take: func(n *notebook) {
			n.change(journalFile, `"op":"forget"`, `"op":"meant" `)
		}},
		{name: "two lines in the wrong order", damaged: true, unseen: true, take: rewrite(func(l [][]byte) [][]byte {
			l[4], l[5] = l[5], l[4]
			return l
		})},
		{name: "a merge conflict", damaged: true, take: rewrite(func(l [][]byte) [][]byte {
			return append(append(l[:5:5], []byte("<<<<<<< HEAD\n")), l[5:]...)
		})},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				withHistory(n)
				c.take(n)
				between()
				if c.unseen {
					n.reopen()
				}
				n.loses(c.damaged)
			})
		})
	}
}

// loses checks a store that lost a part of what it knew.
func (n *notebook) loses(damaged bool) {
	t := n.t
	list, err := n.List(t.Context())
	require.NoError(t, err)
	require.Len(t, list.Records, 2, "everything is served")
	n.has("pool", poolNoted, memory.Unconfirmed)

	_, err = n.tool("billing", lostClaim)
	require.ErrorIs(t, err, &memory.Refusal{Code: memory.Forgotten}, "nobody can know that this was not forgotten")
	require.ErrorContains(t, err, "doctor")
	n.barred("new", "The gateway listens on port 8443")
	n.reopen()
	n.barred("newer", "The proxy listens on port 3128")
	c := n.checkup()
	require.False(t, c.Healthy())
	require.Equal(t, damaged, c.Damaged > 0, "%+v", c)
	require.Equal(t, !damaged, c.Lost, "%+v", c)
	require.Contains(t, strings.Join(c.Advice, "\n"), "/memory doctor reset")

	// A person can write before accepting the loss, which accepts nothing.
	n.saved("rota", "The rota changes on Tuesdays")
	n.has("rota", "The rota changes on Tuesdays", memory.Confirmed)
	n.has("pool", poolNoted, memory.Unconfirmed)
	n.barred("newest", "The bastion listens on port 2222")
	n.reopen()
	n.has("pool", poolNoted, memory.Unconfirmed)
	require.False(t, n.checkup().Healthy())

	require.NoError(t, n.Reset(t.Context(), memory.By{Actor: "ana"}))
	n.noted("new", "The gateway listens on port 8443")
	n.reopen()
	n.noted("newer", "The proxy listens on port 3128")
	require.True(t, n.checkup().Healthy(), "%+v", n.checkup())
	n.has("pool", poolNoted, memory.Unconfirmed)

	// What is forgotten now is forgotten, with all that was kept of it before.
	_, err = n.Forget(t.Context(), "pool", memory.By{})
	require.NoError(t, err)
	n.barred("pool", poolNoted)
	n.nowhere("pool holds 40", "port 3128")
}

// TestTheLossIsUndoneByABackup puts back what was taken before anybody accepted
// the loss.
func TestTheLossIsUndoneByABackup(t *testing.T) {
	for _, name := range []string{keyFile, journalFile} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				withHistory(n)
				backup := n.raw(name)
				n.remove(name)
				between()
				n.barred("new", "The gateway listens on port 8443")
				n.settleRefused()
				n.hand(name, backup)
				between()
				require.True(t, n.checkup().Healthy(), "%+v", n.checkup())
				n.has("staging", "The staging cluster is called eks-stg-3", memory.Confirmed)
				n.barred("billing", lostClaim)
				n.noted("new", "The gateway listens on port 8443")
				revisions, err := n.History(t.Context(), "staging")
				require.NoError(t, err)
				require.Len(t, revisions, 2)
			})
		})
	}
}

// settleRefused tries a few writes that come to nothing while the journal is
// lost, each of which must leave it as it is.
func (n *notebook) settleRefused() {
	for i := range 3 {
		n.barred("another-"+string(rune('a'+i)), "Nothing is stored while this cannot be known")
	}
	_, err := n.RequestForget(n.t.Context(), memory.ForgetRequest{Name: "nobody"}, memory.By{})
	require.ErrorIs(n.t, err, memory.ErrNotFound)
}

// TestALaterVersionsJournalIsLeftAlone covers a line whose fields this version
// cannot read, too.
func TestALaterVersionsJournalIsLeftAlone(t *testing.T) {
	for name, line := range map[string]string{
		"known fields": `{"v":2,"seq":90,"op":"forget","id":"x"}`,
		"other fields": `{"v":2,"seq":90,"op":{"kind":"forget"},"id":7,"value":"?"}`,
		"few fields":   `{"v":3}`,
	} {
		t.Run(name, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				withHistory(n)
				n.hand(journalFile, n.raw(journalFile)+line+"\n")
				before := n.raw(journalFile)
				between()
				n.has("pool", poolNoted, memory.Unconfirmed)
				n.has("staging", "The staging cluster is called eks-stg-3", memory.Confirmed)
				_, err := n.tool("new", "The gateway listens on port 8443")
				require.ErrorIs(t, err, memory.ErrReadOnly)
				require.ErrorContains(t, err, "later version")
				_, err = n.Save(t.Context(), claim("pool", poolHand), memory.By{})
				require.ErrorIs(t, err, memory.ErrReadOnly)
				_, err = n.Forget(t.Context(), "pool", memory.By{})
				require.ErrorIs(t, err, memory.ErrReadOnly)
				require.ErrorIs(t, n.Reset(t.Context(), memory.By{}), memory.ErrReadOnly, "this is not a loss")
				require.Equal(t, before, n.raw(journalFile))
				c := n.checkup()
				require.True(t, c.Newer)
				require.False(t, c.Healthy())
				require.Contains(t, strings.Join(c.Advice, "\n"), "later version")
				require.NotEmpty(t, n.told("pool"))
			})
		})
	}
}

// TestAStoreWithoutTracesIsNoLoss is the control: files that people made, and
// nothing else.
func TestAStoreWithoutTracesIsNoLoss(t *testing.T) {
	n := openNotebook(t, nil)
	n.hand("rota.md", "---\nsource: hand\n---\nThe rota changes on Tuesdays.\n")
	n.hand("MEMORY.md", "# Notes\n\n- rota\n")
	n.noted("pool", poolNoted)
	require.True(t, n.checkup().Healthy())
}
