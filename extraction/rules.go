package extraction

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/prose"
	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// Rules proposes without a model: it takes the user's plain statements of
// fact, preference, identity, lesson and correction as they stand, and what
// they ask to remember. It finds less than a model and invents nothing. The
// same turns always give the same items.
//
// The zero value is ready to use and safe for concurrent use.
type Rules struct{}

// Bounds on what Rules takes for one statement, in words (in Chinese and
// Japanese, pairs of characters). Shorter ones name nothing, longer ones are
// stories.
const (
	minStatement = 3
	maxStatement = 45
)

// Propose returns at most MaxItems items, the newest statements first. It
// looks at the turns after r.Done, and fails only if ctx has ended.
func (Rules) Propose(ctx context.Context, r Request) (Proposals, error) {
	if err := ctx.Err(); err != nil {
		return Proposals{}, err
	}
	turns := r.Turns[after(r.Turns, r.Done):]
	e := NewGates(nil).Read(turns)
	var p Proposals
	seen := map[string]bool{}
	for i := len(turns) - 1; i >= 0; i-- {
		if !e.speaks(i) || turns[i].labelled(LabelSample) || e.asksToForget(i) {
			continue
		}
		for _, item := range e.statements(i) {
			if key := analysis.Fold(item.Content); !seen[key] && len(p.Items) < MaxItems {
				seen[key] = true
				p.Items = append(p.Items, item)
			}
		}
	}
	return p, nil
}

// statements returns an item for each sentence of a turn that is worth one.
func (e *Evidence) statements(turn int) []Item {
	text, own := e.lexis(turn), e.turns[turn].own
	var items []Item
	for s, r := range sentencesOf(text) {
		if r.Start == r.End {
			continue
		}
		var clauses []int
		for i, c := range clausesOf(text) {
			if c.sentence == s {
				clauses = append(clauses, i)
			}
		}
		signs := signsOf(text, []int{s}, clauses)
		asked := e.requested(turn, text, s)
		body := e.withoutRequest(turn, text, s, r)
		if !asked && !signs.proposable(own[r.Start:r.End]) || !statementSized(text, body) || e.bareRequest(turn, text, s) {
			continue
		}
		items = append(items, Item{
			Type: signs.memoryType(), Name: nameOf(own[body.Start:body.End]), Turn: e.turns[turn].ID,
			Description: shorten(oneLine(own[body.Start:body.End]), descriptionMax),
			Content:     oneLine(own[body.Start:body.End]), Quote: strings.TrimSpace(own[r.Start:r.End]),
		})
	}
	return items
}

// proposable says whether a statement that nobody asked to remember is worth
// proposing: the lasting gate would let it pass, and it says so by more than
// the bare form of a sentence.
func (s *signs) proposable(sentence string) bool {
	if s.judge(false) != "" {
		return false
	}
	if s.near[lexicon.Standing] || s.near[lexicon.Found] || s.near[lexicon.Identity] || s.near[lexicon.Preference] || s.near[lexicon.Retract] {
		return true
	}
	// "Our database is postgres-main" names something, "we have time" does not.
	return len(support.Values(sentence)) > 0
}

func (s *signs) memoryType() string {
	switch {
	case s.near[lexicon.Preference], s.near[lexicon.Standing] && s.whole[lexicon.Order]:
		return "preference" // "always answer with …" tells the agent how
	case s.near[lexicon.Found]:
		return "investigation_learning"
	case s.near[lexicon.Identity]:
		return "user"
	}
	return "infrastructure"
}

func statementSized(text *lexicon.Text, r prose.Range) bool {
	words := 0
	for _, t := range text.Tokens {
		if t.Start >= r.Start && t.End <= r.End {
			words++
		}
	}
	unit := wordLength(text)
	return words >= minStatement*unit && words <= maxStatement*unit
}

// withoutRequest returns the range of the sentence without the request it
// begins with: "please remember that prod is eks-1" is about prod.
func (e *Evidence) withoutRequest(turn int, text *lexicon.Text, sentence int, r prose.Range) prose.Range {
	own := e.turns[turn].own
	start, end := r.Start, r.End
	words := 0
	for i, t := range text.Tokens {
		if t.Sentence != sentence {
			continue
		}
		for _, m := range text.Matches {
			if m.Class != lexicon.Request || m.First > i || m.Last < i || words > 4*wordLength(text) {
				continue
			}
			if last := text.Tokens[m.Last].End; last < r.End && last > start {
				start = last
			}
		}
		words++
	}
	for start < end {
		ch, size := utf8.DecodeRuneInString(own[start:])
		if ch != prose.Hidden && (unicode.IsLetter(ch) || unicode.IsDigit(ch) || strings.ContainsRune("\"'“«「/@#", ch)) {
			break
		}
		start += size
	}
	return prose.Range{Start: start, End: end}
}
