package analysis

import (
	_ "embed"
	"strings"
)

//go:embed stopwords.txt
var stopText string

var stopWords, negations = readStopWords(stopText)

// readStopWords reads the embedded list; its header describes the format.
func readStopWords(text string) (stop, negation map[string]bool) {
	stop, negation = make(map[string]bool), make(map[string]bool)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		section, words, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		set := stop
		if section == "negation" {
			set = negation
		}
		for _, w := range strings.Fields(words) {
			set[Fold(w)] = true
		}
	}
	return stop, negation
}

// isStop reports whether a folded word carries no topic. Single letters do not.
func isStop(word string) bool {
	return len(word) == 1 || stopWords[word]
}
