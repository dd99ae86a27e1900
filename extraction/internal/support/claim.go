package support

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// maxStems is how many different stems of a claim are measured. A claim is a
// sentence or two; what is longer is judged by its beginning.
const maxStems = 64

// Claim is a claim's stems, prepared for measuring.
type Claim struct {
	stems  []string   // distinct, in order of appearance
	order  []int      // the index in stems of each topic word
	spells [][]string // for each stem, the terms that stand for it
	spaced bool       // false if most of it is in a script without spaces
	paired int
}

// Stems returns how many different stems the claim has.
func (c Claim) Stems() int { return len(c.stems) }

// Spaced reports whether the claim is in a script that separates words.
func (c Claim) Spaced() bool { return c.spaced }

// NewClaim analyses a claim. Its stop words count only if it has nothing else.
func NewClaim(text string) Claim {
	tokens := analysis.Tokens(text)
	c := claimOf(tokens, false)
	if len(c.stems) == 0 {
		c = claimOf(tokens, true)
	}
	return c
}

func claimOf(tokens []analysis.Token, stops bool) Claim {
	var c Claim
	for i, t := range tokens {
		if t.Stop && !stops || !counts(tokens, i) || reporter[t.Term] {
			continue
		}
		if t.Kind == analysis.Pair {
			c.paired++
		}
		k := slices.Index(c.stems, t.Term)
		if k < 0 {
			if len(c.stems) == maxStems {
				break
			}
			k = len(c.stems)
			c.stems = append(c.stems, t.Term)
			c.spells = append(c.spells, append(alike(t.Term), t.Term))
		}
		c.order = append(c.order, k)
	}
	c.spaced = c.paired*2 < len(c.stems) || len(c.stems) == 0
	return c
}

// reporter are stems by which a claim speaks of the user ("the user's name is"). The user
// says "I".
var reporter = map[string]bool{"user": true, "name": true}

// counts says whether a token of a claim is measured. An identifier counts as
// a whole if it has a digit or a sign that is no hyphen, for then one
// character changes what it names; else its words count, since "control-plane"
// and "control plane" are the same.
func counts(tokens []analysis.Token, i int) bool {
	switch t := tokens[i]; t.Kind {
	case analysis.Part:
		return !wholeCounts(tokens, i)
	case analysis.Identifier:
		return strings.ContainsAny(t.Term, "0123456789./:@") || !hasParts(tokens, i)
	case analysis.Number:
		return !inside(tokens, i) || !wholeCounts(tokens, i)
	}
	return true
}

// wholeCounts says whether the identifier that a part belongs to is counted.
func wholeCounts(tokens []analysis.Token, i int) bool {
	for k := i - 1; k >= 0 && tokens[k].Start == tokens[i].Start; k-- {
		if tokens[k].Kind == analysis.Identifier && strings.ContainsAny(tokens[k].Term, "0123456789./:@") {
			return true
		}
	}
	return false
}

func hasParts(tokens []analysis.Token, i int) bool {
	return i+1 < len(tokens) && tokens[i+1].Start == tokens[i].Start
}

func inside(tokens []analysis.Token, i int) bool {
	return i > 0 && tokens[i-1].Start == tokens[i].Start
}

func share(mask uint64, n int) float64 {
	return float64(bits.OnesCount64(mask)) / float64(n)
}

// Cover returns which of the claim's stems a text holds, one bit each.
func (c Claim) Cover(a *analysis.Analyzer, text string) uint64 {
	return c.CoverTokens(a.Append(nil, text))
}

// CoverTokens is Cover for a text that was analysed before.
func (c Claim) CoverTokens(tokens []analysis.Token) uint64 {
	var mask uint64
	for _, t := range tokens {
		for k, spells := range c.spells {
			if mask>>k&1 == 0 && slices.Contains(spells, t.Term) {
				mask |= 1 << k
			}
		}
	}
	return mask
}
