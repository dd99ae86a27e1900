package examples

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash"
)

// between returns what stands in README.md between two lines, and a function
// that puts another text there.
func between(t *testing.T, from, to string) (text string, replace func(string)) {
	t.Helper()
	readme := read(t, "README.md")
	head, rest, ok := strings.Cut(readme, "\n"+from+"\n")
	require.True(t, ok, "README.md has no line %s", from)
	text, tail, ok := strings.Cut("\n"+rest, "\n"+to)
	require.True(t, ok, "README.md has no line %s after %s", to, from)
	return strings.TrimPrefix(text, "\n"), func(s string) {
		all := head + "\n" + from + "\n" + strings.TrimSpace(s) + "\n" + to + tail
		require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte(all), 0o644))
	}
}

func requireShown(t *testing.T, from, to, want string) {
	t.Helper()
	got, replace := between(t, from, to)
	if *update {
		replace(want)
		return
	}
	require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(got), "to rewrite it: go test ./examples -update")
}

// The lines for an agent are those of the example that is tested.
func TestReadmeShowsTheFiveLines(t *testing.T) {
	_, rest, ok := strings.Cut(read(t, "agenttools/readme_test.go"), "// README begins\n")
	require.True(t, ok)
	body, _, ok := strings.Cut(rest, "\t// README ends\n")
	require.True(t, ok)
	require.Equal(t, 5, strings.Count(body, "\n"))
	requireShown(t, "```go", "```", strings.ReplaceAll(body, "\t", ""))
}

// The commands that README.md gives are these, and the session is what the
// first of them prints for the lines typed in it.
func TestReadmeShowsARealSession(t *testing.T) {
	require.Contains(t, read(t, "README.md"), "\n```sh\ngo test ./...\n```\n")
	command, _ := between(t, "```sh", "```")
	require.Equal(t, "go run ./examples/oncall", command)
	shown, replace := between(t, "```text", "```")
	var typed bytes.Buffer
	for line := range strings.Lines(shown) {
		if said, ok := strings.CutPrefix(line, "> "); ok {
			typed.WriteString(said)
		}
	}
	require.NotZero(t, typed.Len())

	words := strings.Fields(command)
	run := exec.CommandContext(t.Context(), words[0], words[1:]...)
	run.Dir, run.Stdin = root, &typed
	run.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "USER=ana", "OPENAI_API_KEY=",
		"DAYBOOK_MEMORY_DIR=", "DAYBOOK_MEMORY_DISABLED=", "DAYBOOK_MEMORY_AUTOEXTRACT_DISABLED=")
	out, err := run.Output()
	require.NoError(t, err)
	first, session, ok := strings.Cut(string(out), "\n> ")
	require.True(t, ok)
	require.Contains(t, first, "offline")
	session = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace("> "+session), ">"))
	if *update {
		replace(session)
		return
	}
	date := regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	require.Equal(t, date.ReplaceAllString(strings.TrimSpace(shown), "DAY"), date.ReplaceAllString(session, "DAY"))
}

var helpLine = regexp.MustCompile(`(?m)^(/memory .*?)  +(.+?)(?: \(also: (.*)\))?$`)

func TestReadmeListsTheVerbs(t *testing.T) {
	dir, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	defer dir.Close()
	store, err := dir.Local()
	require.NoError(t, err)
	var help strings.Builder
	_, err = slash.New(store, &slash.Options{Width: 1000}).Run(t.Context(), &help, "/memory help all")
	require.NoError(t, err)
	var rows strings.Builder
	for _, m := range helpLine.FindAllStringSubmatch(help.String(), -1) {
		also := ""
		if m[3] != "" {
			also = "`" + strings.ReplaceAll(m[3], ", ", "`, `") + "`"
		}
		rows.WriteString(strings.TrimRight("| `"+m[1]+"` | "+m[2]+" | "+also, " ") + " |\n")
	}
	require.NotZero(t, rows.Len())
	requireShown(t, "| type | it does | also |\n|---|---|---|", "\nTYPE is", rows.String())
}

func TestReadmeListsTheTools(t *testing.T) {
	dir, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	defer dir.Close()
	store, err := dir.Local()
	require.NoError(t, err)
	rows := table(t, read(t, "README.md"), "| tool |")
	tools := agenttools.New(store, nil).List(context.Background())
	require.Len(t, rows, len(tools))
	for i, tool := range tools {
		require.Equal(t, tool.Name, rows[i][0])
		var schema struct{ Properties map[string]any }
		require.NoError(t, json.Unmarshal(tool.Schema, &schema))
		for argument := range schema.Properties {
			require.Contains(t, rows[i][1], argument)
		}
	}
}

func TestReadmeListsTheSwitches(t *testing.T) {
	rows := table(t, read(t, "README.md"), "| variable |")
	settings := reflect.TypeFor[memory.Settings]()
	require.Len(t, rows, settings.NumField())
	for _, row := range rows {
		t.Run(row[0], func(t *testing.T) {
			for _, r := range rows {
				t.Setenv(r[0], "")
			}
			t.Setenv(row[0], "1")
			got, err := memory.SettingsFromEnv("")
			require.NoError(t, err)
			field := reflect.ValueOf(got).FieldByName(row[1])
			require.True(t, field.IsValid(), "no field %s", row[1])
			require.False(t, field.IsZero())
		})
	}
}
