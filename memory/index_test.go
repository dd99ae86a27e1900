package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

const (
	listBegin = "<!-- daybook: the list below"
	listEnd   = "<!-- daybook: end of list -->"
)

// TestTheIndexKeepsWhatPeopleWriteAroundIt and stays one list, whatever the
// memories are called and say.
func TestTheIndexKeepsWhatPeopleWriteAroundIt(t *testing.T) {
	n := openNotebook(t, nil)
	n.hand("MEMORY.md", "# Our notes\n\nRead this first.\n")
	n.hand("line\nbreak (1) [x].md", "---\nname: breaks\n---\nA file name in two lines.\n")
	n.hand("marker.md", "---\ndescription: about "+listEnd+" and "+listBegin+" -->\n---\nMarkers in a description.\n")
	for i := range 3 {
		n.noted("pool", "The checkout pool holds "+strings.Repeat("9", i+1)+" connections")
		n.hand("MEMORY.md", n.raw("MEMORY.md")+"Added below.\n")
	}
	n.noted("rota", "The rota changes on Tuesdays")
	text := n.raw("MEMORY.md")
	require.Equal(t, 1, strings.Count(text, listBegin), text)
	require.Equal(t, 1, strings.Count(text, listEnd), text)
	require.True(t, strings.HasPrefix(text, "# Our notes\n\nRead this first.\n"))
	require.True(t, strings.HasSuffix(text, listEnd+"\n"+strings.Repeat("Added below.\n", 3)), text)
	_, list, _ := strings.Cut(text, "-->\n")
	list, _, _ = strings.Cut(list, listEnd)
	lines := strings.Split(strings.TrimSpace(list), "\n")
	require.Len(t, lines, 4, "one line a memory: %s", list)
	for _, line := range lines {
		require.Regexp(t, `^- \[[a-z]+\]\([^()\s]+\.md\) \(infrastructure\): .+`, line)
	}

	_, err := n.Forget(t.Context(), "pool", memory.By{})
	require.NoError(t, err)
	require.NotContains(t, n.raw("MEMORY.md"), "checkout pool")
}

// TestAnIndexThatIsNotOursIsLeftAlone and keeps nothing from being stored.
func TestAnIndexThatIsNotOursIsLeftAlone(t *testing.T) {
	for name, make := range map[string]func(n *notebook, path string){
		"a folder":   func(n *notebook, path string) { require.NoError(n.t, os.MkdirAll(filepath.Join(path, "x"), 0o700)) },
		"a link":     func(n *notebook, path string) { require.NoError(n.t, os.Symlink("notes.txt", path)) },
		"one marker": func(n *notebook, path string) { n.hand("MEMORY.md", "# Notes\n"+listEnd+"\n") },
		"wrong way round": func(n *notebook, path string) {
			n.hand("MEMORY.md", listEnd+"\n"+listBegin+" is kept up to date by a program; write above or below it -->\n")
		},
		"too large": func(n *notebook, path string) { n.hand("MEMORY.md", strings.Repeat("x\n", 1<<20)) },
	} {
		t.Run(name, func(t *testing.T) {
			n := openNotebook(t, nil)
			n.hand("notes.txt", "Somebody's notes.\n")
			n.noted("rota", "The rota changes on Tuesdays")
			n.remove("MEMORY.md")
			make(n, n.path("MEMORY.md"))
			before := fingerprint(t, n.path("MEMORY.md"))
			n.noted("pool", poolNoted)
			n.has("pool", poolNoted, memory.Unconfirmed)
			require.Equal(t, before, fingerprint(t, n.path("MEMORY.md")))
			require.Equal(t, "Somebody's notes.\n", n.raw("notes.txt"))
		})
	}
}
