package safety_test

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// checkFindings asserts what every result of Scan promises.
func checkFindings(t *testing.T, text string, found []safety.Finding) {
	t.Helper()
	last := 0
	for _, f := range found {
		require.GreaterOrEqual(t, f.Start, last, "findings are ordered and do not overlap: %+v", f)
		require.Greater(t, f.End, f.Start)
		require.LessOrEqual(t, f.End, len(text))
		require.NotEmpty(t, f.Rule)
		if utf8.ValidString(text) {
			require.True(t, utf8.RuneStart(text[f.Start]), "start on a rune's edge")
			require.True(t, f.End == len(text) || utf8.RuneStart(text[f.End]), "end on a rune's edge")
		}
		last = f.End
	}
}

// checkRedaction asserts what every result of Redact promises.
func checkRedaction(t *testing.T, text string) {
	t.Helper()
	found := safety.Scan(text)
	checkFindings(t, text, found)
	clean, rules := safety.RedactReport(text)
	require.Equal(t, safety.Redact(text), clean)
	require.Empty(t, safety.Scan(clean), "a redacted text has no finding")
	require.Equal(t, clean, safety.Redact(clean), "redacting twice is redacting once")
	require.Equal(t, len(found) == 0, clean == text)
	require.Equal(t, len(found) == 0, len(rules) == 0)
	if utf8.ValidString(text) {
		require.True(t, utf8.ValidString(clean), "valid UTF-8 stays valid")
	}
}

func TestRedactionHoldsOnTheCorpora(t *testing.T) {
	for _, c := range ownCorpus(1) {
		checkRedaction(t, c.text)
		clean := safety.Redact(c.text)
		for _, s := range c.spans {
			if found := safety.Scan(c.text); covered(found, s) {
				require.NotContains(t, clean, c.text[s[0]:s[1]], c.id)
			}
		}
	}
}

func TestRedactionHoldsOnTheDevCorpus(t *testing.T) {
	for _, c := range devCorpus(t) {
		checkRedaction(t, c.text)
	}
}

// Two messages of which each holds half of a trap, cut at every byte.
func TestFindingsLieInRangeForEveryPrefix(t *testing.T) {
	g := newGen(3)
	text := "h\u00e9llo \u5bc6\u7801\uff1a" + g.mixed(12) + "\u200b tok\u00aden=" + g.mixed(24) + " kind: Secret\ndata:\n  a: " + b64(g.mixed(20)) + "\n" +
		begin("RSA PRIVATE KEY") + "\n" + g.pemLines(3) + "\n" + end("RSA PRIVATE KEY") + " https://u:" + g.mixed(9) + "@h/x \U0001f511"
	for i := range len(text) {
		checkFindings(t, text[:i], safety.Scan(text[:i]))
		checkFindings(t, text[i:], safety.Scan(text[i:]))
	}
}

func TestScannerIsSafeForConcurrentUse(t *testing.T) {
	scanner, err := safety.New(safety.Rule{ID: "zzk-token", Literals: []string{"zzk_"}, Pattern: `zzk_[0-9A-Za-z]{12}`})
	require.NoError(t, err)
	corpus := ownCorpus(2)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, c := range corpus[len(corpus)-200:] {
				scanner.Redact(c.text)
				safety.Scan(c.text)
			}
		})
	}
	wg.Wait()
}

// seeds are the texts fuzzing starts from: a few of every tier and the pieces
// that steer the engine.
func seeds() []string {
	var out []string
	for i, c := range ownCorpus(4) {
		if i%23 == 0 || c.tier != "prefixed" && i%5 == 0 {
			out = append(out, c.text)
		}
	}
	return append(out,
		"[REDACTED:x]", "token=[REDACTED", "password=[REDACTED:labeled-password]x9K2", "://[REDACTED:url-password]@h",
		"pass"+"word: [REDACTED:\u200bjwt] a1b2c3d4", "\xff\xfe pass"+"word=\xffa1b2c3", "\\\\\\\"", "&quot;&amp;quot;", "kind: Secret\ndata:\n",
		"| pass"+"word |\n|---|\n| a1b2c3d4e5 |", "```\ntoken:\n```", begin("PRIVATE KEY"), "pa\u00adss\u200bwo"+"rd\uff1a a1b2c3d4")
}

func FuzzScan(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkFindings(t, text, safety.Scan(text))
	})
}

func FuzzRedact(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkRedaction(t, text)
	})
}

func TestErrorsHoldNoPartOfASecret(t *testing.T) {
	g := newGen(11)
	secret := g.mixed(24)
	for _, r := range []safety.Rule{
		{ID: "x", Literals: []string{"abc"}, Pattern: "("},
		{ID: "X!"}, {ID: "labeled-token"}, {ID: "y"}, {ID: "y", Literals: []string{"ab"}, Pattern: "ab+"},
		{ID: "y", Literals: []string{"abc"}, Pattern: "a*"}, {ID: "y", Class: 9, Literals: []string{"abc"}, Pattern: "abc"},
		{ID: strings.Repeat("a", 65), Literals: []string{"abc"}, Pattern: "abc"},
	} {
		_, err := safety.New(r)
		require.Error(t, err)
	}
	text := "the password is " + secret
	for _, f := range safety.Scan(text) {
		for i := 0; i+6 <= len(secret); i++ {
			require.NotContains(t, f.Rule, secret[i:i+6])
		}
	}
	require.NotEmpty(t, safety.Scan(text))
}
