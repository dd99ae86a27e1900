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

// phrases is the one expression that all lines of sample.txt make, over folded
// text. A space of a phrase stands for whatever separates two words, also
// inside an identifier.
var phrases = sync.OnceValue(func() *regexp.Regexp {
	var lines []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, strings.ReplaceAll(line, " ", `[^\pL\pN\n]+`))
		}
	}
	return regexp.MustCompile(`(?:^|[^\pL\pN])(?:` + strings.Join(lines, "|") + `)(?:$|[^\pL\pN])`)
})

// Is reports whether the text is plainly about demonstration material.
func Is(s string) bool {
	return phrases().MatchString(analysis.Fold(s))
}
