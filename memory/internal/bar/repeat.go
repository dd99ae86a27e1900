package bar

import (
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// repeatShare is the least share of a claim's tokens that its body must have for two claims with one body to be one: "Use
// tabs" is a claim under any description, "said in May" under none.
const repeatShare = 1.0 / 3

// Repeats reports whether c says what the stored claim t says already, so that storing it would only make a copy: the same
// claim, or the same body under a description that adds no identifier, number, unit or name. A single word says something
// only under the name it was given, so there the slugs must be equal, too. Unlike Decide it is careful the other way: what
// it takes for a repetition is not stored.
func Repeats(t Digests, c Candidate) bool {
	slug := t.Slug == c.Slug && t.Slug != Sum{}
	switch {
	case t.Version != c.Version, !slug && !c.states:
		return false
	case t.Claim == c.Claim:
		return true
	case t.Body != c.Body || t.Body == Sum{} || !c.bodyStates:
		return false
	case c.untitled:
		return true
	}
	o := compare(t.Words, c.Words)
	c.refine(t.Words, &o)
	return share(c.telling, o.c.words, repeatShare) && o.c.foundIDs == o.c.ids && o.named && o.sameUnits()
}

// states reports whether a text is more than one word.
func states(text string) bool {
	text = norm.Text(text)
	if strings.Contains(text, " ") {
		return true
	}
	letters := 0
	for _, r := range text {
		if unspaced(r) != 0 {
			letters++
		}
	}
	return letters > 3
}

// Apart reports whether two slugs name different things by a number, an identifier or an environment that each has and the
// other has not: scratch-1 and scratch-2, replicas-prod and replicas-staging.
func Apart(a, b string) bool {
	x, y := telltales(a), telltales(b)
	return !within(x, y) && !within(y, x)
}

// telltales returns the tokens of a slug that say which one it is.
func telltales(slug string) []string {
	var out []string
	for text, kind := range analyse(strings.ReplaceAll(slug, "-", " ")).terms {
		if k := kind & kinds; k == identifier || k == value {
			out = append(out, text)
		}
	}
	return out
}

// within reports whether all of a are in b.
func within(a, b []string) bool {
	for _, s := range a {
		if !slices.Contains(b, s) {
			return false
		}
	}
	return true
}
