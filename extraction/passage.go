package extraction

import (
	"strings"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/prose"
)

// sentencesOf returns where each sentence of a text stands. The index of a
// sentence is its number in the tokens.
func sentencesOf(t *lexicon.Text) []prose.Range {
	var out []prose.Range
	for _, tok := range t.Tokens {
		for tok.Sentence >= len(out) {
			out = append(out, prose.Range{Start: tok.Start, End: tok.Start})
		}
		out[tok.Sentence].End = tok.End
	}
	return out
}

type clause struct {
	prose.Range
	sentence int
	words    int
}

// clausesOf is the same for clauses.
func clausesOf(t *lexicon.Text) []clause {
	var out []clause
	for _, tok := range t.Tokens {
		for tok.Clause >= len(out) {
			out = append(out, clause{Range: prose.Range{Start: tok.Start, End: tok.Start}, sentence: tok.Sentence})
		}
		out[tok.Clause].End = tok.End
		out[tok.Clause].words++
	}
	return out
}

// insideQuotes reports whether the offset lies in a quotation that opens and
// closes in the text around it, on its line.
func insideQuotes(text string, at int) bool {
	open := false
	for i, r := range text {
		if i >= at {
			break
		}
		switch r {
		case '\n':
			open = false
		case '"':
			open = !open
		case '“', '„', '«', '「', '『':
			open = true
		case '”', '»', '」', '』':
			open = false
		}
	}
	return open
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
