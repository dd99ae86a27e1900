package norm

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lookAlikes turns letters of other scripts that stand in for Latin ones into those, one word at a time. A word is a run
// of Latin, Cyrillic, Greek and Armenian letters with their marks and digits; each of its letters that is not Latin is
// foreign. It is rewritten
//
//   - if it has Latin letters too, and each foreign letter has a look-alike: nobody writes "pаypаl" with two Cyrillic
//     letters and means Russian;
//   - if it has none, each foreign letter has a look-alike that is exact in small letters, the text has Latin letters,
//     and no word of the same script in it is genuine, that is, has a letter without such a look-alike: "арр" among
//     English words is "app", while "сор" in a Russian sentence stays Russian.
//
// Everything else is left alone: one letter without a look-alike keeps its word as it is.
func lookAlikes(s string) string {
	out := undot(rewriteWords(strings.Map(punctuation, s)))
	if out == s {
		return s
	}
	return eachKnown(out, norm.NFKC.String) // a mark may compose with its new letter
}

func rewriteWords(s string) string {
	words, latin := split(s)
	var genuine [scripts]bool
	for _, w := range words {
		if w.foreign != latinScript && !w.exact && !(w.latin && w.mapped) {
			genuine[w.foreign] = true
		}
	}
	var b strings.Builder
	end := 0
	for _, w := range words {
		mixed := w.latin && w.mapped
		posing := !w.latin && w.exact && latin && !genuine[w.foreign]
		if w.foreign == latinScript || !mixed && !posing {
			continue
		}
		b.WriteString(s[end:w.from])
		b.WriteString(rewrite(s[w.from:w.to]))
		end = w.to
	}
	b.WriteString(s[end:])
	return b.String()
}

// The scripts a word can be made of.
const (
	noScript = iota
	latinScript
	cyrillicScript
	greekScript
	armenianScript
	scripts
)

// word is a run of letters in a text, by byte offsets.
type word struct {
	from, to int
	foreign  int  // the script of its first foreign letter, or latinScript when it has none
	latin    bool // it has Latin letters
	mapped   bool // each foreign letter has a look-alike
	exact    bool // and each look-alike is exact in small letters
}

// split finds the words of s and reports whether s has Latin letters at all.
func split(s string) (words []word, latin bool) {
	open := false
	for i, r := range s {
		sc := scriptOf(r)
		if sc == noScript && !(open && joins(r)) {
			open = false
			continue
		}
		if !open {
			words = append(words, word{from: i, foreign: latinScript, mapped: true, exact: true})
			open = true
		}
		w := &words[len(words)-1]
		w.to = i + len(string(r))
		switch sc {
		case noScript:
		case latinScript:
			w.latin, latin = true, true
		default:
			if w.foreign == latinScript {
				w.foreign = sc
			}
			to, exact := similar(r)
			w.mapped = w.mapped && to != 0
			w.exact = w.exact && exact
		}
	}
	return words, latin
}

// joins reports whether r continues a word without being one of its letters.
func joins(r rune) bool {
	return '0' <= r && r <= '9' || 0x0300 <= r && r <= 0x036F
}

func scriptOf(r rune) int {
	switch {
	case r < 0x80:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return latinScript
		}
		return noScript
	case !Known(r) || !unicode.IsLetter(r):
		return noScript
	case unicode.Is(unicode.Latin, r):
		return latinScript
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillicScript
	case unicode.Is(unicode.Greek, r):
		return greekScript
	case unicode.Is(unicode.Armenian, r):
		return armenianScript
	}
	return noScript
}

// similar returns the Latin look-alike of r, or 0. A letter with accents has one if its base letter has: й is и with a
// breve and has none, ё is е with a diaeresis and has ë.
func similar(r rune) (to rune, exact bool) {
	if d := norm.NFD.PropertiesString(string(r)).Decomposition(); len(d) > 0 {
		r = []rune(string(d))[0]
	}
	if to, ok := exactly[r]; ok {
		return to, true
	}
	return roughly[r], false
}

func rewrite(w string) string {
	return strings.Map(func(r rune) rune {
		if scriptOf(r) > latinScript {
			if to, _ := similar(r); to != 0 {
				return to
			}
		}
		return r
	}, norm.NFD.String(w))
}

// undot drops a dot above on i and j, which cannot be seen: İ folds to i with a dot.
func undot(s string) string {
	if !strings.ContainsRune(s, '\u0307') {
		return s
	}
	var b strings.Builder
	var last rune
	for _, r := range s {
		if r == '\u0307' && (last == 'i' || last == 'j') {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}
