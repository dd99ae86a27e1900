package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// Tuned on the development sets; each is flat around its value.
const (
	// maxTerms is the number of terms of a query that are looked up. Alert
	// texts have up to 50; only pasted logs have more.
	maxTerms = 64

	spelledLeast  = 0.5 // least likeness of another spelling
	spelledLimit  = 8   // most other spellings of one term
	spelledWeight = 0.8 // weight of another spelling, times its likeness

	synonymWeight = 0.5

	// prior is the number of imagined documents of which one holds any given
	// term. It keeps scores comparable: without it a term held by one of five
	// memories would weigh a fifth of one held by one of five hundred.
	prior = 50
)

// A group is one term of the query with everything that may stand for it. The
// best of its alternatives counts.
type group struct {
	token  analysis.Token
	label  string // as the user wrote it
	idf    float32
	topic  topic
	alts   []alternative
	bit    uint64 // identifies a whole identifier that some document holds
	parent uint64 // bit of the innermost such identifier this is a part of
}

// An alternative is a set of documents that hold a term of the group.
type alternative struct {
	postings []posting
	weight   float32 // inverse document frequency times likeness
}

// plan is an analysed query.
type plan struct {
	groups  []group
	dropped []string // labels of the terms over the budget
}

// idf is the weight of a term that df documents hold.
func (ix *Index) idf(df int) float32 {
	return float32(math.Log(float64(len(ix.slots)+prior) / float64(df+1)))
}

// plan analyses a query. It is empty if the query has no usable term.
func (ix *Index) plan(text string, s *scratch) plan {
	tokens := analysis.Tokens(text)
	onlyStops := !slices.ContainsFunc(tokens, func(t analysis.Token) bool { return !t.Stop })
	var p plan
	for _, t := range tokens {
		if t.Stop && !onlyStops || slices.ContainsFunc(p.groups, func(g group) bool { return g.token.Term == t.Term }) {
			continue
		}
		g := group{token: t, label: label(text, t), idf: ix.idf(len(ix.holding(t.Term))), topic: topicOf(&t)}
		p.groups = append(p.groups, g)
	}
	p.fit(ix)
	for i := range p.groups {
		ix.addSpellings(&p.groups[i], s)
	}
	ix.addSynonyms(&p, text, tokens)
	p.linkParts()
	return p
}

// label is a term as the user wrote it; a part of an identifier is named by
// its term.
func label(text string, t analysis.Token) string {
	if t.Depth > 0 || t.Kind == analysis.Pair {
		return t.Term
	}
	return strings.ToLower(text[t.Start:t.End])
}

// fit drops what is over the budget: identifiers stay first, then the terms
// that fewest documents hold. The order of the query is kept.
func (p *plan) fit(ix *Index) {
	if len(p.groups) <= maxTerms {
		return
	}
	strength := func(g *group) float32 {
		held := len(ix.holding(g.token.Term)) > 0
		switch {
		case held && g.token.Kind == analysis.Identifier:
			return g.idf + 1000
		case held:
			return g.idf
		}
		return 0
	}
	order := make([]int, len(p.groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(strength(&p.groups[b]), strength(&p.groups[a]))
	})
	for _, i := range order[maxTerms:] {
		p.dropped = append(p.dropped, p.groups[i].label)
	}
	order = order[:maxTerms]
	slices.Sort(order)
	kept := make([]group, maxTerms)
	for i, from := range order {
		kept[i] = p.groups[from]
	}
	p.groups = kept
}

// addSpellings gives a group its own term and those spelled alike.
func (ix *Index) addSpellings(g *group, s *scratch) {
	if ps := ix.holding(g.token.Term); len(ps) > 0 {
		g.alts = append(g.alts, alternative{ps, g.idf})
	}
	s.spelled = ix.spelling.appendAlike(s.spelled[:0], g.token.Term, spelledLeast, spelledLimit, &s.shared)
	for _, sp := range s.spelled {
		ix.addAlternative(g, ix.postings[sp.term], spelledWeight*sp.alike)
	}
}

// addAlternative adds documents to a group. They weigh no more than documents
// with the group's own term would.
func (ix *Index) addAlternative(g *group, ps []posting, likeness float32) {
	if len(ps) > 0 {
		g.alts = append(g.alts, alternative{ps, likeness * min(g.idf, ix.idf(len(ps)))})
	}
}

// linkParts connects the parts of identifiers to the innermost whole that some
// document holds.
func (p *plan) linkParts() {
	var open []*group // the wholes around the current token
	next := uint64(1)
	for i := range p.groups {
		g := &p.groups[i]
		for len(open) > 0 && (open[len(open)-1].token.Depth >= g.token.Depth || open[len(open)-1].token.End != g.token.End) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			g.parent = open[len(open)-1].bit
		}
		if g.token.Kind == analysis.Identifier && g.heldWhole() && next != 0 {
			g.bit = next
			next <<= 1
			open = append(open, g)
		}
	}
}

// heldWhole reports whether some document holds the group's own term: the
// first alternative is then the term itself, at full weight.
func (g *group) heldWhole() bool { return len(g.alts) > 0 && g.alts[0].weight == g.idf }
