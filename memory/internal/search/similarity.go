package search

// similarityPoints is what a similarity of 1 adds to the score: as much as
// three terms that stand nowhere else.
const similarityPoints = 3

// addSimilarity asks the host's similarity and adds it to the scores. It
// returns the values by document ID.
func (ix *Index) addSimilarity(q *Query, s *scratch) map[string]float64 {
	if q.Similarity == nil {
		return nil
	}
	var ids []string
	var slots []uint32
	for id, slot := range ix.slots {
		if q.Keep == nil || q.Keep(id) {
			ids = append(ids, id)
			slots = append(slots, slot)
		}
	}
	values := q.Similarity(ids)
	if len(values) != len(ids) {
		return nil
	}
	byID := make(map[string]float64, len(ids))
	for i, v := range values {
		if !(v > 0) { // also NaN
			v = 0
		}
		v = min(v, 1)
		byID[ids[i]] = v
		s.total[slots[i]] += similarityPoints * ix.idf(0) * float32(v)
	}
	return byID
}
