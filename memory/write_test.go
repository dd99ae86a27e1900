package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestAResultSaysWhatHappened(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	first := d.propose(said("pool", "The pool holds 40 connections"))
	require.Equal(t, memory.Created, first.Outcome)
	require.Nil(t, first.Previous)
	require.Equal(t, memory.Unconfirmed, first.Record.Status)
	require.Equal(t, "pool.md", first.Record.Path)
	d.pass(time.Hour)
	again := d.propose(said("pool", "the pool  holds 40 connections."))
	require.Equal(t, memory.Unchanged, again.Outcome)
	require.Equal(t, first.Record, again.Record)

	changed := d.propose(said("Pool", "The pool holds 50 connections"))
	require.Equal(t, memory.Updated, changed.Outcome)
	require.Equal(t, "The pool holds 40 connections", changed.Previous.Body)
	require.Equal(t, "The pool holds 50 connections", changed.Record.Body)
	require.Equal(t, monday, changed.Record.Created, "created is kept")
	require.Equal(t, monday.Add(time.Hour), changed.Record.Updated)

	saved := d.save(said("pool", "The pool holds 60 connections").Draft)
	require.Equal(t, memory.Updated, saved.Outcome)
	require.Equal(t, memory.Confirmed, saved.Record.Status)
	require.Equal(t, memory.Unconfirmed, saved.Previous.Status)
	require.Equal(t, monday, saved.Record.Created)
	require.Equal(t, memory.Unchanged, d.save(said("pool", "The pool holds 60 connections").Draft).Outcome)
	d.reopen()
	rec, err := d.Get(ctx, "pool")
	require.NoError(t, err)
	require.Equal(t, saved.Record, rec)
}

func TestAPersonsWordingIsStoredAsItIs(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(said("pool", "the pool holds 40 connections").Draft)
	require.Equal(t, memory.Updated, d.save(said("pool", "The Pool holds 40 connections.").Draft).Outcome)
	rec, err := d.Get(ctx, "pool")
	require.NoError(t, err)
	require.Equal(t, "The Pool holds 40 connections.", rec.Body)
	m := said("pool", "The Pool holds 40 connections.").Draft
	m.Labels = []string{"edge"}
	require.Equal(t, memory.Updated, d.save(m).Outcome, "a label is a change")
	require.Equal(t, memory.Unchanged, d.save(m).Outcome)
}

func TestWhatIsTooLongIsCutAndSaidSo(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	p := said("long", "x")
	p.Description = "first line\nsecond line " + strings.Repeat("x", 500)
	p.Body = strings.Repeat("päge ", 3000)
	p.Quote = strings.Repeat("quote ", 100)
	for i := range 40 {
		p.Labels = append(p.Labels, fmt.Sprint("label-", i))
	}
	res := d.propose(p)
	require.Equal(t, []string{"description", "body", "quote", "labels"}, res.Cut)
	require.Len(t, []rune(res.Record.Description), memory.MaxDescription)
	require.NotContains(t, res.Record.Description, "\n")
	require.Len(t, []rune(res.Record.Body), memory.MaxBody)
	require.Contains(t, res.Record.Body, "[cut at 10000 characters]")
	require.LessOrEqual(t, len([]rune(res.Record.Quote)), memory.MaxQuote)
	require.Len(t, res.Record.Labels, memory.MaxLabels)
	require.Empty(t, d.propose(said("short", "The rack is in row 4")).Cut)
}

func TestArgumentsAreCheckedInOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	m := memory.Draft{Name: "?!", Type: "gossip", ValidFrom: "tomorrow"}
	for _, step := range []struct {
		code  memory.Code
		field string
		mend  func()
	}{
		{memory.InvalidName, "name", func() { m.Name = "rack" }},
		{memory.InvalidType, "type", func() { m.Type = memory.User }},
		{memory.EmptyDescription, "description", func() { m.Description = " \n\u200b" }},
		{memory.EmptyDescription, "description", func() { m.Description = "token " + githubToken(1) }},
		{memory.EmptyContent, "content", func() { m.Body = "\n  \n" }},
		{memory.EmptyContent, "content", func() { m.Body = "The rack is in row 4" }},
		{memory.InvalidInterval, "valid_from", func() { m.ValidFrom, m.ValidUntil = "2026-12-01", "2026-11-01" }},
		{memory.InvalidInterval, "valid_until", func() { m.ValidUntil = "2026-12-01T10:00" }},
		{memory.InvalidInterval, "valid_until", func() { m.ValidUntil = " 2026-12-31\n" }},
		{memory.SensitiveContent, "description", func() { m.Description = "Where the rack is" }},
	} {
		for _, err := range []error{m.Validate(), second(d.Save(ctx, m, memory.By{})), second(d.Propose(ctx, memory.Proposal{Draft: m}, memory.By{}))} {
			var r *memory.Refusal
			require.ErrorAs(t, err, &r, step.code)
			require.Equal(t, step.code, r.Code)
			require.Equal(t, step.field, r.Field)
			require.NotEmpty(t, r.Detail)
			require.ErrorIs(t, err, &memory.Refusal{Code: step.code})
			require.NotErrorIs(t, err, &memory.Refusal{Code: memory.Full})
		}
		step.mend()
	}
	require.NoDirExists(t, d.Path())
	require.NoError(t, m.Validate())
	require.Equal(t, "2026-12-31", d.save(m).Record.ValidUntil)
}

func second[T any](_ T, err error) error { return err }

func TestATypeIsFolded(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i, typ := range []memory.Type{"Infrastructure", " INFRASTRUCTURE ", "infrastructure"} {
		m := fact(fmt.Sprint("m", i), fmt.Sprint("The rack stands in row ", i))
		m.Type = typ
		require.Equal(t, memory.Infrastructure, d.save(m).Record.Type)
	}
	for _, typ := range []memory.Type{"", "infra", "facts", "user infrastructure"} {
		m := fact("x", "The rack is in row 4")
		m.Type = typ
		_, err := d.Save(ctx, m, memory.By{})
		require.Equal(t, memory.InvalidType, codeOf(t, err), typ)
		require.ErrorContains(t, err, "investigation_learning", "it lists the four")
	}
}

func TestLabelsAddUpAndTagsAreReplaced(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	p := said("pool", "The pool holds 40 connections")
	p.Labels, p.Tags = []string{"edge", " edge ", "pii\n"}, []string{"a"}
	require.Equal(t, []string{"edge", "pii"}, d.propose(p).Record.Labels)
	next := said("pool", "The pool holds 50 connections")
	next.Labels, next.Tags = []string{"db"}, []string{"b"}
	res := d.propose(next)
	require.Equal(t, []string{"edge", "pii", "db"}, res.Record.Labels)
	require.Equal(t, []string{"b"}, res.Record.Tags)
	next.Labels = []string{"private"}
	res = d.propose(next)
	require.Equal(t, memory.Updated, res.Outcome, "a label is not dropped because the text is known")
	require.Equal(t, []string{"edge", "pii", "db", "private"}, res.Record.Labels)
	require.Equal(t, memory.Updated, d.propose(said("pool", "The pool holds 60 connections")).Outcome)

	m := said("pool", "The pool holds 60 connections").Draft
	m.Labels = []string{"mine"}
	require.Equal(t, []string{"mine"}, d.save(m).Record.Labels, "a person says what there is")
	m.Labels = nil
	require.Equal(t, []string{"mine"}, d.save(m).Record.Labels)
}

func TestACitationIsAddedToWhatIsKnown(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	cite := func(turn string) memory.Proposal {
		p := said("pool", "The pool holds 40 connections")
		p.Quote = "it holds 40"
		p.Grounds = []memory.Ground{{Session: "inc 42#7", Turn: turn, Text: "it holds 40, " + turn, At: d.now}}
		return p
	}
	require.Len(t, d.propose(cite("1")).Record.Evidence, 1)
	res := d.propose(cite("1"))
	require.Equal(t, memory.Unchanged, res.Outcome)
	require.Len(t, res.Record.Evidence, 1, "the same turn is one citation")
	for i := range 12 {
		d.pass(time.Minute)
		res = d.propose(cite(fmt.Sprint(i + 2)))
		require.Equal(t, memory.Unchanged, res.Outcome)
		require.Equal(t, monday, res.Record.Updated)
	}
	require.Len(t, res.Record.Evidence, memory.MaxEvidence)
	require.Regexp(t, `^inc_42_7#13@[0-9a-f]{12}$`, res.Record.Evidence[7], "the newest are kept")
	require.NotContains(t, d.raw("pool.md"), "it holds 40, ")
	require.Equal(t, "it holds 40", res.Record.Quote)

	unknown := cite("99")
	unknown.Name = "another name"
	require.Equal(t, "pool", d.propose(unknown).Record.Slug)

	// The user asks for what an agent only noted: now a person vouches for it.
	asked := cite("100")
	asked.Explicit = true
	res = d.propose(asked)
	require.Equal(t, memory.Updated, res.Outcome)
	require.Equal(t, memory.Confirmed, res.Record.Status)
	require.Equal(t, memory.FromUser, res.Record.Source)

	// A plain text that somebody dropped in is not given a head for it.
	d.file("plain.md", "The door is green\n")
	p := said("door", "The door is green")
	p.Grounds = ground(d.now)
	d.propose(p)
	require.Equal(t, "The door is green\n", d.raw("plain.md"))
}

func TestSimilarMemoriesAreNamed(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("checkout-pool", "The checkout connection pool holds 40 connections to pg-main-3"))
	d.propose(said("rack", "The rack is in row 4"))
	res := d.propose(said("pool-size", "The checkout connection pool to pg-main-3 was raised, it holds 60 connections"))
	require.Equal(t, memory.Created, res.Outcome)
	require.Equal(t, []memory.Match{{Name: "checkout-pool", Relation: memory.OtherValue, Differ: []string{"40", "60"}}}, res.Similar)
}

func TestBoundsAreSaidAloud(t *testing.T) {
	t.Parallel()
	d := newDesk(t, &memory.Options{MaxMemories: 55})
	fill := func(i int) memory.Proposal {
		return said(fmt.Sprint("m-", i), fmt.Sprintf("Machine %d stands in rack %d", i, i*7))
	}
	for i := range memory.MaxSessionSaves {
		d.propose(fill(i))
	}
	_, err := d.Propose(ctx, fill(50), memory.By{Session: "s1"})
	require.Equal(t, memory.Full, codeOf(t, err))
	require.ErrorContains(t, err, "50")
	d.reopen()
	_, err = d.Propose(ctx, fill(50), memory.By{Session: "s1"})
	require.Equal(t, memory.Full, codeOf(t, err), "another process counts on")
	require.Equal(t, memory.Unchanged, d.propose(fill(3)).Outcome, "what is known needs no room")
	_, err = d.Save(ctx, fill(50).Draft, memory.By{Session: "s1"})
	require.NoError(t, err, "a person is not counted")
	for i := 51; i < 55; i++ {
		_, err = d.Propose(ctx, fill(i), memory.By{Session: "s2"})
		require.NoError(t, err)
	}
	_, err = d.Propose(ctx, fill(55), memory.By{Session: "s3"})
	require.Equal(t, memory.Full, codeOf(t, err))
	require.ErrorContains(t, err, "55")
	_, err = d.Save(ctx, fill(55).Draft, memory.By{})
	require.Equal(t, memory.Full, codeOf(t, err), "the store's limit holds for a person, too")
	d.save(said("m-3", "Machine 3 was scrapped").Draft)
	d.forget("m-4")
	_, err = d.Propose(ctx, fill(55), memory.By{Session: "s3"})
	require.NoError(t, err)
}
