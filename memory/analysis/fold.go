package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns text in the form in which spellings are compared: NFKC, lower
// case, without the accents of Latin and Greek letters and without invisible
// characters. Straße, STRASSE and ｓｔｒａｓｓｅ fold to strasse. White space and
// punctuation stay.
func Fold(text string) string {
	if i := firstUnfolded(text); i == len(text) {
		return text
	}
	if isASCII(text) {
		return strings.ToLower(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKC.String(text) {
		foldRune(&b, r)
	}
	return b.String()
}

// firstUnfolded returns the index of the first byte that folding could change.
func firstUnfolded(text string) int {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return i
		}
	}
	return len(text)
}

func isASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Letters whose plain form is no accent away. Capital forms are listed where
// lower-casing happens too late or differs.
var plainLetters = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d",
	'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ς': "σ", 'ё': "е",
}

func foldRune(b *strings.Builder, r rune) {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		b.WriteByte(byte(r))
		return
	}
	r = unicode.ToLower(r)
	if plain, ok := plainLetters[r]; ok {
		b.WriteString(plain)
		return
	}
	if unicode.Is(unicode.Cf, r) || isAccent(r) {
		return
	}
	if r < 0x0400 || 0x1E00 <= r && r < 0x2000 { // Latin and Greek
		r = baseLetter(r)
	}
	b.WriteRune(r)
}

// baseLetter takes the accents off r.
func baseLetter(r rune) rune {
	var buf [utf8.UTFMax]byte
	d := norm.NFD.Properties(buf[:utf8.EncodeRune(buf[:], r)]).Decomposition()
	if len(d) == 0 {
		return r
	}
	base, _ := utf8.DecodeRune(d)
	return base
}

// isAccent reports whether r is a mark that writers leave out at will:
// combining accents, Hebrew points, Arabic vowel signs. Marks that are letters
// to their readers, as in Thai or Hindi, are not among them.
func isAccent(r rune) bool {
	return 0x0300 <= r && r <= 0x036F ||
		0x0591 <= r && r <= 0x05C7 && unicode.IsMark(r) ||
		0x064B <= r && r <= 0x0652
}
