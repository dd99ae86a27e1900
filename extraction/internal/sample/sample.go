// Package sample recognises text about built-in demonstration material: the
// sample alerts, synthetic scenarios, demo repositories and benchmark runs
// that an agent ships with. What SRE language calls by the same words is let
// through: test suites, load tests, synthetic monitors, sample rates, a
// customer's demo cluster.
package sample

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed sample.txt
var text string

// patterns are the phrases of sample.txt as expressions over folded words.
var patterns = sync.OnceValue(func() []*regexp.Regexp {
	var out []*regexp.Regexp
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		// A phrase holds only words, groups and alternatives; a space stands
		// for whatever separates two words, also inside an identifier.
		if p, err := regexp.Compile(`(?:^|[^\pL\pN])(?:` + strings.ReplaceAll(line, " ", `[^\pL\pN\n]+`) + `)(?:$|[^\pL\pN])`); err == nil {
			out = append(out, p)
		}
	}
	return out
})

// Is reports whether the text is plainly about demonstration material.
func Is(s string) bool {
	s = analysis.Fold(s)
	for _, p := range patterns() {
		if p.MatchString(s) {
			return true
		}
	}
	return false
}
