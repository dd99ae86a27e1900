package support

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed numbers.txt
var numbersText string

// numberOf maps number words to digits.
var numberOf = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(numbersText) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0][0] == '#' {
			continue
		}
		for _, w := range words[1:] {
			m[analysis.Fold(w)] = words[0]
		}
	}
	return m
}()

// Value is a part of a claim that nobody can reword: a number, an identifier,
// a proper name.
type Value struct {
	word string // folded, as written
	term string // as analysis compares it
	// Name is a word that only its capital letter makes a value. In German
	// every noun is written so.
	Name bool
	// Number is a number, in digits or words.
	Number bool
	// Compound is an identifier that only its hyphens make one: atlas-eu, but
	// also read-only.
	Compound bool
}

// Values lists the values of a claim. A text in title case has no names that
// could be told from other words.
func Values(text string) []Value {
	tokens := analysis.Tokens(text)
	title := titleCase(text, tokens)
	var vs []Value
	for i, t := range tokens {
		if i > 0 && tokens[i-1].Start == t.Start && t.Kind != analysis.Pair {
			continue // a part of what has been looked at
		}
		word := text[t.Start:t.End]
		switch t.Kind {
		case analysis.Number:
			vs = append(vs, Value{word: analysis.Fold(word), term: t.Term, Number: true})
		case analysis.Identifier, analysis.Hash:
			folded := analysis.Fold(word)
			vs = append(vs, Value{word: folded, term: t.Term, Compound: compound(word)})
		case analysis.Pair:
			vs = appendNumerals(vs, t.Term, i > 0 && tokens[i-1].Start == t.Start)
		case analysis.Word:
			folded := analysis.Fold(word)
			if _, ok := numberOf[folded]; ok {
				vs = append(vs, Value{word: folded, term: t.Term, Number: true})
			} else if !t.Stop && !reporter[t.Term] && isName(text, t, title) {
				vs = append(vs, Value{word: folded, term: t.Term, Name: true})
			}
		}
	}
	return vs
}

// compound reports whether a word is lower-case words joined by hyphens.
func compound(word string) bool {
	for _, r := range word {
		if r != '-' && !unicode.IsLower(r) {
			return false
		}
	}
	return true
}

// appendNumerals takes Chinese and Japanese numerals out of a pair of
// characters. Neighbouring pairs overlap, so only the second counts if there
// was one before.
func appendNumerals(vs []Value, pair string, second bool) []Value {
	for i, r := range pair {
		if second && i == 0 {
			continue
		}
		if _, ok := numberOf[string(r)]; ok {
			vs = append(vs, Value{word: string(r), term: string(r), Number: true})
		}
	}
	return vs
}

// isName reports whether a word is written as a name: in capitals, or with one
// where no sentence begins, or in Latin letters amid a script that has none.
func isName(text string, t analysis.Token, title bool) bool {
	word := text[t.Start:t.End]
	first, size := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(first) {
		if len(word) > size && strings.ToUpper(word) == word {
			return true
		}
		return !title && !beginsSentence(text[:t.Start])
	}
	before, _ := utf8.DecodeLastRuneInString(text[:t.Start])
	after, _ := utf8.DecodeRuneInString(text[t.End:])
	return first < utf8.RuneSelf && (spaceless(before) || spaceless(after))
}

func spaceless(r rune) bool {
	return r >= 0x3040 && r != utf8.RuneError && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func beginsSentence(before string) bool {
	before = strings.TrimRight(before, " \t\"'“”„«([{*_-")
	if before == "" {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(".!?:;\n\r。！？•", r)
}

// titleCase reports whether most words are capitalised.
func titleCase(text string, tokens []analysis.Token) bool {
	words, capitals := 0, 0
	for _, t := range tokens {
		if t.Kind != analysis.Word || t.Stop {
			continue
		}
		words++
		if r, _ := utf8.DecodeRuneInString(text[t.Start:]); unicode.IsUpper(r) {
			capitals++
		}
	}
	return words > 2 && capitals*4 >= words*3
}

// Stated says which values and terms were written: the user's text, prepared.
type Stated struct {
	analyzer *analysis.Analyzer
	buf      []analysis.Token
	words    strings.Builder // folded words and numbers between single spaces
	terms    map[string]bool
	numbers  map[string][]string // the digits of each number, with its units
	joined   string
}

// NewStated returns an empty text.
func NewStated(analyzer *analysis.Analyzer) *Stated {
	s := &Stated{analyzer: analyzer, terms: map[string]bool{}, numbers: map[string][]string{}}
	s.words.WriteByte(' ')
	return s
}

// Add appends a text.
func (s *Stated) Add(text string) {
	s.buf = s.analyzer.Append(s.buf[:0], text)
	for i, t := range s.buf {
		s.terms[t.Term] = true
		if bareNumber(s.buf, i) {
			continue // who wrote 30s did not write 30m
		}
		if t.Kind == analysis.Number || t.Kind == analysis.Identifier {
			digits, unit := splitNumber(t.Term)
			if digits != "" {
				s.numbers[digits] = append(s.numbers[digits], unit)
			}
		}
	}
	folded := analysis.Fold(text)
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		w := folded[start:end]
		s.words.WriteString(w)
		s.words.WriteByte(' ')
		if digits, ok := numberOf[w]; ok {
			s.numbers[digits] = append(s.numbers[digits], "")
		}
		start = -1
	}
	for i, r := range folded {
		switch word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); {
		case word && spaceless(r):
			flush(i)
			if digits, ok := numberOf[string(r)]; ok {
				s.numbers[digits] = append(s.numbers[digits], "")
			}
		case word && start < 0:
			start = i
		case !word:
			flush(i)
		}
	}
	flush(len(folded))
}

// bareNumber reports whether a token is the number before it without its unit.
func bareNumber(tokens []analysis.Token, i int) bool {
	return i > 0 && tokens[i].Kind == analysis.Number && tokens[i-1].Kind == analysis.Number && tokens[i].Start == tokens[i-1].Start
}

// Close ends the adding of text.
func (s *Stated) Close() { s.joined = s.words.String() }

// Has reports whether the value was written.
func (s *Stated) Has(v Value) bool {
	if v.Number {
		return s.hasNumber(v)
	}
	if s.terms[v.term] || strings.Contains(s.joined, " "+spacedOut(v.word)+" ") {
		return true
	}
	if v.Name {
		for _, other := range alike(v.term) {
			if s.terms[other] {
				return true
			}
		}
	}
	return false
}

func (s *Stated) hasNumber(v Value) bool {
	digits, unit := splitNumber(v.word)
	if d, ok := numberOf[v.word]; ok {
		digits, unit = d, ""
	}
	for _, stated := range s.numbers[digits] {
		if unit == "" || stated == "" || unit == stated {
			return true
		}
	}
	return false
}

// splitNumber separates 30s into 30 and s. What does not begin with a digit
// has no digits.
func splitNumber(word string) (digits, unit string) {
	end := strings.LastIndexAny(word, "0123456789") + 1
	if end == 0 || word[0] < '0' || word[0] > '9' {
		return "", ""
	}
	return word[:end], word[end:]
}

func spacedOut(word string) string {
	return strings.Join(strings.FieldsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}
