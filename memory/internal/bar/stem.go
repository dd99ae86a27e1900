package bar

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// stem cuts a word to what its inflected forms share. It is our own, because it must never change and because claims are
// too short to tell their language from: one set of rules serves English, German, Spanish, French and Portuguese, another
// Cyrillic. It cuts little, and always the same; that "server" and "serve" fall together is the price. Accents go first,
// since they come and go in chats. Other scripts stay as they are.
func stem(w string) string {
	if !isASCII(w) {
		w = unaccent(w)
	}
	switch {
	case isASCII(w):
		return stemLatin(w)
	case isCyrillic(w):
		return cut(cut(w, reflexive), cyrillicEndings)
	}
	return w
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

func isCyrillic(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < 0x0400 || r > 0x04FF }) < 0
}

// unaccent drops combining diacritics: é is e, й is и, ё is е.
func unaccent(w string) string {
	return strings.Map(func(r rune) rune {
		if 0x0300 <= r && r <= 0x036F {
			return -1
		}
		return r
	}, norm.NFD.String(w))
}

func stemLatin(w string) string {
	if len(w) < 4 {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ied") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
	case strings.HasSuffix(w, "s"):
		w = w[:len(w)-1]
	}
	w = cut(w, latinEndings)
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// ending is what is cut from a word that keeps at least the given number of letters.
type ending struct {
	text string
	keep int
}

// cut removes the first of endings that fits.
func cut(w string, endings []ending) string {
	n := utf8.RuneCountInString(w)
	for _, e := range endings {
		if strings.HasSuffix(w, e.text) && n-utf8.RuneCountInString(e.text) >= e.keep {
			return strings.TrimSuffix(w, e.text)
		}
	}
	return w
}

// The endings, longer ones first.
var (
	latinEndings = []ending{
		{"amientos", 4}, {"amiento", 4}, {"imiento", 4},
		{"ations", 3}, {"ation", 3}, {"ating", 3}, {"ement", 4}, {"iendo", 3},
		{"ated", 3}, {"ator", 3}, {"ment", 4}, {"ando", 4}, {"endo", 4}, {"indo", 4},
		{"ing", 3}, {"ate", 3}, {"ado", 4}, {"ada", 4}, {"ido", 4}, {"ida", 4},
		{"ed", 3}, {"er", 4}, {"en", 4}, {"em", 4}, {"ar", 4}, {"ir", 4}, {"amo", 4}, {"emo", 4}, {"imo", 4}, {"an", 4}, {"ee", 4},
		{"e", 3}, {"a", 4}, {"o", 4},
	}
	reflexive       = []ending{{"ся", 4}, {"сь", 4}}
	cyrillicEndings = []ending{
		{"иями", 3},
		{"ами", 3}, {"ями", 3}, {"ого", 3}, {"его", 3}, {"ому", 3}, {"ему", 3}, {"ыми", 3}, {"ими", 3},
		{"ешь", 3}, {"ишь", 3}, {"ают", 3}, {"уют", 3}, {"ает", 3}, {"ует", 3}, {"ала", 3}, {"али", 3}, {"ило", 3}, {"ила", 3}, {"или", 3}, {"ать", 3}, {"ить", 3}, {"еть", 3},
		{"ах", 3}, {"ях", 3}, {"ов", 3}, {"ев", 3}, {"еи", 3}, {"ои", 3}, {"ыи", 3}, {"ии", 3}, {"ая", 3}, {"яя", 3},
		{"ое", 3}, {"ее", 3}, {"ые", 3}, {"ие", 3}, {"ым", 3}, {"им", 3}, {"ую", 3}, {"юю", 3}, {"ом", 3}, {"ем", 3},
		{"ам", 3}, {"ям", 3}, {"ия", 3}, {"ию", 3}, {"ет", 3}, {"ют", 3}, {"ит", 3}, {"ят", 3}, {"ал", 3}, {"ил", 3}, {"ть", 3},
		{"а", 3}, {"я", 3}, {"о", 3}, {"е", 3}, {"у", 3}, {"ю", 3}, {"ы", 3}, {"и", 3}, {"ь", 3},
	}
)
