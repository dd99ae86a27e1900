package main

import "slices"

// A cell is one row of a table: the questions of one kind against their stores.
type cell struct {
	set     string
	kind    string
	inMacro bool
	stores  map[string][]memo
	asked   []question
}

func (c cell) name() string { return c.set + " " + c.kind }

// pooledKind is the row that takes the questions of several kinds together.
const pooledKind = "all"

// The public sets have rows that are shown and do not count in the macro: a row
// that repeats another one would count it twice, and adversarial questions ask
// for what the conversation does not say. In locomo the kinds differ in nothing
// that concerns a search, so they count once, pooled. In any other set every
// kind counts.
var (
	pooled  = map[string][]string{"locomo": {"single-hop", "multi-hop", "temporal", "open-domain"}}
	outside = map[string][]string{
		"locomo":        {"single-hop", "multi-hop", "temporal", "open-domain", "adversarial"},
		"runbooks":      {"name-words"},
		"runbooks anon": {"name-words", "kw1"},
	}
)

// cells cuts a set into its kinds, in the order in which they first appear.
func (s set) cells() []cell {
	var kinds []string
	asked := map[string][]question{}
	add := func(kind string, q question) {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		asked[kind] = append(asked[kind], q)
	}
	for _, q := range s.questions {
		if slices.Contains(pooled[s.name], q.Kind) {
			add(pooledKind, q)
		}
		add(q.Kind, q)
	}
	var out []cell
	for _, kind := range kinds {
		out = append(out, cell{s.name, kind, !slices.Contains(outside[s.name], kind), s.stores, asked[kind]})
	}
	return out
}
