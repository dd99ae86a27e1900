package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// typing returns a console at which these keys are pressed, and its history.
func typing(t *testing.T, in io.Reader) (*console, *history) {
	t.Helper()
	h := openHistory(filepath.Join(t.TempDir(), "root", ".oncall_history"))
	return &console{
		keys:    &keys{in: in},
		out:     &bytes.Buffer{},
		history: h,
		raw:     func() (func(), error) { return func() {}, nil },
		width:   func() int { return 80 },
	}, h
}

func all(t *testing.T, c *console) []message {
	t.Helper()
	var out []message
	for {
		m, err := c.next(context.Background())
		if err == io.EOF {
			return out
		}
		require.NoError(t, err)
		out = append(out, m)
	}
}

const (
	startMark = "\x1b[200~"
	endMark   = "\x1b[201~"
)

func TestAPasteIsOneMessage(t *testing.T) {
	in := "why? " + startMark + "12:00 a\r\n12:01 b\r12:02 c\r" + endMark + "\r" +
		"next\r" +
		startMark + "one line\r" + endMark + " and more\r" +
		startMark + "x\ny" + endMark + " vs " + startMark + "p\nq" + endMark + "\r"
	for name, reader := range map[string]io.Reader{
		"at once":      strings.NewReader(in),
		"byte by byte": iotest.OneByteReader(strings.NewReader(in)),
	} {
		c, _ := typing(t, reader)
		got := all(t, c)
		require.Len(t, got, 4, name)
		require.Equal(t, "why? \n12:00 a\n12:01 b\n12:02 c", got[0].text(), name)
		require.Equal(t, "why?", got[0].typed(), name)
		require.Equal(t, "next", got[1].text(), name)
		require.Equal(t, "one line and more", got[2].text(), name)
		require.Equal(t, "\nx\ny\n vs \np\nq", "\n"+got[3].text(), name)
	}
}

func TestControlBytesOfAPasteDoNothing(t *testing.T) {
	c, _ := typing(t, strings.NewReader(startMark+"a\x03\x04\x1b[2J\nb"+endMark+"\r"))
	got := all(t, c)
	require.Len(t, got, 1)
	require.NotContains(t, got[0].text(), "\x1b")
	require.NotContains(t, got[0].text(), "\x03")
}

func TestCtrlCClearsTheLineAndQuitsAtAnEmptyPrompt(t *testing.T) {
	c, _ := typing(t, strings.NewReader("typo\x03question?\r\x03never\r"))
	got := all(t, c)
	require.Len(t, got, 1)
	require.Equal(t, "question?", got[0].text())
}

func TestHistoryKeepsSingleTypedLinesOnly(t *testing.T) {
	c, h := typing(t, strings.NewReader("which cluster?\rwhich cluster?\r"+
		startMark+"pasted line"+endMark+"\r"+
		"look: "+startMark+"pasted\nblock"+endMark+"\rdropped\x03second?\r"))
	all(t, c)
	require.NoError(t, h.err)
	data, err := os.ReadFile(h.path)
	require.NoError(t, err)
	require.Equal(t, "which cluster?\nsecond?\n", string(data))
	info, err := os.Stat(h.path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	again := openHistory(h.path)
	require.Equal(t, 2, again.Len())
	require.Equal(t, "second?", again.At(0))
}

func TestTheArrowKeyBringsBackATypedLine(t *testing.T) {
	c, _ := typing(t, strings.NewReader("first?\r"+startMark+"pasted"+endMark+"\r\x1b[A\r"))
	got := all(t, c)
	require.Len(t, got, 3)
	require.Equal(t, "first?", got[2].text())
}

func TestHistoryIsNeverWrittenThroughALinkNorWorldReadable(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	require.NoError(t, os.WriteFile(target, []byte("mine\n"), 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(target, link))
	h := openHistory(link)
	h.remember("typed")
	require.Error(t, h.err)
	data, err := os.ReadFile(target)
	require.NoError(t, err)
	require.Equal(t, "mine\n", string(data))

	loose := filepath.Join(dir, "loose")
	require.NoError(t, os.WriteFile(loose, []byte("old\n"), 0o644))
	h = openHistory(loose)
	h.remember("new")
	require.NoError(t, h.err)
	info, err := os.Stat(loose)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestHistoryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("line\n", 2*maxHistory+1)), 0o600))
	h := openHistory(path)
	require.NoError(t, h.err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, maxHistory, bytes.Count(data, []byte("\n")))
	require.Equal(t, maxHistory, h.Len())
}
