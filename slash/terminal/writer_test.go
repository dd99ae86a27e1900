package terminal_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/slash/terminal"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"text", "plain text, 東京 and 😀", "plain text, 東京 and 😀"},
		{"newline and tab", "a\tb\nc", "a\tb\nc"},
		{"screen and clipboard", "ok\x1b[2J\x1b]52;c;eA==\x07\x1b[1A done", "ok�[2J�]52;c;eA==��[1A done"},
		{"C1", "a\u009b2Jb\u0085c", "a�2Jb�c"},
		{"a bare C1 byte", "a\x9b2J", "a�2J"},
		{"backspace and delete", "no\b\bok\x7f", "no��ok�"},
		{"line ends of Windows", "a\r\nb\r\n", "a\nb\n"},
		{"a line written over", "safe\rfake", "safe�fake"},
		{"bidi controls", "a\u202eb\u2066c\u2069d\u200fe", "abcde"},
		{"zero width", "a\u200bb\u200cc\u200dd\ufeffe\u2060f", "abcdef"},
		{"hidden tags", "a\U000e0041\U000e0042b", "ab"},
		{"hidden bytes in selectors", "a\U000e0101\ufe00b", "ab"},
		{"fillers", "a\u3164b\u115fc", "abc"},
		{"separators", "a\u2028b\u2029c", "a b c"},
		{"emoji presentation stays", "❤\ufe0f", "❤\ufe0f"},
		{"combining marks stay", "e\u0301", "e\u0301"},
		{"visible format signs stay", "\u0600١٢", "\u0600١٢"},
		{"not UTF-8", "a\xffb\xe6\x9d", "a�b��"},
	} {
		require.Equal(t, c.want, terminal.Clean(c.in), c.what)
	}
}

// The only escape sequences that reach the terminal are ours, and only with
// color.
func TestStyled(t *testing.T) {
	for color, want := range map[bool]string{
		true:  "\x1b[1ma�[0mb\x1b[0m\x1b[2mc\x1b[0md",
		false: "a�[0mbcd",
	} {
		var b bytes.Buffer
		w := terminal.NewWriter(&b, color)
		require.NoError(t, w.Styled(terminal.Bold, "a\x1b[0mb"))
		require.NoError(t, w.Styled(terminal.Faint, "c"))
		require.NoError(t, w.Styled(terminal.Bold, ""))
		require.NoError(t, w.Styled(terminal.Plain, "d"))
		require.Equal(t, want, b.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("pipe closed") }

func TestWriterReportsTheErrorBehindIt(t *testing.T) {
	w := terminal.NewWriter(broken{}, true)
	_, err := w.Write([]byte("a"))
	require.EqualError(t, err, "pipe closed")
	require.EqualError(t, w.Styled(terminal.Bold, "a"), "pipe closed")
}

// FuzzWriter: whatever is written, and however it is split, comes out as the
// same harmless UTF-8.
func FuzzWriter(f *testing.F) {
	seeds := []string{"plain", "\x1b]8;;x\x1b\\link", "東\xe6京\r\n\r", "a\u202e\u009b\x9b\ufe0f", "👨‍👩‍👧 e\u0301"}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		at = max(0, min(at, len(text)))
		var b bytes.Buffer
		w := terminal.NewWriter(&b, false)
		for _, part := range [][]byte{text[:at], text[at:]} {
			n, err := w.Write(part)
			require.NoError(t, err)
			require.Equal(t, len(part), n)
		}
		require.NoError(t, w.Flush())
		out := b.String()
		require.Equal(t, terminal.Clean(string(text)), out, "the split must not matter")
		require.Equal(t, out, terminal.Clean(out), "cleaning twice changes nothing")
		require.True(t, utf8.ValidString(out))
		require.False(t, strings.ContainsFunc(out, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u200b'
		}))
	})
}
