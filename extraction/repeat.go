package extraction

import (
	"context"
	"math/bits"

	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// said reports whether a memory that rests on the same turn says what the
// proposal says, in whatever words. A pass looks back over turns that earlier
// passes have read, and a model never words a thing twice alike: without this,
// each pass would add the same facts under other names.
//
// It is not asked about what the user explicitly wants kept, which confirms what
// was kept before.
func said(ctx context.Context, store *memory.Store, p memory.Proposal) (bool, error) {
	if p.Explicit {
		return false, nil
	}
	list, err := store.RestingOn(ctx, p.Grounds)
	if err != nil {
		return false, err
	}
	for _, r := range list {
		if repeats(p.Body, r.Name+"\n"+r.Description+"\n"+r.Body) {
			return true, nil
		}
	}
	return false, nil
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
