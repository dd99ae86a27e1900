package support

import "math/bits"

// Measure is how a claim stands in a conversation. All shares are of the
// claim's stems, or of its neighbouring pairs of stems, from 0 to 1.
type Measure struct {
	// PairUser and PairAssistant are the largest share found in two
	// consecutive messages of one side.
	PairUser, PairAssistant float64
	// FirstUser and FirstAssistant are the shares whose first occurrence in
	// the conversation is that side's.
	FirstUser, FirstAssistant float64
	// PhraseUser and PhraseAssistant are the shares of neighbouring stems of
	// the claim that one message of that side holds close together.
	PhraseUser, PhraseAssistant float64
	// OnlyAssistant is the share that the assistant said and the user never did.
	OnlyAssistant float64
	// Message is the share found in the message asked about.
	Message float64
}

// near is how far apart the two words of a phrase may stand in a message.
const near = 3

// Measure measures a claim against the corpus; at is the index of the message
// whose own share is wanted, -1 for none.
func (c *Corpus) Measure(claim Claim, at int) Measure {
	n := len(claim.stems)
	if n == 0 {
		return Measure{}
	}
	c.mark(claim)
	defer c.unmark()
	var m Measure
	var saidU, saidA, firstU, firstA, prevU, prevA uint64
	pairs := newPairs(claim)
	for i, msg := range c.messages {
		if msg.side == Nobody {
			continue
		}
		var mask uint64
		for _, id := range msg.terms {
			b := c.bits[id]
			if b == 0 {
				continue
			}
			mask |= b
			// A stem that several terms stand for is first said by whoever
			// said any of them first.
			if fresh := b &^ (firstU | firstA); fresh != 0 {
				if msg.side == User {
					firstU |= fresh
				} else {
					firstA |= fresh
				}
			}
		}
		if i == at {
			m.Message = share(mask, n)
		}
		if msg.side == User {
			saidU |= mask
			m.PairUser = max(m.PairUser, share(mask|prevU, n))
			prevU = mask
		} else {
			saidA |= mask
			m.PairAssistant = max(m.PairAssistant, share(mask|prevA, n))
			prevA = mask
		}
		if bits.OnesCount64(mask) > 1 {
			pairs.find(c, msg)
		}
	}
	m.OnlyAssistant = share(saidA&^saidU, n)
	m.FirstUser, m.FirstAssistant = share(firstU, n), share(firstA, n)
	m.PhraseUser, m.PhraseAssistant = pairs.shares()
	return m
}

// mark sets the bits of the claim's stems on the terms that stand for them.
func (c *Corpus) mark(claim Claim) {
	for k, spells := range claim.spells {
		for _, term := range spells {
			if id, ok := c.ids[term]; ok {
				if c.bits[id] == 0 {
					c.touched = append(c.touched, id)
				}
				c.bits[id] |= 1 << k
			}
		}
	}
}

func (c *Corpus) unmark() {
	for _, id := range c.touched {
		c.bits[id] = 0
	}
	c.touched = c.touched[:0]
}

// pairs are the neighbouring stems of a claim, and who said them together.
type pairs struct {
	left, right     []uint64
	user, assistant []bool
	places          []place
}

type place struct {
	at   int
	bits uint64
}

func newPairs(claim Claim) *pairs {
	p := &pairs{}
	for i := 0; i+1 < len(claim.order); i++ {
		p.left = append(p.left, 1<<claim.order[i])
		p.right = append(p.right, 1<<claim.order[i+1])
	}
	p.user, p.assistant = make([]bool, len(p.left)), make([]bool, len(p.left))
	return p
}

func (p *pairs) find(c *Corpus, msg message) {
	p.places = p.places[:0]
	for at, id := range msg.terms {
		if b := c.bits[id]; b != 0 {
			p.places = append(p.places, place{at, b})
		}
	}
	said := p.user
	if msg.side == Assistant {
		said = p.assistant
	}
	for i, a := range p.places {
		for _, b := range p.places[i:] {
			if b.at-a.at > near {
				break
			}
			for k := range p.left {
				if a.bits&p.left[k] != 0 && b.bits&p.right[k] != 0 || a.bits&p.right[k] != 0 && b.bits&p.left[k] != 0 {
					said[k] = true
				}
			}
		}
	}
}

func (p *pairs) shares() (user, assistant float64) {
	if len(p.left) == 0 {
		return 0, 0
	}
	for k := range p.left {
		if p.user[k] {
			user++
		}
		if p.assistant[k] {
			assistant++
		}
	}
	n := float64(len(p.left))
	return user / n, assistant / n
}
