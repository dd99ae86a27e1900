package extraction

import (
	"math/bits"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/support"
)

// Check returns a function that holds what a tool call wants to remember
// against the conversation, so that the words of a pasted log or of a tool's
// result do not become memory because the model called a tool. The item needs
// no quote: without one, the user's sentence that supports it best is taken.
// The function is not safe for concurrent use; the turns are kept, not copied.
func Check(turns []Turn, opts *GateOptions) func(Item) Verdict {
	return NewGates(opts).Read(turns).Check
}

// AskedToForget reports whether the last turn the owner typed asks to forget
// this memory: in their own words, outside pastes and quotations, and naming
// it or what it says, or nothing in particular.
func (e *Evidence) AskedToForget(memory Cited) bool {
	turn := e.lastSpoken()
	if turn < 0 || e.speakers.standing(e.turns[turn].Author) != owner {
		return false
	}
	text := e.lexis(turn)
	sentences := sentencesOf(text)
	for _, m := range text.Matches {
		t := text.Tokens[m.First]
		if m.Class != lexicon.Forget || insideQuotes(e.turns[turn].own, t.Start) || e.reported(text, m) {
			continue
		}
		r := sentences[t.Sentence]
		if e.about(e.turns[turn].own[r.Start:r.End], memory) {
			return true
		}
	}
	return false
}

// reported says whether a request is somebody else's: "the log says …".
func (e *Evidence) reported(text *lexicon.Text, request lexicon.Match) bool {
	for _, m := range text.Matches {
		if m.Class == lexicon.Hearsay && m.First < request.First &&
			text.Tokens[m.First].Sentence == text.Tokens[request.First].Sentence {
			return true
		}
	}
	return false
}

// about reports whether a request to forget concerns the memory. One that
// names nothing concerns whatever it is asked about.
func (e *Evidence) about(sentence string, memory Cited) bool {
	said := support.NewClaim(sentence)
	shared := bits.OnesCount64(said.Cover(&e.analyzer, memory.Name+"\n"+memory.Text))
	// "Forget the note about eks-prod-1" has two words of its own besides.
	const ownWords = 3
	return shared > 0 && (shared*3 >= said.Stems() || said.Stems()-shared <= ownWords) || said.Stems() < ownWords
}
