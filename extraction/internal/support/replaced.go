package support

import "math/bits"

// maxNearVerbatim is how many stems a claim has at most that Replaced looks at.
// A longer one is seldom a repetition, and a changed word seldom a changed fact.
const maxNearVerbatim = 6

// Replaced reports whether the claim looks like a sentence of the user's with
// one word exchanged: one user message holds all of its stems but one, which
// the user never wrote, and has another word in that one's place. That is how
// "checkout uses redis" becomes "checkout uses kafka", where no capital letter
// or digit gives the change away. A fair rewording can look the same, so it is
// no proof.
func (c *Corpus) Replaced(claim Claim) bool {
	n := len(claim.stems)
	if n < 3 || n > maxNearVerbatim {
		return false // "hates long answers": there is no telling
	}
	c.mark(claim)
	defer c.unmark()
	var said uint64
	for _, m := range c.messages {
		said |= c.heldBy(m)
	}
	missing := (uint64(1)<<n - 1) &^ said
	if bits.OnesCount64(missing) != 1 || light[claim.stems[bits.TrailingZeros64(missing)]] {
		return false
	}
	for _, m := range c.messages {
		if c.heldBy(m) == said && c.otherInPlace(claim, m, missing) {
			return true
		}
	}
	return false
}

// heldBy returns the claim's stems that a user message holds.
func (c *Corpus) heldBy(m message) uint64 {
	var held uint64
	if m.side == User {
		for _, id := range m.terms {
			held |= c.bits[id]
		}
	}
	return held
}

// otherInPlace reports whether the message has a word of its own between the
// neighbours that the missing stem has in the claim. A missing neighbour is the
// edge of the claim, and then the other one decides alone.
func (c *Corpus) otherInPlace(claim Claim, m message, missing uint64) bool {
	var left, right uint64
	for i, k := range claim.order {
		if missing>>k&1 == 1 {
			if i > 0 {
				left = 1 << claim.order[i-1]
			}
			if i+1 < len(claim.order) {
				right = 1 << claim.order[i+1]
			}
			break
		}
	}
	if left == 0 {
		return false // the first word is often a verb of the proposer's: "likes", "asks"
	}
	for p, id := range m.terms {
		if c.bits[id] != 0 {
			continue
		}
		before := p > 0 && c.bits[m.terms[p-1]]&left != 0
		after := right == 0 || p+1 < len(m.terms) && c.bits[m.terms[p+1]]&right != 0
		if before && after {
			return true
		}
	}
	return false
}
