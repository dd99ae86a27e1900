package analysis

import "strings"

// Kind says what sort of text a token stands for.
type Kind uint8

// The kinds of token.
const (
	Word       Kind = iota // a word of any script that uses spaces, stemmed
	Number                 // digits, with a unit of up to three letters: 42, 12.4, 30s, 512Mi
	Identifier             // a name kept whole: eks-prod-1, k8s, KubePodNotReady, 10.0.3.17:9100
	Part                   // a word inside an identifier, stemmed
	Hash                   // a random-looking name or part of one: 5d8c7b9f6d, a UUID
	Pair                   // two neighbouring characters of a script without spaces, or one that stands alone
)

var kindNames = [...]string{"word", "number", "identifier", "part", "hash", "pair"}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// A Token is one term of a text.
type Token struct {
	Term string // what to compare: folded, stemmed, never empty
	Kind Kind
	// Stop marks a word that carries no topic in any text ("the", "sobre"):
	// ignore it unless nothing else is left.
	Stop bool
	// Start and End are the byte offsets in the analysed text of the word or
	// identifier the term was taken from. Several tokens share them when an
	// identifier is taken apart.
	Start, End int
}

// Not is the term of every negation: not, never, cannot, the n't of don't,
// nicht, não, не. It is not a stop word, so that "not ready" is not "ready".
const Not = "not"

// Tokens analyses text. The order is that of the text; an identifier comes
// before its parts. Invalid UTF-8 separates words.
func Tokens(text string) []Token {
	var a Analyzer
	return a.Append(make([]Token, 0, len(text)/5+1), text)
}

// HasTerm reports whether text holds anything but space, punctuation and
// symbols, so that there is something to look for.
func HasTerm(text string) bool {
	return strings.IndexFunc(text, isWordRune) >= 0
}
