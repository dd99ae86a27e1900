package extraction_test

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

// The bounds that the grounding gate must keep, by source and kind of claim.
var groundingBounds = map[string]struct{ minServed, maxServed, maxDropped float64 }{
	"locomo pos":        {minServed: .85, maxServed: 1, maxDropped: .09},
	"locomo neg-swap":   {maxServed: .06, maxDropped: 1},
	"locomo neg-absent": {maxServed: .09, maxDropped: 1},
	"locomo neg-value":  {maxServed: .03, maxDropped: 1},
	"alerts neg-swap":   {maxServed: .02, maxDropped: 1},
	"alerts pos":        {maxServed: 1, maxDropped: 1},
}

func TestGroundingOnPublicDialogues(t *testing.T) {
	transcripts, cases := readGrounding(t)
	gates := extraction.NewGates(nil)
	read := map[string]*extraction.Evidence{} // many claims are about the same conversation
	total, counts := map[string]float64{}, map[string]map[extraction.Outcome]float64{}
	for _, c := range cases {
		kind := c.Src + " " + c.Kind
		turns := c.turns(transcripts[c.Transcript])
		item := extraction.Item{Type: c.Item.Type, Name: "claim", Description: "claim", Content: c.Item.Text}
		if q := c.quote(turns); q >= 0 {
			item.Quote, item.Turn = turns[q].Content, turns[q].ID
		}
		if counts[kind] == nil {
			counts[kind] = map[extraction.Outcome]float64{}
		}
		total[kind]++
		conversation := c.Transcript + " " + c.User[0]
		if read[conversation] == nil {
			read[conversation] = gates.Read(turns)
		}
		counts[kind][extraction.GroundingAlone(read[conversation], item)]++
	}
	var kinds []string
	for kind := range total {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	require.NotEmpty(t, kinds)
	t.Logf("%-20s %6s %8s %8s %8s", "claims", "n", "served", "pending", "dropped")
	for _, kind := range kinds {
		share := func(o extraction.Outcome) float64 { return counts[kind][o] / total[kind] }
		t.Logf("%-20s %6.0f %8.3f %8.3f %8.3f", kind, total[kind],
			share(extraction.Served), share(extraction.Pending), share(extraction.Dropped))
		bounds, ok := groundingBounds[kind]
		require.True(t, ok, "no bounds for %s", kind)
		require.GreaterOrEqual(t, share(extraction.Served), bounds.minServed, kind)
		require.LessOrEqual(t, share(extraction.Served), bounds.maxServed, kind)
		require.LessOrEqual(t, share(extraction.Dropped), bounds.maxDropped, kind)
	}
}
