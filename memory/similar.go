package memory

import (
	"context"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// Relation says how two texts that tell of the same thing differ.
type Relation string

// The values of Relation, from the closest.
const (
	SameText   Relation = "same text"     // but for case, width, accents, spacing and the final stop
	SameFact   Relation = "reworded"      // the same values in other words
	OtherValue Relation = "another value" // the same words with another number, identifier or name, or a negation: a correction?
)

// Match is a memory that seems to tell the same as a text. It is a hint for a
// person or a model to look at; nothing is merged on its word.
type Match struct {
	Name     string   // slug
	Relation Relation // of the text to it
	// Differ are the numbers, identifiers, names and negations that only one of
	// the two holds, as they are written, sorted; only for OtherValue.
	Differ []string
}

// String returns the match in words: "checkout-timeout (another value: 30s,
// 60s; a correction?)".
func (m Match) String() string {
	if m.Relation != OtherValue {
		return m.Name + " (" + string(m.Relation) + ")"
	}
	return m.Name + " (" + string(m.Relation) + ": " + strings.Join(m.Differ, ", ") + "; a correction?)"
}

// Alike is a memory and those that seem to tell the same.
type Alike struct {
	Name    string // slug
	Matches []Match
}

// Bounds of the search for memories that look alike.
const (
	// similarHits is how many a result names.
	similarHits = 3
	// similarBuild is the most memories of which an index is built for a save.
	// In a store that is larger a save only uses the index that is there
	// already, because the agent has searched: a process that does nothing but
	// save need not pay for one.
	similarBuild = 1000
	// checkedAlike is how many memories, the newest, Doctor compares with all
	// others. Doubles are made by what came last.
	checkedAlike = 30
)

// Similar returns at most 3 memories that seem to tell the same as a draft, the
// closest first, so that a caller can update one instead of piling up: the same
// text or fact, or the same with another value, which may be a correction. What
// is stored under the draft's own name is not among them, nor what the surface's
// audience may not see or what does not hold now. Only Description and Body are
// compared; nothing of the draft is checked or kept. Errors are those of Search.
func (s *Store) Similar(ctx context.Context, d Draft) ([]Match, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	st, err := s.root.state(s.place)
	if err != nil {
		return nil, err
	}
	defer st.done()
	slug, err := slugOf(d.Name)
	if err != nil {
		slug = "" // a draft without a name yet
	}
	return st.similar(v, s.servedAt(v, "", s.now()), search.Doc{ID: slug, Description: d.Description, Body: d.Body}), nil
}

func (s *state) similar(v *view, list []*entry, d search.Doc) []Match {
	var found []search.Match
	s.index.use(v, func(ix *search.Index) { found = ix.Similar(d, similarHits, only(v, list)) })
	var out []Match
	for _, m := range found {
		out = append(out, Match{Name: m.ID, Relation: relations[m.Relation], Differ: m.Differ})
	}
	return out
}

var relations = map[search.Relation]Relation{search.Identical: SameText, search.Reworded: SameFact, search.Changed: OtherValue}

// similar names the memories that look most like e, which was just written.
func (t *tx) similar(e *entry) []Match {
	if len(t.view.entries) > similarBuild && !t.state.index.built() {
		return nil
	}
	return t.state.similar(t.view, t.store.servedAt(t.view, "", t.now), docOf(e))
}

// alike compares the newest memories with all others, for a person. Each pair is
// named once.
func (s *Store) alike(v *view) ([]Alike, error) {
	st, err := s.root.state(s.place)
	if err != nil {
		return nil, err
	}
	defer st.done()
	var out []Alike
	named := map[[2]string]bool{}
	list := s.servedAt(v, Private, s.now())
	newest := slices.Clone(list)
	slices.SortStableFunc(newest, func(a, b *entry) int { return b.rec.Updated.Compare(a.rec.Updated) })
	for _, e := range newest[:min(len(newest), checkedAlike)] {
		a := Alike{Name: e.rec.Slug}
		for _, m := range st.similar(v, list, docOf(e)) {
			if !named[[2]string{m.Name, a.Name}] {
				named[[2]string{a.Name, m.Name}] = true
				a.Matches = append(a.Matches, m)
			}
		}
		if len(a.Matches) > 0 {
			out = append(out, a)
		}
	}
	return out, nil
}
