package extraction

import (
	"time"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/support"
)

// Reasons of the lasting gate.
const (
	reasonPassing      = "a passing state"
	reasonGuess        = "a guess"
	reasonQuestion     = "a question"
	reasonHypothetical = "a hypothetical"
	reasonPlan         = "a plan"
	reasonDenial       = "a denial"
	reasonOrder        = "an order for this moment"
	reasonJoke         = "a joke"
	reasonCause        = "a cause not stated as found"
	reasonHearsay      = "hearsay"
	reasonOver         = "already over"
	reasonUnmarked     = "nothing says that it lasts"
	reasonLanguage     = "a language without a phrase file"
)

// gateLasting refuses what will be false tomorrow or was never asserted, by
// the words around the quote in the user's own sentence. The user's explicit
// request opens it.
func (e *Evidence) gateLasting(c *candidate) Verdict {
	b := c.basis
	if b.turn < 0 || len(b.sentences) == 0 {
		return Verdict{Outcome: Served} // grounding will say what is missing
	}
	c.from, c.until = validity(c.item, e.turns[b.turn].At)
	if at := e.turns[b.turn].At; !c.until.IsZero() && !at.IsZero() && !c.until.After(at) {
		return dropped(GateLasting, reasonOver)
	}
	if c.explicit {
		return Verdict{Outcome: Served}
	}
	if e.confirms(c) {
		return Verdict{Outcome: Served} // grounding knows what to do with a bare yes
	}
	text := e.lexis(b.turn)
	if c.until.IsZero() {
		c.until = namedEnd(text, b.sentences, e.turns[b.turn].At)
	}
	if len(text.Languages) == 0 {
		return Verdict{Outcome: Pending, Gate: GateLasting, Reason: reasonLanguage}
	}
	s := signsOf(text, b.sentences, b.clauses)
	reason := s.judge(!c.until.IsZero())
	switch reason {
	case "":
		return Verdict{Outcome: Served}
	case reasonUnmarked:
		if e.namesThing(b) {
			return Verdict{Outcome: Served}
		}
		return Verdict{Outcome: Pending, Gate: GateLasting, Reason: reason}
	case reasonHearsay:
		return Verdict{Outcome: Pending, Gate: GateLasting, Reason: reason}
	}
	return dropped(GateLasting, reason)
}

// namesThing reports whether the statement names something: a host, a service
// with a digit in it, a proper name. A sentence with a name and without any
// sign that it is not meant to last is nearly always about how things are set
// up; without a name it is as often talk.
func (e *Evidence) namesThing(b basis) bool {
	all := sentencesOf(e.lexis(b.turn))
	for _, s := range b.sentences {
		for _, v := range support.Values(e.turns[b.turn].own[all[s].Start:all[s].End]) {
			if !v.Number && !v.Compound && !(v.Name && e.german(b.turn)) {
				return true
			}
		}
	}
	return false
}

// signs are the classes of phrases found around a statement.
type signs struct {
	// whole are those of its sentences, near those of the clauses that the
	// claim draws on and of short adverbial ones beside them.
	whole, near [32]bool
	question    bool
	denied      bool // the sentence begins with a "no" of its own
	share       bool // a per cent figure, which is a measurement
}

func signsOf(text *lexicon.Text, sentences, clauses []int) signs {
	var s signs
	all := clausesOf(text)
	for i := range text.Tokens {
		t := &text.Tokens[i]
		if !contains(sentences, t.Sentence) {
			continue
		}
		s.question = s.question || t.Word == "?"
		s.share = s.share || t.Word == "%" && i > 0 && text.Tokens[i-1].Number() && contains(clauses, t.Clause)
	}
	for _, m := range text.Matches {
		t := text.Tokens[m.First]
		if m.Class == lexicon.Joke {
			s.whole[m.Class] = true // a joke colours the whole turn
		}
		if !contains(sentences, t.Sentence) {
			if afterthought(text, sentences, t.Sentence) && m.Class == lexicon.Guess {
				s.whole[m.Class] = true
			}
			continue
		}
		s.whole[m.Class] = true
		if m.Class == lexicon.Deny && t.Clause == firstClause(text, t.Sentence) {
			s.denied = true
		}
		if m.Class == lexicon.Order && m.First > 0 && t.Clause != firstClause(text, t.Sentence) && s.whole[lexicon.Lasting] {
			continue // "the bastion is gone, use the gateway": advice, no order
		}
		if near(text, all, clauses, m) {
			s.near[m.Class] = true
		}
	}
	return s
}

func firstClause(text *lexicon.Text, sentence int) int {
	for i := range text.Tokens {
		if text.Tokens[i].Sentence == sentence {
			return text.Tokens[i].Clause
		}
	}
	return 0
}

// near reports whether a phrase belongs to one of the clauses: it stands in
// it, or says when, in a short clause beside it ("tonight, …").
func near(text *lexicon.Text, all []clause, clauses []int, m lexicon.Match) bool {
	at := text.Tokens[m.First].Clause
	if contains(clauses, at) || contains(clauses, text.Tokens[m.Last].Clause) {
		return true
	}
	switch m.Class {
	case lexicon.Now, lexicon.Standing, lexicon.Until:
	default:
		return false
	}
	if all[at].words > 4*wordLength(text) {
		return false
	}
	return contains(clauses, at-1) || contains(clauses, at+1)
}

// afterthought reports whether a sentence is a short remark right after one of
// the sentences: "It's the pool. Not sure though."
func afterthought(text *lexicon.Text, sentences []int, sentence int) bool {
	if !contains(sentences, sentence-1) {
		return false
	}
	words := 0
	for i := range text.Tokens {
		if text.Tokens[i].Sentence == sentence {
			words++
		}
	}
	return words <= 4*wordLength(text)
}

// judge returns why the statement is not kept, or "".
func (s *signs) judge(ends bool) string {
	has := func(c lexicon.Class) bool { return s.near[c] }
	standing := has(lexicon.Standing) || has(lexicon.Identity) || has(lexicon.Preference)
	found := has(lexicon.Found)
	switch {
	case s.whole[lexicon.Joke]:
		return reasonJoke
	case s.question, has(lexicon.Question) && !found:
		return reasonQuestion
	case s.whole[lexicon.Hypothetical]:
		return reasonHypothetical
	case s.whole[lexicon.Guess]:
		return reasonGuess
	case has(lexicon.Deny) && !standing, s.denied && has(lexicon.Negation):
		return reasonDenial // "wrong, it never ran there" as well
	case s.whole[lexicon.Hearsay]:
		return reasonHearsay
	case ends && s.whole[lexicon.Until]:
		return "" // the user named the end, and it is kept
	case has(lexicon.Plan) && !standing:
		return reasonPlan
	case has(lexicon.Order) && !standing && !s.whole[lexicon.If]:
		return reasonOrder
	case s.whole[lexicon.If] && !standing && !s.whole[lexicon.Order] && !found:
		return reasonHypothetical
	case has(lexicon.Now) && !standing && !found:
		return reasonPassing
	case has(lexicon.Cause) && !found && !standing && !has(lexicon.Lasting):
		return reasonCause
	case (has(lexicon.State) || has(lexicon.Event) || s.share) && !standing && !found:
		return reasonPassing
	case standing, found, has(lexicon.Lasting), has(lexicon.Retract):
		return ""
	}
	return reasonUnmarked
}

// namedEnd is the date that the user's own sentence gives as the end, written
// as 2026-12-15. Other ways to write it are the proposer's to resolve.
func namedEnd(text *lexicon.Text, sentences []int, at time.Time) time.Time {
	for _, m := range text.Matches {
		if m.Class != lexicon.Until || !contains(sentences, text.Tokens[m.First].Sentence) {
			continue
		}
		for i := m.First; i < len(text.Tokens) && i <= m.Last+3; i++ {
			if end := date(text.Tokens[i].Word, at, true); !end.IsZero() && (at.IsZero() || end.After(at)) {
				return end
			}
		}
	}
	return time.Time{}
}

// yearsFromTurn is how far a resolved date may lie from the turn it was
// resolved in. A model that is off by centuries has not read a date.
const yearsFromTurn = 30

// validity reads an item's dates. What cannot be read, or cannot have been
// meant when the turn was written, is left open.
func validity(item Item, at time.Time) (from, until time.Time) {
	from, until = date(item.ValidFrom, at, false), date(item.ValidUntil, at, true)
	if !from.IsZero() && !until.IsZero() && !from.Before(until) {
		return time.Time{}, time.Time{}
	}
	return from, until
}

// date reads an RFC 3339 time or a bare date. A bare date begins at midnight
// UTC and, as an end, includes its day.
func date(s string, at time.Time, end bool) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		if t, err = time.Parse(time.DateOnly, s); err != nil {
			return time.Time{}
		}
		if end {
			t = t.AddDate(0, 0, 1)
		}
	}
	if !at.IsZero() && (t.Before(at.AddDate(-yearsFromTurn, 0, 0)) || t.After(at.AddDate(yearsFromTurn, 0, 0))) {
		return time.Time{}
	}
	return t
}
