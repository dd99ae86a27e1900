package bar

// Alike returns the share of tokens that two claims have in common, from 0 to 1:
// a hint that two memories are about one thing, for a person or a model to look
// at. It decides nothing.
func Alike(a, b Digests) float64 {
	if a.Version != b.Version {
		return 0
	}
	o := compare(a.Words, b.Words)
	all := o.t.words + o.c.words - o.c.found
	if all == 0 {
		return 0
	}
	return float64(o.c.found) / float64(all)
}
