package extraction

import (
	"math/bits"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/extraction/internal/prose"
	"github.com/daybook-sre/daybook/extraction/internal/support"
)

// candidate is an item on its way through the gates.
type candidate struct {
	item        Item
	claim       support.Claim
	basis       basis
	explicit    bool
	from, until time.Time
}

// claimOf is what an item asserts. The description says what the memory is
// about, in words of the proposer's own; only its values are held against the
// user's words.
func claimOf(item Item) support.Claim {
	return support.NewClaim(item.Content)
}

// basis is the place in the user's words that an item rests on.
type basis struct {
	turn      int // index, -1 for none
	quote     string
	span      prose.Range
	sentences []int  // the sentences of the turn that the claim draws on
	clauses   []int  // the clauses of those that it draws on
	problem   string // why there is no basis
}

// Why an item has no basis.
const (
	noQuote    = "quote not found in the user's own words"
	noSupport  = "nothing the user wrote says it"
	forgetting = "the turn asks to forget"
)

// basisOf finds the quote, in the turn that the item names if it stands there.
// An item without a quote gets the passage that supports it best.
func (e *Evidence) basisOf(c *candidate) basis {
	b := basis{turn: -1, problem: noQuote}
	if c.item.Quote == "" {
		b = e.bestPassage(c)
	} else {
		for _, named := range []bool{true, false} {
			for i := len(e.turns) - 1; i >= 0 && b.turn < 0; i-- {
				if e.speaks(i) && (e.turns[i].ID == c.item.Turn) == named {
					if r, ok := e.find(i, c.item.Quote); ok {
						b = basis{turn: i, span: r}
					}
				}
			}
		}
	}
	if b.turn < 0 {
		return b
	}
	e.narrow(c, &b)
	if said := e.coverOf(c, b); c.item.Quote != "" && said*2 < c.claim.Stems() {
		// Other words than those quoted say it, and what surrounds them counts.
		other := e.bestPassage(c)
		if other.turn >= 0 {
			e.narrow(c, &other)
		}
		if e.coverOf(c, other) > said {
			b = other
		}
	}
	if e.asksToForget(b.turn) {
		return basis{turn: b.turn, problem: forgetting}
	}
	b.quote = strings.TrimSpace(e.turns[b.turn].own[b.span.Start:b.span.End])
	return b
}

// coverOf counts the claim's stems that the sentences of a basis hold.
func (e *Evidence) coverOf(c *candidate, b basis) int {
	if b.turn < 0 {
		return 0
	}
	var held uint64
	for i, terms := range e.sentenceTerms(b.turn) {
		if contains(b.sentences, i) {
			held |= c.claim.CoverTokens(terms)
		}
	}
	return bits.OnesCount64(held)
}

// sentencesText joins the sentences of a basis.
func (e *Evidence) sentencesText(b basis) string {
	var parts []string
	for i, r := range sentencesOf(e.lexis(b.turn)) {
		if contains(b.sentences, i) {
			parts = append(parts, e.turns[b.turn].own[r.Start:r.End])
		}
	}
	return strings.Join(parts, "\n")
}

// bestPassage returns the sentence of a user turn that covers most of the
// claim, the newest of equals.
func (e *Evidence) bestPassage(c *candidate) basis {
	best, b := 0, basis{turn: -1, problem: noSupport}
	for i := len(e.turns) - 1; i >= 0; i-- {
		if !e.speaks(i) || e.speakers.standing(e.turns[i].Author) == nobody || e.asksToForget(i) {
			continue
		}
		for s, terms := range e.sentenceTerms(i) {
			if n := bits.OnesCount64(c.claim.CoverTokens(terms)); n > best {
				best, b = n, basis{turn: i, span: sentencesOf(e.lexis(i))[s]}
			}
		}
	}
	return b
}

// narrow finds the sentences and clauses around the quote that the claim draws
// on. They are judged whole: a quote that leaves out "I think" does not make a
// guess a fact.
func (e *Evidence) narrow(c *candidate, b *basis) {
	text := e.lexis(b.turn)
	own := e.turns[b.turn].own
	var all []piece
	for i, s := range sentencesOf(text) {
		if s.Start < b.span.End && b.span.Start < s.End {
			all = append(all, piece{i, c.claim.CoverTokens(e.sentenceTerms(b.turn)[i])})
		}
	}
	b.sentences = contributing(all, c.claim.Stems())
	all = all[:0]
	for i, s := range clausesOf(text) {
		if contains(b.sentences, s.sentence) {
			all = append(all, piece{i, c.claim.Cover(&e.analyzer, own[s.Start:s.End])})
		}
	}
	b.clauses = contributing(all, c.claim.Stems())
}

type piece struct {
	index int
	cover uint64
}

// contributing picks the piece that covers most of the claim and those that
// add to what is covered. If none covers anything, all count.
func contributing(all []piece, stems int) []int {
	var picked []int
	var covered uint64
	for {
		best, gain := -1, 0
		for k, p := range all {
			if g := bits.OnesCount64(p.cover &^ covered); g > gain {
				best, gain = k, g
			}
		}
		if best < 0 || len(picked) > 0 && gain*5 < stems {
			break
		}
		covered |= all[best].cover
		picked = append(picked, all[best].index)
	}
	if len(picked) == 0 {
		for _, p := range all {
			picked = append(picked, p.index)
		}
	}
	return picked
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
