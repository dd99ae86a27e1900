package search

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page is one memory of a public retrieval set.
type page struct {
	Store, Slug, Type, Description, Body, Quote string
	AnonSlug                                    string `json:"anon_slug"`
	AnonDescription                             string `json:"anon_description"`
	AnonBody                                    string `json:"anon_body"`
	Order                                       int
}

// A question is one query of a public retrieval set.
type question struct {
	Store, Kind, Q string
	Relevant       []string
}

// readCases reads one file of the public retrieval sets; lines that start with
// # are its licence.
func readCases[T any](t testing.TB, name string) []T {
	t.Helper()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES does not name the folder of public cases")
	}
	f, err := os.Open(filepath.Join(dir, "recall", name))
	require.NoError(t, err)
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var v T
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		out = append(out, v)
	}
	require.NoError(t, lines.Err())
	require.NotEmpty(t, out)
	return out
}

// A cell is one row of the table: the queries of one kind against their
// stores.
type cell struct {
	name    string
	inMacro bool
	stores  map[string][]memo // by store name
	queries []question
}

// A memo is a memory as the rankers get it.
type memo struct {
	Doc
	order int
}

// loadCells builds the cells of the table. Runbooks appear twice: with their
// names, and anonymous, with the alert's name removed.
func loadCells(t testing.TB) []cell {
	t.Helper()
	var cells []cell
	locomo := stores(readCases[page](t, "locomo.memories.jsonl"), false)
	var pooled, adversarial []question
	for _, q := range scored(readCases[question](t, "locomo.queries.jsonl")) {
		if q.Kind == "adversarial" {
			adversarial = append(adversarial, q)
		} else {
			pooled = append(pooled, q)
		}
	}
	cells = append(cells,
		cell{"locomo", true, locomo, pooled},
		cell{"locomo adversarial", false, locomo, adversarial})

	runbooks := readCases[page](t, "runbooks.memories.jsonl")
	asked := byKind(scored(readCases[question](t, "runbooks.queries.jsonl")))
	named, anon := stores(runbooks, false), stores(runbooks, true)
	anonOf := make(map[string]string)
	for _, p := range runbooks {
		anonOf[p.Slug] = p.AnonSlug
	}
	for _, kind := range []string{"summary", "description", "kw3", "name", "kw1", "name-words"} {
		in := kind != "kw1" && kind != "name-words"
		cells = append(cells, cell{"runbooks anon " + kind, in, anon, renamed(asked[kind], anonOf)})
	}
	for _, kind := range []string{"summary", "description", "kw3", "kw1", "name", "name-words"} {
		cells = append(cells, cell{"runbooks " + kind, kind != "name-words", named, asked[kind]})
	}

	gitlab := stores(readCases[page](t, "gitlab.memories.jsonl"), false)
	asked = byKind(scored(readCases[question](t, "gitlab.queries.jsonl")))
	for _, kind := range []string{"title", "description", "name"} {
		cells = append(cells, cell{"gitlab " + kind, true, gitlab, asked[kind]})
	}
	return cells
}

func stores(pages []page, anon bool) map[string][]memo {
	out := make(map[string][]memo)
	for _, p := range pages {
		d := Doc{ID: p.Slug, Name: p.Slug, Description: p.Description, Quote: p.Quote, Body: p.Body}
		if anon {
			d.ID, d.Name, d.Description, d.Body = p.AnonSlug, p.AnonSlug, p.AnonDescription, p.AnonBody
		}
		out[p.Store] = append(out[p.Store], memo{d, p.Order})
	}
	return out
}

func scored(qs []question) []question {
	var out []question
	for _, q := range qs {
		if len(q.Relevant) > 0 {
			out = append(out, q)
		}
	}
	return out
}

func byKind(qs []question) map[string][]question {
	out := make(map[string][]question)
	for _, q := range qs {
		out[q.Kind] = append(out[q.Kind], q)
	}
	return out
}

func renamed(qs []question, names map[string]string) []question {
	out := make([]question, len(qs))
	for i, q := range qs {
		out[i] = question{q.Store, q.Kind, q.Q, nil}
		for _, r := range q.Relevant {
			out[i].Relevant = append(out[i].Relevant, names[r])
		}
	}
	return out
}
