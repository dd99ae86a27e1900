package memory_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// forgottenPair is a pair of package bar's test data: what was forgotten, what is
// proposed afterwards, and what has to come of it.
type forgottenPair struct {
	Name                 string
	Forgotten, Candidate struct {
		Type, Description, Body, Quote, Slug string
		ValidFrom, ValidUntil                string
	}
	Newer, Explicit, ValueOnly bool
	Want                       string
}

// Every pair decided by package bar comes out the same through a store: the
// first is stored and forgotten (or, for a bar on the value alone, replaced by a
// person), then the second is proposed.
func TestPairsThroughTheStore(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("internal/bar/testdata/*.json")
	require.NoError(t, err)
	total, free := 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		var file struct{ Pairs []forgottenPair }
		require.NoError(t, json.Unmarshal(data, &file))
		d := newDesk(t, nil)
		for i, p := range file.Pairs {
			if p.Forgotten.Description == "" || p.Candidate.Description == "" {
				continue // a memory needs one: such a pair cannot reach a store
			}
			id := strings.TrimSuffix(filepath.Base(name), ".json") + ": " + p.Name
			total++
			if p.Want == "free" {
				free++
			}
			p.check(t, d, i, id)
		}
	}
	require.Greater(t, total, 80)
	require.Greater(t, free, 20)
}

func (p forgottenPair) check(t *testing.T, d *desk, i int, id string) {
	store, err := d.root.Store("pair-" + strings.Trim(filepath.Base(id), " ") + string(rune('a'+i%26)))
	require.NoError(t, err)
	draft := func(slug string, typ, description, body, from, until string) memory.Draft {
		out := memory.Draft{Name: slug, Type: memory.Type(typ), Description: description, Body: body, ValidFrom: from, ValidUntil: until}
		if out.Name == "" {
			out.Name = "unnamed"
		}
		if out.Type == "" {
			out.Type = memory.Infrastructure
		}
		return out
	}
	f, c := p.Forgotten, p.Candidate
	first := memory.Proposal{Draft: draft(f.Slug, f.Type, f.Description, body(f.Body, f.Description), f.ValidFrom, f.ValidUntil), Quote: f.Quote}
	_, err = store.Propose(ctx, first, memory.By{Session: "s"})
	require.NoError(t, err, id)
	if p.ValueOnly {
		_, err = store.Save(ctx, memory.Draft{Name: first.Name, Type: memory.Infrastructure, Description: "Zebras", Body: "Seventeen zebras graze"}, memory.By{})
	} else {
		_, err = store.Forget(ctx, first.Name, memory.By{})
	}
	require.NoError(t, err, id)
	at := d.clock().Add(-time.Minute)
	if p.Newer {
		at = d.clock().Add(time.Minute)
	}
	second := memory.Proposal{Draft: draft(c.Slug, c.Type, c.Description, body(c.Body, c.Description), c.ValidFrom, c.ValidUntil),
		Quote: c.Quote, Explicit: p.Explicit, Grounds: ground(at)}
	if c.Slug == "" || p.ValueOnly { // what a person vouches for is not replaced anyway
		second.Name = "another name"
	}
	res, err := store.Propose(ctx, second, memory.By{Session: "s"})
	got := "free"
	switch {
	case err != nil:
		require.Equal(t, memory.Forgotten, codeOf(t, err), id)
		got = "refused"
	case res.Outcome == memory.Waits:
		require.Equal(t, memory.Forgotten, res.Why.Code, id)
		got = "pending"
	}
	require.Equal(t, p.Want, got, id)
}

// body gives a memory of one line the text that extraction gives it.
func body(body, description string) string {
	if body == "" {
		return description
	}
	return body
}

// In a store of public memories, forgetting one refuses no other: measured in
// package bar for every pair, looked at here for a sample, end to end.
func TestForgettingOneOfManyLeavesTheOthers(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the public sets")
	}
	f, err := os.Open(filepath.Join(dir, "recall", "locomo.memories.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	var pages []memory.Proposal
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && len(pages) < 150 {
		var m struct{ Slug, Description string }
		if json.Unmarshal(lines.Bytes(), &m) == nil {
			pages = append(pages, said(m.Slug, m.Description))
		}
	}
	d := newDesk(t, nil)
	const forgets = 50
	for _, p := range pages[:forgets] {
		d.save(p.Draft)
		d.forget(p.Name)
	}
	refused := 0
	for _, p := range pages[forgets:] {
		if _, err := d.Propose(ctx, p, memory.By{}); err != nil {
			require.Equal(t, memory.Forgotten, codeOf(t, err), p.Name)
			refused++
		}
	}
	require.LessOrEqual(t, refused, 2, "of %d true memories against %d forgotten ones", len(pages)-forgets, forgets)
	for _, p := range pages[:forgets] {
		d.refuses(memory.Forgotten, p)
	}
}
