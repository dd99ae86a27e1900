package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// badFile is something that cannot be read as a memory.
type badFile struct {
	what string
	text string
	make func(t testing.TB, path string) // instead of text
	line int                             // that the problem names, 0 for none
	why  string                          // part of the reason
}

func badFiles() []badFile {
	planted := func(f func(path string) error) func(testing.TB, string) {
		return func(t testing.TB, path string) { require.NoError(t, f(path)) }
	}
	return []badFile{
		{what: "quotes within quotes", text: "---\nname: bad\ntype: user\ndescription: \"the \"blue\" cluster\"\nowner: team-edge\n---\nBody.\n", line: 4, why: "quote"},
		{what: "backticks", text: "---\nname: bad\ntype: infrastructure\npath: `C:\\agent\\logs`: x\n---\nbody\n", line: 4, why: "quote the value"},
		{what: "an open bracket", text: "---\nname: bad\nlabels: [db, net\n---\nbody\n", line: 3, why: "bracket"},
		{what: "a tab", text: "---\nname: bad\nmetadata:\n\ttype: user\n---\nbody\n", line: 4, why: "tab"},
		{what: "an open quote", text: "---\nname: bad\ndescription: 'never closed\n---\nbody\n", line: 3, why: "never closed"},
		{what: "a key twice", text: "---\nname: bad\ntype: user\ntype: preference\n---\nbody\n", line: 4, why: "twice"},
		{what: "a second block", text: "---\nname: bad\n---\n---\ntype: user\nname: worse\n---\nbody\n", line: 4, why: "second"},
		{what: "no closing fence", text: "---\nname: bad\ntype: user\n\nBody without end.\n", line: 1, why: "closing"},
		{what: "no mapping", text: "---\n- name\n- bad\n---\nbody\n", line: 2, why: "key: value"},
		{what: "a merge conflict", text: "---\nname: bad\n<<<<<<< HEAD\ntype: user\n=======\ntype: preference\n>>>>>>> theirs\n---\nbody\n", line: 3, why: "merge conflict"},
		{what: "not UTF-8", text: "---\nname: bad\n---\nKr\xfcger is on call.\n", line: 4, why: "UTF-8"},
		{what: "UTF-16", text: "\xff\xfe-\x00-\x00-\x00\n\x00", line: 1, why: "UTF-16"},
		{what: "a NUL byte", text: "one\ntwo\x00\n", line: 2, why: "NUL"},
		{what: "empty", text: "", line: 1, why: "empty"},
		{what: "blank", text: "\n \t\n\n", line: 1, why: "empty"},
		{what: "only a byte order mark", text: "\ufeff", line: 1, why: "empty"},
		{what: "5 MiB", text: strings.Repeat("five megabytes of it\n", 250_000), why: "1 MiB"},
		{what: "a folder", make: planted(func(p string) error { return os.MkdirAll(filepath.Join(p, "inside.md"), 0o700) }), why: "directory"},
		{what: "a link to a file outside", make: planted(func(p string) error { return os.Symlink("/etc/hostname", p) }), why: "link"},
		{what: "a link to nothing", make: planted(func(p string) error { return os.Symlink("nothing", p) }), why: "link"},
		{what: "a link to itself", make: planted(func(p string) error { return os.Symlink(filepath.Base(p), p) }), why: "link"},
		{what: "a pipe", make: planted(makePipe), why: "regular"},
		{what: "another principal's", text: "---\nname: bad\nprincipal: bob@example.test\n---\nBob's words.\n", why: "principal"},
	}
}

// fingerprint tells whether what lies at a path was touched.
func fingerprint(t testing.TB, path string) string {
	info, err := os.Lstat(path)
	require.NoError(t, err)
	data := []byte("-")
	switch {
	case info.Mode().IsRegular():
		data, err = os.ReadFile(path)
	case info.Mode()&os.ModeSymlink != 0:
		var to string
		to, err = os.Readlink(path)
		data = []byte(to)
	}
	require.NoError(t, err)
	return fmt.Sprintf("%v %v %x", info.Mode(), info.ModTime(), data)
}

// TestABadFileHidesNothingAndIsLeftAlone: it is named with line and reason and
// counted; everything else works; its name is refused; its bytes stay.
func TestABadFileHidesNothingAndIsLeftAlone(t *testing.T) {
	for _, bad := range badFiles() {
		t.Run(bad.what, func(t *testing.T) {
			eachRun(t, func(t *testing.T, n *notebook, between func()) {
				n.noted("pool", poolNoted)
				n.hand("rota.md", "The rota changes on Tuesdays.\n")
				if bad.make != nil {
					bad.make(t, n.path("bad.md"))
				} else {
					n.hand("bad.md", bad.text)
				}
				before := fingerprint(t, n.path("bad.md"))
				between()
				n.skips(bad)

				for what, err := range n.writesTo("bad") {
					require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile}, what)
					require.ErrorContains(t, err, "bad.md", what)
					require.ErrorContains(t, err, bad.why, what)
					if bad.line > 0 {
						require.ErrorContains(t, err, fmt.Sprintf("line %d", bad.line), what)
					}
				}
				n.noted("pool", poolHand)
				n.saved("gateway", "The gateway listens on port 8443")
				_, err := n.Forget(t.Context(), "gateway", memory.By{})
				require.NoError(t, err)
				n.reopen()
				n.skips(bad)
				require.Equal(t, before, fingerprint(t, n.path("bad.md")), "never overwritten, moved or deleted")

				// Control: mended, it is served.
				require.NoError(t, os.RemoveAll(n.path("bad.md")))
				n.hand("bad.md", "---\nname: bad\n---\nMended.\n")
				n.has("bad", "Mended", memory.Confirmed)
				require.True(t, n.checkup().Healthy())
			})
		})
	}
}

// writesTo tries everything that could change what lies under a name.
func (n *notebook) writesTo(name string) map[string]error {
	ctx := n.t.Context()
	_, propose := n.tool(name, "New text under the name of a file that cannot be read")
	_, save := n.Save(ctx, claim(name, "New text by a person"), memory.By{})
	_, forget := n.Forget(ctx, name, memory.By{})
	_, request := n.RequestForget(ctx, memory.ForgetRequest{Name: name}, memory.By{Session: "s"})
	_, get := n.Get(ctx, name)
	return map[string]error{"propose": propose, "save": save, "forget": forget, "request": request, "get": get}
}

// skips requires that exactly this file is not served, and that everybody says so.
func (n *notebook) skips(bad badFile) {
	n.t.Helper()
	ctx := n.t.Context()
	list, err := n.List(ctx)
	require.NoError(n.t, err)
	require.Len(n.t, list.Records, 2)
	require.Len(n.t, list.Problems, 1)
	p := list.Problems[0]
	require.Equal(n.t, "bad.md", p.Path)
	require.Equal(n.t, bad.line, p.Line)
	require.Contains(n.t, p.Reason, bad.why)
	require.False(n.t, p.Served())
	require.NotContains(n.t, p.Reason, "Body", "a reason never quotes the text")
	c := n.checkup()
	require.Equal(n.t, list.Problems, c.Problems)
	require.False(n.t, c.Healthy())
	prompt, err := n.Prompt(ctx, nil)
	require.NoError(n.t, err)
	require.Equal(n.t, 1, prompt.Unreadable)
	require.Contains(n.t, prompt.Stable, "1 file")
	require.Contains(n.t, prompt.Stable, "could not be read")
	require.Contains(n.t, prompt.Stable, "checkout pool")
	require.NotContains(n.t, prompt.Stable, "Bob")
	found, err := n.Recall(ctx, memory.Query{Text: "rota"})
	require.NoError(n.t, err)
	require.Equal(n.t, "rota", found.Hits[0].Record.Slug)
	require.Equal(n.t, 1, found.Omitted[memory.OmittedUnreadable])
}

// TestABadFileDoesNotDisturbTheCache: looking at it again changes nothing that
// others hold.
func TestABadFileDoesNotDisturbTheCache(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	for i, bad := range badFiles() {
		path := n.path(fmt.Sprintf("bad-%d.md", i))
		if bad.make != nil {
			bad.make(t, path)
		} else {
			require.NoError(t, os.WriteFile(path, []byte(bad.text), 0o600))
		}
	}
	first, err := n.Prompt(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, len(badFiles()), first.Unreadable)
	for range 3 {
		again, err := n.Prompt(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
	n.reopen()
	again, err := n.Prompt(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, first, again)
}

// TestLeftoversOfOtherProgramsAreNotMemories and keep no name from being used.
func TestLeftoversOfOtherProgramsAreNotMemories(t *testing.T) {
	copied := "---\nname: pool\ntype: user\ndescription: d\n---\nOld text of the pool.\n"
	silent := []string{".pool.md.swp", ".#pool.md", ".note.md.tmp-4411", ".DS_Store", "notes.txt", "README.md", "AGENTS.md", "CLAUDE.md", "MORNING.md", "memory_summary.md"}
	told := []string{
		"pool.sync-conflict-20260310-101500-K2V.md", "pool (conflicted copy).md", "pool (Ana's conflicted copy 2026-03-10).md",
		"pool.md~", "#pool.md#", "pool.md.bak", "pool.md.orig", "pool.md.tmp", "pool_conflict-20260310-101500.md", "pool_LOCAL_1234.md",
	}
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		for _, name := range append(silent, told...) {
			n.hand(name, copied)
		}
		require.NoError(t, os.Mkdir(n.path("gateway.md.tmp"), 0o700))
		between()
		n.noted("gateway", "The gateway listens on port 8443")
		n.noted("pool", poolHand)
		list, err := n.List(t.Context())
		require.NoError(t, err)
		require.Len(t, list.Records, 2)
		var named []string
		for _, p := range list.Problems {
			require.Equal(t, memory.Copy, p.Kind, p.Path)
			named = append(named, p.Path)
		}
		require.ElementsMatch(t, append([]string{"gateway.md.tmp"}, told...), named)
		c, err := n.Prompt(t.Context(), nil)
		require.NoError(t, err)
		require.NotContains(t, c.Stable, "Old text")
		for _, name := range append(silent, told...) {
			require.Equal(t, copied, n.raw(name), "%s is not ours to touch", name)
		}
	})
}

// TestTwoFilesWithOneName: the one that is called so is served, and both are
// told of; a broken one is not silently replaced by the other.
func TestTwoFilesWithOneName(t *testing.T) {
	eachRun(t, func(t *testing.T, n *notebook, between func()) {
		n.noted("pool", poolNoted)
		for _, name := range []string{"A pool.md", "POOL.MD", "zz.md"} {
			n.hand(name, strings.Replace(n.raw("pool.md"), "holds 40 connections.", "holds 70 connections.", 1))
		}
		between()
		for range 2 {
			n.has("pool", poolNoted, memory.Unconfirmed)
			list, err := n.List(t.Context())
			require.NoError(t, err)
			require.Len(t, list.Records, 1)
			require.Len(t, list.Problems, 3)
			for _, p := range list.Problems {
				require.Equal(t, memory.Copy, p.Kind)
				require.Contains(t, p.Reason, "pool.md")
			}
			n.settle()
		}
		n.noted("pool", poolHand)
		good := n.raw("pool.md")
		n.hand("pool.md", "---\nname: pool\nbroken")
		between()
		n.settle()
		n.lacks("pool")
		n.hand("pool.md", good)
		n.has("pool", poolHand, memory.Unconfirmed)
		require.Equal(t, "updated", n.lastTold("pool"))

		n.remove("pool.md")
		between()
		n.has("pool", "The checkout pool holds 70 connections", memory.Confirmed)
		require.NotContains(t, n.told("pool"), "deleted by hand")
	})
}

// A name that leaves no room for a name beside it is said to be too long before
// the file system says so in the middle of a write.
func TestAFileNameThatIsTooLong(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("rack", "The rack is in row 4"))
	long, longest := strings.Repeat("n", 224-len(".md")), strings.Repeat("m", 250)
	d.file(long+".md", "The long one stands in row 5\n")
	d.file(longest+".md", "The longest one stands in row 6\n")
	slugs := d.slugs()
	require.Len(t, slugs, 2)
	d.save(fact(long, "The long one stands in row 7"))
	d.forget(long)
	require.Equal(t, []string{"rack"}, d.slugs())

	_, err := d.Save(ctx, fact(longest, "The longest one stands in row 8"), memory.By{})
	require.Equal(t, memory.UnreadableFile, codeOf(t, err))
	require.ErrorContains(t, err, "rename it")
	_, err = d.Forget(ctx, longest, memory.By{})
	require.ErrorContains(t, err, "rename it")
	require.Equal(t, "The longest one stands in row 6\n", d.raw(longest+".md"))
}
