package note_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

func TestVisibleRemovesWhatNobodySees(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"plain text", "a b\n\tc", "a b\n\tc"},
		{"tags", "JSON.\U000E0061\U000E0070\U000E0001", "JSON."},
		{"bidirectional controls", "ab\u202Ecd\u2066ef\u2069\u202A\u200E\u061C", "abcdef"},
		{"zero width", "a\u200Bb\u2060c\uFEFFd\u00ADe\u034Ff", "abcdef"},
		{"fillers", "a\u3164b\u115Fc\uFFA0d", "abcd"},
		{"control characters", "a\x00b\x07c\x7Fd\u0090e\x1bf", "abcdef"},
		{"terminal colours", "\x1b[1;31mred\x1b[0m \x1b[2K\x1b[m.", "red ."},
		{"broken sequence", "a\x1b[31", "a[31"},
		{"line breaks", "a\r\nb\rc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"},
		{"noncharacters", "a\uFFFEb\uFDD0c\U0001FFFFd", "abcd"},
		{"invalid UTF-8", "a\xffb", "a\uFFFDb"},
		{"hidden bytes in variation selectors", "😀\uFE0F\uFE0F\uFE01\U000E0101\U000E0102x\uFE0F\U000E0154", "😀\uFE0Fx"},
		{"emoji joiners stay", "Team 👨\u200D💻 👩🏽\u200D🚒 🏳\uFE0F\u200D🌈 ❤\uFE0F 1\uFE0F\u20E3 ↔\uFE0F ©\uFE0F", "Team 👨\u200D💻 👩🏽\u200D🚒 🏳\uFE0F\u200D🌈 ❤\uFE0F 1\uFE0F\u20E3 ↔\uFE0F ©\uFE0F"},
		{"joiners between nothing go", "a\u200Db\u200Cc 👨\u200D x\u200D👨", "abc 👨 x👨"},
		{"script joiners stay", "می\u200Cشود क्\u200Dष ශ්\u200Dරී", "می\u200Cشود क्\u200Dष ශ්\u200Dරී"},
		{"one joiner is enough", "می\u200C\u200D\u200Cشود", "می\u200Cشود"},
		{"Han variants stay", "葛\U000E0100城", "葛\U000E0100城"},
		{"signs that print stay", "\u06DD\u0601", "\u06DD\u0601"},
	} {
		require.Equal(t, c.want, note.Visible(c.in), c.what)
		require.Equal(t, c.want, note.Visible(c.want), c.what)
	}
}

func TestOneLine(t *testing.T) {
	line, cut := note.OneLine("  a \r\n\n\t b\u2028c\td  e ", 0)
	require.Equal(t, "a b c d  e", line)
	require.False(t, cut)

	line, cut = note.OneLine(strings.Repeat("é", 201), note.MaxDescription)
	require.True(t, cut)
	require.Equal(t, strings.Repeat("é", 199)+"…", line)

	line, cut = note.OneLine(strings.Repeat("é", 200), note.MaxDescription)
	require.False(t, cut)
	require.Equal(t, 200, utf8.RuneCountInString(line))

	line, _ = note.OneLine("abc👨\u200D💻defghij", 6)
	require.Equal(t, "abc…", line, "a joined emoji is not parted")
	line, _ = note.OneLine("abcde\u0301\u0301fgh", 6)
	require.Equal(t, "abcd…", line, "a letter keeps its marks or goes")
}

func TestBody(t *testing.T) {
	text, cut := note.Body("\n \n  first\r\nlast\n\n ", note.MaxBody)
	require.Equal(t, "  first\nlast", text)
	require.False(t, cut)

	text, cut = note.Body(strings.Repeat("ж", note.MaxBody+1), note.MaxBody)
	require.True(t, cut)
	require.Equal(t, note.MaxBody, utf8.RuneCountInString(text))
	require.True(t, strings.HasSuffix(text, "ж\n\n[cut at 10000 characters]"))

	text, cut = note.Body(strings.Repeat("ж", note.MaxBody), note.MaxBody)
	require.False(t, cut)
	require.NotContains(t, text, "cut at")
}
