package slash_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// show has everything that is known of a memory, and how it came.
func TestShowHasEverything(t *testing.T) {
	d := newDesk(t, nil)
	d.writes("full.md", `---
name: full
type: infrastructure
description: The production cluster
status: unconfirmed
source: extraction
evidence: [inc-42#7@1a2b3c4d5e6f]
quote: prod is eks-prod-1 since the move
created: 2026-11-01T08:00:00Z
updated: 2026-11-20T09:30:00Z
valid_from: 2026-11-01
valid_until: 2026-12-31
labels: [slack, untrusted]
tags: [eks]
---
Production runs on eks-prod-1.
`)
	out := d.types("/memory show full")
	for _, want := range []string{
		"infrastructure · unconfirmed · 2026-11-20", "extracted from a conversation", "2026-11-01 08:00 UTC", "2026-11-20 09:30 UTC",
		"from 2026-11-01 until 2026-12-31", "slack, untrusted", "eks", "“prod is eks-prod-1 since the move”",
		"inc-42#7@1a2b3c4d5e6f", "$DIR/full.md", "The production cluster", "Production runs on eks-prod-1.",
	} {
		require.Contains(t, out, want)
	}
}

func TestShowSaysHowItCame(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user told: Ana likes short answers.")
	d.notes("noted", "The database is db-7.")
	d.writes("hand.md", "Written by hand.\n")
	_, err := d.store.Propose(context.Background(), memory.Proposal{Source: memory.FromExtraction,
		Draft: memory.Draft{Name: "found", Type: memory.Infrastructure, Description: "The cache is redis-3", Body: "The cache is redis-3."}}, memory.By{})
	require.NoError(t, err)
	for name, want := range map[string]string{
		"told": "told by you", "noted": "as a note of the agent's", "hand": "written by hand", "found": "extracted from a conversation",
	} {
		require.Contains(t, d.types("/memory show "+name), "it came    "+want+"\n", name)
	}
}

// The list says when a memory does not hold now: the agent does not see it.
func TestListShowsWhatDoesNotHold(t *testing.T) {
	d := newDesk(t, nil)
	d.writes("old.md", "---\nname: old\ntype: infrastructure\nvalid_until: 2026-11-01\n---\nOld.\n")
	d.writes("soon.md", "---\nname: soon\ntype: infrastructure\nvalid_from: 2027-01-01\n---\nSoon.\n")
	d.writes("now.md", "---\nname: now\ntype: infrastructure\nvalid_from: 2026-11-01\n---\nNow.\n")
	out := d.types("/memory")
	require.Regexp(t, `old .* · valid until 2026-11-01\n`, out)
	require.Regexp(t, `soon .* · valid from 2027-01-01\n`, out)
	require.Regexp(t, `now .* · \d{4}-\d\d-\d\d\n`, out)

	out = d.types("/memory add infrastructure old: New words.")
	require.Contains(t, out, "It held until 2026-11-01; the new text holds without limit.")
	require.NotContains(t, d.types("/memory"), "valid until", "the new text is served")
}

func TestAddSaysWhatWasCut(t *testing.T) {
	d := newDesk(t, nil)
	out := d.types("/memory add user long: " + strings.Repeat("word ", memory.MaxBody/5+10))
	require.Contains(t, out, "Too long and cut: body.")
	require.NotContains(t, d.types("/memory add user short: word"), "cut", "control")
}

func TestLogLooksBack(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user early: Early.")
	d.clock.advance(5 * time.Hour)
	d.notes("late", "The database is db-7.")
	out := d.types("/memory log --since 1h")
	require.Contains(t, out, "created  late · by oncall (program) · unconfirmed · in inc-42")
	require.NotContains(t, out, "early")
	require.Contains(t, d.types("/memory log"), "created  early · by you · confirmed · in s1", "control")
	require.Contains(t, d.types("/memory log early --since 1h"), "Nothing has happened since then.")
	require.Contains(t, d.types("/memory log early"), "early")
	d.opts.Actor = "bob"
	require.Contains(t, d.types("/memory log early"), "by ana")
}

// A long log shows its end, and says so.
func TestLogIsBounded(t *testing.T) {
	d := newDesk(t, nil)
	for range 60 {
		d.types("/memory off")
		d.types("/memory on")
	}
	out := d.types("/memory log")
	require.Contains(t, out, "The newest 100 entries.")
	require.Equal(t, 100, strings.Count(out, "switched "))
	require.Equal(t, 120, strings.Count(d.types("/memory log --since 1d"), "switched "))
}

// Forgetting a memory whose file is gone already removes its history.
func TestForgetWhatWasDeletedByHand(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user shift: Ana works early.")
	d.deletes("shift.md")
	require.Contains(t, d.types("/memory history shift"), "Ana works early.", "control")
	d.notes("late", "The database is db-7.") // a write notices what is gone
	require.Contains(t, d.hears("/memory forget shift"), "Its file was gone already")
	require.Contains(t, d.types("/memory history shift"), "no memory named")
}
