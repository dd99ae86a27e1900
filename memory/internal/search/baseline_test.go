package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// newestSubstring is what simple memories do: the whole query as a substring,
// newest first.
func newestSubstring(docs []memo) ranker {
	return filtered(docs, func(query string) func(string) bool {
		query = strings.ToLower(query)
		return func(text string) bool { return strings.Contains(text, query) }
	})
}

// allWords requires every word of the query, newest first.
func allWords(docs []memo) ranker {
	return filtered(docs, func(query string) func(string) bool {
		words := plainWords(query)
		return func(text string) bool {
			for _, w := range words {
				if !strings.Contains(text, w) {
					return false
				}
			}
			return true
		}
	})
}

func filtered(docs []memo, match func(query string) func(text string) bool) ranker {
	newest := slices.Clone(docs)
	slices.SortStableFunc(newest, func(a, b memo) int { return cmp.Compare(b.order, a.order) })
	texts := make([]string, len(newest))
	for i, d := range newest {
		texts[i] = strings.ToLower(plainText(d))
	}
	return func(query string) []string {
		var ids []string
		ok := match(query)
		for i, d := range newest {
			if ok(texts[i]) {
				ids = append(ids, d.ID)
			}
		}
		return ids
	}
}

// plainBM25 is BM25 (k1 1.2, b 0.75) on lower-case words of one joined text.
func plainBM25(docs []memo) ranker {
	ix := buildPlain(docs)
	return ix.rank
}

type plainIndex struct {
	docs     []memo
	lengths  []int
	average  float64
	postings map[string][][2]int // document, frequency
}

func buildPlain(docs []memo) *plainIndex {
	ix := &plainIndex{docs: docs, postings: make(map[string][][2]int)}
	for i, d := range docs {
		words := plainWords(plainText(d))
		counts := make(map[string]int)
		for _, w := range words {
			counts[w]++
		}
		for w, n := range counts {
			ix.postings[w] = append(ix.postings[w], [2]int{i, n})
		}
		ix.lengths = append(ix.lengths, len(words))
		ix.average += float64(len(words)) / float64(len(docs))
	}
	return ix
}

func (ix *plainIndex) rank(query string) []string {
	const k1, b = 1.2, 0.75
	scores := make(map[int]float64)
	for _, w := range plainWords(query) {
		ps := ix.postings[w]
		df := float64(len(ps))
		idf := math.Log(1 + (float64(len(ix.docs))-df+0.5)/(df+0.5))
		for _, p := range ps {
			tf := float64(p[1])
			scores[p[0]] += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*float64(ix.lengths[p[0]])/ix.average))
		}
	}
	var found []int
	for i := range scores {
		found = append(found, i)
	}
	slices.SortFunc(found, func(i, j int) int {
		return cmp.Or(cmp.Compare(scores[j], scores[i]), cmp.Compare(ix.docs[i].ID, ix.docs[j].ID))
	})
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = ix.docs[f].ID
	}
	return ids
}

func plainText(d memo) string {
	return strings.Join([]string{d.Name, d.Description, d.Quote, d.Body}, " ")
}

func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), notAlnum)
}
