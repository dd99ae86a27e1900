package search

import (
	"math"
	"slices"
)

// metrics are means over the queries of a cell.
type metrics struct {
	r1, r5, r10, mrr, ndcg, empty float64
}

// A ranker returns the IDs of the documents for a query, best first.
type ranker func(query string) []string

// A builder makes a ranker for one store.
type builder func(docs []memo) ranker

// measure runs the queries of a cell. Recall is the share of a query's
// relevant memories among the first k; MRR looks at all of the ranking.
func measure(c cell, build builder) metrics {
	rankers := make(map[string]ranker)
	for name, docs := range c.stores {
		rankers[name] = build(docs)
	}
	var m metrics
	for _, q := range c.queries {
		got := rankers[q.Store](q.Q)
		m.r1 += recall(got, q.Relevant, 1)
		m.r5 += recall(got, q.Relevant, 5)
		m.r10 += recall(got, q.Relevant, 10)
		m.mrr += reciprocalRank(got, q.Relevant)
		m.ndcg += ndcg(got, q.Relevant, 10)
		if len(got) == 0 {
			m.empty++
		}
	}
	return m.scale(1 / float64(len(c.queries)))
}

func (m metrics) scale(f float64) metrics {
	return metrics{m.r1 * f, m.r5 * f, m.r10 * f, m.mrr * f, m.ndcg * f, m.empty * f}
}

func (m metrics) plus(o metrics) metrics {
	return metrics{m.r1 + o.r1, m.r5 + o.r5, m.r10 + o.r10, m.mrr + o.mrr, m.ndcg + o.ndcg, m.empty + o.empty}
}

func recall(got, relevant []string, k int) float64 {
	n := 0
	for _, id := range got[:min(k, len(got))] {
		if slices.Contains(relevant, id) {
			n++
		}
	}
	return float64(n) / float64(len(relevant))
}

func reciprocalRank(got, relevant []string) float64 {
	for i, id := range got {
		if slices.Contains(relevant, id) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

func ndcg(got, relevant []string, k int) float64 {
	var dcg, ideal float64
	for i, id := range got[:min(k, len(got))] {
		if slices.Contains(relevant, id) {
			dcg += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(k, len(relevant)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	return dcg / ideal
}
