package note_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// caseFile opens a file of the shared cases, which are no part of the
// repository.
func caseFile(t *testing.T, name string) []byte {
	t.Helper()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES does not name the folder of shared cases")
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	return data
}

type fault struct {
	ID    string
	Input struct {
		Setup struct {
			Files []struct{ Path, Text, Hex string }
		}
		Steps []struct {
			Op   string
			Args struct{ Type, Name, Content, Description string }
		}
	}
}

func faults(t *testing.T) map[string]fault {
	t.Helper()
	out := map[string]fault{}
	scan := bufio.NewScanner(bytes.NewReader(caseFile(t, "faults.jsonl")))
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var f fault
		// Steps of other areas have arguments of other shapes.
		if err := json.Unmarshal(bytes.ReplaceAll(scan.Bytes(), []byte("\u241F"), nil), &f); err == nil {
			out[f.ID] = f
		}
	}
	require.NoError(t, scan.Err())
	return out
}

// Whatever a tool may pass comes back equal, from a slug that is a file name.
func TestCasesOfTools(t *testing.T) {
	all := faults(t)
	for _, id := range []string{"FM-01", "FM-02", "FM-03", "FM-06", "FM-10", "FM-12", "FM-14", "FM-16", "NAME-02", "NAME-06", "NAME-08", "NAME-09", "INJ-05"} {
		require.Contains(t, all, id)
		for _, step := range all[id].Input.Steps {
			if step.Op != "remember" {
				continue
			}
			slug, err := note.Slug(step.Args.Name)
			require.NoError(t, err, id)
			ok, _ := note.IsMemoryFile(slug + ".md")
			require.True(t, ok)
			description, _ := note.OneLine(step.Args.Description, note.MaxDescription)
			body, _ := note.Body(step.Args.Content, note.MaxBody)
			want := note.Fields{Name: step.Args.Name, Type: step.Args.Type, Description: description, Body: body}
			n, err := note.Parse(note.Encode(&want))
			require.NoError(t, err, id)
			require.Equal(t, want, n.Fields, id)
			requireStrict(t, n)
			require.NotRegexp(t, "[\U000E0000-\U000E007F\u202A-\u202E\u2066-\u2069\u200B]", n.Body)
		}
	}
	slug := func(id string, step int) string {
		s, err := note.Slug(all[id].Input.Steps[step].Args.Name)
		require.NoError(t, err)
		return s
	}
	require.NotEqual(t, slug("NAME-02", 0), slug("NAME-02", 1))
	require.NotEqual(t, slug("NAME-06", 0), slug("NAME-06", 1))
	require.Equal(t, slug("NAME-08", 0), slug("NAME-08", 1))
	require.Equal(t, slug("NAME-09", 0), slug("NAME-09", 1))
}

// Files people and other tools leave in the folder.
func TestCasesOfFiles(t *testing.T) {
	all := faults(t)
	unreadable := map[string]int{"broken.md": 4, "bad.md": 4}
	for _, id := range []string{"FM-03", "FM-04", "FM-06", "FM-07", "FM-08", "FM-14"} {
		require.NotEmpty(t, all[id].Input.Setup.Files, id)
		for _, file := range all[id].Input.Setup.Files {
			n, err := note.Parse([]byte(file.Text))
			if line, bad := unreadable[file.Path]; bad {
				var e *note.Error
				require.ErrorAs(t, err, &e, id)
				require.Equal(t, line, e.Line, id)
				continue
			}
			require.NoError(t, err, id)
			require.Equal(t, strings.TrimSuffix(file.Path, ".md"), n.Name, id)
			if id == "FM-14" {
				require.Equal(t, "runbook", n.Type)
				require.NotEmpty(t, n.Warnings)
			}
			out := update(t, file.Text, func(f *note.Fields) { f.Body = "changed" })
			before, _, _ := strings.Cut(file.Text[4:], "\n---")
			require.Contains(t, out, before, "the block stays as it is")
		}
	}
	for _, file := range all["FS-07"].Input.Setup.Files {
		_, err := hex.DecodeString(file.Hex)
		require.NoError(t, err)
		ok, leftover := note.IsMemoryFile(file.Path)
		require.False(t, ok, file.Path)
		require.Equal(t, strings.HasPrefix(file.Path, "."), leftover == "", file.Path)
	}
}

func TestCasesOfTheReference(t *testing.T) {
	var cases []struct {
		ID    string
		Given json.RawMessage
	}
	require.NoError(t, json.Unmarshal(caseFile(t, "reference.json"), &cases))
	seen := 0
	for _, c := range cases {
		var given struct{ Slug, Body, Text string }
		switch c.ID {
		case "SLUG-002", "SLUG-004", "SLUG-005":
			require.NoError(t, json.Unmarshal(c.Given, &given))
			require.False(t, note.IsSlug(given.Slug), c.ID)
		case "FM-001":
			require.NoError(t, json.Unmarshal(c.Given, &given))
			n, err := note.Parse(note.Encode(&note.Fields{Name: "x", Body: given.Body}))
			require.NoError(t, err)
			require.Equal(t, given.Body, n.Body)
		case "FM-003": // the design differs: a dropped-in text is a memory
			require.NoError(t, json.Unmarshal(c.Given, &given))
			n, err := note.Parse([]byte(given.Text))
			require.NoError(t, err)
			require.False(t, n.FrontMatter)
			require.Equal(t, given.Text, n.Headline())
		case "FM-004":
			require.NoError(t, json.Unmarshal(c.Given, &given))
			_, err := note.Parse([]byte(given.Text))
			require.Error(t, err)
		default:
			continue
		}
		seen++
	}
	require.Equal(t, 6, seen)
}
