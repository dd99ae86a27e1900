package main

import (
	"math"
	"slices"
)

// metrics are means over the questions of a cell, or over cells.
type metrics struct {
	recall1, recall5, recall10, mrr, ndcg, empty float64
}

// A ranker returns the slugs of the memories for a question, best first.
type ranker func(text string) ([]string, error)

// measure puts the questions of a cell to the ranker of their store. Recall at k
// is the share of what answers a question among the first k; MRR and nDCG@10
// are as in the literature, both over the at most memory.MaxHits that Recall
// gives. Empty is the share of questions that find nothing.
func (c cell) measure(rankers map[string]ranker) (metrics, error) {
	var m metrics
	for _, q := range c.asked {
		got, err := rankers[q.Store](q.Text)
		if err != nil {
			return m, err
		}
		m.recall1 += recall(got, q.Relevant, 1)
		m.recall5 += recall(got, q.Relevant, 5)
		m.recall10 += recall(got, q.Relevant, 10)
		m.mrr += reciprocalRank(got, q.Relevant)
		m.ndcg += ndcg(got, q.Relevant, 10)
		if len(got) == 0 {
			m.empty++
		}
	}
	return m.scale(1 / float64(len(c.asked))), nil
}

func (m metrics) scale(f float64) metrics {
	return metrics{m.recall1 * f, m.recall5 * f, m.recall10 * f, m.mrr * f, m.ndcg * f, m.empty * f}
}

func (m metrics) plus(o metrics) metrics {
	return metrics{m.recall1 + o.recall1, m.recall5 + o.recall5, m.recall10 + o.recall10, m.mrr + o.mrr, m.ndcg + o.ndcg, m.empty + o.empty}
}

func mean(all []metrics) metrics {
	var sum metrics
	for _, m := range all {
		sum = sum.plus(m)
	}
	return sum.scale(1 / float64(max(len(all), 1)))
}

func recall(got, relevant []string, k int) float64 {
	n := 0
	for _, slug := range got[:min(k, len(got))] {
		if slices.Contains(relevant, slug) {
			n++
		}
	}
	return float64(n) / float64(len(relevant))
}

func reciprocalRank(got, relevant []string) float64 {
	for i, slug := range got {
		if slices.Contains(relevant, slug) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

func ndcg(got, relevant []string, k int) float64 {
	var dcg, ideal float64
	for i, slug := range got[:min(k, len(got))] {
		if slices.Contains(relevant, slug) {
			dcg += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(k, len(relevant)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	return dcg / ideal
}
