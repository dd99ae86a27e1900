package search

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed synonyms.txt
var synonymText string

// A phrase is the terms of one synonym, in order.
type phrase []string

// A synonym is a phrase and what may stand for it.
type synonym struct {
	phrase phrase
	others []phrase
}

// synonyms holds the groups of synonyms.txt by the first term of the phrase.
var synonyms = sync.OnceValue(func() map[string][]synonym { return readSynonyms(synonymText) })

func readSynonyms(text string) map[string][]synonym {
	table := make(map[string][]synonym)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		var group []phrase
		for words := range strings.SplitSeq(line, ",") {
			p := phraseOf(analysis.Tokens(words))
			known := slices.ContainsFunc(group, func(q phrase) bool { return slices.Equal(p, q) })
			if len(p) > 0 && !known {
				group = append(group, p)
			}
		}
		for i, p := range group {
			others := slices.Delete(slices.Clone(group), i, i+1)
			table[p[0]] = append(table[p[0]], synonym{p, others})
		}
	}
	return table
}

// canonical returns one term for all single words of a group of synonyms, and
// for any other term the term itself.
func canonical(term string) string {
	first := term
	for _, s := range synonyms()[term] {
		for _, other := range s.others {
			if len(s.phrase) == 1 && len(other) == 1 {
				first = min(first, other[0])
			}
		}
	}
	return first
}

// phraseOf returns the terms of tokens without the parts of identifiers.
func phraseOf(tokens []analysis.Token) phrase {
	var p phrase
	for _, t := range tokens {
		if t.Depth == 0 {
			p = append(p, t.Term)
		}
	}
	return p
}

// addSynonyms adds to the groups of a query what may stand for them or for a
// phrase of the query.
func (ix *Index) addSynonyms(p *plan, text string, tokens []analysis.Token) {
	table := synonyms()
	done := make(map[*synonym]bool)
	for i := range tokens {
		for j := range table[tokens[i].Term] {
			s := &table[tokens[i].Term][j]
			end, ok := s.phrase.match(tokens[i:])
			if !ok || done[s] {
				continue
			}
			done[s] = true
			g := p.rarest(s.phrase)
			if g == nil {
				// All of the phrase's words are stop words, as in "on it".
				written := text[tokens[i].Start:end]
				p.groups = append(p.groups, group{token: tokens[i], label: strings.ToLower(written), idf: ix.idf(0)})
				g = &p.groups[len(p.groups)-1]
			}
			// "call" is an everyday word, "on call" is a topic.
			if len(s.phrase) > 1 {
				g.topic = topicFull
			}
			for _, other := range s.others {
				ix.addAlternative(g, ix.holdingAll(other), synonymWeight)
			}
		}
	}
}

// match reports whether tokens begin with the phrase, and where in the text it
// ends. The parts of an identifier may be words of the phrase.
func (p phrase) match(tokens []analysis.Token) (end int, ok bool) {
	if len(tokens) < len(p) {
		return 0, false
	}
	for i, term := range p {
		if tokens[i].Term != term {
			return 0, false
		}
	}
	return tokens[len(p)-1].End, true
}

// rarest returns the group of the phrase's word that fewest documents hold.
func (p *plan) rarest(words phrase) *group {
	var best *group
	for i := range p.groups {
		g := &p.groups[i]
		if slices.Contains(words, g.token.Term) && (best == nil || g.idf > best.idf) {
			best = g
		}
	}
	return best
}

// holdingAll returns the postings of the documents that hold every term.
func (ix *Index) holdingAll(terms phrase) []posting {
	first := ix.holding(terms[0])
	if len(terms) == 1 {
		return first
	}
	var all []posting
	for _, p := range first {
		if ix.narrow(&p, terms[1:]) {
			all = append(all, p)
		}
	}
	return all
}

// narrow reports whether the document of p holds the terms too, and lowers the
// weight of p to that of its rarest.
func (ix *Index) narrow(p *posting, terms phrase) bool {
	for _, term := range terms {
		ps := ix.holding(term)
		i, ok := findPosting(ps, p.slot)
		if !ok {
			return false
		}
		p.weight = min(p.weight, ps[i].weight)
		p.fields |= ps[i].fields
	}
	return true
}
