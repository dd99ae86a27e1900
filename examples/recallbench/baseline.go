package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// newestSubstring is what simple memories do: the whole question as a
// substring, newest first.
func newestSubstring(memos []memo) ranker {
	return filtered(memos, func(text string) func(string) bool {
		text = strings.ToLower(text)
		return func(of string) bool { return strings.Contains(of, text) }
	})
}

// allWords requires every word of the question somewhere, newest first.
func allWords(memos []memo) ranker {
	return filtered(memos, func(text string) func(string) bool {
		want := words(text)
		return func(of string) bool {
			return !slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(of, w) })
		}
	})
}

func filtered(memos []memo, match func(text string) func(of string) bool) ranker {
	newest := newestFirst(memos)
	texts := make([]string, len(newest))
	for i, m := range newest {
		texts[i] = strings.ToLower(m.text())
	}
	return func(text string) ([]string, error) {
		var slugs []string
		ok := match(text)
		for i, m := range newest {
			if ok(texts[i]) {
				slugs = append(slugs, m.Slug)
			}
		}
		return slugs, nil
	}
}

func newestFirst(memos []memo) []memo {
	out := slices.Clone(memos)
	slices.SortStableFunc(out, func(a, b memo) int { return cmp.Compare(b.Order, a.Order) })
	return out
}

func (m memo) text() string {
	return strings.Join([]string{m.Slug, m.Description, m.Quote, m.Body}, " ")
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// plainBM25 is BM25 (k1 1.2, b 0.75) over the lower-case words of one text a
// memory: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009.
func plainBM25(memos []memo) ranker {
	const k1, b = 1.2, 0.75
	counts := make([]map[string]float64, len(memos))
	lengths := make([]float64, len(memos))
	holders := map[string]float64{}
	average := 0.0
	for i, m := range memos {
		counts[i] = map[string]float64{}
		for _, w := range words(m.text()) {
			counts[i][w]++
			lengths[i]++
		}
		for w := range counts[i] {
			holders[w]++
		}
		average += lengths[i] / float64(len(memos))
	}
	score := func(i int, want []string) float64 {
		sum := 0.0
		for _, w := range want {
			tf, df := counts[i][w], holders[w]
			idf := math.Log(1 + (float64(len(memos))-df+0.5)/(df+0.5))
			sum += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*lengths[i]/average))
		}
		return sum
	}
	return func(text string) ([]string, error) {
		type found struct {
			slug  string
			score float64
		}
		var all []found
		want := words(text)
		for i, m := range memos {
			if s := score(i, want); s > 0 {
				all = append(all, found{m.Slug, s})
			}
		}
		slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.slug, b.slug)) })
		slugs := make([]string, len(all))
		for i, f := range all {
			slugs[i] = f.slug
		}
		return slugs, nil
	}
}
