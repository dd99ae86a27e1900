package extraction

import (
	"context"
	"slices"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// revised returns the memory whose conclusion the proposal revises, or nil.
// Within one session the last conclusion wins: who said "it was redis" and later
// "it was the missing index" learnt one thing, whatever names the proposer gives
// the two. What a person vouches for is not revised here.
func revised(ctx context.Context, store *memory.Store, e *Evidence, p memory.Proposal, session string) (*memory.Record, error) {
	if p.Type != memory.InvestigationLearning {
		return nil, nil
	}
	now := concluded(p.Quote)
	if !now.found {
		return nil, nil
	}
	var before []memory.Ground
	for _, w := range e.turns {
		if w.ID == p.Grounds[len(p.Grounds)-1].Turn {
			break
		}
		if w.byPerson() {
			before = append(before, memory.Ground{Session: session, Turn: w.ID, Text: w.Content})
		}
	}
	list, err := store.RestingOn(ctx, before)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if r.Type == memory.InvestigationLearning && r.Status == memory.Unconfirmed && now.revises(concluded(r.Quote)) {
			return &r, nil
		}
	}
	return nil, nil
}

// conclusion is what a sentence says about a cause or a remedy.
type conclusion struct {
	found   bool
	remedy  bool     // what put it right; else what was wrong
	subject []string // what it says was concerned, before it says why; nil for "it"
	words   []string // all that it talks about
}

func concluded(sentence string) conclusion {
	text := lexicon.Read(sentence)
	c := conclusion{remedy: has(&text, lexicon.Remedy)}
	first := len(sentence)
	for _, m := range text.Matches {
		if m.Class == lexicon.Found || m.Class == lexicon.Cause {
			c.found = true
			first = min(first, text.Tokens[m.First].Start)
		}
	}
	for _, t := range analysis.Tokens(sentence) {
		if t.Stop || t.Term == analysis.Not || t.Kind == analysis.Number {
			continue
		}
		c.words = append(c.words, t.Term)
		if t.End <= first && !signal(&text, t.Start) {
			c.subject = append(c.subject, t.Term)
		}
	}
	return c
}

// signal reports whether the word at an offset only says yes or no.
func signal(text *lexicon.Text, at int) bool {
	for _, m := range text.Matches {
		switch m.Class {
		case lexicon.Confirm, lexicon.Deny, lexicon.DenyNot, lexicon.Negation, lexicon.Retract:
		default:
			continue
		}
		if text.Tokens[m.First].Start <= at && at < text.Tokens[m.Last].End {
			return true
		}
	}
	return false
}

// revises reports whether c takes the place of an earlier conclusion: both say
// what was wrong, or both what helped, and c is about "it" or about something
// that the earlier one names.
func (c conclusion) revises(old conclusion) bool {
	if !old.found || c.remedy != old.remedy {
		return false
	}
	return !slices.ContainsFunc(c.subject, func(word string) bool { return !slices.Contains(old.words, word) })
}
