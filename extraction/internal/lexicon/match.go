package lexicon

import "strings"

// A Match is a phrase found in a text: tokens[First] to tokens[Last].
type Match struct {
	Class       Class
	First, Last int
	loose       bool // a gap or a <w> was used
}

// A … may skip up to four words, or eighteen characters of a script that has
// no spaces.
const (
	gapBudget = 18
	wordCost  = 4
)

// finder walks one text.
type finder struct {
	tokens  []Token
	lang    *language
	found   []Match
	atStart int
}

// find appends the matches of one language. A phrase that lies inside a longer
// one does not count: "from now on" is not "now".
func (l *language) find(dst []Match, tokens []Token) []Match {
	f := finder{tokens: tokens, lang: l, found: dst}
	begin := len(dst)
	// Only interjections have been seen in this clause, in this sentence.
	clause, sentence := true, true
	for i := range tokens {
		if i == 0 || tokens[i].Clause != tokens[i-1].Clause {
			clause = true
		}
		if i == 0 || tokens[i].Sentence != tokens[i-1].Sentence {
			sentence = true
		}
		f.atStart = i
		f.walk(&l.start, i, false)
		if sentence {
			f.walk(&l.opening, i, false)
		}
		if clause {
			f.walk(&l.initial, i, false)
		}
		if tokens[i].kind != mark && !l.interjections[tokens[i].Word] {
			clause, sentence = false, false
		}
	}
	return append(f.found[:begin], maximal(f.found[begin:])...)
}

func (f *finder) walk(n *node, i int, loose bool) {
	if i > f.atStart {
		f.emit(n.end, i, loose)
		if n.endOnly != 0 && (i == len(f.tokens) || f.tokens[i].Clause != f.tokens[i-1].Clause) {
			f.emit(n.endOnly, i, loose)
		}
	}
	if i == len(f.tokens) || i > f.atStart && f.tokens[i].Sentence != f.tokens[i-1].Sentence {
		return
	}
	t := &f.tokens[i]
	if next := n.words[t.Word]; next != nil {
		f.walk(next, i+1, loose)
	}
	if n.number != nil && t.kind == number {
		f.walk(n.number, i+1, loose)
	}
	if n.any != nil && t.kind != mark {
		f.walk(n.any, i+1, true)
	}
	if n.id != nil && t.kind == identifier {
		f.walk(n.id, i+1, loose)
	}
	if n.name != nil && t.upper {
		f.walk(n.name, i+1, loose)
	}
	if n.year != nil && isYear(t.Word) {
		f.walk(n.year, i+1, loose)
	}
	for _, a := range n.prefixes {
		if strings.HasPrefix(t.Word, a.text) {
			f.walk(a.to, i+1, loose)
		}
	}
	for _, a := range n.suffixes {
		if len(t.Word) > len(a.text)+1 && strings.HasSuffix(t.Word, a.text) {
			f.walk(a.to, i+1, loose)
		}
	}
	f.skip(n, i)
}

// skip follows a gap, which stays within its sentence.
func (f *finder) skip(n *node, i int) {
	if n.gap == nil {
		return
	}
	cost := 0
	for k := i; k < len(f.tokens) && cost <= gapBudget; k++ {
		if k > i && f.tokens[k].Sentence != f.tokens[k-1].Sentence {
			return
		}
		f.walk(n.gap, k, true)
		cost += f.tokens[k].width
	}
}

func (f *finder) emit(cs classes, end int, loose bool) {
	for c := Class(0); cs != 0; c++ {
		if cs&1 != 0 {
			f.found = append(f.found, Match{Class: c, First: f.atStart, Last: end - 1, loose: loose})
		}
		cs >>= 1
	}
}

// maximal leaves out the matches that lie inside a longer one. A match that
// skipped words covers nothing: what stands in its gap is not part of it. A
// remedy is a word of a phrase that says more: "the fix was".
func maximal(ms []Match) []Match {
	kept := ms[:0:0]
	for i, m := range ms {
		inside := false
		for j, o := range ms {
			if i != j && m.Class != Remedy && o.Class != Remedy && !o.loose && o.First <= m.First && m.Last <= o.Last && o.Last-o.First > m.Last-m.First {
				inside = true
				break
			}
		}
		if !inside {
			kept = append(kept, m)
		}
	}
	return kept
}

func isYear(w string) bool {
	return len(w) == 4 && (w[:2] == "19" || w[:2] == "20") && w[2] >= '0' && w[2] <= '9' && w[3] >= '0' && w[3] <= '9'
}
