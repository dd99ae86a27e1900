package extraction

import (
	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/prose"
	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory/analysis"
)

// Evidence is a conversation prepared for holding items against it. It is made
// by Gates.Read and is not safe for concurrent use.
type Evidence struct {
	gates    *Gates
	turns    []witness
	speakers speakers
	analyzer analysis.Analyzer
	corpora  map[string]*testimony // by author whose words count as the user's
}

// witness is a turn with what is worked out about it, most of it on demand.
type witness struct {
	Turn
	own    string // the author's own words, everything else hidden
	folded *prose.Folded
	text   *lexicon.Text
	terms  [][]analysis.Token // by sentence
}

// testimony is the conversation as it supports claims in one author's words.
type testimony struct {
	corpus *support.Corpus
	stated *support.Stated
}

// Read prepares a conversation. The turns are kept, not copied.
func (g *Gates) Read(turns []Turn) *Evidence {
	e := &Evidence{gates: g, turns: make([]witness, len(turns)), corpora: map[string]*testimony{}}
	e.speakers = speakersOf(turns, g.owner)
	for i, t := range turns {
		e.turns[i].Turn = t
		if e.speaks(i) {
			e.turns[i].own = prose.Own(hideMemoryBlock(t.Content), ranges(t.Pasted))
		}
	}
	return e
}

// speaks says whether turn i holds words that can count for anything: a
// person's, not private, and no memory of ours. A turn that asks to forget
// grounds nothing either, but whether it does is worked out later.
func (e *Evidence) speaks(i int) bool {
	t := e.turns[i].Turn
	return t.byPerson() && !t.labelled(LabelPrivate) && !t.labelled(LabelMemory)
}

func ranges(spans []Span) []prose.Range {
	out := make([]prose.Range, len(spans))
	for i, s := range spans {
		out[i] = prose.Range(s)
	}
	return out
}

// lexis reads the phrases of turn i's own words.
func (e *Evidence) lexis(i int) *lexicon.Text {
	w := &e.turns[i]
	if w.text == nil {
		t := lexicon.Read(w.own)
		w.text = &t
	}
	return w.text
}

// sentenceTerms analyses each sentence of turn i's own words.
func (e *Evidence) sentenceTerms(i int) [][]analysis.Token {
	w := &e.turns[i]
	if w.terms == nil {
		w.terms = [][]analysis.Token{}
		for _, r := range sentencesOf(e.lexis(i)) {
			w.terms = append(w.terms, e.analyzer.Append(nil, w.own[r.Start:r.End]))
		}
	}
	return w.terms
}

func (e *Evidence) find(i int, quote string) (prose.Range, bool) {
	w := &e.turns[i]
	if w.folded == nil {
		f := prose.Fold(w.own)
		w.folded = &f
	}
	return w.folded.Find(quote)
}

// testimony returns the conversation with author's words as the user's side.
// Words of others, machine-made turns and requests to forget count for nobody;
// assistant and tool turns are the other side.
func (e *Evidence) testimony(author string) *testimony {
	if t := e.corpora[author]; t != nil {
		return t
	}
	t := &testimony{corpus: support.NewCorpus(&e.analyzer), stated: support.NewStated(&e.analyzer)}
	for i := range e.turns {
		switch w := &e.turns[i]; {
		case e.speaks(i) && w.Author == author && !e.asksToForget(i):
			t.corpus.Add(support.User, w.own)
			t.stated.Add(w.own)
		case w.Role == RoleAssistant || w.Role == RoleTool:
			t.corpus.Add(support.Assistant, w.Content)
		default:
			t.corpus.Add(support.Nobody, "")
		}
	}
	t.stated.Close()
	e.corpora[author] = t
	return t
}

func (e *Evidence) ref(i int) Ref {
	t := e.turns[i].Turn
	return Ref{Turn: t.ID, Author: t.Author, At: t.At, Text: t.Content, Labels: t.Labels}
}
