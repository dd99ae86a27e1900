package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestARoomDoesNotSeeWhatIsPersonal(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	public := fact("rack", "The rack named zebra is in row 4")
	d.save(public)
	for i, labels := range [][]string{{"pii"}, {"edge", "PII"}, {"Private"}, {"PRIVATE"}} {
		m := fact(fmt.Sprint("labelled-", i), "zebra personal number "+fmt.Sprint(i))
		m.Labels = labels
		d.save(m)
	}
	d.save(memory.Draft{Name: "me", Type: memory.User, Description: "zebra personal", Body: "zebra personal"})
	d.file("me-too.md", "---\nname: me-too\ntype: USER\ndescription: zebra personal\n---\nzebra personal\n")

	odd := []string{"labels: \"team, pii\"", "labels: team pii", "labels: [team/private]", "labels: [ＰＲＩＶＡＴＥ]", "labels: {private: true}", "labels: ['private: Ana']",
		"Labels: [private]", "LABELS: [pii]", "label: private", "Type: user"}
	for i, line := range odd {
		d.file(fmt.Sprintf("odd-%d.md", i), "---\n"+line+"\ndescription: zebra personal\n---\nzebra personal\n")
	}
	withheld := 6 + len(odd)
	d.file("rack.md", strings.Replace(d.raw("rack.md"), "---\n", "---\nlabels: [private-subnet, privateer]\n", 1))

	for name, o := range map[string]*memory.ContextOptions{
		"said":                    {Audience: memory.Room},
		"unknown, so taken for a": {Audience: "team"},
	} {
		c, err := d.Context(ctx, "zebra", o)
		require.NoError(t, err)
		require.Contains(t, c.Stable, "zebra is in row 4", name)
		require.NotContains(t, c.Stable+c.Turn, "personal", name)
		require.Equal(t, withheld, c.Withheld, name)
		require.Equal(t, []string{"rack"}, c.Included, name)

		for _, q := range []string{"zebra", "personal", ""} {
			got, err := d.Recall(ctx, memory.Query{Text: q, Audience: o.Audience})
			require.NoError(t, err)
			require.Equal(t, withheld, got.Omitted[memory.OmittedAudience])
			require.Equal(t, 1, got.Stored)
			for _, h := range got.Hits {
				require.Equal(t, "rack", h.Record.Slug)
			}
		}
	}
	private := d.stable(&memory.ContextOptions{Audience: memory.Private})
	require.Len(t, private.Included, 1+withheld, "the control")
	require.Zero(t, private.Withheld)
}

func TestAGatewayIsARoomUnlessToldOtherwise(t *testing.T) {
	t.Parallel()
	d := newDesk(t, &memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}})
	d.save(memory.Draft{Name: "me", Type: memory.User, Description: "Eva writes Go", Body: "Eva writes Go"})
	d.save(fact("rack", "The rack is in row 4"))
	require.Equal(t, []string{"rack"}, d.stable(nil).Included)
	require.Len(t, d.stable(&memory.ContextOptions{Audience: memory.Private}).Included, 2, "a direct message")
	got, err := d.Recall(ctx, memory.Query{Text: "Go"})
	require.NoError(t, err)
	require.Empty(t, got.Hits)
	got, err = d.Recall(ctx, memory.Query{Text: "Go", Audience: memory.Private})
	require.NoError(t, err)
	require.Len(t, got.Hits, 1)
	res := d.propose(said("reader", "Eva writes Go every day at nine"))
	for _, m := range res.Similar {
		require.NotEqual(t, "me", m.Name, "not even its name is given away")
	}
}

func TestUnreadableFilesAreCounted(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.file("bad.md", "---\nname: [\n---\nbody\n")
	c := d.stable(nil)
	require.Equal(t, 1, c.Unreadable)
	require.Contains(t, c.Stable, "1 file of this store could not be read")
	d.file("worse.md", "---\nname: x\n")
	d.file("good.md", "The rack is in row 4\n")
	c = d.stable(nil)
	require.Equal(t, 2, c.Unreadable)
	require.Contains(t, c.Stable, "2 files of this store could not be read")
	require.Contains(t, c.Stable, "row 4")
}

// wordy fills a store beyond what a block holds.
func wordy(d *desk) {
	for i := range 60 {
		d.file(fmt.Sprintf("svc-%02d.md", i), fmt.Sprintf("---\nname: svc-%02d\ntype: infrastructure\ndescription: Service %02d of the shop\n---\nKeyword%02d runs on node-%02d. %s\n",
			i, i, i, i, strings.Repeat("Filler text about nothing. ", 12)))
	}
}

func TestTurnHoldsWhatTheBlockDoesNot(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	wordy(d)
	stable := d.stable(nil)
	full := stable.Included[0]
	require.NotContains(t, stable.Included, "svc-47")

	c, err := d.Context(ctx, "where does keyword47 run?", nil)
	require.NoError(t, err)
	require.Equal(t, stable.Stable, c.Stable, "a question does not change the block")
	require.Contains(t, c.Turn, "Keyword47 runs on node-47")
	require.Contains(t, c.Included, "svc-47")
	require.Equal(t, 60, len(union(c.Included, c.Indexed))+c.Omitted)
	require.LessOrEqual(t, c.Characters, memory.DefaultChars)
	requireFenced(t, c.Turn)

	c, err = d.Context(ctx, "tell me about "+full, nil)
	require.NoError(t, err)
	require.NotContains(t, c.Turn, full+" (", "what is there in full is not repeated")
	for _, small := range []string{"", "  \n", "thanks, that is great!", "hello", "???"} {
		c, err = d.Context(ctx, small, nil)
		require.NoError(t, err)
		require.Empty(t, c.Turn, small)
	}
}

func union(a, b []string) map[string]bool {
	out := map[string]bool{}
	for _, s := range append(append([]string{}, a...), b...) {
		out[s] = true
	}
	return out
}

func TestTurnIsEmptyWhileAllIsThere(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("rack", "The rack is in row 4"))
	c, err := d.Context(ctx, "where is the rack?", nil)
	require.NoError(t, err)
	require.Empty(t, c.Turn)
	// A text that the block cuts is there for the asking.
	d.save(fact("long", strings.Repeat("Filler. ", 90)+"The spare key hangs behind the fridge."))
	c, err = d.Context(ctx, "where does the spare key hang?", nil)
	require.NoError(t, err)
	require.NotContains(t, c.Stable, "fridge")
	require.Contains(t, c.Turn, "behind the fridge")
	require.Equal(t, []string{"long", "rack"}, c.Included)
}

func TestWhileOffNothingIsReadOrWrittenForAModel(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("vault", vault))
	on := func() (errs []error) {
		_, err := d.Context(ctx, "vault", nil)
		errs = append(errs, err)
		_, err = d.Prompt(ctx, nil)
		errs = append(errs, err)
		_, err = d.Recall(ctx, memory.Query{Text: "vault"})
		errs = append(errs, err)
		_, err = d.Propose(ctx, said("vault", vault), memory.By{})
		errs = append(errs, err)
		_, err = d.RequestForget(ctx, memory.ForgetRequest{Name: "vault"}, memory.By{})
		errs = append(errs, err)
		_, err = d.RequestForget(ctx, memory.ForgetRequest{Name: "unknown"}, memory.By{})
		return append(errs, err, d.Available(ctx))
	}
	require.NoError(t, d.SetEnabled(ctx, false, memory.By{Actor: "ana"}))
	for range 2 {
		for i, err := range on() {
			require.ErrorIs(t, err, memory.ErrDisabled, i)
			require.ErrorContains(t, err, "/memory on", i)
		}
		require.False(t, d.AutoExtract(ctx))
		d.reopen() // it lasts
	}
	// A person goes on.
	require.Equal(t, []string{"vault"}, d.slugs())
	_, err := d.Get(ctx, "vault")
	require.NoError(t, err)
	found, err := d.Search(ctx, memory.Query{Text: "vault"})
	require.NoError(t, err)
	require.Len(t, found.Hits, 1)
	d.save(fact("rack", "The rack is in row 4"))
	d.forget("rack")
	checkup, err := d.Doctor(ctx)
	require.NoError(t, err)
	require.Contains(t, checkup.Off, "/memory on")

	require.NoError(t, d.SetEnabled(ctx, true, memory.By{Actor: "ana"}))
	require.NoError(t, d.Available(ctx))
	require.NoError(t, on()[0])
}

func TestTheOperatorsSwitchIsForAll(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("rack", "The rack is in row 4"))
	d.opts.Settings.Disabled = true
	d.reopen()
	_, err := d.Context(ctx, "", nil)
	require.ErrorIs(t, err, memory.ErrDisabled)
	require.ErrorContains(t, err, "_MEMORY_DISABLED")
	_, err = d.List(ctx)
	require.ErrorIs(t, err, memory.ErrDisabled)
	_, err = d.Save(ctx, fact("a", "x y"), memory.By{})
	require.ErrorIs(t, err, memory.ErrDisabled)
	_, err = d.Forget(ctx, "rack", memory.By{})
	require.ErrorIs(t, err, memory.ErrDisabled)
}
