package slash

import (
	"cmp"
	"slices"
	"strings"
)

// maxNear bounds how many near names or verbs are offered.
const maxNear = 3

// nearest returns the candidates that a word may be a slip of, nearest first: it
// is the beginning of one, or at most a third of its letters differ.
func nearest(word string, candidates []string) []string {
	word = strings.ToLower(word)
	type scored struct {
		name string
		far  int
	}
	var found []scored
	for _, c := range candidates {
		far := distance([]rune(word), []rune(c))
		if len(word) > 1 && strings.HasPrefix(c, word) {
			far = 0
		}
		if far <= max(1, len([]rune(word))/3) {
			found = append(found, scored{c, far})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(a.far, b.far) })
	var names []string
	for _, f := range found[:min(len(found), maxNear)] {
		names = append(names, f.name)
	}
	return names
}

// distance counts the letters to insert, remove, replace or swap with their
// neighbour to get from a to b (optimal string alignment).
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			row[j+1] = min(last[j]+change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
