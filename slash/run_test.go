package slash_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash"
	"github.com/daybook-sre/daybook/slash/terminal"
)

func TestOtherLinesAreNotHandled(t *testing.T) {
	d := newDesk(t, nil)
	for _, line := range []string{"", "hello", "/help", "/memories", "what is in /memory?"} {
		var out bytes.Buffer
		handled, err := slash.New(d.store, nil).Run(context.Background(), &out, line)
		require.NoError(t, err)
		require.False(t, handled, line)
		require.Empty(t, out.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestErrorsOfTheWriterAndOfCtxComeBack(t *testing.T) {
	d := newDesk(t, nil)
	handled, err := slash.New(d.store, nil).Run(context.Background(), brokenPipe{}, "/memory help")
	require.True(t, handled)
	require.EqualError(t, err, "broken pipe")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	_, err = slash.New(d.store, nil).Run(ctx, &out, "/memory add user a: A.")
	require.ErrorIs(t, err, context.Canceled)
	require.Contains(t, d.types("/memory"), "Nothing is remembered yet")
}

// Output is complete, and names are whole, for 0, 1 and 500 memories.
func TestListOfAnySize(t *testing.T) {
	d := newDesk(t, nil)
	require.Contains(t, d.types("/memory"), "Nothing is remembered yet")
	for i := range 500 {
		d.writes(fmt.Sprintf("svc-%03d.md", i), fmt.Sprintf("Service %03d runs in zone %d.\n", i, i%7))
		if i == 0 {
			require.Contains(t, d.types("/memory"), "1 memory, newest first.")
		}
	}
	out := d.types("/memory list")
	require.Contains(t, out, "500 memories, newest first.")
	for i := range 500 {
		require.Contains(t, out, fmt.Sprintf("svc-%03d ", i))
	}
}

// What a line takes in cells never exceeds the window, whatever the script; only
// names and paths, which must survive being copied, may.
func TestListFitsTheWindow(t *testing.T) {
	d := newDesk(t, nil)
	long := map[string]string{
		"latin":    strings.Repeat("a long description ", 12),
		"wide":     strings.Repeat("本番環境は東京、", 20),
		"emoji":    strings.Repeat("😀👍🏽🇩🇪", 40),
		"marks":    strings.Repeat("e\u0301\u0308 ", 90),
		"cyrillic": strings.Repeat("кластер ", 30),
	}
	for name, text := range long {
		d.types("/memory add investigation_learning " + name + ": " + text)
	}
	for _, d.opts.Width = range []int{40, 80, 160} {
		out := d.types("/memory list")
		require.Contains(t, out, "…")
		for line := range strings.Lines(out) {
			line = strings.TrimRight(line, "\n")
			if !strings.Contains(line, "$DIR") {
				require.LessOrEqual(t, terminal.Width(line), d.opts.Width, line)
			}
		}
		for name := range long {
			require.Contains(t, out, name)
		}
	}
	require.Contains(t, d.types("/memory show wide"), strings.Repeat("本番環境は東京、", 20), "show is never cut")
}

// Nothing a memory, a file name or an actor holds is obeyed by the terminal.
func TestControlSequencesNeverReachTheTerminal(t *testing.T) {
	const evil = "ok\x1b[2J\x1b]52;c;eA==\x07\x1b[1A\u009b2J\u202edone\u200b\r\b"
	d := newDesk(t, nil)
	d.types("/memory add user seen: nothing odd")
	d.writes("ansi.md", "---\nname: \"an\\e[2Jsi\"\ntype: \"us\\x1ber\"\ndescription: \"d\\e]52;c;eA==\\a\"\nquote: \"q\\u202e\"\nlabels: [\"l\\e[1A\"]\n---\n"+evil+"\n")
	d.writes("plain.md", evil+"\n")
	d.writes("es\x1b[31mc.md", "A file with an escape in its name.\n")
	d.writes("br\x1b[31moken.md", "---\nname: \"x\n---\n")
	d.opts.Actor = "ana\x1b[2J"
	var all strings.Builder
	for _, line := range []string{
		"list", "show plain", "show ansi", "show an-2jsi", "search ok", "add user x\x1b[2Jy: " + evil, "add \x1b[2J x: y",
		"show \x1b[2J", "nope\x1b[2J", "log", "log --since \x1b[2J", "history plain", "doctor", "edit plain", "forget plain", "forget \x9b", "help all",
	} {
		all.WriteString(d.types("/memory " + line))
	}
	out := all.String()
	require.Contains(t, out, "done", "control: the text itself is printed")
	require.Equal(t, terminal.Clean(out), out)
	for _, bad := range []string{"\x1b", "\x07", "\u009b", "\u202e", "\u200b", "\r", "\b"} {
		require.NotContains(t, out, bad)
	}

	d.opts.Color = true
	out = d.types("/memory list")
	codes := regexp.MustCompile(`\x1b\[(0|1|2)m`)
	require.Regexp(t, codes, out, "control: with color there are codes")
	require.NotContains(t, codes.ReplaceAllString(out, ""), "\x1b")
}

// FuzzRun: whatever is typed, the answer is harmless text and no error.
func FuzzRun(f *testing.F) {
	for _, s := range []string{"", "list", "show \"", "add user \x1b: \xff", "log --since", "forget ..", "add user a:b --allow c", "search \u202e"} {
		f.Add(s)
	}
	d := newDesk(f, nil)
	h := slash.New(d.store, &d.opts)
	f.Fuzz(func(t *testing.T, line string) {
		var out bytes.Buffer
		handled, err := h.Run(context.Background(), &out, "/memory "+line)
		require.NoError(t, err)
		require.True(t, handled)
		require.Equal(t, terminal.Clean(out.String()), out.String())
	})
}

func TestOperatorSwitchesOff(t *testing.T) {
	d := newDesk(t, &memory.Options{Settings: memory.Settings{Disabled: true}})
	for _, line := range []string{"", "list", "show a", "add user a: A.", "forget a", "search a", "on", "doctor"} {
		require.Contains(t, d.types("/memory "+line), "memory is disabled by the operator", line)
	}
	require.Contains(t, d.types("/memory help"), "/memory list")
	_, err := os.Stat(d.store.Path())
	require.ErrorIs(t, err, os.ErrNotExist)
}

// A directory that cannot be used is an error that is printed, and nothing is
// said to be done.
func TestForgetThatFailsSaysSo(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user a: A.")
	dir := d.store.Path()
	require.NoError(t, os.Rename(dir, dir+".away"))
	require.NoError(t, os.Symlink(dir+".away", dir))
	out := d.types("/memory forget a")
	require.NotContains(t, out, "Forgot a")
	require.NoError(t, os.Remove(dir))
	require.NoError(t, os.Rename(dir+".away", dir))
	require.Contains(t, d.types("/memory"), "a  user")
	require.Contains(t, d.types("/memory forget a"), "Forgot a", "control")
}

// A folder that may not be written still answers, and nothing is said to be
// removed.
func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	d := newDesk(t, nil)
	d.types("/memory add user a: A.")
	dir := d.store.Path()
	require.NoError(t, os.Chmod(dir, 0o500))
	t.Cleanup(func() { require.NoError(t, os.Chmod(dir, 0o700)) })
	require.Contains(t, d.hears("/memory forget a"), "Nothing was changed.")
	require.Contains(t, d.types("/memory show a"), "told by you")
}

func TestLockedStoreSaysSo(t *testing.T) {
	d := newDesk(t, &memory.Options{LockWait: 20 * time.Millisecond})
	d.types("/memory add user a: A.")
	lock := flock.New(filepath.Join(d.store.Path(), ".daybook", "lock"))
	require.NoError(t, lock.Lock())
	require.Contains(t, d.hears("/memory forget a"), "Another process is writing to this memory")
	require.Contains(t, d.types("/memory"), "a  user", "reading goes on")
	require.NoError(t, lock.Unlock())
	require.Contains(t, d.types("/memory forget a"), "Forgot a", "control")
}

func TestPathIsAbsoluteAndFixed(t *testing.T) {
	t.Chdir(t.TempDir())
	root, err := memory.Open("./mem", nil)
	require.NoError(t, err)
	defer root.Close()
	store, err := root.Local()
	require.NoError(t, err)
	d := &desk{t: t, clock: newClock(), store: store}
	before := d.types("/memory path")
	t.Chdir(t.TempDir())
	require.Equal(t, before, d.types("/memory path"))
	require.Equal(t, "$DIR\n", before)
	require.True(t, filepath.IsAbs(store.Path()))
	require.Contains(t, d.types("/memory list"), "$DIR")
}
