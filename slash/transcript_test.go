package slash_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// clock is the time of a test. It moves only when told to.
type clock struct{ at time.Time }

func newClock() *clock {
	return &clock{time.Date(2026, 11, 29, 19, 0, 0, 0, time.UTC)}
}

func (c *clock) now() time.Time          { return c.at }
func (c *clock) advance(d time.Duration) { c.at = c.at.Add(d) }

// desk is a store on disk with a person before it.
type desk struct {
	t     testing.TB
	clock *clock
	store *memory.Store
	opts  slash.Options
}

func newDesk(t testing.TB, opts *memory.Options) *desk {
	d := &desk{t: t, clock: newClock()}
	if opts == nil {
		opts = &memory.Options{}
	}
	opts.Now = d.clock.now
	root, err := memory.Open(t.TempDir(), opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	d.store, err = root.Local()
	require.NoError(t, err)
	d.opts = slash.Options{Actor: "ana", Session: "s1", Now: d.clock.now}
	return d
}

// types runs a line that must be a /memory line and returns what was printed,
// with the store's directory as $DIR.
func (d *desk) types(line string) string {
	d.t.Helper()
	d.clock.advance(time.Minute)
	var out bytes.Buffer
	handled, err := slash.New(d.store, &d.opts).Run(context.Background(), &out, line)
	require.NoError(d.t, err)
	require.True(d.t, handled, line)
	return strings.ReplaceAll(out.String(), d.store.Path(), "$DIR")
}

// notes has the agent propose a memory.
func (d *desk) notes(name, text string) {
	d.t.Helper()
	d.clock.advance(time.Minute)
	_, err := d.store.Propose(context.Background(), memory.Proposal{
		Draft: memory.Draft{Name: name, Type: memory.Infrastructure, Description: text, Body: text},
	}, memory.By{Actor: "oncall", Session: "inc-42"})
	require.NoError(d.t, err)
}

// writes puts a file into the folder as a person would.
func (d *desk) writes(name, text string) {
	d.t.Helper()
	path := filepath.Join(d.store.Path(), name)
	require.NoError(d.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(d.t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(d.t, os.Chtimes(path, d.clock.at, d.clock.at))
}

func (d *desk) deletes(name string) {
	d.t.Helper()
	require.NoError(d.t, os.Remove(filepath.Join(d.store.Path(), name)))
}

// act carries out one line of a transcript and returns what it printed:
//
//	> /memory …      a person types it
//	! agent NAME: T  the agent proposes a memory
//	! write FILE     a person writes the archive's file of that name
//	! delete FILE    a person deletes it
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
