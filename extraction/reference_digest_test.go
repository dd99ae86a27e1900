package extraction_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

// Turns of the digest behaviours: an ordinary exchange and a demonstration.
func ordinary(id string) []extraction.Turn {
	return []extraction.Turn{
		user(id+"u", "why did CI break in run 40771?"),
		{ID: id + "t", Role: extraction.RoleTool, Content: `{"job": "macos-14"}`},
		assistant(id+"a", "It broke on macos-14."),
	}
}

func demo(id string) []extraction.Turn {
	turns := []extraction.Turn{
		user(id+"u", "run the ci-repair-demo-q7k2 please"),
		{ID: id + "t", Role: extraction.RoleTool, Content: "created tess/ci-repair-demo-q7k2"},
		assistant(id+"a", "The demo ci-repair-demo-q7k2 is done."),
	}
	for i := range turns {
		turns[i].Labels = []string{extraction.LabelSample}
	}
	return turns
}

func joined(parts ...[]extraction.Turn) []extraction.Turn {
	var out []extraction.Turn
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// digest checks how many turns a digest has, and that the demonstration is not
// among them.
func digest(want int, turns ...extraction.Turn) func(*testing.T, behaviour) {
	return func(t *testing.T, _ behaviour) {
		d := extraction.NewDigest(turns, "", nil)
		require.Equal(t, want, d.Turns, d.Text)
		require.NotContains(t, d.Text, "demo")
	}
}

func digestOutcomes() map[string]func(*testing.T, behaviour) {
	twin := user("twin", "run the checks again please")
	demoTwin := labelled(user("t-demo", "run the checks again please"), extraction.LabelSample)
	summary := extraction.Turn{ID: "s", Role: extraction.RoleSystem, Content: "summary: the demo repository is tess/ci-repair-demo"}
	inFlight := extraction.Turn{ID: "flight", Role: extraction.RoleTool, Content: "in flight"}
	return map[string]func(*testing.T, behaviour){
		"DIGEST-001": func(t *testing.T, _ behaviour) {
			bookkeeping := labelled(extraction.Turn{ID: "m", Role: extraction.RoleTool, Content: "memory_recall: nothing"}, extraction.LabelMemory)
			d := extraction.NewDigest(joined(ordinary("1"), []extraction.Turn{bookkeeping}, ordinary("2")), "", nil)
			require.Equal(t, 6, d.Turns)
			at := -1
			for _, part := range []string{"1u", "1t", "1a", "2u", "2t", "2a"} {
				next := strings.Index(d.Text, "[turn "+part)
				require.Greater(t, next, at)
				at = next
			}
			require.NotContains(t, d.Text, "memory_recall")
		},
		"DIGEST-005": digest(1, twin, demoTwin),
		"DIGEST-006": func(t *testing.T, b behaviour) {
			digest(0, append(demo("d"), labelled(inFlight, extraction.LabelSample))...)(t, b)
		},
		"DIGEST-007": func(t *testing.T, _ behaviour) {
			require.Contains(t, extraction.NewDigest(append(ordinary("1"), inFlight), "", nil).Text, "in flight")
		},
		"DIGEST-008": digest(0, demo("d")...),
		"DIGEST-010": digest(3, joined(ordinary("1"), demo("d")[1:2])...),
		"DIGEST-012": digest(3, append([]extraction.Turn{summary}, ordinary("1")...)...),
		"DIGEST-013": digest(3, joined([]extraction.Turn{summary}, demo("d"), ordinary("1"))...),
		"DIGEST-014": digest(0, joined(demo("d"), demo("d"))...),
		"DIGEST-015": digest(3, joined(demo("d"), demo("d"), ordinary("1"))...),
		"NEWX-011": func(t *testing.T, _ behaviour) {
			require.Equal(t, []string{"busy 1", "A 2", "B 1"}, order(t, func(add func(string, int)) { add("A", 1); add("B", 1); add("A", 2) }))
		},
		"NEWX-012": func(t *testing.T, _ behaviour) {
			require.Equal(t, []string{"busy 1", "busy 2"}, order(t, func(add func(string, int)) { add("busy", 2) }))
		},
		"NEWX-013": func(t *testing.T, _ behaviour) {
			b := newBench(t)
			var sent string
			b.x = extraction.New(proposes(func(r extraction.Request) ([]extraction.Item, error) { sent = r.Digest.Text; return nil, nil }), nil)
			b.turns = joined(demo("d"), ordinary("1"), ordinary("2"))
			b.pass()
			require.Contains(t, sent, "40771")
			require.NotContains(t, sent, "demo")
		},
	}
}

// order returns in which order a worker that is busy with the first pass of a
// session makes the passes that are added meanwhile.
func order(t *testing.T, meanwhile func(add func(session string, turns int))) []string {
	b := newBench(t)
	var got []string
	begun, release := make(chan struct{}), make(chan struct{})
	var q *extraction.Queue
	add := func(session string, n int) {
		c := b.conversation()
		c.Session = session
		c.Turns = nil
		for i := range n {
			c.Turns = append(c.Turns, extraction.Turn{ID: session + strings.Repeat("i", i+1), Role: extraction.RoleUser, Content: session + " says something new", At: b.now})
		}
		require.True(t, q.Add(c))
	}
	q = extraction.NewQueue(extraction.New(proposes(func(r extraction.Request) ([]extraction.Item, error) {
		session, _, _ := strings.Cut(r.Turns[0].Content, " ")
		got = append(got, session+" "+string(rune('0'+len(r.Turns))))
		if len(got) == 1 {
			close(begun)
			<-release
		}
		return nil, nil
	}), nil), nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { _ = q.Run(ctx) }()
	add("busy", 1)
	<-begun
	meanwhile(add)
	close(release)
	require.NoError(t, q.Close(ctx))
	return got
}
