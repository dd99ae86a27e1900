package extraction

import (
	"context"
	"math/bits"

	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// said returns the memory that rests on the same turn and says what the proposal
// says, in whatever words, or nil. A pass looks back over turns that earlier
// passes have read, and a model never words a thing twice alike: without this,
// each pass would add the same facts under other names.
func said(ctx context.Context, store *memory.Store, p memory.Proposal) (*memory.Record, error) {
	list, err := store.RestingOn(ctx, p.Grounds)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if repeats(p.Body, r.Name+"\n"+r.Description+"\n"+r.Body) {
			return &r, nil
		}
	}
	return nil, nil
}

// vouches reports whether the user asked to keep what was only noted before. The
// proposal then takes over the memory's own words, so that the store confirms it
// instead of storing it twice.
func vouches(p *memory.Proposal, r *memory.Record) bool {
	if !p.Explicit || r.Status != memory.Unconfirmed {
		return false
	}
	p.Name, p.Type, p.Description, p.Body = r.Name, r.Type, r.Description, r.Body
	p.ValidFrom, p.ValidUntil = r.ValidFrom, r.ValidUntil
	return true
}

// repeats reports whether a claim adds nothing to a text: four fifths of its
// words are there, and every number, identifier and name is. One that is
// negated does not repeat one that is not.
func repeats(claim, text string) bool {
	if negated(claim) != negated(text) {
		return false
	}
	var a analysis.Analyzer
	stated := support.NewStated(&a)
	stated.Add(text)
	stated.Close()
	for _, v := range support.Values(claim) {
		if !stated.Has(v) {
			return false
		}
	}
	c := support.NewClaim(claim)
	return bits.OnesCount64(c.Cover(&a, text))*5 >= c.Stems()*4
}

func negated(text string) bool {
	for _, t := range analysis.Tokens(text) {
		if t.Term == analysis.Not {
			return true
		}
	}
	return false
}
