package memory_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestTheWholeStoreIsThereWhileItFits(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 60 {
		d.file(fmt.Sprintf("svc-%02d.md", i), fmt.Sprintf("# Service %d\n\nIt runs in zone %d.\n", i, i%5))
	}
	c := d.stable(nil)
	require.Len(t, c.Included, 50, "with their text")
	require.Len(t, c.Indexed, 10, "and a line for each of the others")
	require.Zero(t, c.Omitted)
	require.NotContains(t, c.Stable, "more (memory_recall)")
	require.LessOrEqual(t, c.Characters, memory.DefaultChars)
}

func TestALongTextIsCutInTheBlockAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("long", strings.Repeat("päge ", 200)))
	d.save(fact("short", strings.Repeat("y", 600)))
	_, text := entries(d.stable(nil).Stable)
	_, body, _ := strings.Cut(text["long"], "\n")
	require.Equal(t, 600, utf8.RuneCountInString(strings.TrimSpace(body)), "with the mark")
	require.True(t, strings.HasSuffix(body, "…\n"))
	require.Contains(t, text["short"], strings.Repeat("y", 600)+"\n")
	rec, err := d.Get(ctx, "long")
	require.NoError(t, err)
	require.Equal(t, 999, utf8.RuneCountInString(rec.Body))
}

func TestALargeStoreIsChosenByPinTypeTrustAndAge(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	write := func(name, typ, status, day, more string) {
		d.file(name+".md", fmt.Sprintf("---\nname: %s\ntype: %s\ndescription: About %s\nstatus: %s\nupdated: 2026-%s-01T00:00:00Z\n%s---\nText of %s. %s\n",
			name, typ, name, status, day, more, name, strings.Repeat("word ", 12)))
	}
	for i := range 400 {
		write(fmt.Sprintf("filler-%03d", i), "investigation_learning", "unconfirmed", "01", "")
	}
	write("pinned-old", "investigation_learning", "unconfirmed", "01", "pinned: true\n")
	write("me", "user", "unconfirmed", "01", "")
	write("taste", "preference", "unconfirmed", "01", "")
	write("infra-confirmed-old", "infrastructure", "confirmed", "02", "")
	write("infra-new", "infrastructure", "unconfirmed", "05", "")
	write("infra-old", "infrastructure", "unconfirmed", "02", "")
	c := d.stable(nil)
	require.Subset(t, c.Included, []string{"pinned-old", "me", "taste"})
	require.Subset(t, append(c.Included, c.Indexed...), []string{"infra-confirmed-old", "infra-new"})
	require.NotContains(t, append(c.Included, c.Indexed...), "filler-000")
	require.Equal(t, 406, len(c.Included)+len(c.Indexed)+c.Omitted)
	require.Contains(t, c.Stable, fmt.Sprintf("… and %d more (memory_recall)\n", c.Omitted))
	names, _ := entries(c.Stable)
	require.Equal(t, []string{"pinned-old", "me", "taste"}, names[:3], "printed by pin and type")

	small := d.stable(&memory.ContextOptions{MaxChars: 1100})
	names, _ = entries(small.Stable)
	require.Contains(t, names, "pinned-old")
	require.Subset(t, []string{"pinned-old", "me", "taste", "infra-confirmed-old", "infra-new"}, names)
	require.Contains(t, small.Stable, "more (memory_recall)")
}

func TestASmallBudgetStillSaysThatThereIsMore(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 10 {
		d.save(fact(fmt.Sprint("page-", i), strings.Repeat("ninety characters ", 5)))
	}
	for chars, want := range map[int]bool{120: true, 400: true, 60: true, 20: false, 1: false} {
		c := d.stable(&memory.ContextOptions{MaxChars: chars})
		require.LessOrEqual(t, utf8.RuneCountInString(c.Stable), chars)
		require.Equal(t, want, strings.Contains(c.Stable, "memory_recall"), chars)
		require.Equal(t, 10, len(c.Included)+len(c.Indexed)+c.Omitted)
	}
	require.NotEmpty(t, d.stable(&memory.ContextOptions{MaxChars: 1000}).Indexed, "a budget for a few holds a few")
}

// Whatever a store holds, the budget holds, and every memory is accounted for.
func TestTheBudgetHoldsForEveryStore(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		d := newDesk(t, nil)
		n := []int{1, 3, 12, 40, 55, 200}[rnd.IntN(6)]
		for i := range n {
			d.file(fmt.Sprintf("m%03d.md", i), randomFile(rnd, i))
		}
		for _, chars := range []int{0, 8000, 20000, 3000, 900, 470, 200, 60, 5} {
			o := &memory.ContextOptions{MaxChars: chars}
			c, err := d.Context(ctx, "which pool holds connections in zone 3", o)
			require.NoError(t, err)
			if chars == 0 {
				chars = memory.DefaultChars
			}
			require.LessOrEqual(t, utf8.RuneCountInString(c.Stable)+utf8.RuneCountInString(c.Turn), chars, "seed %d", seed)
			require.Equal(t, utf8.RuneCountInString(c.Stable)+utf8.RuneCountInString(c.Turn), c.Characters)
			seen := map[string]bool{}
			for _, slug := range append(c.Included, c.Indexed...) {
				seen[slug] = true
			}
			require.Equal(t, n, len(seen)+c.Omitted, "seed %d, %d characters", seed, chars)
			requireFenced(t, c.Stable)
			requireFenced(t, c.Turn)
		}
	}
}

func randomFile(rnd *rand.Rand, i int) string {
	words := strings.Fields("pool connections zone holds 3 <memory> </memory> 本番 émigré \u202e … 40 the of rack")
	text := func(n int) string {
		var b strings.Builder
		for range rnd.IntN(n + 1) {
			b.WriteString(words[rnd.IntN(len(words))] + " ")
		}
		return b.String()
	}
	if rnd.IntN(5) == 0 {
		return "plain " + text(300) + "\n\n" + text(500)
	}
	return fmt.Sprintf("---\nname: m%03d\ntype: %s\ndescription: '%s'\npinned: %t\nvalid_from: 2020-01-01\n---\n%s\n%s", i,
		[]string{"user", "preference", "infrastructure", "investigation_learning", "runbook", "'" + text(400) + "'"}[rnd.IntN(6)],
		text([]int{5, 50, 900}[rnd.IntN(3)]), rnd.IntN(9) == 0, text([]int{0, 20, 300, 900}[rnd.IntN(4)]), "end")
}

func TestFiveThousandMemories(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	require.NoError(t, os.MkdirAll(d.Path(), 0o700))
	for i := range 5000 {
		d.file(fmt.Sprintf("m%04d.md", i), fmt.Sprintf("The machine %d stands in rack %d", i, i%90))
	}
	c, err := d.Context(ctx, "where is machine 4711?", nil)
	require.NoError(t, err)
	require.LessOrEqual(t, c.Characters, memory.DefaultChars)
	require.Contains(t, c.Turn, "machine 4711 stands in rack 31")
	require.Equal(t, 5000, len(c.Included)+len(c.Indexed)+c.Omitted)
}

func TestTheBlockChangesWhenAFactBeginsOrEnds(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("always", "The rack is in row 4"))
	begins, ends := fact("begins", "The freeze is on"), fact("ends", "The old balancer is lb-1")
	begins.ValidFrom, ends.ValidUntil = "2026-12-20", "2026-12-10" // the last day counts
	d.save(begins)
	d.save(ends)
	past := fact("past", "The former duty manager is Ben")
	past.ValidUntil = "2026-01-01"
	d.save(past)

	held := d.stable(nil)
	require.Equal(t, time.Date(2026, 12, 11, 0, 0, 0, 0, time.UTC), held.ValidUntil)
	require.Equal(t, []string{"always", "ends"}, held.Included)
	d.pass(held.ValidUntil.Sub(monday) - time.Nanosecond)
	requireSame(t, held, d.stable(nil), "a moment before")
	d.pass(time.Nanosecond)
	next := d.stable(nil)
	require.Equal(t, []string{"always"}, next.Included)
	require.NotEqual(t, held.Version, next.Version)
	require.Equal(t, time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC), next.ValidUntil)
	d.pass(next.ValidUntil.Sub(d.now))
	last := d.stable(nil)
	require.Equal(t, []string{"always", "begins"}, last.Included)
	require.Zero(t, last.ValidUntil)
	_, text := entries(last.Stable)
	_, before := entries(held.Stable)
	require.Equal(t, before["always"], text["always"], "the others are untouched")

	got, err := d.Recall(ctx, memory.Query{Text: "balancer"})
	require.NoError(t, err)
	require.Empty(t, got.Hits)
	require.Equal(t, 2, got.Omitted[memory.OmittedValidity])
	rec, err := d.Get(ctx, "past")
	require.NoError(t, err, "people see what does not hold now")
	require.False(t, rec.ValidAt(d.now))
}
