package extraction

import (
	"strings"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/support"
)

// bareWords is how many words a request may have beside its own that points at
// the sentence beside it: "So please remember that." With more it has a fact of
// its own, unless it ends in a colon: "Please remember these three things:"
const (
	bareWords  = 2
	colonWords = 5
)

// asked reports whether the user asked to remember the very fact the item
// rests on: the request stands in the same sentence, or in one of its own
// beside it.
func (e *Evidence) asked(c *candidate) bool {
	b := c.basis
	if b.turn < 0 || len(b.sentences) == 0 {
		return false
	}
	if e.speakers.standing(e.turns[b.turn].Author) != owner {
		return false
	}
	text := e.lexis(b.turn)
	for _, s := range b.sentences {
		if !e.requested(b.turn, text, s) {
			return false
		}
	}
	return e.inWords(c)
}

// inWords reports whether the sentences that the item rests on say it: three
// quarters of its words, and every value. A request is for what stands with it,
// not for what a proposer hangs on it.
func (e *Evidence) inWords(c *candidate) bool {
	said := e.sentencesText(c.basis)
	stated := support.NewStated(&e.analyzer)
	stated.Add(said)
	stated.Close()
	for _, v := range support.Values(c.item.Content) {
		if !stated.Has(v) {
			return false
		}
	}
	return e.coverOf(c, c.basis)*4 >= c.claim.Stems()*3
}

func (e *Evidence) requested(turn int, text *lexicon.Text, sentence int) bool {
	if e.requestIn(turn, text, sentence) {
		return true
	}
	if after := sentence + 1; e.bareRequest(turn, text, after) {
		return true
	}
	// "Remember these:" governs the lines after it until a sentence that is
	// not a line of the list, which is to say until an empty line.
	for before := sentence - 1; before >= 0; before-- {
		if e.paragraphEnds(turn, text, before) {
			return false
		}
		if e.bareRequest(turn, text, before) {
			return true
		}
		if !e.lineEnds(turn, text, before) {
			return false
		}
	}
	return false
}

// requestIn reports whether the sentence itself asks to remember, outside
// quotation marks and not as somebody else's words.
func (e *Evidence) requestIn(turn int, text *lexicon.Text, sentence int) bool {
	for _, m := range text.Matches {
		first := text.Tokens[m.First]
		if m.Class != lexicon.Request || first.Sentence != sentence {
			continue
		}
		if insideQuotes(e.turns[turn].own, first.Start) || e.contradicted(text, m) {
			continue
		}
		return true
	}
	return false
}

// contradicted reports whether another phrase of the sentence takes a request
// back: it is a question whether somebody remembers, or a report of what
// somebody said.
func (e *Evidence) contradicted(text *lexicon.Text, request lexicon.Match) bool {
	at := text.Tokens[request.First]
	for _, m := range text.Matches {
		first := text.Tokens[m.First]
		if first.Sentence != at.Sentence {
			continue
		}
		switch m.Class {
		case lexicon.RequestNot:
			if first.Clause == at.Clause || m.Last >= request.First && m.First <= request.Last {
				return true
			}
		case lexicon.Hearsay:
			if m.First < request.First {
				return true
			}
		}
	}
	return false
}

// bareRequest reports whether a sentence only asks to remember what stands
// beside it.
func (e *Evidence) bareRequest(turn int, text *lexicon.Text, sentence int) bool {
	words, end := 0, 0
	for i, t := range text.Tokens {
		if t.Sentence != sentence {
			continue
		}
		end = t.End
		if !inClass(text, i, lexicon.Request) {
			words++
		}
	}
	most := bareWords
	if strings.HasPrefix(strings.TrimSpace(e.turns[turn].own[end:]), ":") {
		most = colonWords
	}
	return words <= most*wordLength(text) && e.requestIn(turn, text, sentence)
}

// inClass reports whether a token belongs to a phrase of the class.
func inClass(text *lexicon.Text, token int, class lexicon.Class) bool {
	for _, m := range text.Matches {
		if m.Class == class && m.First <= token && token <= m.Last {
			return true
		}
	}
	return false
}

// wordLength is how many tokens a word takes in the text's script: a Chinese
// or Japanese character is a token, and a word has about two of them.
func wordLength(text *lexicon.Text) int {
	if len(text.Languages) > 0 && (text.Languages[0] == "zh" || text.Languages[0] == "ja") {
		return 2
	}
	return 1
}

func (e *Evidence) paragraphEnds(turn int, text *lexicon.Text, sentence int) bool {
	return e.gapAfter(turn, text, sentence, 2)
}

func (e *Evidence) lineEnds(turn int, text *lexicon.Text, sentence int) bool {
	return e.gapAfter(turn, text, sentence, 1)
}

// gapAfter reports whether at least n line ends follow the sentence.
func (e *Evidence) gapAfter(turn int, text *lexicon.Text, sentence, n int) bool {
	end, next := -1, -1
	for _, t := range text.Tokens {
		if t.Sentence == sentence {
			end = t.End
		}
		if t.Sentence > sentence && next < 0 {
			next = t.Start
		}
	}
	if end < 0 || next < 0 {
		return false
	}
	lines := 0
	for _, r := range e.turns[turn].own[end:next] {
		if r == '\n' {
			lines++
		}
	}
	return lines >= n
}

// asksToForget reports whether the turn asks to forget something. Such a turn
// repeats what is to be forgotten, and must not bring it back.
func (e *Evidence) asksToForget(turn int) bool {
	text := e.lexis(turn)
	for _, m := range text.Matches {
		if m.Class == lexicon.Forget && !insideQuotes(e.turns[turn].own, text.Tokens[m.First].Start) {
			return true
		}
	}
	return false
}
