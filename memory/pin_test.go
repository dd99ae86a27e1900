package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestAPinnedMemoryComesFirst(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	wordy(d)
	before := d.stable(nil)
	require.NotContains(t, before.Included, "svc-47", "control")
	rec, err := d.Get(ctx, "svc-47")
	require.NoError(t, err)
	d.pass(72 * time.Hour)

	res, err := d.Pin(ctx, "SVC 47", true, memory.By{Actor: "ana"})
	require.NoError(t, err)
	require.Equal(t, memory.Updated, res.Outcome)
	require.Contains(t, d.raw("svc-47.md"), "pinned: true\n")
	require.True(t, res.Record.Pinned)
	require.Equal(t, []any{rec.Updated, rec.Body, rec.Status}, []any{res.Record.Updated, res.Record.Body, res.Record.Status}, "a pin says nothing about the text")
	names, _ := entries(d.stable(nil).Stable)
	require.Equal(t, "svc-47", names[0])
	require.Contains(t, d.stable(nil).Included, "svc-47")
	require.Equal(t, "pinned", d.events[len(d.events)-1].Op)

	res, err = d.Pin(ctx, "svc-47", true, memory.By{})
	require.NoError(t, err)
	require.Equal(t, memory.Unchanged, res.Outcome)
	_, err = d.RequestForget(ctx, memory.ForgetRequest{Name: "svc-47"}, memory.By{Session: "s"})
	require.Equal(t, memory.NeedsPerson, codeOf(t, err))
	_, err = d.Pin(ctx, "svc-47", false, memory.By{})
	require.NoError(t, err)
	requireSame(t, before, d.stable(nil), "let go again, it is as it was")
	_, err = d.Pin(ctx, "nobody", true, memory.By{})
	require.ErrorIs(t, err, memory.ErrNotFound)
}

func TestPinsAreNeverSqueezedOut(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	wordy(d)
	for i := range 200 {
		d.file(fmt.Sprintf("me-%03d.md", i), fmt.Sprintf("---\nname: me-%03d\ntype: user\n---\nAna likes the number %d. %s\n", i, i, strings.Repeat("Very much. ", 20)))
	}
	pinned := []string{}
	for i := range 25 {
		name := fmt.Sprintf("svc-%02d", 2*i)
		d.rewrite(name+".md", "type:", "pinned: true\ntype:")
		pinned = append(pinned, name)
	}
	c, err := d.Context(ctx, "where does keyword47 run?", nil)
	require.NoError(t, err)
	names, _ := entries(c.Stable)
	require.ElementsMatch(t, pinned, names[:25])
	require.Contains(t, c.Turn, "Keyword47")
	require.LessOrEqual(t, c.Characters, memory.DefaultChars)
}
