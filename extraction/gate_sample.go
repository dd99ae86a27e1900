package extraction

import (
	"math/bits"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/sample"
)

// Reasons of the sample gate.
const (
	reasonSampleTurn = "rests on a turn marked as sample"
	reasonSample     = "about sample, demo or benchmark material"
)

// gateSample refuses built-in demonstration material, unless the user's own
// words say that it is real.
func (e *Evidence) gateSample(c *candidate) Verdict {
	if b := c.basis; b.turn >= 0 && has(e.lexis(b.turn), lexicon.Real) && !e.turns[b.turn].labelled(LabelSample) {
		return Verdict{Outcome: Served}
	}
	switch {
	case e.fromSample(c):
		return dropped(GateSample, reasonSampleTurn)
	case sample.Is(c.item.Name + "\n" + c.item.Description + "\n" + c.item.Content):
		return dropped(GateSample, reasonSample)
	}
	return Verdict{Outcome: Served}
}

// fromSample reports whether the item's quote stands in a turn marked as
// sample, or such turns say more of it than the quoted turn does.
func (e *Evidence) fromSample(c *candidate) bool {
	said := 0
	if b := c.basis; b.turn >= 0 {
		if e.turns[b.turn].labelled(LabelSample) {
			return true
		}
		said = bits.OnesCount64(c.claim.Cover(&e.analyzer, e.turns[b.turn].own))
	}
	for i := range e.turns {
		if w := &e.turns[i]; w.labelled(LabelSample) && bits.OnesCount64(c.claim.Cover(&e.analyzer, w.Content)) > said {
			return true
		}
	}
	return false
}
