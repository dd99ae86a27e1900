package slash_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// referenceCases are the published behaviours of the reference system's
// /memory, in our terms.
var referenceCases = map[string]func(*testing.T){
	"SLASH-003": func(t *testing.T) {
		out := newDesk(t, nil).types("/memory")
		require.Contains(t, out, "Nothing is remembered yet")
		require.Contains(t, out, "/memory add", "the hint")
	},
	"SLASH-007": func(t *testing.T) {
		out := newDesk(t, nil).types("/memory forget nope")
		require.Contains(t, out, "no memory named “nope”")
		require.Contains(t, out, "nothing was removed")
	},
	"SLASH-010": func(t *testing.T) {
		d := newDesk(t, &memory.Options{Settings: memory.Settings{Disabled: true}})
		require.Contains(t, d.types("/memory"), "memory is disabled")
	},
	"SLASH-012": func(t *testing.T) {
		d := newDesk(t, nil)
		text := strings.TrimSpace(strings.Repeat("word ", 30))
		d.types("/memory add user long: " + text)
		list, show := d.types("/memory list"), d.types("/memory show long")
		require.Contains(t, list, "…")
		require.NotContains(t, list, text)
		require.Contains(t, show, text)
		require.NotContains(t, show, "…")
	},
	// The reference separates rows by an empty line; we indent the description
	// under the name instead, which keeps twice as many on the screen.
	"SLASH-013": func(t *testing.T) {
		d := newDesk(t, nil)
		d.types("/memory add user one: First.")
		d.writes("two.md", "---\nname: two\ndescription: \"\"\n---\n\n")
		d.opts.Color = true
		for _, d.opts.Width = range []int{40, 160} {
			out := d.types("/memory list")
			require.Contains(t, out, "\x1b[1mone\x1b[0m")
			require.Contains(t, out, "\n\x1b[2m  First.\x1b[0m\n")
			require.Contains(t, out, "\n\x1b[1mtwo\x1b[0m")
		}
	},
}

func TestReferenceCases(t *testing.T) {
	for id, check := range referenceCases {
		t.Run(id, check)
	}
}

// No published case of this area is left out.
func TestReferenceCasesAreComplete(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the reference cases")
	}
	data, err := os.ReadFile(filepath.Join(dir, "reference.json"))
	require.NoError(t, err)
	var cases []struct{ ID, Area string }
	require.NoError(t, json.Unmarshal(data, &cases))
	seen := 0
	for _, c := range cases {
		if c.Area == "slash" {
			require.Contains(t, referenceCases, c.ID)
			seen++
		}
	}
	require.NotZero(t, seen)
}
