package bar

// side counts the tokens of one of two sets, those that count: stems and identifiers.
type side struct {
	words   int // K
	found   int // of them, those the other set has
	ids     int // S
	foundID int
	units   int
	foundU  int
}

// overlap is the comparison of a bar's tokens with a candidate's.
type overlap struct {
	t, c     side
	named    bool // each name in the candidate's words is known to the bar
	sharedID int
}

// compare merges two sets in one pass. Where one is a sample, both are cut where the sample ends.
func compare(t, c Set) overlap {
	o := overlap{named: true}
	limit := min(t.limit(), c.limit())
	i, j := 0, 0
	for i < len(t.list) || j < len(c.list) {
		var x, y token = ^token(0), ^token(0)
		if i < len(t.list) {
			x = t.list[i]
		}
		if j < len(c.list) {
			y = c.list[j]
		}
		a, b := x&^flagBits, y&^flagBits
		if min(x, y) > limit {
			break
		}
		switch {
		case a < b:
			o.t.add(x, 0)
			i++
		case a > b:
			o.c.add(y, 0)
			j++
		default:
			if x&y&polarity == 0 {
				// The same word said and denied is not the same word.
				o.t.add(x, 0)
				o.c.add(y, 0)
			} else {
				o.t.add(x, y)
				o.c.add(y, x)
				if x&kinds == identifier && y&kinds == identifier {
					o.sharedID++
				}
			}
			i++
			j++
		}
	}
	return o
}

// add counts x, and other, its counterpart in the other set, or 0 if there is none.
func (s *side) add(x, other token) {
	found := 0
	if other != 0 {
		found = 1
	}
	switch x & kinds {
	case identifier:
		s.ids++
		s.foundID += found
		fallthrough
	case word:
		s.words++
		s.found += found
	case unit:
		s.units++
		s.foundU += found
	}
}

// refine finds compounds of the candidate whose parts the bar has as words ("on-call" against "on call"), and checks
// the names. Both need what only a candidate has, its text.
func (c *Candidate) refine(t Set, o *overlap) {
	if o.c.foundID < o.c.ids {
		for _, comp := range c.compounds {
			if matches(t, c.Words, comp.whole) || !c.inWords(comp.whole) {
				continue
			}
			_, joined := t.has(comp.joined)
			if joined || all(t, comp.parts) {
				o.c.found++
				o.c.foundID++
			}
		}
	}
	for _, n := range c.names {
		if _, ok := t.has(n); !ok && n <= t.limit() {
			o.named = false
			return
		}
	}
}

func (c *Candidate) inWords(t token) bool {
	_, ok := c.Words.has(t)
	return ok
}

// matches reports whether the token x of c is in t with the same polarity.
func matches(t, c Set, x token) bool {
	a, ok := t.has(x)
	if !ok {
		return false
	}
	b, _ := c.has(x)
	return a&b&polarity != 0
}

func all(t Set, parts []token) bool {
	for _, p := range parts {
		if _, ok := t.has(p); !ok {
			return false
		}
	}
	return len(parts) > 0
}

// nothingNew: at least two tokens, at least 80 % of them in the bar, no identifier, unit or name that it has not.
func (o *overlap) nothingNew() bool {
	return o.c.words >= minTokens &&
		float64(o.c.found) >= newShare*float64(o.c.words) &&
		o.c.foundID == o.c.ids && o.named && o.sameUnits()
}

// contains: the bar has at least two tokens, at least 65 % of them in the candidate, with all its identifiers.
func (o *overlap) contains() bool {
	return o.t.words >= minTokens &&
		float64(o.t.found) >= containsShare*float64(o.t.words) &&
		o.t.foundID == o.t.ids && o.sameUnits()
}

// related: they share an identifier or three tokens.
func (o *overlap) related() bool {
	return o.sharedID > 0 || o.c.found >= 3
}

// sameUnits allows a number without its unit: only two different units are a difference.
func (o *overlap) sameUnits() bool {
	return o.t.units == 0 || o.c.units == 0 || o.c.foundU == o.c.units
}

// sameQuote reports whether two quotes are mostly the same words.
func sameQuote(t, c Set) bool {
	o := compare(t, c)
	shorter := min(o.t.words, o.c.words)
	return shorter >= minTokens && float64(min(o.t.found, o.c.found)) >= quoteShare*float64(shorter)
}
