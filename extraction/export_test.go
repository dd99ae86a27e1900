package extraction

// GroundingAlone is the outcome of the grounding gate for an item, without the
// gates before it.
func GroundingAlone(g *Gates, item Item, turns []Turn) Outcome {
	e := g.Read(turns)
	c := &candidate{item: item.trimmed(), claim: claimOf(item)}
	c.basis = e.basisOf(c)
	return e.gateGrounding(c).Outcome
}
