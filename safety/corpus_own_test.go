package safety_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// ownCorpus makes the generated texts of one seed: every kind in every carrier
// of its tier, and the clean ones.
func ownCorpus(seed uint64) []labelled {
	g := newGen(seed)
	var out []labelled
	for i, tok := range tokens {
		for j, carrier := range tokenCarriers {
			if (i+j+int(seed))%3 != 0 {
				continue
			}
			v := tok.make(g)
			marked := mark(v)
			if k := strings.LastIndexByte(v, ' '); k >= 0 { // context before the token
				marked = v[:k+1] + mark(v[k+1:])
			}
			c := parse(tok.rule, "prefixed", strings.Replace(carrier, "%s", marked, 1))
			c.id = fmt.Sprintf("%s in %q", tok.rule, carrier)
			out = append(out, c)
		}
	}
	for _, tier := range []struct {
		name      string
		templates []string
	}{
		{"labeled", labelledTemplates}, {"labeled", moreLabelled}, {"structural", structuralTemplates}, {"structural", moreStructural},
		{"prose", proseTemplates}, {"prose", moreProse},
	} {
		for _, t := range tier.templates {
			c := parse(tier.name, tier.name, expand(g, t))
			c.id = fmt.Sprintf("%q", t)
			out = append(out, c)
		}
	}
	for _, t := range append(cleanTexts, moreClean...) {
		out = append(out, labelled{id: fmt.Sprintf("%q", t), kind: "clean", tier: "clean", text: t})
	}
	return out
}

func TestOwnCorpus(t *testing.T) {
	var corpus []labelled
	for seed := uint64(1); seed <= 3; seed++ {
		corpus = append(corpus, ownCorpus(seed)...)
	}
	tiers := score(t, corpus)
	t.Log(table(tiers))
	requireFloors(t, tiers)
}

// Each rule for tokens has a hit, named by the rule, and a near miss.
func TestTokenRules(t *testing.T) {
	g := newGen(7)
	for _, tok := range tokens {
		hit := tok.make(g)
		require.Equal(t, []string{tok.rule}, safety.RuleIDs(safety.Scan("x "+hit+" y")), "a %s", tok.rule)
		require.Empty(t, safety.Scan("x "+tok.miss(g)+" y"), "near miss of %s", tok.rule)
	}
}
