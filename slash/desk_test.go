package slash_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash"
)

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
	root  *memory.Root
	store *memory.Store
	opts  slash.Options
}

func newDesk(t testing.TB, opts *memory.Options) *desk {
	d := &desk{t: t, clock: newClock()}
	if opts == nil {
		opts = &memory.Options{}
	}
	d.open(t.TempDir(), opts)
	t.Cleanup(func() { require.NoError(t, d.root.Close()) })
	d.opts = slash.Options{Actor: "ana", Session: "s1", Now: d.clock.now}
	return d
}

func (d *desk) open(dir string, opts *memory.Options) {
	d.t.Helper()
	opts.Now = d.clock.now
	var err error
	d.root, err = memory.Open(dir, opts)
	require.NoError(d.t, err)
	d.store, err = d.root.Local()
	require.NoError(d.t, err)
}

// restarts opens the same directory as a new process would.
func (d *desk) restarts() {
	d.t.Helper()
	require.NoError(d.t, d.root.Close())
	d.open(d.root.Path(), &memory.Options{})
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

// hears is types with line breaks as spaces, for answers that may be broken
// anywhere.
func (d *desk) hears(line string) string {
	d.t.Helper()
	return strings.Join(strings.Fields(d.types(line)), " ")
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

// passes notes what an automatic pass came to.
func (d *desk) passes(counts string) {
	d.t.Helper()
	d.clock.advance(time.Minute)
	by := map[string]int{}
	for _, c := range strings.Fields(counts) {
		word, n, _ := strings.Cut(c, "=")
		var err error
		by[word], err = strconv.Atoi(n)
		require.NoError(d.t, err)
	}
	require.NoError(d.t, d.store.NotePass(context.Background(), by, memory.By{Session: "s1"}))
}

// denies says in the user's words that a memory is not so.
func (d *desk) denies(name string) {
	d.t.Helper()
	d.clock.advance(time.Minute)
	ground := memory.Ground{Session: "s1", Turn: "1", Text: "no, that's wrong", At: d.clock.now()}
	_, err := d.store.Deny(context.Background(), memory.Denial{Name: name, Ground: ground}, memory.By{Session: "s1"})
	require.NoError(d.t, err)
}
