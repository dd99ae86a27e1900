package search

// saturation is BM25's k1: how fast a term's further occurrences stop
// counting.
const saturation = 1.2

// missingWhole is what the parts of an identifier count in a document that
// does not hold the identifier, while another document does: with a note on
// eks-prod-1 in the store, a note on eks-prod-10 is hardly an answer.
const missingWhole = 0.3

// scratch is the working memory of one search.
type scratch struct {
	total   []float32 // by slot
	best    []float32 // by slot, of the current group; all zero in between
	held    []uint64  // by slot: bits of the identifiers it holds
	touched []uint32
	shared  []uint16
	spelled []spelled
	ranked  []ranked
	grams   [2][]uint32
}

func (s *scratch) reset(slots int) {
	if cap(s.total) < slots {
		s.total = make([]float32, slots+slots/4)
		s.best = make([]float32, slots+slots/4)
		s.held = make([]uint64, slots+slots/4)
	}
	s.total, s.best, s.held = s.total[:slots], s.best[:slots], s.held[:slots]
	clear(s.total)
	clear(s.held)
}

// score adds up the groups for every document.
func (s *scratch) score(p *plan) {
	for i := range p.groups {
		g := &p.groups[i]
		s.touched = s.touched[:0]
		for _, a := range g.alts {
			for _, ps := range a.postings {
				v := a.weight * saturated(ps.weight)
				if s.best[ps.slot] == 0 {
					s.touched = append(s.touched, ps.slot)
				}
				s.best[ps.slot] = max(s.best[ps.slot], v)
			}
		}
		if g.bit != 0 {
			s.markHolders(g)
		}
		for _, slot := range s.touched {
			v := s.best[slot]
			s.best[slot] = 0
			s.total[slot] += g.asPart(v, s.held[slot])
		}
	}
}

// asPart corrects the value of a part of an identifier for a document that
// holds the identifiers in held.
func (g *group) asPart(value float32, held uint64) float32 {
	switch {
	case g.parent == 0:
		return value
	case held&g.parent == 0:
		return value * missingWhole
	case g.series:
		// What holds the whole holds all parts in full, so that it comes
		// before what only shares them, wherever and how often that does.
		return g.idf * (saturation + 1)
	}
	return value
}

// markHolders notes which documents hold a whole identifier. There it counts
// in full however long the text is: it is a name, not a topic.
func (s *scratch) markHolders(g *group) {
	for _, ps := range g.alts[0].postings {
		s.held[ps.slot] |= g.bit
		s.best[ps.slot] = g.idf * (saturation + 1)
	}
}

// saturated is BM25's term frequency part for a posting's weight, from 0 to
// saturation + 1.
func saturated(weight uint16) float32 {
	w := float32(weight) / weightUnit
	return w * (saturation + 1) / (w + saturation)
}

// in returns what the group counts in one document, and the fields it stands
// in; zero if it does not.
func (g *group) in(slot uint32) (value float32, fields fieldSet) {
	for i, a := range g.alts {
		j, ok := findPosting(a.postings, slot)
		if !ok {
			continue
		}
		v := a.weight * saturated(a.postings[j].weight)
		if i == 0 && g.bit != 0 {
			v = g.idf * (saturation + 1)
		}
		if v > value {
			value = v
		}
		fields |= a.postings[j].fields
	}
	return value, fields
}
