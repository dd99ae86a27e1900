package memory

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// The entries of the turn block. The best are given in full: one of them mostly
// is the answer. Of those after them the beginning shows whether they are worth
// a memory_recall, and three times as many fit.
const (
	turnFull       = 2    // entries in full
	turnBodyRunes  = 1200 // of the body of one in full
	turnBriefRunes = 205  // of the body of another
	turnHits       = 60   // matches that are looked at; more never fit
)

// Relevant returns the turn block alone, with all of the budget: the best
// matches for userText. Most users won't need it; Context gives this and what
// holds whatever is asked. Turn is empty when nothing matches well. Errors are
// those of Context.
func (s *Store) Relevant(ctx context.Context, userText string, o *ContextOptions) (Context, error) {
	p, v, err := s.stable(ctx, o)
	if err != nil {
		return Context{}, err
	}
	c := Context{Withheld: p.context.Withheld, Unreadable: p.context.Unreadable, Omitted: len(p.list)}
	err = s.addTurn(ctx, v, &prompt{list: p.list}, &c, userText, s.promptKey(o))
	c.measure()
	return c, err
}

// addTurn adds the best matches for the user's message that Stable does not
// hold in whole. With no match above the floor nothing is added: small talk
// needs no memory. With one, weaker matches fill what room is left; they are
// what the message may be about in other words.
func (s *Store) addTurn(ctx context.Context, v *view, p *prompt, c *Context, userText string, k promptKey) error {
	if strings.TrimSpace(userText) == "" || len(p.whole) == len(p.list) {
		return nil
	}
	res, err := s.search(ctx, v, p.list, userText, turnHits)
	if err != nil || res.Weak {
		return err
	}
	room := k.chars - utf8.RuneCountInString(c.Stable+blockBegin+turnHeader+blockEnd)
	var b strings.Builder
	for taken, h := range notIn(p.whole, res.Hits) {
		text := v.bySlug[h.ID].rec.full(turnRunes(taken))
		if n := utf8.RuneCountInString(text); n <= room {
			room -= n
			b.WriteString(text)
			c.include(h.ID)
		}
	}
	if b.Len() > 0 {
		c.Turn = blockBegin + turnHeader + b.String() + blockEnd
	}
	return nil
}

func notIn(whole map[string]bool, hits []search.Hit) []search.Hit {
	return slices.DeleteFunc(hits, func(h search.Hit) bool { return whole[h.ID] })
}

// turnRunes bounds the body of the entry before which so many stand.
func turnRunes(before int) int {
	if before < turnFull {
		return turnBodyRunes
	}
	return turnBriefRunes
}

// include notes a memory that Turn holds.
func (c *Context) include(slug string) {
	switch {
	case slices.Contains(c.Included, slug):
		return // with its body cut, in Stable
	case !slices.Contains(c.Indexed, slug):
		c.Omitted--
	}
	c.Included = append(c.Included, slug)
}
