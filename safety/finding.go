package safety

import (
	"cmp"
	"slices"
)

// Class says how sure a rule is, and with that whether a person may overrule it.
type Class uint8

const (
	// Suspected is a value that looks like a credential by its label or by its
	// randomness. Automatic writers refuse it; a person may let values of that
	// rule pass.
	Suspected Class = iota
	// Certain is a complete token of a known shape, a private key or a password
	// in a URL. It is never let pass.
	Certain
)

// String returns "suspected" or "certain".
func (c Class) String() string {
	if c == Certain {
		return "certain"
	}
	return "suspected"
}

// Finding is one credential in a text. It names the rule and the place, never
// the value, so it is safe to log.
type Finding struct {
	// Rule is the id of the rule that found it, as listed by Rules.
	Rule string
	// Class is the rule's class, or Certain if a certain rule found part of it.
	Class Class
	// Start and End are byte offsets in the scanned text, end exclusive, on the
	// edges of runes.
	Start, End int
}

// RuleIDs returns the distinct rule ids of the findings, sorted: what a refusal
// or a notice may show. It returns nil if there are none.
func RuleIDs(findings []Finding) []string {
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.Rule)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// hit is a finding in the folded text, before merging.
type hit struct {
	rule       *RuleInfo
	start, end int
}

// weight orders rules that found the same bytes: a certain one names them before
// a suspected one, and a shape before a mere label or randomness.
func (h hit) weight() int {
	switch h.rule {
	case &ruleLabeledPassword, &ruleLabeledSecret, &ruleLabeledToken, &ruleLabeledKey, &ruleOpaque:
		return 0
	}
	return 1 + int(h.rule.Class)
}

// mergeHits sorts the hits and joins those that overlap into their union. The
// weightiest rule names the union; among equals the first does.
func mergeHits(hits []hit) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.start, b.start) })
	out := hits[:0]
	for _, h := range hits {
		if n := len(out); n > 0 && h.start < out[n-1].end {
			last := &out[n-1]
			last.end = max(last.end, h.end)
			if h.weight() > last.weight() {
				last.rule = h.rule
			}
			continue
		}
		out = append(out, h)
	}
	return out
}
