package extraction

import (
	"math/bits"
	"slices"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/support"
)

// Cited is a memory that was recalled or cited just before a user's turn.
type Cited struct {
	// Name is the memory's name.
	Name string
	// Text is what it says: its description and body.
	Text string
}

// Denial says that the user denied what a memory says.
type Denial struct {
	// Name is the memory's name.
	Name string
	// Turn is the turn that denies it.
	Turn Ref
	// Quote is the sentence that denies it, as it stands in the turn.
	Quote string
	// Instead says that the turn also names what is so instead. That is an
	// item of its own and is gated like any other.
	Instead bool
}

// bareDenial is how many words a denial has that points at what was said
// before instead of repeating it: "no, that's not right any more".
const bareDenial = 8

// Denials reports which of the cited memories the last user turn denies, in
// the owner's own words and outside quotations. A turn that denies without
// saying what denies the memory that the message before it names; if that
// names several or none, and several were cited, it denies none of them.
func (e *Evidence) Denials(cited []Cited) []Denial {
	turn := e.lastSpoken()
	if turn < 0 || len(cited) == 0 || e.speakers.standing(e.turns[turn].Author) != owner {
		return nil
	}
	text := e.lexis(turn)
	sentences := sentencesOf(text)
	var denials []Denial
	for s := range sentences {
		if !e.denies(turn, text, s) {
			continue
		}
		for _, c := range e.deniedBy(turn, text, s, cited) {
			denials = append(denials, Denial{
				Name: c.Name, Turn: e.ref(turn), Quote: e.turns[turn].own[sentences[s].Start:sentences[s].End],
				Instead: e.saysInstead(turn, text, c),
			})
		}
	}
	return unique(denials)
}

func unique(ds []Denial) []Denial {
	seen := map[string]bool{}
	out := ds[:0]
	for _, d := range ds {
		if !seen[d.Name] {
			seen[d.Name] = true
			out = append(out, d)
		}
	}
	return out
}

func (e *Evidence) lastSpoken() int {
	for i := len(e.turns) - 1; i >= 0; i-- {
		if e.speaks(i) {
			return i
		}
	}
	return -1
}

// denies reports whether a sentence denies something, as a statement. "No
// problem" and "is that no longer true?" do not.
func (e *Evidence) denies(turn int, text *lexicon.Text, sentence int) bool {
	denies := false
	for _, m := range text.Matches {
		t := text.Tokens[m.First]
		if t.Sentence != sentence {
			continue
		}
		switch m.Class {
		case lexicon.Deny, lexicon.Retract:
			denies = denies || !insideQuotes(e.turns[turn].own, t.Start)
		case lexicon.DenyNot, lexicon.Guess, lexicon.Hypothetical, lexicon.Hearsay:
			return false
		}
	}
	for _, t := range text.Tokens {
		if t.Sentence == sentence && t.Word == "?" {
			return false
		}
	}
	return denies
}

// deniedBy returns the memories that a denying sentence is about: as a whole, or
// in the clause that says what is not so.
func (e *Evidence) deniedBy(turn int, text *lexicon.Text, sentence int, cited []Cited) []Cited {
	own := e.turns[turn].own
	r := sentencesOf(text)[sentence]
	said := []string{own[r.Start:r.End]}
	denied := said[0]
	for i, cl := range clausesOf(text) {
		s := signsOf(text, []int{sentence}, []int{i})
		if cl.sentence == sentence && (s.near[lexicon.Deny] || s.near[lexicon.Negation] || s.near[lexicon.Retract]) {
			said = append(said, own[cl.Start:cl.End])
			if cl.words > 1 {
				denied = said[len(said)-1] // "no" alone may be about what follows it
			}
		}
	}
	var about []Cited
	for _, c := range cited {
		if slices.ContainsFunc(said, func(s string) bool { return e.halfAbout(s, c) }) {
			about = append(about, c)
		}
	}
	if len(about) > 0 || len(text.Tokens) > bareDenial*wordLength(text) {
		return about
	}
	if len(cited) > 1 {
		cited = e.namedBefore(turn, cited)
	}
	return slices.DeleteFunc(slices.Clone(cited), func(c Cited) bool { return e.strange(denied, c) })
}

// halfAbout reports whether half of what a text talks about is what the memory
// is about.
func (e *Evidence) halfAbout(text string, c Cited) bool {
	said := support.NewClaim(text)
	n := bits.OnesCount64(said.Cover(&e.analyzer, c.Name+"\n"+c.Text))
	return n > 0 && n*2 >= said.Stems()-1
}

// strange reports whether a text names something that the memory does not.
func (e *Evidence) strange(text string, c Cited) bool {
	stated := support.NewStated(&e.analyzer)
	stated.Add(c.Name + "\n" + c.Text)
	stated.Close()
	return slices.ContainsFunc(support.Values(text), func(v support.Value) bool { return !stated.Has(v) })
}

// namedBefore returns the memory that the message before a turn names.
func (e *Evidence) namedBefore(turn int, cited []Cited) []Cited {
	for i := turn - 1; i >= 0; i-- {
		if e.turns[i].Role == RoleAssistant {
			return named(e.turns[i].Content, cited)
		}
	}
	return nil
}

// named returns the one cited memory that a message names in brackets, or none.
func named(message string, cited []Cited) []Cited {
	var found []Cited
	for _, c := range cited {
		if containsFold(message, "["+c.Name+"]") {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// saysInstead reports whether the turn has a clause that states something
// else about the memory's topic.
func (e *Evidence) saysInstead(turn int, text *lexicon.Text, c Cited) bool {
	memory := support.NewClaim(c.Name + "\n" + c.Text)
	for i, cl := range clausesOf(text) {
		s := signsOf(text, []int{cl.sentence}, []int{i})
		said := e.turns[turn].own[cl.Start:cl.End]
		negative := s.near[lexicon.Deny] || s.near[lexicon.Negation] || s.near[lexicon.Retract]
		if negative || s.question || s.whole[lexicon.Guess] || cl.words < 2 && !hasValue(said) {
			continue
		}
		claim := support.NewClaim(said)
		known := bits.OnesCount64(claim.Cover(&e.analyzer, c.Name+"\n"+c.Text))
		if known < claim.Stems() && (memory.Cover(&e.analyzer, said) != 0 || hasValue(said)) {
			return true
		}
	}
	return false
}

func hasValue(text string) bool { return len(support.Values(text)) > 0 }
