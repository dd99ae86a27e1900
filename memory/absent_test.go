package memory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

// What must be absent has this name and text; the control beside it has the
// same words and must be there.
const (
	absent, control = "kite-secret", "kite-control"
	absentText      = "The kite cluster keeps heron in rack 7."
	controlText     = "The kite cluster keeps egret in rack 7."
	asked           = "which rack keeps the kite cluster?"
)

// reach returns everything that a model gets from a store, by way.
func (d *desk) reach(s *memory.Store) map[string]string {
	d.t.Helper()
	out := map[string]string{}
	add := func(way string, v any, err error) {
		if err != nil && !errors.Is(err, memory.ErrDisabled) {
			require.NoError(d.t, err, way)
		}
		out[way] = fmt.Sprintf("%+v", v)
	}
	for _, limit := range []int{0, memory.MaxHits} {
		got, err := s.Recall(ctx, memory.Query{Text: asked, Limit: limit})
		add(fmt.Sprint("Recall ", limit), got.Hits, err)
	}
	got, err := s.Recall(ctx, memory.Query{})
	add("index", got.Hits, err)
	c, err := s.Context(ctx, asked, nil)
	add("Context", c, err)
	c, err = s.Context(ctx, asked, &memory.ContextOptions{MaxChars: 1200})
	add("Context of a small budget", c, err)
	c, err = s.Prompt(ctx, nil)
	add("Prompt", c, err)
	c, err = s.Relevant(ctx, asked, nil)
	add("Relevant", c, err)
	for _, args := range []string{`{"query": "kite cluster rack"}`, `{}`} {
		text, err := agenttools.New(s, nil).Call(ctx, agenttools.Recall, json.RawMessage(args))
		add("memory_recall "+args, string(text), err)
	}
	return out
}

// TestWhatMayNotBeServedIsAbsent has one of two memories withheld for each
// reason there is.
func TestWhatMayNotBeServedIsAbsent(t *testing.T) {
	t.Parallel()
	both := func(d *desk) { d.save(fact(absent, absentText)); d.save(fact(control, controlText)) }
	tests := []struct {
		name    string
		opts    memory.Options
		arrange func(*desk)
		indexed bool // it is in the index, and kept back from there
	}{
		{name: "forgotten", arrange: func(d *desk) { both(d); d.reach(d.Store); d.forget(absent) }},
		{name: "deleted by hand", arrange: func(d *desk) { both(d); d.reach(d.Store); require.NoError(d.t, os.Remove(d.path(absent+".md"))) }},
		{name: "forgotten bytes that are back", arrange: func(d *desk) {
			both(d)
			text := d.raw(absent + ".md")
			d.forget(absent)
			d.file(absent+".md", text)
		}},
		{name: "not yet valid", indexed: true, arrange: func(d *desk) {
			both(d)
			later := fact(absent, absentText)
			later.ValidFrom = "2027-01-01"
			d.save(later)
		}},
		{name: "no longer valid", indexed: true, arrange: func(d *desk) {
			both(d)
			past := fact(absent, absentText)
			past.ValidUntil = "2026-11-29"
			d.save(past)
		}},
		{name: "another principal's", arrange: func(d *desk) {
			d.save(fact(control, controlText))
			ben, err := d.root.Store("ben")
			require.NoError(d.t, err)
			_, err = ben.Save(ctx, fact(absent, absentText), memory.By{})
			require.NoError(d.t, err)
			require.Contains(d.t, fmt.Sprint(d.reach(ben)), "heron", "ben has it")
		}},
		{name: "a file that names another principal", arrange: func(d *desk) {
			d.save(fact(control, controlText))
			d.file(absent+".md", "---\nname: "+absent+"\nprincipal: ben\n---\n"+absentText+"\n")
		}},
		{name: "another audience's, by type", opts: memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}}, indexed: true,
			arrange: func(d *desk) {
				d.save(fact(control, controlText))
				d.save(memory.Draft{Name: absent, Type: memory.User, Description: "About " + absent, Body: absentText})
			}},
		{name: "another audience's, by label", opts: memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}}, indexed: true,
			arrange: func(d *desk) {
				both(d)
				mine := fact(absent, absentText)
				mine.Labels = []string{"private"}
				d.save(mine)
			}},
		{name: "unreadable", arrange: func(d *desk) {
			d.save(fact(control, controlText))
			d.file(absent+".md", "---\nname: [\n---\n"+absentText+"\n")
		}},
		{name: "waiting for a person", arrange: func(d *desk) {
			d.save(fact(control, controlText))
			p := said(absent, absentText)
			p.Wait = memory.NeedsPerson
			d.waits(memory.NeedsPerson, p)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, &tt.opts)
			tt.arrange(d)
			for way, text := range d.reach(d.Store) {
				require.NotContains(t, text, "heron", way)
				require.NotContains(t, text, absent, way)
				require.Contains(t, text, control, way)
			}
			found, err := d.Search(ctx, memory.Query{Text: "kite heron rack"})
			require.NoError(t, err)
			require.Len(t, found.Hits, 1, "a person's search, for the same audience")
			require.Equal(t, control, found.Hits[0].Record.Slug)
			like, err := d.Similar(ctx, memory.Draft{Name: "x", Description: "kite", Body: absentText})
			require.NoError(t, err)
			require.Len(t, like, 1)
			require.Equal(t, control, like[0].Name)
			if tt.indexed {
				require.Contains(t, d.Indexed("heron"), absent)
			} else {
				require.NotContains(t, d.Indexed("heron"), absent)
			}
			require.Contains(t, d.Indexed("egret"), control)
		})
	}
}

func TestASecretIsInNoIndex(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	secret := githubToken(11)
	d.file(absent+".md", "The kite cluster has the token "+secret+" in rack 7.\n")
	d.file(control+".md", controlText)
	for way, text := range d.reach(d.Store) {
		require.NotContains(t, text, secret, way)
		require.Contains(t, text, absent, "what stands around it is there: "+way)
	}
	got, err := d.Recall(ctx, memory.Query{Text: secret})
	require.NoError(t, err)
	require.Zero(t, got.Matched, "nor can it be probed for")
	require.Empty(t, d.Indexed(secret))
	require.Equal(t, []string{control}, d.Indexed("egret"))
}

func TestWhileSwitchedOffNothingIsFound(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact(control, controlText))
	for _, on := range []bool{true, false, true} {
		require.NoError(t, d.SetEnabled(ctx, on, memory.By{}))
		for way, text := range d.reach(d.Store) {
			require.Equal(t, on, strings.Contains(text, control), "%s, on: %v", way, on)
		}
		found, err := d.Search(ctx, memory.Query{Text: "egret"})
		require.NoError(t, err)
		require.Len(t, found.Hits, 1, "a person still finds it")
	}
}

func TestABoundaryBringsAMemoryAndTakesItAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact(control, controlText))
	soon := fact(absent, absentText)
	soon.ValidFrom, soon.ValidUntil = "2026-12-02", "2026-12-03"
	d.save(soon)
	for day, served := range map[int]bool{0: false, 2: true, 3: true, 4: false} {
		d.mu.Lock()
		d.now = monday.Add(time.Duration(day) * 24 * time.Hour)
		d.mu.Unlock()
		got, err := d.Recall(ctx, memory.Query{Text: "heron"})
		require.NoError(t, err)
		require.Equal(t, served, strings.Contains(fmt.Sprint(got.Hits), absent), "day %d", day)
	}
}
