package safety_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// every puts sep after every nth rune.
func every(s string, n int, sep string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		b.WriteRune(r)
		if (i+1)%n == 0 {
			b.WriteString(sep)
		}
	}
	return b.String()
}

// wide writes ASCII in full-width forms.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r - '!' + 0xff01
		}
		return r
	}, s)
}

// A token disguised by characters that nobody sees, or by an encoding that
// pasting adds, is found, and its original bytes are hidden with the disguise.
func TestEvasions(t *testing.T) {
	g := newGen(51)
	for _, tok := range []struct{ rule, text string }{
		{"aws-access-key", tokens[0].make(g)},
		{"github-token", prefixed("gh"+"p_", alnums, 36)(g)},
		{"gitlab-token", prefixed("gl"+"pat-", alnums, 20)(g)},
		{"labeled-password", "password: " + g.mixed(14)},
		{"url-password", "postgres://app:" + g.mixed(14) + "@db/x"},
		{"labeled-api-key", "api_key=" + g.mixed(32)},
	} {
		for _, e := range []struct{ name, text string }{
			{"zero-width space", every(tok.text, 2, "\u200b")},
			{"word joiner", every(tok.text, 5, "\u2060")},
			{"soft hyphen", every(tok.text, 3, "\u00ad")},
			{"variation selector", every(tok.text, 4, "\ufe0f")},
			{"tag characters", every(tok.text, 4, "\U000e0061")},
			{"byte order mark", every(tok.text, 6, "\ufeff")},
			{"full width", wide(tok.text)},
			{"Markdown escapes", strings.NewReplacer("_", `\_`, "-", `\-`, ":", `\:`, "/", `\/`).Replace(tok.text)},
			{"line continuation", every(tok.text, 12, "\\\n")},
			{"in JSON", `{"m":"` + strings.ReplaceAll(tok.text, `"`, `\"`) + `\nnext"}`},
			{"in JSON twice", `{\"m\":\"` + tok.text + `\\n\"}`},
			{"between ideographs", "\u8bf7" + tok.text + "\u3002\u8c22"},
			{"after broken UTF-8", "\xff\xc3" + " " + tok.text},
		} {
			text := "note " + e.text + " end"
			found := safety.Scan(text)
			require.Equal(t, []string{tok.rule}, safety.RuleIDs(found), "%s with %s", tok.rule, e.name)
			checkRedaction(t, text)
		}
	}
}

// A token that a terminal or a mail program wrapped is found to its end.
func TestSoftWraps(t *testing.T) {
	g := newGen(52)
	for _, tok := range []string{
		prefixed("gh"+"p_", alnums, 36)(g), prefixed("github"+"_pat_11", alnums, 80)(g),
		prefixed("sk"+"-ant-api03-", alnums, 93)(g), prefixed("sk"+"-proj-", alnums, 100)(g),
	} {
		for _, sep := range []string{"\n", "\r\n", "\n    ", "\n> "} {
			cut := len(tok) - 18
			text := "it is\n" + tok[:cut] + sep + tok[cut:] + "\nand no more words"
			clean := safety.Redact(text)
			require.NotContains(t, clean, tok[cut:], "wrapped with %q", sep)
			require.True(t, strings.HasSuffix(clean, "\nand no more words"))
		}
	}
}

// Long lines hide nothing.
func TestLongLines(t *testing.T) {
	g := newGen(53)
	secret := g.mixed(20)
	for _, text := range []string{
		strings.Repeat("A", 100<<10) + " password=" + secret,
		`{"a":"` + strings.Repeat("x1 ", 30<<10) + `","password":"` + secret + `"}`,
		"password=" + secret + strings.Repeat(" A", 100<<10),
	} {
		require.NotContains(t, safety.Redact(text), secret)
	}
}
