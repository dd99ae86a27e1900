package analysis

import (
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
)

// Stem returns the stem of a folded word: by the Russian Snowball algorithm if
// it is all Cyrillic, by the English one if it is all a to z, else the word
// itself. Words of up to three letters are their own stem: most are acronyms.
func Stem(word string) string {
	latin, cyrillic := true, true
	letters := 0
	for _, r := range word {
		letters++
		latin = latin && 'a' <= r && r <= 'z'
		cyrillic = cyrillic && 0x0400 <= r && r <= 0x04FF
	}
	if letters < 4 || !utf8.ValidString(word) {
		return word
	}
	env := snowballstem.NewEnv(word)
	switch {
	case latin:
		english.Stem(env)
	case cyrillic:
		russian.Stem(env)
	default:
		return word
	}
	if stem := env.Current(); stem != "" {
		return stem
	}
	return word
}
