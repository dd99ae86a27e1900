package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A memo is one memory of a data set. Order is its recency: higher is newer.
type memo struct {
	Store, Slug, Type, Description, Body, Quote string
	Order                                       int

	// The same memory without its name, if the set asks for both.
	AnonSlug        string `json:"anon_slug"`
	AnonDescription string `json:"anon_description"`
	AnonBody        string `json:"anon_body"`
}

// A question is one query of a data set and the slugs of what answers it.
type question struct {
	Store, Kind string
	Text        string `json:"q"`
	Relevant    []string
}

// A set is the memories of one or several stores and the questions put to them.
type set struct {
	name      string
	stores    map[string][]memo // by the name of the store; "" when there is one
	questions []question
}

const (
	memoriesSuffix  = ".memories.jsonl"
	questionsSuffix = ".queries.jsonl"
)

// readSets reads every NAME.memories.jsonl of a folder with the
// NAME.queries.jsonl beside it. A set whose memories have a form without their
// names gives a second set, "NAME anon".
func readSets(dir string) ([]set, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+memoriesSuffix))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there is no file *%s in %s", memoriesSuffix, dir)
	}
	var sets []set
	for _, file := range files {
		base := strings.TrimSuffix(file, memoriesSuffix)
		memos, err := readLines[memo](file)
		if err != nil {
			return nil, err
		}
		questions, err := readLines[question](base + questionsSuffix)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(base)
		sets = append(sets, newSet(name, memos, questions))
		if anon, names := withoutNames(memos); len(names) > 0 {
			sets = append(sets, newSet(name+" anon", anon, renamed(questions, names)))
		}
	}
	return sets, nil
}

// newSet sorts memories by store and drops questions that nothing answers: they
// cannot be scored.
func newSet(name string, memos []memo, questions []question) set {
	s := set{name: name, stores: map[string][]memo{}}
	for _, m := range memos {
		s.stores[m.Store] = append(s.stores[m.Store], m)
	}
	for _, q := range questions {
		if len(q.Relevant) > 0 {
			s.questions = append(s.questions, q)
		}
	}
	return s
}

func withoutNames(memos []memo) (anon []memo, names map[string]string) {
	names = map[string]string{}
	for _, m := range memos {
		if m.AnonSlug == "" {
			continue
		}
		names[m.Slug] = m.AnonSlug
		m.Slug, m.Description, m.Body = m.AnonSlug, m.AnonDescription, m.AnonBody
		anon = append(anon, m)
	}
	return anon, names
}

func renamed(questions []question, names map[string]string) []question {
	out := make([]question, len(questions))
	for i, q := range questions {
		out[i] = question{Store: q.Store, Kind: q.Kind, Text: q.Text}
		for _, slug := range q.Relevant {
			out[i].Relevant = append(out[i].Relevant, names[slug])
		}
	}
	return out
}

// readLines decodes one JSON object a line. Lines that begin with # are prose.
func readLines[T any](name string) ([]T, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		var v T
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
