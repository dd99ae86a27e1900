package bar

import "slices"

// side counts the tokens of one of two sets: K, its part S, and the units.
type side struct {
	words, found  int // K, and those of them that the other set has
	ids, foundIDs int // S, likewise
	values        int // the values of S that the other set has
	units, foundU int
}

// overlap is the comparison of a bar's tokens with a candidate's.
type overlap struct {
	t, c      side
	sharedIDs int  // identifiers that both have
	named     bool // the bar knows each word that the candidate writes as a name
}

func counted(t token) bool {
	k := t & kinds
	return k == word || k == identifier || k == value
}

// compare merges two sets in one pass. Where one is a sample, both are cut where the sample ends.
func compare(t, c Set) overlap {
	o := overlap{named: true}
	limit := min(t.limit(), c.limit())
	inT, inC := 0, 0 // compounds that the other side writes as one word
	i, j := 0, 0
	for i < len(t.list) || j < len(c.list) {
		x, y := ^token(0), ^token(0)
		if i < len(t.list) {
			x = t.list[i]
		}
		if j < len(c.list) {
			y = c.list[j]
		}
		if min(x, y) > limit {
			break
		}
		a, b := x&^flagBits, y&^flagBits
		// The same word said and denied is not the same word.
		same := a == b && x&y&polarity != 0
		if a <= b {
			o.t.add(x, same)
			i++
		}
		if b <= a {
			o.c.add(y, same)
			j++
		}
		switch {
		case !same:
		case x&kinds == identifier && y&kinds == identifier:
			o.sharedIDs++
		case x&kinds == joined && y&kinds == word:
			inT++
		case x&kinds == word && y&kinds == joined:
			inC++
		}
	}
	o.t.credit(inT, inT)
	o.c.credit(inC, inC)
	return o
}

func (s *side) add(x token, found bool) {
	n := 0
	if found {
		n = 1
	}
	switch x & kinds {
	case identifier, value:
		s.ids++
		s.foundIDs += n
		if x&kinds == value {
			s.values += n
		}
		s.words++
		s.found += n
	case word:
		s.words++
		s.found += n
	case unit:
		s.units++
		s.foundU += n
	}
}

// refine finds what only a candidate's text can tell: its compounds that the bar has as words, its words that the bar has
// as a compound, and its names.
func (c *Candidate) refine(t Set, o *overlap) {
	for i := range c.compounds {
		if j := &c.compounds[i]; len(j.parts) > 0 && !t.has(j.whole) && t.hasAll(j.parts) {
			o.c.credit(1, 1)
			o.t.credit(len(j.parts), 0)
		}
	}
	for i := range c.joints {
		if j := &c.joints[i]; j.in(t) {
			for _, p := range j.parts {
				if !t.has(p) {
					o.c.credit(1, 0)
				}
			}
			o.t.credit(1, 1)
		}
	}
	for _, n := range c.names {
		if n <= t.limit() && !t.has(n) && !c.jointHas(t, n) {
			o.named = false
			return
		}
	}
}

// in reports whether t has the two words as a compound.
func (j *hashedJoin) in(t Set) bool {
	return len(j.parts) > 0 && t.has(j.whole)
}

// jointHas reports whether the bar has the word n as part of a compound.
func (c *Candidate) jointHas(t Set, n token) bool {
	for i := range c.joints {
		if j := &c.joints[i]; slices.Contains(j.parts, n) && j.in(t) {
			return true
		}
	}
	return false
}

// credit counts tokens as found that were not found as they stand.
func (s *side) credit(words, ids int) {
	s.found = min(s.words, s.found+words)
	s.foundIDs = min(s.ids, s.foundIDs+ids)
}

// weight is how much of the claims is shared; a token of S says as much as two words.
func (o *overlap) weight() int {
	return o.c.found + o.sharedIDs + o.c.values
}

func share(part, whole int, least float64) bool {
	return float64(part) >= least*float64(whole)
}

// nothingNew reports whether the candidate says nothing that the bar does not, and enough to know it: as much as cover
// asks, or many tokens. New words are allowed if they are few and all of the forgotten claim is there, or if both have the
// same identifiers and values, two or more; otherwise a new word is taken for another value, as it mostly is in facts made
// to a pattern.
func (o *overlap) nothingNew() bool {
	if !o.littleNew() {
		return false
	}
	whole := o.t.found == o.t.words
	if o.c.found == o.c.words {
		return whole || o.weight() >= ownWeight || o.weight() >= minWeight && share(o.t.found, o.t.words, o.cover())
	}
	return whole && share(o.c.found, o.c.words, fullShare) ||
		o.t.foundIDs == o.t.ids && o.sharedIDs > 0 && o.sharedIDs+o.c.values >= 2
}

// cover is the share of the bar that a candidate with nothing new must have to be a part of it. One that names something
// needs none: one sentence of a forgotten page is still forgotten.
func (o *overlap) cover() float64 {
	switch {
	case o.sharedIDs > 0:
		return 0
	case o.c.values > 0:
		return valueCover
	}
	return coverShare
}

// littleNew reports whether at least 80 % of the candidate, with all its identifiers, units and names, is in the bar.
func (o *overlap) littleNew() bool {
	return o.c.words >= 2 && share(o.c.found, o.c.words, oldShare) && o.c.foundIDs == o.c.ids && o.named && o.sameUnits()
}

// contains reports whether most of the bar, with all its identifiers, is in the candidate. Values make no share: they are
// all there, and a date says little about what happened on it. A new name where a word is missing is another name.
func (o *overlap) contains() bool {
	least := plainShare
	if o.sharedIDs > 0 {
		least = containsShare
	}
	return o.t.words >= 2 && o.weight() >= minWeight && (o.named || o.t.found == o.t.words) && o.t.foundIDs == o.t.ids && o.sameUnits() &&
		share(o.t.found-o.t.values, o.t.words-o.t.values, least)
}

// bodyTells reports whether a body equal to the forgotten one makes the candidate equal: under the same slug if it says
// anything and the description adds no identifier and no name, else if it is most of what the candidate says. A note like
// "moved to the backups runbook" stands under many titles, one with an identifier seldom does.
func (o *overlap) bodyTells(telling int, slug bool) bool {
	least := bodyShare
	if o.sharedIDs > 0 {
		least = namingShare
	}
	return slug && telling > 0 && o.c.foundIDs == o.c.ids && o.named ||
		telling >= minBody && share(telling, o.c.words, least)
}

// related reports whether they share an identifier or three tokens.
func (o *overlap) related() bool {
	return o.sharedIDs > 0 || o.c.values > 0 || o.c.found >= 3
}

// alike reports whether two claims drawn from the same words share an identifier and two thirds of the shorter one, where
// identifiers count twice and values not at all.
func (o *overlap) alike() bool {
	extra := o.sharedIDs - o.c.values
	return o.sharedIDs > 0 && share(o.c.found+extra, min(o.c.words, o.t.words)+extra, wordsShare)
}

// sameUnits allows a number without its unit: only two different units are a difference.
func (o *overlap) sameUnits() bool {
	return o.t.units == 0 || o.c.units == 0 || o.c.foundU == o.c.units
}

// sameQuote reports whether two quotes are mostly the same words.
func sameQuote(t, c Set) bool {
	o := compare(t, c)
	shorter := min(o.t.words, o.c.words)
	return shorter >= minWeight && share(min(o.t.found, o.c.found), shorter, quoteShare)
}
