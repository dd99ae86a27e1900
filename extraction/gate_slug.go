package extraction

import "github.com/daybook-sre/daybook/memory/analysis"

// gateSlug refuses a name that makes no file name.
func (e *Evidence) gateSlug(c *candidate) (gate, reason string) {
	if e.gates.slug(c.item.Name) == "" {
		return GateSlug, "no usable name"
	}
	return GateSlug, ""
}

func plainSlug(name string) string {
	if !analysis.HasTerm(name) {
		return ""
	}
	return name
}
