package support

import (
	_ "embed"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed alike.txt
var alikeText string

// alikeOf maps the stem of each word of alike.txt to the stems of its group.
var alikeOf = func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(alikeText) {
		line, _, _ = strings.Cut(line, "#")
		var group []string
		for _, word := range strings.Fields(line) {
			group = append(group, analysis.Stem(analysis.Fold(word)))
		}
		for _, stem := range group {
			m[stem] = append(m[stem], group...)
		}
	}
	return m
}()

//go:embed light.txt
var lightText string

// light holds the stems of light.txt.
var light = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(lightText) {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.Fields(line) {
			m[analysis.Stem(analysis.Fold(word))] = true
		}
	}
	return m
}()

// alike returns the stems that say the same as stem, without it.
func alike(stem string) []string {
	var others []string
	for _, s := range alikeOf[stem] {
		if s != stem {
			others = append(others, s)
		}
	}
	return others
}
