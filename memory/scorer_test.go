package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// TestAScorerIsASecondOpinion has a scorer find what no word leads to.
func TestAScorerIsASecondOpinion(t *testing.T) {
	t.Parallel()
	var asked []string
	scorer := func(_ context.Context, text string, memories []memory.Record) ([]float64, error) {
		asked = append(asked, text)
		values := make([]float64, len(memories))
		for i, m := range memories {
			if m.Slug == "audit-topic" {
				values[i] = 0.9
			}
		}
		return values, nil
	}
	d := newDesk(t, &memory.Options{Scorer: scorer})
	estate(d)
	d.file("me.md", "---\nname: me\ntype: user\n---\nAna reads Go\n")
	const text = "retention of compliance records"
	got := d.ask(text)
	require.Equal(t, []string{"audit-topic"}, found(got))
	require.True(t, got.Sure)
	require.Equal(t, []string{text}, asked)
	plain := newDesk(t, nil)
	estate(plain)
	require.Empty(t, plain.ask(text).Hits, "control: without it nothing is found")
}

func TestAScorerSeesOnlyWhatMayBeServed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	d := newDesk(t, &memory.Options{Scorer: func(_ context.Context, _ string, memories []memory.Record) ([]float64, error) {
		for _, m := range memories {
			seen[m.Slug] = true
			m.Labels = append(m.Labels[:0], "mine") // changes nothing of the store's
		}
		return make([]float64, len(memories)), nil
	}})
	estate(d)
	d.file("me.md", "---\nname: me\ntype: user\nlabels: [team]\n---\nAna reads Go\n")
	d.file("past.md", "---\nname: past\nvalid_until: 2020-01-01\n---\nThe old rack\n")
	_, err := d.Recall(ctx, memory.Query{Text: "rack", Audience: memory.Room})
	require.NoError(t, err)
	require.True(t, seen["eks-prod-1"], "control")
	require.False(t, seen["me"] || seen["past"])
	_, err = d.Recall(ctx, memory.Query{Text: "rack", Audience: memory.Private})
	require.NoError(t, err)
	require.True(t, seen["me"])
	rec, err := d.Get(ctx, "me")
	require.NoError(t, err)
	require.Equal(t, []string{"team"}, rec.Labels)
}

func TestAScorerThatFailsHasNoOpinion(t *testing.T) {
	t.Parallel()
	const secret = "heron-topic"
	for name, scorer := range map[string]memory.Scorer{
		"error": func(context.Context, string, []memory.Record) ([]float64, error) {
			return nil, errors.New("cannot embed " + secret)
		},
		"wrong length": func(context.Context, string, []memory.Record) ([]float64, error) { return []float64{1, 1}, nil },
	} {
		d := newDesk(t, &memory.Options{Scorer: scorer})
		estate(d)
		got := d.ask("who holds the payments pager? " + secret)
		require.Equal(t, "payments-rota", found(got)[0], name)
		require.Contains(t, d.log.String(), "scorer", name)
		require.NotContains(t, d.log.String(), secret, name)
	}
}

func TestACanceledCallAsksNoFurther(t *testing.T) {
	t.Parallel()
	c, cancel := context.WithCancel(context.Background())
	d := newDesk(t, &memory.Options{Scorer: func(ctx context.Context, _ string, _ []memory.Record) ([]float64, error) {
		cancel()
		return nil, ctx.Err()
	}})
	estate(d)
	_, err := d.Recall(c, memory.Query{Text: "pager"})
	require.ErrorIs(t, err, context.Canceled)
}
