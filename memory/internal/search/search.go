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
	ids    []uint32
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
	NumW, HashW, IdW, PartW, CompW, SplitW, RepW float64
}{FuzzyMin: 0.5, FuzzyW: 0.5, FuzzyPow: 1, K1: 1.2, SynW: 0.5, IdfPow: 1, NumW: 1, HashW: 1, IdW: 1, PartW: 1}

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
			g.alts = append(g.alts, alternative{[]uint32{id}, 1})
			g.idf = ix.idf(len(ix.postings[id]))
		} else {
			g.idf = ix.idf(0)
		}
		if P.FuzzyW > 0 {
			for _, s := range ix.spelling.alike(t.Term, float32(P.FuzzyMin)) {
				if s.id == id && ok || len(ix.postings[s.id]) == 0 {
					continue
				}
				g.alts = append(g.alts, alternative{[]uint32{s.id}, float32(P.FuzzyW * math.Pow(float64(s.alike), P.FuzzyPow))})
			}
		}
		gs = append(gs, g)
	}
	if P.SynW > 0 {
		gs = ix.addSynonyms(gs, toks)
	}
	for i := range gs {
		switch gs[i].token.Kind {
		case analysis.Number:
			gs[i].idf *= float32(P.NumW)
		case analysis.Hash:
			gs[i].idf *= float32(P.HashW)
		case analysis.Identifier:
			gs[i].idf *= float32(P.IdW)
		case analysis.Part:
			gs[i].idf *= float32(P.PartW)
		}
	}
	if P.CompW > 0 {
		for i := 1; i < len(gs); i++ {
			a, b := gs[i-1].token, gs[i].token
			if id, ok := ix.ids[a.Term+b.Term]; ok && len(ix.postings[id]) > 0 {
				gs[i].alts = append(gs[i].alts, alternative{[]uint32{id}, float32(P.CompW)})
				gs[i-1].alts = append(gs[i-1].alts, alternative{[]uint32{id}, float32(P.CompW)})
			}
		}
	}
	if P.SplitW > 0 {
		for i := range gs {
			term := gs[i].token.Term
			for j := 3; j+3 <= len(term); j++ {
				a, ok := ix.ids[analysis.Stem(term[:j])]
				b, ok2 := ix.ids[analysis.Stem(term[j:])]
				if ok && ok2 && len(ix.postings[a]) > 0 && len(ix.postings[b]) > 0 {
					gs[i].alts = append(gs[i].alts, alternative{[]uint32{a, b}, float32(P.SplitW)})
				}
			}
		}
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
	var touched []uint32
	k1 := float32(P.K1)
	for _, g := range gs {
		mass += g.idf
		touched := touched[:0]
		for _, a := range g.alts {
			ps := ix.conj(a.ids)
			idf := min(ix.idf(len(ps)), g.idf) * a.weight
			for _, p := range ps {
				if s := idf * p.weight * (k1 + 1) / (p.weight + k1); s > cur[p.doc] {
					cur[p.doc] = s
					touched = append(touched, p.doc)
				}
			}
		}
		for _, d := range touched {
			if cur[d] > 0 {
				total[d] += cur[d]
				cover[d] += min(g.idf, cur[d])
				matched[d]++
				cur[d] = 0
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

func (ix *Index) conj(ids []uint32) []posting {
	if len(ids) == 1 {
		return ix.postings[ids[0]]
	}
	var out []posting
	for _, p := range ix.postings[ids[0]] {
		ok := true
		for _, id := range ids[1:] {
			j, found := findPosting(ix.postings[id], p.doc)
			if !found {
				ok = false
				break
			}
			p.weight = min(p.weight, ix.postings[id][j].weight)
		}
		if ok {
			out = append(out, p)
		}
	}
	return out
}

func (ix *Index) addSynonyms(gs []group, toks []analysis.Token) []group {
	th := loadThesaurus()
	for i := range toks {
		for _, syn := range th[toks[i].Term] {
			if !matches(toks[i:], syn.phrase) {
				continue
			}
			// attach to the rarest content group of the phrase
			best := -1
			for j := range gs {
				if slices.Contains(syn.phrase, gs[j].token.Term) && (best < 0 || gs[j].idf > gs[best].idf) {
					best = j
				}
			}
			if best < 0 {
				gs = append(gs, group{token: toks[i], idf: ix.idf(0)})
				best = len(gs) - 1
			}
			for _, o := range syn.others {
				var ids []uint32
				ok := true
				for _, term := range o {
					id, known := ix.ids[term]
					ok = ok && known && len(ix.postings[id]) > 0
					ids = append(ids, id)
				}
				if ok {
					gs[best].alts = append(gs[best].alts, alternative{ids, float32(P.SynW)})
				}
			}
		}
	}
	return gs
}

func matches(toks []analysis.Token, p phrase) bool {
	i := 0
	end := -1
	for _, term := range p {
		for i < len(toks) && toks[i].Start < end && i > 0 && toks[i].Kind != analysis.Part && toks[i].Kind != analysis.Pair {
			i++
		}
		if i >= len(toks) || toks[i].Term != term {
			return false
		}
		end = toks[i].End
		i++
	}
	return true
}
