package search

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed everyday.txt
var everydayText string

// everydayWords holds the terms that are no evidence; the header of
// everyday.txt says why.
var everydayWords = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for line := range strings.Lines(everydayText) {
		line, _, _ = strings.Cut(line, "#")
		for _, t := range analysis.Tokens(line) {
			words[t.Term] = true
		}
	}
	return words
})
