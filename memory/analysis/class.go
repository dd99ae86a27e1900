package analysis

import (
	"unicode"
	"unicode/utf8"
)

type class uint8

const (
	classSpace  class = iota // cuts
	classWord                // letters, digits, marks
	classJoiner              // cuts at the edge of a word, not inside
	classPaired              // a script that does not separate words
)

var asciiClass = func() (t [utf8.RuneSelf]class) {
	for c := range t {
		r := rune(c)
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			t[c] = classWord
		}
	}
	for _, c := range `-_./:@+~'\` {
		t[c] = classJoiner
	}
	return t
}()

// classAt classifies the rune at text[i] and returns its length in bytes.
func classAt(text string, i int) (class, int) {
	if b := text[i]; b < utf8.RuneSelf {
		return asciiClass[b], 1
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	switch {
	case r == utf8.RuneError && size == 1:
		return classSpace, 1
	case r == '’' || r == '‐' || r == '‑':
		return classJoiner, size
	case isPaired(r):
		return classPaired, size
	case isWordRune(r) || unicode.Is(unicode.Cf, r):
		return classWord, size
	}
	return classSpace, size
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// isPaired reports whether r belongs to a script written without spaces
// between words. Hangul is among them: Korean has spaces, but its particles
// are joined to the word.
func isPaired(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	switch {
	case r <= 0x0EFF, // Thai, Lao
		0x1000 <= r && r <= 0x109F, // Burmese
		0x1100 <= r && r <= 0x11FF, // Hangul letters
		0x1780 <= r && r <= 0x17FF: // Khmer
		return isWordRune(r)
	case 0x2E80 <= r && r <= 0x2FDF, // radicals
		r == 0x3005, r == 0x3006, r == 0x3007,
		0x3041 <= r && r <= 0x3096, // Hiragana
		0x309D <= r && r <= 0x30FA, // Katakana
		0x30FC <= r && r <= 0x318F,
		0x31F0 <= r && r <= 0x31FF,
		0x3400 <= r && r <= 0x4DBF, // Han
		0x4E00 <= r && r <= 0x9FFF,
		0xA960 <= r && r <= 0xA97F,
		0xAC00 <= r && r <= 0xD7FF, // Hangul
		0xF900 <= r && r <= 0xFAFF,
		0xFF66 <= r && r <= 0xFFDC, // half-width Katakana and Hangul
		0x20000 <= r && r <= 0x3FFFF:
		return true
	}
	return false
}
