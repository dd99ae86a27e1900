package note_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// slugs: names and their slugs; a "*" stands for six hexadecimal digits.
var slugs = []struct{ name, want string }{
	{"eks-prod-1", "eks-prod-1"},
	{"Blue Fleet Rules!", "blue-fleet-rules"},
	{"  --a__b..c,;:'\"()[]{}/\\`d`--  ", "a-b-c-d"},
	{"two\nlines\tand a tab", "two-lines-and-a-tab"},
	{"../../etc/passwd", "etc-passwd"},
	{"1.10", "1-10"},
	{"007", "007"},
	{"10:30", "10-30"},
	{"no", "no"},
	{"null", "null"},
	{"очистка redis", "очистка-redis"},
	{"生产 集群", "生产-集群"},
	{"「東京」、大阪", "東京-大阪"},
	{"हिन्दी में नोट", "हिन्दी-में-नोट"},
	{"ภาษาไทย ที่นี่", norm("ภาษาไทย-ที่นี่")},
	{"قاعدةُ البيانات", "قاعدةُ-البيانات"},
	{"cafe\u0301", "caf\u00E9"},
	{"Ｆｕｌｌ　ｗｉｄｔｈ", "full-width"},
	{"ﬁle²", "file2"},
	{"STRASSE", "strasse"},
	{"Straße", "strasse"},
	{"ΟΔΟΣ", "οδοσ"},
	{"οδος", "οδοσ"},
	{"zero\u200Bwidth\uFEFF", "zerowidth"},
	{"C++", "c-*"},
	{"C#", "c-*"},
	{"C", "c"},
	{"a+b", "a-b-*"},
	{"a b", "a-b"},
	{"$HOME", "home-*"},
	{"user@host", "user-host-*"},
	{"p99 > 2s", "p99-2s-*"},
	{"p99 < 2s", "p99-2s-*"},
	{"R&D", "r-d-*"},
	{"100%", "100-*"},
	{"deploy 🚨", "deploy-*"},
	{"§5", "5-*"},
	{"1/2", "1-2"},
	{"½", "1-2-*"},
	{"x \u0301", "x-*"},
	{"CON", "con-*"},
	{"nul", "nul-*"},
	{"com1", "com1-*"},
	{"LPT9", "lpt9-*"},
	{"com10", "com10"},
	{"console", "console"},
	{"MEMORY", "memory-*"},
	{"ReadMe", "readme-*"},
	{"morning", "morning-*"},
	{"memory_summary", "memory-summary-*"},
	{"AGENTS", "agents-*"},
	{"claude", "claude-*"},
	{"claude rules", "claude-rules"},
	{strings.Repeat("a", 64), strings.Repeat("a", 64)},
	{strings.Repeat("a", 300), strings.Repeat("a", 57) + "-*"},
	{strings.Repeat("가", 60), strings.Repeat("가", 60)},
	{strings.Repeat("가", 61), strings.Repeat("가", 57) + "-*"},
	{strings.Repeat("𐍈", 46), strings.Repeat("𐍈", 43) + "-*"},
}

// norm keeps a literal's meaning plain where NFKC parts a letter.
func norm(s string) string { return strings.ReplaceAll(s, "\u0E33", "\u0E4D\u0E32") }

func TestSlug(t *testing.T) {
	for _, c := range slugs {
		slug, err := note.Slug(c.name)
		require.NoError(t, err, c.name)
		if stem, hashed := strings.CutSuffix(c.want, "*"); hashed {
			require.Regexp(t, "^"+stem+"[0-9a-f]{6}$", slug)
		} else {
			require.Equal(t, c.want, slug)
		}
		require.True(t, note.IsSlug(slug), slug)
	}
}

func TestSlugErrorsSayWhatIsAllowed(t *testing.T) {
	for _, name := range []string{"", "   ", "...", "!?", "/", "+++", "🚨", "\u200B", "a\x00b", "\x1b[31mred", "a\xffb"} {
		slug, err := note.Slug(name)
		var e *note.NameError
		require.ErrorAs(t, err, &e, "%q", name)
		require.Contains(t, e.Error(), "letter or digit")
		require.Empty(t, slug)
	}
	for _, s := range []string{"", "SHOUT", "two words", "a--b", "-a", "a.b", "a/b"} {
		require.False(t, note.IsSlug(s), s)
	}
}

// Names that the rule does not declare equal never share a slug; those it
// does, always.
func TestDifferentNamesNeverShareASlug(t *testing.T) {
	long := strings.Repeat("node pool ", 30)
	apart := []string{
		"c", "c+", "c++", "c#", "c@", "c*", "c%", "c&", "c=", "c~", "c^", "c|", "c<", "c>", "c$", "c€", "c™", "c°", "c🚨", "c👩\u200D💻",
		"+c", "c + +", "a+b", "a-b", "a=b", "ab", "a🔥b", "con", "memory", long, long + "1", long + "+", strings.Repeat("a", 64), strings.Repeat("a", 65),
		"é", "e", "ا", "أ", "ن", "नी", "न", "1/2", "½", "10", "1-0",
	}
	seen := map[string]string{}
	for _, name := range apart {
		slug, err := note.Slug(name)
		require.NoError(t, err, name)
		require.NotContains(t, seen, slug, "%q and %q", name, seen[slug])
		seen[slug] = name
	}
	for _, same := range [][]string{
		{"DB-Failover", "db failover", "db_failover!", "ＤＢ.Failover", "db\u200B-failover"},
		{"C++ Rules", "c++-rules", "“C++ rules”"},
		{long, strings.ToUpper(long), strings.ReplaceAll(long, " ", "_")},
		{"caf\u00E9", "cafe\u0301", "CAFE\u0301"},
	} {
		want, err := note.Slug(same[0])
		require.NoError(t, err)
		for _, name := range same {
			slug, err := note.Slug(name)
			require.NoError(t, err)
			require.Equal(t, want, slug, name)
		}
	}
}

func TestSlugIsCutAtALettersBorder(t *testing.T) {
	name := strings.Repeat("नी", 60) // each letter with a vowel sign
	slug, err := note.Slug(name)
	require.NoError(t, err)
	stem := slug[:len(slug)-7]
	require.True(t, strings.HasSuffix(stem, "नी"), stem)
	require.LessOrEqual(t, utf8.RuneCountInString(slug), note.MaxSlugRunes)
	require.LessOrEqual(t, len(slug), note.MaxSlugBytes)

	marks := "a" + strings.Repeat("\u0301\u0316", 100)
	slug, err = note.Slug(marks)
	require.NoError(t, err)
	require.LessOrEqual(t, len(slug), note.MaxSlugBytes)
}

func ExampleSlug() {
	for _, name := range []string{"Blue Fleet Rules!", "blue_fleet rules", "DB-Failover"} {
		slug, _ := note.Slug(name)
		fmt.Println(slug)
	}
	// Output:
	// blue-fleet-rules
	// blue-fleet-rules
	// db-failover
}
