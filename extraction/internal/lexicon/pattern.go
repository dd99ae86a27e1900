package lexicon

import (
	"fmt"
	"strings"
)

// node is one state of the phrase automaton of a language: a tree over words,
// with a few edges that match more than one word.
type node struct {
	words    map[string]*node
	number   *node   // <n>
	any      *node   // <w>
	id       *node   // <id>
	name     *node   // <name>
	year     *node   // <year>
	prefixes []affix // wort*
	suffixes []affix // *ing
	gap      *node   // …
	end      classes // phrases that end here
	endOnly  classes // phrases that end here if the clause does
}

type affix struct {
	text string
	to   *node
}

// language is the automaton of one phrase file: start holds the phrases that
// may stand anywhere, initial those that begin a clause, opening those that
// begin a sentence.
type language struct {
	start, initial, opening node
	phrases                 func() error // compiles the phrases, once
	functions               map[string]bool
	interjections           map[string]bool
}

// step says where an element leads from a node.
type step func(n *node) *node

// maxPhrases bounds what one line may expand to, so that a slip in a phrase
// file is an error and not a hang.
const maxPhrases = 60_000

// add compiles one line of a phrase file.
func (l *language) add(line string, c Class) error {
	initial, final := false, false
	rest := strings.TrimSpace(line)
	if after, ok := strings.CutPrefix(rest, "^"); ok {
		initial, rest = true, strings.TrimSpace(after)
	}
	if before, ok := strings.CutSuffix(rest, "$"); ok {
		final, rest = true, strings.TrimSpace(before)
	}
	elements, err := parse(rest)
	if err != nil {
		return err
	}
	ends := []*node{&l.start}
	switch {
	case initial && c == Question:
		// A question word inside a sentence begins a subordinate clause.
		ends[0] = &l.opening
	case initial:
		ends[0] = &l.initial
	}
	for _, alternatives := range elements {
		ends, err = extend(ends, alternatives)
		if err != nil {
			return err
		}
	}
	for _, n := range ends {
		if n == &l.start || n == &l.initial || n == &l.opening {
			return fmt.Errorf("a phrase needs a word")
		}
		if final {
			n.endOnly |= 1 << c
		} else {
			n.end |= 1 << c
		}
	}
	return nil
}

// extend grows every node by every alternative.
func extend(from []*node, alternatives [][]step) ([]*node, error) {
	seen := map[*node]bool{}
	var to []*node
	for _, n := range from {
		for _, alternative := range alternatives {
			m := n
			for _, s := range alternative {
				m = s(m)
			}
			if !seen[m] {
				seen[m] = true
				to = append(to, m)
			}
		}
	}
	if len(to) > maxPhrases {
		return nil, fmt.Errorf("more than %d phrases on one line", maxPhrases)
	}
	return to, nil
}

// parse reads a line as a list of elements, each a list of alternatives, each
// a list of steps.
func parse(line string) ([][][]step, error) {
	var elements [][][]step
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '(' {
			end := strings.IndexAny(line, " (")
			if end < 0 {
				end = len(line)
			}
			elements = append(elements, [][]step{stepsOf(line[:end])})
			line = line[end:]
			continue
		}
		end := strings.IndexByte(line, ')')
		if end < 0 {
			return nil, fmt.Errorf("no closing bracket in %q", line)
		}
		var alternatives [][]step
		for alternative := range strings.SplitSeq(line[1:end], "|") {
			var steps []step
			for _, word := range strings.Fields(alternative) {
				steps = append(steps, stepsOf(word)...)
			}
			if len(steps) > 0 {
				alternatives = append(alternatives, steps)
			}
		}
		line = line[end+1:]
		if after, ok := strings.CutPrefix(line, "?"); ok {
			line = after
			alternatives = append(alternatives, nil)
		}
		elements = append(elements, alternatives)
	}
	if len(elements) == 0 {
		return nil, fmt.Errorf("empty phrase")
	}
	return elements, nil
}

// stepsOf turns what stands between two spaces into steps. Most are one word;
// "isn't" is two, and a Chinese phrase as many as it has characters.
func stepsOf(word string) []step {
	switch word {
	case "…":
		return []step{func(n *node) *node { return child(&n.gap) }}
	case "<n>":
		return []step{func(n *node) *node { return child(&n.number) }}
	case "<w>":
		return []step{func(n *node) *node { return child(&n.any) }}
	case "<id>":
		return []step{func(n *node) *node { return child(&n.id) }}
	case "<name>":
		return []step{func(n *node) *node { return child(&n.name) }}
	case "<year>":
		return []step{func(n *node) *node { return child(&n.year) }}
	}
	if text, ok := strings.CutPrefix(word, "*"); ok {
		text = fold(text)
		return []step{func(n *node) *node { return affixChild(&n.suffixes, text) }}
	}
	if text, ok := strings.CutSuffix(word, "*"); ok && text != "" && !isSpacelessWord(text) {
		// The words before an apostrophe stand as they are: l'attes* is "l"
		// and a word that begins with "attes".
		parts := Tokens(nil, text)
		var steps []step
		for i, t := range parts {
			if i == len(parts)-1 {
				steps = append(steps, func(n *node) *node { return affixChild(&n.prefixes, t.Word) })
				break
			}
			steps = append(steps, wordStep(t.Word))
		}
		return steps
	}
	var steps []step
	// A gap may stand inside a Chinese or Japanese phrase without spaces.
	for i, piece := range strings.Split(word, "…") {
		if i > 0 {
			steps = append(steps, func(n *node) *node { return child(&n.gap) })
		}
		for _, t := range Tokens(nil, piece) {
			steps = append(steps, wordStep(t.Word))
		}
	}
	return steps
}

func wordStep(word string) step {
	return func(n *node) *node {
		if n.words == nil {
			n.words = map[string]*node{}
		}
		next := n.words[word]
		if next == nil {
			next = &node{}
			n.words[word] = next
		}
		return next
	}
}

func isSpacelessWord(s string) bool {
	for _, r := range s {
		return isSpaceless(r)
	}
	return false
}

func child(n **node) *node {
	if *n == nil {
		*n = &node{}
	}
	return *n
}

func affixChild(list *[]affix, text string) *node {
	for _, a := range *list {
		if a.text == text {
			return a.to
		}
	}
	n := &node{}
	*list = append(*list, affix{text, n})
	return n
}
