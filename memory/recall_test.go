package memory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func (d *desk) recall(q memory.Query) memory.Recollection {
	d.t.Helper()
	got, err := d.Recall(ctx, q)
	require.NoError(d.t, err)
	return got
}

// found lists the names of the hits.
func found(r memory.Recollection) []string {
	out := []string{}
	for _, h := range r.Hits {
		out = append(out, h.Record.Slug)
	}
	return out
}

func TestRecallKeepsToItsLimit(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 30 {
		d.file(fmt.Sprintf("rack-%02d.md", i), fmt.Sprintf("Rack %d stands in the hall\n", i))
	}
	for limit, want := range map[int]int{0: 5, -3: 5, 1: 1, 7: 7, 20: 20, 21: 20, 1000: 20} {
		for _, text := range []string{"hall", ""} {
			got := d.recall(memory.Query{Text: text, Limit: limit})
			require.Len(t, got.Hits, want, "limit %d, %q", limit, text)
			require.Equal(t, 30, got.Matched)
			require.Equal(t, 30, got.Stored)
			require.Equal(t, map[string]int{memory.OmittedLimit: 30 - want}, got.Omitted)
		}
	}
}

func TestRecallTellsNothingStoredFromNothingMatched(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	got := d.recall(memory.Query{Text: "rack"})
	require.Empty(t, got.Hits)
	require.Zero(t, got.Stored)
	require.Zero(t, got.Matched)
	require.NoDirExists(t, d.Path())

	d.save(fact("rack", "The rack is in row 4"))
	got = d.recall(memory.Query{Text: "nowhereatall"})
	require.Empty(t, got.Hits)
	require.Equal(t, 1, got.Stored)
	require.Zero(t, got.Matched)
	require.Empty(t, got.Omitted)

	over := fact("old-rack", "The rack was in row 3")
	over.ValidUntil = "2026-01-01"
	d.save(over)
	d.save(memory.Draft{Name: "me", Type: memory.User, Description: "rack", Body: "rack lover"})
	d.file("bad.md", "---\nx: [\n---\n")
	got = d.recall(memory.Query{Text: "rack", Audience: memory.Room})
	require.Equal(t, []string{"rack"}, found(got))
	require.Equal(t, map[string]int{memory.OmittedValidity: 1, memory.OmittedAudience: 1, memory.OmittedUnreadable: 1}, got.Omitted)
	require.Equal(t, 1, got.Stored)
}

func TestAnyWordCountsAndTheBestIsFirst(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("feed", "The service that stalls is invoice-feed."))
	d.save(fact("pool", "The checkout pool holds 40 connections"))
	d.save(fact("checkout", "Checkout is owned by the payments team"))
	require.Equal(t, []string{"feed"}, found(d.recall(memory.Query{Text: "INVOICE-feed"})))
	got := d.recall(memory.Query{Text: "how many connections does the checkout pool hold?"})
	require.Equal(t, "pool", got.Hits[0].Record.Slug)
	require.Contains(t, found(got), "checkout")
	require.Greater(t, got.Hits[0].Score, got.Hits[1].Score)
	require.NotEmpty(t, got.Hits[0].Terms)
	require.NotEmpty(t, got.Hits[0].Fields)
	require.NotEmpty(t, got.Used)
	for range 20 {
		require.Equal(t, got, d.recall(memory.Query{Text: "how many connections does the checkout pool hold?"}))
	}
	require.True(t, d.recall(memory.Query{Text: "which team won the football match in Madrid?"}).Weak, "a shared word is not an answer")
	require.False(t, got.Weak)
	require.Equal(t, "checkout", d.recall(memory.Query{Text: "checkout"}).Hits[0].Record.Slug, "its own name")
}

func TestTheEmptyQueryIsTheIndexNewestFirst(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, name := range []string{"older", "middle", "newer"} {
		d.save(fact(name, "The memory that is "+name))
		d.pass(24 * time.Hour)
	}
	for _, text := range []string{"", "  ", "\n\t"} {
		got := d.recall(memory.Query{Text: text})
		require.Equal(t, []string{"newer", "middle", "older"}, found(got))
		require.Zero(t, got.Hits[0].Score)
	}
	list, err := d.List(ctx)
	require.NoError(t, err)
	require.Equal(t, "newer", list.Records[0].Slug)
	d.save(fact("older", "The memory that was older"))
	require.Equal(t, []string{"older", "newer", "middle"}, found(d.recall(memory.Query{})))
}

func TestRecallInEveryLanguage(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for name, text := range map[string]string{
		"p": "Produção roda em lima-3.", "q": "prod = lima-3", "s": "Lager in der Hafenstraße.",
		"t": "夜间备份已启用。", "x": "Eva writes Go.", "j": "本番クラスタはeks-prod-1です", "r": "Основной кластер называется кит-1",
		"k": "운영 클러스터는 서울에 있다", "h": "עברית בלבד",
	} {
		d.save(memory.Draft{Name: name, Type: memory.Infrastructure, Description: text, Body: text})
	}
	for query, want := range map[string]string{
		"producao": "p", "PRODUÇÃO": "p", "ｐｒｏｄ": "q", "strasse": "s", "HAFENSTRASSE": "s", "lager": "s",
		"夜间备份": "t", "本番": "j", "ＥＫＳ－ＰＲＯＤ－１": "j", "КЛАСТЕР": "r", "클러스터": "k", "עברית": "h", "go": "x",
	} {
		require.Contains(t, found(d.recall(memory.Query{Text: query})), want, query)
	}
	require.Equal(t, []string{"t"}, found(d.recall(memory.Query{Text: "夜间备份"})))
	for _, nothing := range []string{"。、", "???", "-", "\u200b"} {
		require.Empty(t, d.recall(memory.Query{Text: nothing}).Hits, "%q finds nothing, not everything", nothing)
	}
}

// What is printed is what finds it, shows it and forgets it.
func TestTheNameThatIsShownWorksEverywhere(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	names := []string{"Hall plan 大阪 (2027)", "сброс nginx", "запуск nginx", "GW-Restart", "café", "C++"}
	for i, name := range names {
		d.save(fact(name, fmt.Sprintf("The subject number %d is this one", i)))
	}
	d.file("My Notes.md", "Where the subject keeps notes\n")
	d.file("other.md", "---\nname: Header Name\ntype: user\ndescription: subject\n---\nsubject\n")
	list, err := d.List(ctx)
	require.NoError(t, err)
	require.Len(t, list.Records, 8)
	_, shown := entries(d.stable(nil).Stable)
	for _, h := range d.recall(memory.Query{Text: "subject", Limit: 20}).Hits {
		slug := h.Record.Slug
		require.Contains(t, shown, slug)
		for _, name := range []string{slug, h.Record.Name} {
			rec, err := d.Get(ctx, name)
			require.NoError(t, err, name)
			require.Equal(t, h.Record, rec)
		}
	}
	rec, err := d.Get(ctx, "other")
	require.NoError(t, err, "by the name of its file, too")
	require.Equal(t, "header-name", rec.Slug)
	require.Equal(t, memory.Updated, d.save(fact("gw-restart", "It takes half a minute")).Outcome, "case is no difference")
	require.Equal(t, memory.Updated, d.save(fact("cafe\u0301", "It closes at six")).Outcome, "nor is the form of a letter")
	for _, r := range list.Records {
		d.forget(r.Slug)
	}
	require.Empty(t, d.slugs())
}

func TestNearNames(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, name := range []string{"eks-prod-1", "eks-prod-2", "eks-stg-2", "rack"} {
		d.save(fact(name, "About "+name+" there is little to say"))
	}
	for name, want := range map[string]string{"eks-prod": "eks-prod-1", "prod": "eks-prod-1", "rack": "rack", "rakc": "rack", "eks stg": "eks-stg-2"} {
		near, err := d.Near(ctx, name, 3)
		require.NoError(t, err)
		require.NotEmpty(t, near, name)
		require.Equal(t, want, near[0], name)
		require.LessOrEqual(t, len(near), 3)
	}
	for _, name := range []string{"zzzzzzzzzzz", "?", ""} {
		near, err := d.Near(ctx, name, 3)
		require.NoError(t, err)
		require.Empty(t, near, name)
	}
}
