package terminal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/slash/terminal"
)

func TestWidthAndCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		cut   string // to five cells
	}{
		{"", 0, ""},
		{"abcde", 5, "abcde"},
		{"abcdef", 6, "abcd…"},
		{"ab cd ef", 8, "ab c…"},
		{"abc def", 7, "abc…"},
		{"東京都", 6, "東京…"},
		{"a東京", 5, "a東京"},
		{"a東京都", 7, "a東…"},
		{"e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301", 6, "e\u0301e\u0301e\u0301e\u0301…"},
		{"😀😀😀", 6, "😀😀…"},
		{"🇩🇪🇫🇷🇯🇵", 6, "🇩🇪🇫🇷…"},
		{"пример", 6, "прим…"},
	} {
		require.Equal(t, c.width, terminal.Width(c.in), c.in)
		cut := terminal.Cut(c.in, 5)
		require.Equal(t, c.cut, cut)
		require.LessOrEqual(t, terminal.Width(cut), 5)
	}
	require.Equal(t, "…", terminal.Cut("東京", 1))
	require.Equal(t, "", terminal.Cut("a", 0))
}

func TestPad(t *testing.T) {
	require.Equal(t, "東京 ", terminal.Pad("東京", 5))
	require.Equal(t, "abcdef", terminal.Pad("abcdef", 5))
}

func TestOneLine(t *testing.T) {
	require.Equal(t, "a b c", terminal.OneLine(" a\n\n\tb\u2028\u200bc "))
}

func TestWrap(t *testing.T) {
	require.Equal(t, []string{"one two", "three"}, terminal.Wrap("one two  three", 9))
	require.Equal(t, []string{"in", "/a/very/long/path", "now"}, terminal.Wrap("in /a/very/long/path now", 9))
	require.Equal(t, []string{"東京 東京", "東京"}, terminal.Wrap("東京 東京 東京", 10))
	require.Equal(t, []string{"a", "本番環境", "は東京の", "四列目"}, terminal.Wrap("a 本番環境は東京の四列目", 9))
	require.Equal(t, []string{"東"}, terminal.Wrap("東", 1))
	require.Equal(t, []string{"type", "/m on now"}, terminal.Wrap("type /m\u00a0on now", 9))
	require.Empty(t, terminal.Wrap("  ", 9))
}
