package extraction

import (
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/extraction/internal/prose"
	"github.com/daybook-sre/daybook/memory/analysis"
)

const (
	// descriptionMax is the store's limit on a description, in characters.
	descriptionMax = 200
	// nameWords is how many words Rules makes a name of.
	nameWords = 5
	// nameMax keeps a name of words without spaces short, in characters.
	nameMax = 48
)

// nameOf makes a memory's name of the words of a statement that carry its
// topic, in their order and spelling.
func nameOf(statement string) string {
	var words []string
	end := -1
	for _, t := range analysis.Tokens(statement) {
		if t.Stop || t.Start < end || t.Term == analysis.Not {
			continue
		}
		end = t.End
		words = append(words, strings.ToLower(statement[t.Start:t.End]))
		if len(words) == nameWords {
			break
		}
	}
	if len(words) == 0 {
		return shorten(oneLine(statement), nameMax)
	}
	return shorten(strings.Join(words, " "), nameMax)
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == prose.Hidden
	}), " ")
}

// shorten cuts a text to at most limit characters, at a space if there is one
// in its second half.
func shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
