package safety

import "strings"

// maxIdent is how far an identifier reaches from its root, in bytes.
const maxIdent = 64

// maxWords is how many words of an identifier or phrase are looked at.
const maxWords = 12

// words are the lower-case words of an identifier, split at _ - . and at case
// changes, without allocating.
type words struct {
	buf   [maxIdent*2 + 32]byte
	start [maxWords + 1]int
	n     int // words
	used  int // bytes of buf
}

func (w *words) at(i int) []byte { return w.buf[w.start[i]:w.start[i+1]] }

// split appends the words of an identifier.
func (w *words) split(ident string) {
	open := false
	closeWord := func() {
		if open && w.n < maxWords {
			w.n++
			w.start[w.n] = w.used
		}
		open = false
	}
	for i := 0; i < len(ident) && w.used < len(w.buf) && w.n < maxWords; i++ {
		b := ident[i]
		if !is(b, alnum) && b < 0x80 {
			closeWord()
			continue
		}
		if i > 0 && 'A' <= b && b <= 'Z' && open {
			prev := ident[i-1]
			next := i+1 < len(ident) && is(ident[i+1], lowers)
			if is(prev, lowers|digits) || is(prev, uppers) && next {
				closeWord()
			}
		}
		w.buf[w.used] = lowerByte(b)
		w.used++
		open = true
	}
	closeWord()
}

// classifyIdent says what an identifier alone promises.
func classifyIdent(ident string) label {
	var w words
	w.split(ident)
	return w.classify()
}

// classify decides by the last word that is not neutral, and by what qualifies
// it.
func (w *words) classify() label {
	last := w.n - 1
	for last > 0 && w.neutral(last) {
		last--
	}
	if last < 0 {
		return label{}
	}
	word := trimDigits(w.at(last))
	if string(word) == "passe" && last > 1 && string(w.at(last-1)) == "de" && string(w.at(last-2)) == "mot" {
		word = []byte("motdepasse")
	}
	l := lastWord(string(word))
	if l.kind == noLabel && last == w.n-1 && last > 0 && string(w.at(last)) == "key" {
		l = lastWord("key")
	}
	if l.kind != keyish {
		if l.bare && w.n > 1 {
			l.bare = false
		}
		return l
	}
	for i := 0; i < last; i++ {
		if _, deny := deniedAnywhere[string(w.at(i))]; deny {
			return label{}
		}
	}
	if last > 0 {
		if _, deny := deniedQualifiers[string(w.at(last-1))]; deny && !l.pair {
			return label{}
		}
	}
	if !l.bare {
		return l
	}
	// A lone "key" needs a word before it that makes it a credential.
	for i := max(0, last-3); i < last; i++ {
		if _, ok := keyQualifiers[string(w.at(i))]; ok {
			l.bare = false
			l.wire = l.wire || string(w.at(i)) == "private" || string(w.at(i)) == "preshared"
			return l
		}
	}
	return label{}
}

// neutral reports a word that may follow the deciding one: prod, v2, old, 2.
func (w *words) neutral(i int) bool {
	word := w.at(i)
	if len(trimDigits(word)) == 0 {
		return true
	}
	_, ok := neutralWords[string(word)]
	return ok
}

func trimDigits(word []byte) []byte {
	for len(word) > 0 && is(word[len(word)-1], digits) {
		word = word[:len(word)-1]
	}
	return word
}

// ident is an identifier in the text, with what stands around it.
type ident struct {
	start, end int
	label
	flag   bool // -x or --x
	slash  bool // follows a slash
	dollar bool // follows $
	env    bool // UPPER_CASE with at least one underscore
	// phrase is where the words begin that belong to the label: "Datadog API
	// key" begins at Datadog.
	phrase int
}

// identAround finds the identifier that holds the root at at, and classifies
// it together with up to three words before it.
func (s *scan) identAround(at, rootLen int) ident {
	text := s.text
	id := ident{start: at, end: at + rootLen}
	for id.end < len(text) && id.end-at < maxIdent {
		b := text[id.end]
		if is(b, wordChars) || (b == '-' || b == '.') && id.end+1 < len(text) && is(text[id.end+1], alnum) && text[id.end-1] != '-' {
			id.end++
			continue
		}
		break
	}
	id.start = runBack(text, at, identPart, maxIdent)
	for id.start < at && !is(text[id.start], alnum) {
		if text[id.start] == '-' {
			id.flag = true
		}
		id.start++
	}
	if id.start > 0 {
		switch before := text[id.start-1]; {
		case before == '/':
			id.slash = true
		case before == '$':
			id.dollar = true
		case before == '-' && !id.flag:
			id.flag = true
		}
	}
	id.phrase = id.start
	var w words
	w.split(text[id.start:id.end])
	id.label = w.classify()
	if id.kind == noLabel && !w.lone("key") && !w.lone("passe") {
		return id
	}
	id.env = upperSnake(text[id.start:id.end])
	if id.kind != strong && !id.env && w.n <= 2 {
		// The words before tell a credential's key or token from another.
		w = words{}
		s.wordsBefore(&id, &w)
		w.split(text[id.start:id.end])
		id.label = w.classify()
	}
	if id.kind == noLabel && s.keyFor(id.end) {
		id.label = label{kind: keyish, rule: &ruleLabeledKey}
	}
	return id
}

// keyFor reports "for X" after a lone key where X qualifies it: key for
// pagerduty.
func (s *scan) keyFor(i int) bool {
	text := s.text
	if !strings.HasPrefix(text[i:], " for ") {
		return false
	}
	i += len(" for ")
	_, ok := keyQualifiers[strings.ToLower(text[i:run(text, i, alnum, 24)])]
	return ok
}

// lone reports whether the last word is word.
func (w *words) lone(word string) bool { return w.n > 0 && string(w.at(w.n-1)) == word }

// upperSnake reports an environment variable's name: capitals, digits and at
// least one underscore.
func upperSnake(name string) bool {
	underscore := false
	for i := 0; i < len(name); i++ {
		if name[i] == '_' {
			underscore = true
		} else if !is(name[i], uppers|digits) {
			return false
		}
	}
	return underscore
}

// wordsBefore puts up to three words that precede the identifier on its line
// into w. They must be separated by single spaces.
func (s *scan) wordsBefore(id *ident, w *words) {
	text := s.text
	var starts [3]int
	n, i := 0, id.start
	if id.flag || id.slash || id.dollar {
		return
	}
	for n < 3 && i >= 2 && text[i-1] == ' ' && is(text[i-2], wordChars|dash) {
		j := runBack(text, i-1, wordChars|dash, 24)
		if i-1-j >= 24 {
			break
		}
		starts[n] = j
		n++
		i = j
	}
	for k := n - 1; k >= 0; k-- {
		end := run(text, starts[k], wordChars|dash, 24)
		w.split(text[starts[k]:end])
	}
	if n > 0 {
		id.phrase = starts[n-1]
	}
}
