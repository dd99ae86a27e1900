package slash

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestCommand(t *testing.T) {
	for line, want := range map[string]string{
		"/memory":                   "",
		"  /memory  ":               "",
		"/MEMORY list":              "list",
		"/memory\tshow  a b":        "show  a b",
		"/memory\nadd user a: b\nc": "add user a: b\nc",
	} {
		rest, ok := command(line)
		require.True(t, ok, line)
		require.Equal(t, want, rest, line)
	}
	for _, line := range []string{"", "memory", "/memories", "/memorylist", "please /memory list", "//memory"} {
		_, ok := command(line)
		require.False(t, ok, line)
	}
}

func TestParseAdd(t *testing.T) {
	for _, c := range []struct{ arg, typ, name, body string }{
		{"infrastructure eks-prod-1: Runs prod.", "infrastructure", "eks-prod-1", "Runs prod."},
		{"User Ana Ruiz: works the early shift", "user", "Ana Ruiz", "works the early shift"},
		{"investigation-learning pool: a: b", "investigation_learning", "pool", "a: b"},
		{"preference a:b", "preference", "a", "b"},
		{"infrastructure db:primary: on db-3", "infrastructure", "db:primary", "on db-3"},
		{`infrastructure "10:30 job": nightly`, "infrastructure", "10:30 job", "nightly"},
		{"infrastructure “x: y”: z", "infrastructure", "x: y", "z"},
		{"infrastructure 東京：本番は東京です。", "infrastructure", "東京", "本番は東京です。"},
		{"user a:\nline one\n\nline two", "user", "a", "line one\n\nline two"},
		{"user it's: Ana's", "user", "it's", "Ana's"},
	} {
		d, err := parseAdd(c.arg)
		require.NoError(t, err, c.arg)
		require.Equal(t, []string{c.typ, c.name, c.body}, []string{string(d.Type), d.Name, d.Body}, c.arg)
	}
}

// A line that cannot be understood says what to type.
func TestParseAddMistakes(t *testing.T) {
	for arg, want := range map[string]string{
		"":                       "Remember what?",
		"infra x: y":             "Did you mean infrastructure?",
		"eks-prod-1: y":          "“eks-prod-1:” is no type.",
		"runbook x: y":           "user, preference, infrastructure or investigation_learning",
		"user no colon here":     "A colon divides the name from the text: /memory add user NAME: TEXT",
		"user : text":            "Both a name and a text are needed",
		"user name:":             "Both a name and a text are needed",
		"user name: --allow x":   "Both a name and a text are needed",
		"--allow generic-secret": "Remember what?",
	} {
		_, err := parseAdd(arg)
		require.ErrorContains(t, err, want, arg)
	}
}

func TestOptionsStandAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		in, rest string
		values   []string
	}{
		{"text", "text", nil},
		{"text --allow a", "text", []string{"a"}},
		{"text --allow a --allow=b", "text", []string{"a", "b"}},
		{"use --allow a with care", "use --allow a with care", nil},
		{"text --allow", "text --allow", nil},
		{"text--allow a", "text--allow a", nil},
		{"--allow a", "", []string{"a"}},
		{"two\nlines\n--allow a", "two\nlines", []string{"a"}},
	} {
		rest, values := options(c.in, "--allow")
		require.Equal(t, c.rest, rest, c.in)
		require.Equal(t, c.values, values, c.in)
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 11, 29, 19, 0, 0, 0, time.UTC)
	for in, want := range map[string]string{
		"90m": "2026-11-29T17:30:00Z", "1h": "2026-11-29T18:00:00Z", "2d": "2026-11-27T19:00:00Z",
		"1w": "2026-11-22T19:00:00Z", "2026-11-01": "2026-11-01T00:00:00Z",
		"2026-11-01T08:00:00+01:00": "2026-11-01T07:00:00Z",
	} {
		got, err := since(in, now)
		require.NoError(t, err, in)
		require.Equal(t, want, got.UTC().Format(time.RFC3339), in)
	}
	for _, in := range []string{"", "soon", "-1h", "0d", "1y", "d", "99999999d", "yesterday"} {
		_, err := since(in, now)
		require.ErrorContains(t, err, "90m, 1h, 2d, 1w", in)
	}
}

func TestUnquote(t *testing.T) {
	for in, want := range map[string]string{
		`"a b"`: "a b", "'a'": "a", "“a”": "a", "„a“": "a", "«a»": "a", "「東京」": "東京", "`a`": "a",
		`"a`: `"a`, `a "b"`: `a "b"`, `""`: `""`, `"`: `"`, "": "",
	} {
		got, _ := unquote(in)
		require.Equal(t, want, got, in)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"list", "show", "search", "forget", "history", "help"}
	for in, want := range map[string]string{
		"lsit": "list", "forgt": "forget", "FORGET": "forget", "hist": "history", "serach": "search", "se": "search",
		"xyzzy": "", "": "",
	} {
		got := ""
		if near := nearest(in, words); len(near) > 0 {
			got = near[0]
		}
		require.Equal(t, want, got, in)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"東京", "東京都", 1}} {
		require.Equal(t, c.want, distance([]rune(c.a), []rune(c.b)), c.a+" "+c.b)
	}
}

func TestFirstSentence(t *testing.T) {
	for in, want := range map[string]string{
		"Prod runs on eks-prod-1. Staging does not.": "Prod runs on eks-prod-1.",
		"Version 1.33 runs, e.g. in prod.":           "Version 1.33 runs, e.g. in prod.",
		"# Heading\nText.":                           "Heading",
		"\n\n  first line\nsecond":                   "first line",
		"本番は東京です。予備は大阪です。":                           "本番は東京です。",
		"Why? Because.":                              "Why?",
		strings.Repeat("word ", 60):                  strings.TrimSpace(strings.Repeat("word ", 39)) + "…",
		strings.Repeat("東", memory.MaxDescription+1): strings.Repeat("東", memory.MaxDescription-1) + "…",
		strings.Repeat("x", memory.MaxDescription):   strings.Repeat("x", memory.MaxDescription),
		"---": "---",
	} {
		got := firstSentence(in)
		require.Equal(t, want, got)
		require.LessOrEqual(t, len([]rune(got)), memory.MaxDescription)
	}
}

// A word never stands for two verbs, and each verb can be reached.
func TestVerbsAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range verbs() {
		for _, w := range append([]string{v.name}, v.guesses...) {
			require.False(t, seen[w], w)
			seen[w] = true
			got, ok := find(strings.ToUpper(w))
			require.True(t, ok)
			require.Equal(t, v.name, got.name)
		}
		require.NotEmpty(t, v.does)
		require.NotNil(t, v.run)
	}
}
