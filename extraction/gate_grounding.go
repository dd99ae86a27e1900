package extraction

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// The bounds of the grounding score. Their source is the development part of
// a public dialogue set with 3,883 labelled claims; the table test prints what
// they do there.
const (
	servedFrom  = 1.10
	pendingFrom = 0.75
)

// assistantShare is the share of a claim that is the assistant's alone from
// which on it waits: the user described the symptom and the assistant added
// the cause. Lower bounds cost more true claims than they stop false ones.
const assistantShare = 0.34

// Chinese and Japanese claims are measured in overlapping pairs of characters.
// One changed word changes few of them, so nearly all must have been said.
const (
	servedPairs  = 0.75
	pendingPairs = 0.5
)

// Reasons of the grounding gate.
const (
	reasonValue        = "a number, identifier or name that the user did not write"
	reasonUnsupported  = "the user did not say it"
	reasonThin         = "the user said it in part"
	reasonConfirmation = "the user only confirmed it"
	reasonNobody       = "an unknown author among several"
	reasonOther        = "another person's word"
	reasonAbout        = "another person's word about the user"
	reasonReplaced     = "one word differs from what the user wrote"
	reasonTranslated   = "not in the user's language"
	reasonNoun         = "a noun that the user did not write"
)

// gateGrounding holds the claim against what the user wrote.
func (e *Evidence) gateGrounding(c *candidate) Verdict {
	b := c.basis
	if b.turn < 0 || b.problem != "" && len(b.sentences) == 0 {
		return dropped(GateGrounding, b.problem)
	}
	author := e.turns[b.turn].Author
	who := e.speakers.standing(author)
	if who == nobody {
		return dropped(GateGrounding, reasonNobody)
	}
	if who == other && (c.item.Type == "user" || c.item.Type == "preference") {
		return dropped(GateGrounding, reasonAbout)
	}
	v := e.weigh(c, author)
	if v.Outcome == Dropped && e.confirms(c) {
		v = Verdict{Outcome: Pending, Gate: GateGrounding, Reason: reasonConfirmation}
	}
	if who == other && v.Outcome == Served {
		return Verdict{Outcome: Pending, Gate: GateGrounding, Reason: reasonOther}
	}
	return v
}

// weigh decides from the author's words alone.
func (e *Evidence) weigh(c *candidate, author string) Verdict {
	t := e.testimony(author)
	stated, noun := e.statedBy(c, t.stated)
	if !stated {
		return dropped(GateGrounding, reasonValue)
	}
	if e.translated(c) {
		return dropped(GateGrounding, reasonTranslated)
	}
	outcome := grade(t.corpus.Measure(c.claim, c.basis.turn), c.claim)
	switch {
	case outcome == Dropped:
		return dropped(GateGrounding, reasonUnsupported)
	case outcome == Pending:
		return Verdict{Outcome: Pending, Gate: GateGrounding, Reason: reasonThin}
	case t.corpus.Replaced(c.claim), e.recombined(c):
		return Verdict{Outcome: Pending, Gate: GateGrounding, Reason: reasonReplaced}
	case noun:
		return Verdict{Outcome: Pending, Gate: GateGrounding, Reason: reasonNoun}
	}
	return Verdict{Outcome: Served}
}

// recombined reports whether the claim puts a word from elsewhere in the turn into
// one of its sentences: of "billing is owned by Maria. Who owns search?" a proposer
// can make that Maria owns search.
func (e *Evidence) recombined(c *candidate) bool {
	const fewest, most = 3, 6 // stems; as for a replaced word
	said := support.NewClaim(e.sentencesText(c.basis))
	held := e.coverOf(c, c.basis)
	n := c.claim.Stems()
	if n < fewest || n > most || held != n-1 {
		return false
	}
	if bits.OnesCount64(c.claim.Cover(&e.analyzer, e.turns[c.basis.turn].own)) < n {
		return false // a word of the proposer's own, or of another turn
	}
	// A sentence of which nothing was left out had nothing to exchange.
	return bits.OnesCount64(said.Cover(&e.analyzer, c.item.Content)) < said.Stems()
}

// translated reports whether the claim is in another language than the turn it
// rests on. Names and identifiers are the same in all languages, so only words
// tell; where half of them are the user's, languages are mixed.
func (e *Evidence) translated(c *candidate) bool {
	said := e.lexis(c.basis.turn).Languages
	claim := lexicon.Read(c.item.Content).Languages
	if len(said) == 0 || len(claim) == 0 || slices.Contains(said, claim[0]) || slices.Contains(claim, said[0]) {
		return false
	}
	var words []string
	for _, t := range analysis.Tokens(c.item.Content) {
		if t.Kind == analysis.Word && !t.Stop {
			words = append(words, c.item.Content[t.Start:t.End])
		}
	}
	own := support.NewClaim(strings.Join(words, " "))
	covered := bits.OnesCount64(own.Cover(&e.analyzer, e.turns[c.basis.turn].own))
	return len(words) > 0 && covered*2 < own.Stems()
}

// statedBy reports whether the author wrote every value of the item, and
// whether a German noun is missing, which is a name only perhaps. In the
// description, which is the proposer's own wording, "read-only" is no name.
func (e *Evidence) statedBy(c *candidate, said *support.Stated) (stated, noun bool) {
	german := e.german(c.basis.turn)
	for _, v := range append(support.Values(c.item.Content), descriptionValues(c.item)...) {
		switch {
		case said.Has(v):
		case v.Name && german:
			noun = true
		default:
			return false, noun
		}
	}
	return true, noun
}

func descriptionValues(item Item) []support.Value {
	var vs []support.Value
	for _, v := range support.Values(item.Description) {
		if !v.Compound {
			vs = append(vs, v)
		}
	}
	return vs
}

// score says how far a claim rests on the user: what two of their consecutive
// messages hold, what they brought up first, and whose messages hold its words
// side by side. Words that either side happens to use score for topic alone;
// neighbouring words tell a statement from its topic. What the assistant
// brought up first and the user took up counts a little.
//
// The weights are those of a logistic regression, rounded; left out one
// conversation at a time they do as well as on all of them.
func score(m support.Measure) float64 {
	return m.PairUser + m.FirstUser + 0.3*m.FirstAssistant + m.PhraseUser - 0.87*m.PhraseAssistant
}

func grade(m support.Measure, claim support.Claim) Outcome {
	s := score(m)
	switch {
	case s < pendingFrom, !claim.Spaced() && m.PairUser < pendingPairs:
		return Dropped
	case s < servedFrom, m.OnlyAssistant >= assistantShare, !claim.Spaced() && m.PairUser < servedPairs:
		return Pending
	}
	return Served
}

func (e *Evidence) german(turn int) bool {
	languages := e.lexis(turn).Languages
	return len(languages) > 0 && languages[0] == "de"
}

// confirmWords is how long a message may be that only confirms another.
const confirmWords = 8

// confirms reports whether the quoted turn only confirms ("yes, that was it")
// and the message before it says what the item claims.
func (e *Evidence) confirms(c *candidate) bool {
	turn := c.basis.turn
	text := e.lexis(turn)
	if len(text.Tokens) > confirmWords*wordLength(text) || !has(text, lexicon.Confirm) || has(text, lexicon.Deny) {
		return false
	}
	for i := turn - 1; i >= 0; i-- {
		switch w := &e.turns[i]; {
		case w.Role == RoleAssistant && w.Content != "":
			return e.says(w.Content, c)
		case w.Role != RoleTool:
			return false
		}
	}
	return false
}

// says reports whether a message holds the claim's values and most of its
// words.
func (e *Evidence) says(message string, c *candidate) bool {
	stated := support.NewStated(&e.analyzer)
	stated.Add(message)
	stated.Close()
	for _, v := range support.Values(c.item.Content) {
		if !stated.Has(v) {
			return false
		}
	}
	return bits.OnesCount64(c.claim.Cover(&e.analyzer, message))*3 >= c.claim.Stems()*2
}

func has(text *lexicon.Text, class lexicon.Class) bool {
	for _, m := range text.Matches {
		if m.Class == class {
			return true
		}
	}
	return false
}
