package search

import (
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// The strength of a hit is
//
//	coverage + evidenceShare · evidence
//
// where evidence is what the document holds of the query, in units of a term
// that stands nowhere else, and coverage is the share of the query that it
// holds. Neither grows with the store, so that one floor serves all. A short
// question passes by coverage, a long alert by evidence. Small talk has
// neither: stop words and quantities count in neither, and everyday words
// (everyday.txt) only in what is there to cover.
//
// Package examples/recallbench measures what passes. With the stores of the
// development sets, 1 (runbooks) and 3 (gitlab) of 40 turns of small talk pass
// weakFloor, and 3 and 3 of 60 for which the everyday words were not chosen; one
// alert text in three hundred loses a right result to it, and one question of
// locomo in twenty, where names that most memories hold are half of every
// question. At .65, where 0 and 2 of the 40 pass, that is one in nine. Of the runbooks'
// alert descriptions .73 have a right page first and sure; of 40 questions that
// the store cannot answer, one has any sure page.
const (
	weakFloor     = 0.5
	sureFloor     = 0.8
	evidenceShare = 0.25
	everydayShare = 0.7
)

// explain turns a ranked document into a hit.
func (ix *Index) explain(p *plan, r ranked, similarity float64) Hit {
	hit := Hit{ID: ix.docs[r.slot].doc.ID, Score: float64(r.score), Exact: r.exact}
	var known, unknown, covered, evidence float32
	var fields fieldSet
	for i := range p.groups {
		g := &p.groups[i]
		value, in := g.in(r.slot)
		if value > 0 {
			hit.Terms = append(hit.Terms, g.label)
			fields |= in
		}
		if len(g.alts) > 0 {
			known += mass(g)
		} else {
			unknown += mass(g)
		}
		if g.topic == topicFull {
			covered += min(value, g.idf)
			evidence += value
		}
	}
	hit.Fields = fields.names()
	// A small store knows few words; that it lacks one does not make a match
	// chance. But it may well be what the question is about.
	lacked := unknown * float32(len(ix.slots)) / float32(len(ix.slots)+prior)
	strength := func(mass float32) float32 {
		if mass == 0 {
			return float32(similarity)
		}
		return max(float32(similarity), covered/mass+evidenceShare*evidence/ix.idf(0))
	}
	hit.Weak = strength(known+lacked) < weakFloor && !r.exact
	hit.Sure = strength(known+unknown) >= sureFloor || r.exact
	return hit
}

// mass is what a group adds to what is there to cover.
func mass(g *group) float32 {
	switch {
	case g.topic == topicNone:
		return 0
	case len(g.alts) == 0 && (g.token.Kind == analysis.Identifier || g.token.Depth > 0):
		// Instances, jobs and hosts that no document names are where an alert
		// happens, not what it is about.
		return 0
	case g.topic == topicEveryday:
		return g.idf * everydayShare
	}
	return g.idf
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
