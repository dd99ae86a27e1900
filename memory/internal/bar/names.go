package bar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// names returns the tokens of words that the writer marked as names: with a capital inside a sentence, or inside the
// word. "Payments is led by Bob" differs from "Payments is led by Alice" in one word of three or five, and the capital
// is all that tells it from rewording. German capitalises every noun, and headings every word; there nothing is told.
func names(raw string) []string {
	var out []string
	var capital, small int
	for _, s := range sentences(raw) {
		for i, w := range strings.FieldsFunc(s, func(r rune) bool { return !inName(r) }) {
			w = strings.Trim(w, connectors+"'’")
			first, size := utf8.DecodeRuneInString(w)
			if germanWords[w] {
				return nil
			}
			inner := strings.ContainsFunc(w[min(size, len(w)):], unicode.IsUpper) && strings.ContainsFunc(w, unicode.IsLower)
			switch {
			case i > 0 && unicode.IsUpper(first):
				capital++
			case i > 0 && unicode.IsLower(first) && len(w) > 3:
				small++
			}
			if inner || i > 0 && unicode.IsUpper(first) {
				out = append(out, w)
			}
		}
	}
	if capital > small {
		return nil
	}
	return nameTokens(out)
}

func inName(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Cf) || strings.ContainsRune(connectors+"'’", r)
}

// nameTokens returns the tokens that single words have if they count.
func nameTokens(list []string) []string {
	var out []string
	for _, w := range list {
		w = norm.Text(strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"))
		if !stops[w] && !negations[w] {
			out = append(out, wordTerm(w).text)
		}
	}
	return out
}

// sentences splits a raw text where analyse ends sentences.
func sentences(raw string) []string {
	var out []string
	start := 0
	for i, r := range raw {
		after, _ := utf8.DecodeRuneInString(raw[i+len(string(r)):])
		if strings.ContainsRune("!?;:。", r) || r == '.' && !inName(after) {
			out = append(out, raw[start:i])
			start = i + len(string(r))
		}
	}
	return append(out, raw[start:])
}

var germanWords = set("der das den dem und ist nicht eine einen einem auf für mit wird sind von zu bei im läuft")
