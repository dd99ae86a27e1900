package search

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/analysis"
)

//go:embed synonyms.txt
var synonymText string

// A phrase is the terms of one synonym, in order.
type phrase []string

// thesaurus finds synonyms by the first term of the phrase.
type thesaurus map[string][]synonym

type synonym struct {
	phrase phrase
	others []phrase
}

var loadThesaurus = sync.OnceValue(func() thesaurus { return readThesaurus(synonymText) })

func readThesaurus(text string) thesaurus {
	t := make(thesaurus)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		var group []phrase
		for _, words := range strings.Split(line, ",") {
			if p := phraseOf(analysis.Tokens(words)); len(p) > 0 && !slices.ContainsFunc(group, func(q phrase) bool { return slices.Equal(p, q) }) {
				group = append(group, p)
			}
		}
		for i, p := range group {
			others := slices.Delete(slices.Clone(group), i, i+1)
			t[p[0]] = append(t[p[0]], synonym{p, others})
		}
	}
	return t
}

// phraseOf returns the terms of tokens without the parts of identifiers.
func phraseOf(tokens []analysis.Token) phrase {
	var p phrase
	end := -1
	for _, t := range tokens {
		if t.Start < end && t.Kind != analysis.Pair {
			continue
		}
		p = append(p, t.Term)
		end = t.End
	}
	return p
}
