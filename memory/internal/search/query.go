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
	parent uint64 // bit of the outermost such identifier this is a part of
	series bool   // that identifier has a number: it is one of several alike
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
	seen := make(map[string]bool, len(tokens))
	var p plan
	for _, t := range tokens {
		if t.Stop && !onlyStops || seen[t.Term] {
			continue
		}
		seen[t.Term] = true
		g := group{token: t, label: label(text, t), idf: ix.idf(len(ix.holding(t.Term))), topic: topicOf(&t)}
		p.groups = append(p.groups, g)
	}
	p.fit(ix)
	for i := range p.groups {
		ix.addSpellings(&p.groups[i], seen, s)
	}
	ix.addSynonyms(&p, text, tokens)
	p.linkParts()
	return p
}

// label is a term as the user wrote it, in lower case.
func label(text string, t analysis.Token) string {
	written := text[t.Start:t.End]
	lower := strings.ToLower(written)
	if t.Depth == 0 && t.Kind != analysis.Pair {
		return lower
	}
	// A part: its stem, and the letters that follow it up to the next part.
	start := strings.Index(lower, t.Term)
	if start < 0 || len(lower) != len(written) {
		return t.Term
	}
	end := start + len(t.Term)
	for end < len(written) && 'a' <= written[end] && written[end] <= 'z' {
		end++
	}
	return lower[start:end]
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

// addSpellings gives a group its own term and those spelled alike that are no
// terms of the query themselves.
func (ix *Index) addSpellings(g *group, query map[string]bool, s *scratch) {
	if ps := ix.holding(g.token.Term); len(ps) > 0 {
		g.alts = append(g.alts, alternative{ps, g.idf})
	}
	named := g.token.Kind == analysis.Identifier && len(g.alts) > 0
	if named || g.token.Term == analysis.Not {
		return // A name that exists is no misspelling, and "note" no negation.
	}
	s.spelled = ix.spelling.appendAlike(s.spelled[:0], g.token.Term, spelledLeast, spelledLimit, ix.terms, &s.shared)
	for _, sp := range s.spelled {
		if query[ix.terms[sp.term]] {
			continue
		}
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

// linkParts connects the parts of identifiers to the outermost whole that some
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
			g.parent = open[0].bit
			g.series = strings.ContainsAny(open[0].token.Term, "0123456789")
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
