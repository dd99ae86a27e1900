package search

import (
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// A hit is above the floor if
//
//	coverage + evidenceShare · evidence ≥ floor
//
// where evidence is what the document holds of the query, in units of a term
// that stands nowhere else, and coverage is the share of the query that it
// holds. Neither grows with the store, so that one floor serves all. A short
// question passes by coverage, a long alert by evidence. Small talk has
// neither: stop words and quantities count in neither, and everyday words
// (everyday.txt) only in what is there to cover.
//
// With the stores of the development sets 0 (runbooks) and 2 (gitlab) of 40
// turns of small talk pass, and 2 of 20 questions on other subjects; of alert
// texts one in a hundred loses a right result.
const (
	floor         = 0.6
	evidenceShare = 0.25
	everydayShare = 0.7
)

// explain turns a ranked document into a hit.
func (ix *Index) explain(p *plan, r ranked, similarity float64) Hit {
	hit := Hit{ID: ix.docs[r.slot].doc.ID, Score: float64(r.score), Exact: r.exact}
	var mass, covered, evidence float32
	var fields fieldSet
	for i := range p.groups {
		g := &p.groups[i]
		value, in := g.in(r.slot)
		if value > 0 {
			hit.Terms = append(hit.Terms, g.label)
			fields |= in
		}
		mass += ix.mass(g)
		if g.topic == topicFull {
			covered += min(value, g.idf)
			evidence += value
		}
	}
	hit.Fields = fields.names()
	strength := float32(similarity)
	if mass > 0 {
		strength = max(strength, covered/mass+evidenceShare*evidence/ix.idf(0))
	}
	hit.Weak = strength < floor && !r.exact
	return hit
}

// mass is what a group adds to what is there to cover.
func (ix *Index) mass(g *group) float32 {
	mass := g.idf
	if len(g.alts) == 0 {
		if g.token.Kind == analysis.Identifier {
			return 0 // An identifier that nobody holds is covered by its parts.
		}
		// A small store knows few words; that it lacks one says little.
		mass *= float32(len(ix.slots)) / float32(len(ix.slots)+prior)
	}
	switch g.topic {
	case topicEveryday:
		return mass * everydayShare
	case topicNone:
		return 0
	}
	return mass
}

// A topic says how much a term tells what a text is about.
type topic uint8

const (
	topicFull topic = iota
	topicEveryday
	topicNone
)

func topicOf(t *analysis.Token) topic {
	switch {
	case t.Kind == analysis.Number && t.Depth == 0 && len(t.Term) > 2 && strings.Trim(t.Term, "0123456789") == "":
		return topicFull // A port, an error code, a ticket.
	case t.Stop, t.Kind == analysis.Number, t.Kind == analysis.Hash, t.Term == analysis.Not:
		return topicNone
	case everydayWords()[t.Term]:
		return topicEveryday
	}
	return topicFull
}
