package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

type Query struct {
	Text  string
	Limit int
	Keep  func(id string) bool
}

type Hit struct {
	ID       string
	Score    float64
	Coverage float64
	Matched  int
	Raw      float64
}

type Result struct {
	Hits  []Hit
	Total int
}

type alternative struct {
	id     uint32
	weight float32
}

type group struct {
	token analysis.Token
	idf   float32 // of the query's own term
	known bool
	alts  []alternative
}

var P = struct {
	FuzzyMin, FuzzyW, FuzzyPow float64
	PartHalf                   float64
	K1                         float64
	SynW                       float64
	DocGram                    float64
	Coord                      float64
	IdfPow                     float64
	FuzzyGrp                   bool
}{FuzzyMin: 0.5, FuzzyW: 0.5, FuzzyPow: 1, K1: 1.2, SynW: 0.5, IdfPow: 1}

func (ix *Index) idf(df int) float32 {
	n := float64(len(ix.slots))
	return float32(math.Pow(math.Log(1+(n-float64(df)+0.5)/(float64(df)+0.5)), P.IdfPow))
}

func (ix *Index) groups(text string) []group {
	toks := analysis.Tokens(text)
	seen := map[string]bool{}
	var gs []group
	all := true
	for _, t := range toks {
		if !t.Stop {
			all = false
		}
	}
	for _, t := range toks {
		if t.Stop && !all || seen[t.Term] {
			continue
		}
		seen[t.Term] = true
		g := group{token: t}
		id, ok := ix.ids[t.Term]
		if ok && len(ix.postings[id]) > 0 {
			g.known = true
			g.alts = append(g.alts, alternative{id, 1})
			g.idf = ix.idf(len(ix.postings[id]))
		} else {
			g.idf = ix.idf(0)
		}
		if P.FuzzyW > 0 {
			for _, s := range ix.spelling.alike(t.Term, float32(P.FuzzyMin)) {
				if s.id == id && ok || len(ix.postings[s.id]) == 0 {
					continue
				}
				g.alts = append(g.alts, alternative{s.id, float32(P.FuzzyW * math.Pow(float64(s.alike), P.FuzzyPow))})
			}
		}
		gs = append(gs, g)
	}
	return gs
}

func (ix *Index) Search(q Query) Result {
	gs := ix.groups(q.Text)
	total := make([]float32, len(ix.docs))
	cur := make([]float32, len(ix.docs))
	cover := make([]float32, len(ix.docs))
	matched := make([]int, len(ix.docs))
	var mass float32
	k1 := float32(P.K1)
	for _, g := range gs {
		mass += g.idf
		for _, a := range g.alts {
			idf := min(ix.idf(len(ix.postings[a.id])), g.idf) * a.weight
			for _, p := range ix.postings[a.id] {
				if s := idf * p.weight * (k1 + 1) / (p.weight + k1); s > cur[p.doc] {
					cur[p.doc] = s
				}
			}
		}
		for _, a := range g.alts {
			for _, p := range ix.postings[a.id] {
				if cur[p.doc] > 0 {
					total[p.doc] += cur[p.doc]
					cover[p.doc] += g.idf * min(1, cur[p.doc]/g.idf)
					matched[p.doc]++
					cur[p.doc] = 0
				}
			}
		}
	}
	exact := exactForm(q.Text)
	var res Result
	for i, s := range total {
		if s > 0 && (q.Keep == nil || q.Keep(ix.docs[i].ID)) {
			raw := s
			if ix.docs[i].name == exact {
				s += 1000
			}
			res.Hits = append(res.Hits, Hit{ID: ix.docs[i].ID, Score: float64(s), Coverage: float64(cover[i] / mass), Matched: matched[i], Raw: float64(raw)})
		}
	}
	slices.SortFunc(res.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.ID, b.ID))
	})
	res.Total = len(res.Hits)
	if q.Limit > 0 && len(res.Hits) > q.Limit {
		res.Hits = res.Hits[:q.Limit]
	}
	return res
}
