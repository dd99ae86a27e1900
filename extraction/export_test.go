package extraction

// GroundingAlone is the outcome of the grounding gate for an item, without the
// gates before it.
func GroundingAlone(e *Evidence, item Item) Outcome {
	c := &candidate{item: item.trimmed(), claim: claimOf(item)}
	c.basis = e.basisOf(c)
	return e.gateGrounding(c).Outcome
}
