package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// A Query says what to search for.
type Query struct {
	Text string
	// Limit is the largest number of hits to return; 0 or less means all.
	Limit int
	// Keep, if not nil, says which documents may be found. The others are
	// treated as if they were not there, except that they count in the
	// statistics of terms.
	Keep func(id string) bool
	// Similarity, if not nil, adds another opinion, such as an embedding
	// model's. It is called once with the IDs of all kept documents and
	// returns one value from 0 (unrelated) to 1 (the same) for each; a result
	// of another length is ignored. A document with a value above 0 can be
	// found by that alone, so return 0 for what is not worth showing. A
	// value counts like the share of the query that a document holds: above
	// 0.5 the hit is not weak, from 0.8 it is sure.
	Similarity func(ids []string) []float64
}

// A Result is what a search found.
type Result struct {
	Hits []Hit // best first; equal scores by name
	// Total is the number of documents that matched; those beyond
	// Query.Limit are counted only.
	Total int
	// Weak says that no hit is above the floor: what was found, if anything,
	// shares a word with the query and probably no more.
	Weak bool
	// NoTerms says that the query had nothing to search for, as "???" has
	// not. There are no hits then.
	NoTerms bool
	// Used are the terms that were looked up, identifiers first; Dropped are
	// those over the budget of 64: first what no document holds, then what
	// most documents hold, identifiers last.
	Used, Dropped []string
}

// A Hit is a document that was found, and why.
type Hit struct {
	ID string
	// Score orders the hits; it is never negative.
	Score float64
	// Weak says that the hit is below the floor; see [Result.Weak]. Sure says
	// that it holds so much of the query that it may be cited as an answer.
	// Both mean the same in every store.
	Weak, Sure bool
	// Exact says that the query is this document's name.
	Exact bool
	// Terms are the query's terms that the document holds, or holds a synonym
	// or another spelling of; Fields are where.
	Terms, Fields []string
}

type ranked struct {
	slot  uint32
	score float32
	exact bool
}

// Search ranks the documents for a query.
func (ix *Index) Search(q Query) Result {
	s := ix.scratch.Get().(*scratch)
	defer ix.scratch.Put(s)
	p := ix.plan(q.Text, s)
	res := Result{Used: p.labels(), Dropped: p.dropped, NoTerms: len(p.groups) == 0, Weak: true}
	if res.NoTerms {
		return ix.searchRaw(&q, res)
	}
	s.reset(len(ix.docs))
	s.score(&p)
	similarity := ix.addSimilarity(&q, s)
	s.ranked = ix.matching(&q, s, s.ranked[:0])
	if len(s.ranked) == 0 {
		return ix.searchRaw(&q, res)
	}
	res.Total = len(s.ranked)
	if q.Limit <= 0 || q.Limit > len(s.ranked) {
		q.Limit = len(s.ranked)
	}
	best := ix.top(s.ranked, max(q.Limit, secondLook))
	ix.lookAgain(q.Text, best, s)
	for _, r := range best[:q.Limit] {
		hit := ix.explain(&p, r, similarity[ix.docs[r.slot].doc.ID])
		res.Weak = res.Weak && hit.Weak
		res.Hits = append(res.Hits, hit)
	}
	return res
}

// labels returns the terms of the plan, identifiers first.
func (p *plan) labels() []string {
	var names, words []string
	for i := range p.groups {
		if g := &p.groups[i]; g.token.Kind == analysis.Identifier {
			names = append(names, g.label)
		} else {
			words = append(words, g.label)
		}
	}
	return append(names, words...)
}

// matching collects the documents with a score that may be found.
func (ix *Index) matching(q *Query, s *scratch, dst []ranked) []ranked {
	name := exactForm(q.Text)
	for slot, score := range s.total {
		e := &ix.docs[slot]
		if score > 0 && (q.Keep == nil || q.Keep(e.doc.ID)) {
			dst = append(dst, ranked{uint32(slot), score, e.exact == name})
		}
	}
	return dst
}

// top sorts the best n to the front, without sorting the others, and returns
// them.
func (ix *Index) top(all []ranked, n int) []ranked {
	if n >= len(all)/4 {
		slices.SortFunc(all, ix.compare)
		return all[:min(n, len(all))]
	}
	best := all[:n]
	slices.SortFunc(best, ix.compare)
	for _, r := range all[n:] {
		if ix.compare(r, best[n-1]) >= 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(best, r, ix.compare)
		copy(best[i+1:], best[i:n-1])
		best[i] = r
	}
	return best
}

func (ix *Index) compare(a, b ranked) int {
	switch {
	case a.exact != b.exact:
		if a.exact {
			return -1
		}
		return 1
	case a.score != b.score:
		return cmp.Compare(b.score, a.score)
	}
	da, db := &ix.docs[a.slot].doc, &ix.docs[b.slot].doc
	return cmp.Or(strings.Compare(da.Name, db.Name), strings.Compare(da.ID, db.ID))
}
