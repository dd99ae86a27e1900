package slash_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// act carries out one line of a transcript and returns what it printed:
//
//	> /memory …      a person types it
//	! agent NAME: T  the agent proposes a memory
//	! write FILE     a person writes the archive's file of that name
//	! delete FILE    a person deletes it
//	! pass saved=2 … an automatic pass came to this
//	! deny NAME      the user said in plain words that it is not so
//	! later 1h       time passes
//	! width 40       the window changes
func (d *desk) act(line string, files map[string]string) string {
	d.t.Helper()
	if typed, ok := strings.CutPrefix(line, "> "); ok {
		return d.types(typed)
	}
	verb, arg, _ := strings.Cut(strings.TrimPrefix(line, "! "), " ")
	switch verb {
	case "agent":
		name, text, _ := strings.Cut(arg, ": ")
		d.notes(name, text)
	case "write":
		text, ok := files[arg]
		require.True(d.t, ok, "the transcript has no file %s", arg)
		d.writes(arg, text)
	case "delete":
		d.deletes(arg)
	case "pass":
		d.passes(arg)
	case "deny":
		d.denies(arg)
	case "later":
		by, err := time.ParseDuration(arg)
		require.NoError(d.t, err)
		d.clock.advance(by)
	case "width":
		d.opts.Width = map[string]int{"40": 40, "80": 80, "160": 160}[arg]
	default:
		d.t.Fatalf("a transcript cannot do %q", line)
	}
	return ""
}

// TestTranscripts replays the sessions in testdata. The text before the first
// file of each says what it guards.
func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			a := txtar.Parse(data)
			require.NotEmpty(t, a.Comment, "say what the transcript guards")
			session, files := split(a)
			require.NotNil(t, session, "the transcript has no session")
			d := newDesk(t, nil)
			var got strings.Builder
			for line := range strings.Lines(string(session.Data)) {
				line = strings.TrimRight(line, "\n")
				if !strings.HasPrefix(line, "> ") && !strings.HasPrefix(line, "! ") {
					continue
				}
				got.WriteString(line + "\n" + d.act(line, files))
			}
			if *update {
				session.Data = []byte(got.String())
				require.NoError(t, os.WriteFile(path, txtar.Format(a), 0o644))
				return
			}
			require.Equal(t, string(session.Data), got.String())
		})
	}
}

func split(a *txtar.Archive) (session *txtar.File, files map[string]string) {
	files = map[string]string{}
	for i, f := range a.Files {
		if f.Name == "session" {
			session = &a.Files[i]
		} else {
			files[f.Name] = string(f.Data)
		}
	}
	return session, files
}
