package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// A Token is one word of a text as phrases see it: folded but not stemmed. A
// character of Chinese or Japanese is a word of its own, and so is a question
// mark, a per cent sign or an emoji.
type Token struct {
	Word       string
	Start, End int // byte offsets in the text
	// Clause and Sentence count from 0 through the text. A clause ends at a
	// comma, semicolon, colon or dash, a sentence at a full stop or line end.
	Clause, Sentence int

	kind  kind
	upper bool // written with a capital
	width int  // what it costs a gap to skip it
}

type kind uint8

const (
	plain      kind = iota
	number          // begins with a digit: 98, 3am, 30s
	identifier      // letters joined with digits or by - _ . / : @
	mark            // a sign: ? % 😂
)

// Number reports whether the token is a number, with or without a unit.
func (t Token) Number() bool { return t.kind == number }

// Identifier reports whether the token looks like a technical name.
func (t Token) Identifier() bool { return t.kind == identifier }

// Capital reports whether the token is written with a capital letter.
func (t Token) Capital() bool { return t.upper }

// Tokens splits a text, appending to dst.
func Tokens(dst []Token, text string) []Token {
	s := splitter{text: text, out: dst}
	for s.at < len(text) {
		s.next()
	}
	return s.out
}

type splitter struct {
	text             string
	at               int
	out              []Token
	clause, sentence int
	fresh            bool // a word has been seen since the clause began
}

func (s *splitter) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case isSpaceless(r):
		s.emit(s.at+size, plain)
		s.out[len(s.out)-1].width = 1
	case isWordRune(r):
		s.word()
	default:
		s.sign(r, size)
	}
}

// word takes a run of letters and digits with the joiners inside it. An
// apostrophe splits: "it's" is "it" and "s" here as in the phrase files.
func (s *splitter) word() {
	end, joined := s.at, false
	for i := s.at; i < len(s.text); {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		switch {
		case isWordRune(r) && !isSpaceless(r):
			joined = joined || i > end
			i += size
			end = i
			continue
		case isJoiner(r) && i-end < 3: // as in https://
			i += size
			continue
		}
		break
	}
	piece := s.text[s.at:end]
	digits, letters := 0, 0
	for i := 0; i < len(piece); i++ {
		if c := piece[i]; '0' <= c && c <= '9' {
			digits++
		} else if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf {
			letters++
		}
	}
	k := plain
	switch first := piece[0]; {
	case '0' <= first && first <= '9' && (letters <= 3 || letters == 0):
		k = number
	case digits > 0 && letters > 0, joined && strings.ContainsAny(piece, "_./:@"):
		k = identifier
	}
	s.emit(end, k)
}

func (s *splitter) emit(end int, k kind) {
	piece := s.text[s.at:end]
	first, _ := utf8.DecodeRuneInString(piece)
	s.out = append(s.out, Token{
		Word: fold(piece), Start: s.at, End: end, kind: k, upper: unicode.IsUpper(first), width: wordCost,
		Clause: s.clause, Sentence: s.sentence,
	})
	s.at, s.fresh = end, true
}

// umlauts are spelled out before accents are taken off, or the German "würde"
// (would) would be "wurde" (was).
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

func fold(word string) string {
	for i := 0; i < len(word); i++ {
		if word[i] >= utf8.RuneSelf {
			return analysis.Fold(umlauts.Replace(norm.NFC.String(word)))
		}
	}
	return analysis.Fold(word)
}

func (s *splitter) sign(r rune, size int) {
	switch {
	case r == '?' && s.insideWord(size):
		// the query of a URL
	case r == '?' || r == '？' || r == '¿' || r == '؟':
		s.emit(s.at+size, mark)
		s.out[len(s.out)-1].Word = "?"
		if r != '¿' {
			s.endSentence()
		}
		return
	case r == '%' || r == '％' || r >= 0x2190 && unicode.In(r, unicode.So, unicode.Sk):
		s.emit(s.at+size, mark)
		return
	case r == '.' || r == '!' || r == '。' || r == '！' || r == '\n' || r == '…':
		s.endSentence()
	case r < utf8.RuneSelf && s.insideWord(size):
		// a comma in a number or a URL
	case strings.ContainsRune(",;:、，；：—–()", r), r == '-' && s.lonely(size):
		if s.fresh {
			s.clause++
			s.fresh = false
		}
	}
	s.at += size
}

// insideWord reports whether the sign at hand stands between a letter or digit
// and another.
func (s *splitter) insideWord(size int) bool {
	if s.at == 0 || s.at+size >= len(s.text) {
		return false
	}
	return isWordRune(rune(s.text[s.at-1])) && isWordRune(rune(s.text[s.at+size]))
}

// lonely reports whether the sign at hand stands between spaces.
func (s *splitter) lonely(size int) bool {
	return s.at > 0 && s.text[s.at-1] == ' ' && s.at+size < len(s.text) && s.text[s.at+size] == ' '
}

func (s *splitter) endSentence() {
	if len(s.out) > 0 && s.out[len(s.out)-1].Sentence == s.sentence {
		s.sentence++
		s.clause++
	}
	s.fresh = false
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func isJoiner(r rune) bool {
	switch r {
	case '-', '_', '.', '/', ':', '@', '+', '\u2010', '\u2011':
		return true
	}
	return false
}

// isSpaceless reports the scripts whose words no space separates: Chinese and
// Japanese, but not the Latin words and numbers within them.
func isSpaceless(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r >= 0x3005 && r <= 0x3007, r >= 0x3041 && r <= 0x3096, r >= 0x309D && r <= 0x30FA, r >= 0x30FC && r <= 0x30FF:
		return true
	case r >= 0x3400 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF, r >= 0xFF66 && r <= 0xFF9D, r >= 0x20000 && r <= 0x3FFFF:
		return true
	}
	return false
}
