package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// A Relation says how two documents that tell of the same thing differ.
type Relation uint8

// The relations, from the closest.
const (
	Identical Relation = iota // same text but for case, width, accents, spacing and the final stop
	Reworded                  // same values, other words
	Changed                   // same words, another number, identifier or name, or a negation: a correction?
)

// String returns the relation in words.
func (r Relation) String() string {
	return [...]string{"identical", "same, reworded", "same, but another value"}[r]
}

// A Match is a document that seems to tell the same as another.
type Match struct {
	ID       string
	Relation Relation
	Overlap  float64 // share of the words in common, from 0 to 1
	// Differ are the numbers, identifiers, names and negations that only one of
	// the two holds, as it writes them, sorted; only for Changed.
	Differ []string
}

const (
	similarCandidates = 20
	// similarOverlap is the least overlap of two claims. Rewordings keep two
	// thirds of their words; different facts about one thing seldom half.
	similarOverlap = 0.55
)

// Similar returns up to n documents whose description and body seem to say
// the same as those of d, the closest first. A document with the ID of d is
// not among them, nor one for which keep, if it is not nil, returns false.
// Nothing is meant to be merged on its word: it is a hint for a person.
func (ix *Index) Similar(d Doc, n int, keep func(id string) bool) []Match {
	var matches []Match
	draft := ix.claim(&d)
	others := func(id string) bool { return id != d.ID && (keep == nil || keep(id)) }
	for _, hit := range ix.Search(Query{Text: draft.text, Limit: similarCandidates, Keep: others}).Hits {
		other := ix.claim(&ix.docs[ix.slots[hit.ID]].doc)
		if m, ok := ix.relate(draft, other); ok {
			m.ID = hit.ID
			matches = append(matches, m)
		}
	}
	slices.SortStableFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Relation, b.Relation), cmp.Compare(b.Overlap, a.Overlap))
	})
	return matches[:min(max(n, 0), len(matches))]
}

// A claim is what a document says: its words, and the values a correction
// would change.
type claim struct {
	text   string
	words  map[string]bool
	values map[string]string // term: as it is written
	names  map[string]string // the same for words with a capital letter, and those like pay-eu
}

func (ix *Index) claim(d *Doc) claim {
	c := claim{text: d.Description + "\n" + d.Body, words: map[string]bool{}, values: map[string]string{}, names: map[string]string{}}
	for _, t := range analysis.Tokens(c.text) {
		written := c.text[t.Start:t.End]
		switch {
		case t.Depth > 0 || t.Stop:
		case isValue(&t):
			c.values[t.Term] = written
		default:
			c.words[canonical(t.Term)] = true
			if first, _ := utf8.DecodeRuneInString(written); unicode.IsUpper(first) || t.Kind == analysis.Identifier {
				c.names[canonical(t.Term)] = written
			}
		}
	}
	return c
}

func isValue(t *analysis.Token) bool {
	switch t.Kind {
	case analysis.Number, analysis.Hash:
		return true
	case analysis.Identifier:
		return strings.ContainsAny(t.Term, "0123456789.:/@")
	}
	return t.Term == analysis.Not
}

// relate compares two claims; ok is false if they say different things.
func (ix *Index) relate(a, b claim) (m Match, ok bool) {
	if plainForm(a.text) == plainForm(b.text) {
		return Match{Relation: Identical, Overlap: 1}, true
	}
	m.Overlap = ix.overlap(a.words, b.words)
	if m.Overlap < similarOverlap {
		return m, false
	}
	m.Relation = Reworded
	m.Differ = append(missing(a.values, b.values), missing(b.values, a.values)...)
	// A name on either side that the other lacks is a value too; a single one
	// may be a word that begins a sentence, or on-call beside on call.
	if an, bn := missing(a.names, b.words), missing(b.names, a.words); len(an) > 0 && len(bn) > 0 {
		m.Differ = append(append(m.Differ, an...), bn...)
	}
	slices.Sort(m.Differ)
	if len(m.Differ) > 0 {
		m.Relation = Changed
	}
	return m, true
}

// overlap is the Dice coefficient of two sets of words, each weighing what it
// weighs in a search.
func (ix *Index) overlap(a, b map[string]bool) float64 {
	var both, all float32
	for w := range a {
		weight := ix.idf(len(ix.holding(w)))
		all += weight
		if b[w] {
			both += 2 * weight
		}
	}
	for w := range b {
		all += ix.idf(len(ix.holding(w)))
	}
	if all == 0 {
		return 1 // There are only values to compare.
	}
	return float64(both / all)
}

// missing returns what a holds and b does not, as a writes it.
func missing[V any](a map[string]string, b map[string]V) []string {
	var only []string
	for term, written := range a {
		if _, ok := b[term]; !ok {
			only = append(only, written)
		}
	}
	return only
}

// plainForm is text without differences that mean nothing.
func plainForm(text string) string {
	return strings.TrimRight(strings.Join(strings.Fields(analysis.Fold(text)), " "), ".。")
}
