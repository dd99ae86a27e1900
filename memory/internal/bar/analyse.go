package bar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// analysis is a text taken apart.
type analysis struct {
	terms     map[string]token // the token's text, and its kind and polarity
	compounds []join           // "on-call": what a bar that has "on call" knows it by
	joints    []join           // "on call": what a bar that has "on-call" knows it by
	names     []string         // of the terms, those written as names
}

// join is a compound or two words in a row: the token of both written as one, and the tokens of the parts that count.
type join struct {
	whole string
	parts []string
}

// connectors hold an identifier together; a token with one of them, or with a digit, is of the set S.
const connectors = "-_./:@"

// analyse finds the tokens of a text. A text with letters or digits always has some: when all its words are stop words,
// those are its tokens.
func analyse(raw string) analysis {
	raw = markLines(strings.ToValidUTF8(raw, string(utf8.RuneError)))
	text := ungroup(norm.Text(raw))
	s := scanner{
		japanese:   hasKana(text),
		portuguese: isPortuguese(text),
		terms:      map[string]token{},
	}
	s.run(text, false)
	if len(s.terms) == 0 {
		s.run(text, true)
	}
	a := analysis{terms: s.terms, compounds: s.compounds, joints: s.joints}
	for _, n := range names(raw) {
		if kind, ok := a.terms[n]; ok && counted(kind) {
			a.names = append(a.names, n)
		}
	}
	return a
}

// markLines ends a sentence where a block of markdown does: at a blank line, a list item, a heading, a quotation or a table
// row. Other line ends only wrap.
func markLines(raw string) string {
	lines := strings.Split(strings.ReplaceAll(raw, "\r\n", "\n"), "\n")
	for i := 1; i < len(lines); i++ {
		if startsBlock(lines[i]) || strings.HasPrefix(strings.TrimSpace(lines[i-1]), "#") {
			lines[i] = "; " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

func startsBlock(line string) bool {
	line = strings.TrimSpace(line)
	mark, _, _ := strings.Cut(line, " ")
	if number := strings.TrimRight(mark, ".)"); number != mark && strings.Trim(number, "0123456789") == "" {
		return true
	}
	return line == "" || strings.ContainsRune("#>|", rune(line[0])) || mark == "-" || mark == "*" || mark == "+"
}

// scanner collects the tokens of one normalised text.
type scanner struct {
	japanese   bool // the text has kana, so its Han characters are read as Japanese
	portuguese bool // "no" and "dos" are articles here, not a negation and a number
	keepStops  bool // for texts of stop words only
	terms      map[string]token
	compounds  []join
	joints     []join

	sentence []term // of the sentence being read
	negated  bool
	number   bool   // the last chunk was a number without a unit
	last     string // the last chunk if it was a word
}

type term struct {
	text string
	kind token
}

func (s *scanner) run(text string, keepStops bool) {
	s.keepStops = keepStops
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return !inChunk(r) })
		if n < 0 {
			n = len(text)
		}
		chunk := text[:n]
		s.chunk(chunk)
		after, size := utf8.DecodeRuneInString(text[n:])
		if after == '%' && s.number {
			s.add("%", unit)
		}
		if strings.ContainsRune("!?;。…।؟", after) || endsInStop(chunk) {
			s.endSentence()
		}
		text = text[n+size:]
	}
	s.endSentence()
}

// endsInStop reports whether a chunk ends in a full stop and not in an abbreviation.
func endsInStop(chunk string) bool {
	before := strings.TrimRight(chunk, ".")
	letter := len(before) == 1 && !('0' <= before[0] && before[0] <= '9')
	abbreviation := strings.Contains(before, ".") && stops[before]
	return before != chunk && before != "" && !letter && !abbreviation
}

// ungroup removes the commas that group digits, as in 10,000.
func ungroup(text string) string {
	if !strings.Contains(text, ",") {
		return text
	}
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	b := []byte(text)
	out := b[:0]
	for i, c := range b {
		groups := c == ',' && i > 0 && digits(text[i-1:i]) && len(text) >= i+4 && digits(text[i+1:i+4]) &&
			(len(text) == i+4 || !digits(text[i+4:i+5]))
		if !groups {
			out = append(out, c)
		}
	}
	return string(out)
}

func (s *scanner) add(text string, kind token) {
	s.sentence = append(s.sentence, term{text, kind})
}

func (s *scanner) endSentence() {
	// No article and no preposition ends a sentence: "zone a" names it, and what is on is not off.
	if s.last == "on" || len(s.last) == 1 && stops[s.last] {
		s.add(s.last, value)
	}
	flags := positive
	if s.negated {
		flags = negative
	}
	for _, t := range s.sentence {
		key := t.text
		if t.kind == unit {
			key = "unit " + key
		}
		old, ok := s.terms[key]
		kind := t.kind
		if ok && kind == joined {
			kind = old & kinds // the joint form adds nothing to a word that stands there itself
		}
		s.terms[key] = old&polarity | flags | kind
	}
	s.sentence, s.negated, s.number, s.last = s.sentence[:0], false, false, ""
}

// chunk reads what stands between spaces or punctuation: a word, an identifier, a number, or a run of a script that is
// written without spaces, alone or glued to one another.
func (s *scanner) chunk(chunk string) {
	for chunk != "" {
		first, _ := utf8.DecodeRuneInString(chunk)
		sc := unspaced(first)
		n := strings.IndexFunc(chunk, func(r rune) bool { return unspaced(r) != sc && !(sc != 0 && unicode.Is(unicode.Mn, r)) })
		if n < 0 {
			n = len(chunk)
		}
		if sc != 0 {
			s.pairs(chunk[:n], sc)
		} else {
			s.spaced(chunk[:n])
		}
		chunk = chunk[n:]
	}
}

// spaced reads a chunk of a script that puts spaces between words.
func (s *scanner) spaced(chunk string) {
	chunk = strings.Trim(chunk, connectors+"'")
	if chunk == "" {
		return
	}
	if head, tail, ok := strings.Cut(chunk, "'"); ok {
		s.apostrophe(head, tail)
		return
	}
	chunk = westernDigits(chunk)
	if a, ok := aliases[chunk]; ok {
		chunk = a
	}
	after, last := s.number, s.last
	s.number, s.last = false, ""
	if num, u, ok := splitNumber(chunk); ok {
		s.add(num, numberKind(num))
		if u != "" {
			s.add(u, unit)
		}
		s.number = u == ""
		return
	}
	if u, ok := units[chunk]; ok && after {
		s.add(u, unit)
		return
	}
	if strings.ContainsAny(chunk, "0123456789") {
		s.add(chunk, numberKind(chunk))
		return
	}
	if strings.ContainsAny(chunk, connectors) && !stops[chunk] {
		s.compound(chunk)
		return
	}
	if last != "" {
		s.joints = append(s.joints, join{stem(last + chunk), append(countedParts(last), countedParts(chunk)...)})
	}
	s.last = chunk
	s.word(chunk)
}

func numberKind(chunk string) token {
	if isNumber(chunk) {
		return value
	}
	return identifier
}

// countedParts returns the token of a word, or nothing for one that does not count.
func countedParts(w string) []string {
	if stops[w] || negations[w] {
		return nil
	}
	return []string{wordTerm(w).text}
}

// apostrophe reads a contraction (don't), a genitive (Bob's) or an elision (l'équipe).
func (s *scanner) apostrophe(head, tail string) {
	switch {
	case tail == "t" && strings.HasSuffix(head, "n"):
		s.negated = true // the auxiliary before it is a stop word
	case tail == "s" || tail == "re" || tail == "ll" || tail == "ve" || tail == "m" || tail == "d":
		s.spaced(head)
	case len([]rune(head)) <= 2:
		s.negated = s.negated || head == "n"
		s.spaced(tail)
	default:
		s.spaced(head)
		s.spaced(tail)
	}
}

func (s *scanner) word(w string) {
	if negations[w] && !(w == "no" && s.portuguese) {
		s.negated = true
		return
	}
	if n, ok := numberWords[w]; ok && !(w == "dos" && s.portuguese) {
		s.add(n, value)
		s.number = true
		return
	}
	if stops[w] && !s.keepStops {
		return
	}
	t := wordTerm(w)
	s.add(t.text, t.kind)
}

// wordTerm returns the token of a word: the value it stands for, or its stem. A single letter is a value as well: zone a
// is not zone b.
func wordTerm(w string) term {
	if a, ok := aliases[w]; ok {
		w = a
	}
	if v, ok := valueOf(w); ok {
		return v
	}
	if len(w) == 1 && !stops[w] {
		return term{w, value}
	}
	return term{stem(w), word}
}

// valueOf returns the token of a word that stands for one of a few.
func valueOf(w string) (term, bool) {
	v, ok := values[w]
	return term{v, value}, ok
}

// compound reads an identifier of letters. "payments-api" is one token, of the set S. Its parts written as one are kept
// beside it, for texts that write "payments API".
func (s *scanner) compound(chunk string) {
	fields := strings.FieldsFunc(chunk, func(r rune) bool { return strings.ContainsRune(connectors, r) })
	c := join{whole: chunk}
	for _, w := range fields {
		c.parts = append(c.parts, countedParts(w)...)
	}
	s.compounds = append(s.compounds, c)
	s.add(chunk, compoundKind(chunk))
	s.add(stem(strings.Join(fields, "")), joined)
}

// compoundKind tells names from compounds of the language, which a hyphen alone can make as well: dairy-free, ingest-worker.
func compoundKind(chunk string) token {
	if strings.ContainsAny(chunk, "_./:@") {
		return identifier
	}
	return value
}
