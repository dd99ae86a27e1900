package safety

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// checkFold asserts that the offset map ascends, stays in range and keeps runes
// whole.
func checkFold(t *testing.T, text string) {
	t.Helper()
	f := fold(text)
	last := 0
	for at := range len(f.text) {
		start, end := f.start(at), f.end(at+1)
		require.GreaterOrEqual(t, start, last, "at %d", at)
		require.Greater(t, end, start, "at %d", at)
		require.LessOrEqual(t, end, len(text))
		last = end
	}
	if utf8.ValidString(text) {
		require.True(t, utf8.ValidString(f.text))
	}
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "password=x", "password=x"},
		{"zero width", "pa\u200bss\u2060word", "password"},
		{"soft hyphen", "pass\u00adword", "password"},
		{"full width", "\uff30\uff21\uff33\uff33\uff1a", "PASS:"},
		{"mathematical", "\U0001d400\U0001d41a\U0001d7ce", "Aa0"},
		{"spaces", "a\u00a0b\u3000c", "a b c"},
		{"quotes", "\u201ca\u201d \u2018b\u2019 \u300cc\u300d", `"a" 'b' "c"`},
		{"arrow", "token \u2192 x", "token = x"},
		{"Markdown", `gh\_token \*x\*`, "gh_token *x*"},
		{"continuation", "curl \\\n  -u", "curl   -u"},
		{"JSON", `{\"a\":\"b\nc\"}`, "{\"a\":\"b\nc\"}"},
		{"JSON unicode", `"a\u0026b"`, `"a&b"`},
		{"path", `C:\new\table`, `C:\new\table`},
		{"entities", "a=&quot;b&amp;c&quot;", `a="b&c"`},
		{"query", "a=1&quotient=2&b", "a=1&quotient=2&b"},
		{"letters stay", "\u043f\u0430\u0440\u043e\u043b\u044c", "\u043f\u0430\u0440\u043e\u043b\u044c"},
		{"broken", "a\xffb\u200b", "a\xffb"},
	} {
		require.Equal(t, c.want, fold(c.text).text, c.name)
		checkFold(t, c.text)
	}
}

func TestFoldMapsBack(t *testing.T) {
	text := "x\u200b\uff21\u200bB\\_\u200by"
	f := fold(text)
	require.Equal(t, "xAB_y", f.text)
	span := func(start, end int) string { return text[f.start(start):f.end(end)] }
	require.Equal(t, "\uff21", span(1, 2))
	require.Equal(t, "\uff21\u200bB", span(1, 3), "invisible characters inside go with the span")
	require.Equal(t, "_", span(3, 4))
	require.Equal(t, text, span(0, 5))
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"", "abc", "a\u200bb", `a\_b\n"\u0041`, "&amp;", "\xff\u200b", strings.Repeat("\u200b", 9), "\uff21\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkFold(t, text) })
}
