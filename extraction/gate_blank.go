package extraction

import "github.com/daybook-sre/daybook/memory/analysis"

// gateBlank refuses an item that says nothing: its description or content has
// no letter and no digit.
func gateBlank(c *candidate) (gate, reason string) {
	switch {
	case !analysis.HasTerm(c.item.Description):
		return GateBlank, "blank description"
	case !analysis.HasTerm(c.item.Content):
		return GateBlank, "blank content"
	}
	return GateBlank, ""
}
