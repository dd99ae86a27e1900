package memory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// These tests keep one promise: what a person forgot does not come back through
// any automatic way. Each has a control that is accepted, so that a store which
// refuses everything would fail.

const (
	paging   = "Paging goes to #sre-oncall, then to the duty manager"
	vault    = "Vault runs in eu-central-1 behind the internal balancer"
	cluster  = "The production cluster is eks-prod-1 in eu-west-1"
	oldQuote = "prod is eks-prod-1 in eu-west-1 and we page through #sre-oncall"
)

// forgotten returns a store in which cluster was stored from oldQuote and
// forgotten an hour later; another hour has passed.
func forgotten(t *testing.T) *desk {
	d := newDesk(t, nil)
	p := said("eks-prod-1", cluster)
	p.Quote, p.Grounds = oldQuote, ground(d.now.Add(-time.Minute))
	require.Equal(t, memory.Created, d.propose(p).Outcome)
	d.propose(said("vault", vault))
	d.pass(time.Hour)
	d.forget("eks-prod-1")
	d.pass(time.Hour)
	return d
}

func ground(at time.Time) []memory.Ground {
	return []memory.Ground{{Session: "inc-42", Turn: "7", Text: oldQuote, At: at}}
}

func TestForgottenStaysForgottenInEveryShape(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	for name, p := range map[string]memory.Proposal{
		"word for word":        said("eks-prod-1", cluster),
		"another name":         said("clusters", cluster),
		"another type":         {Draft: memory.Draft{Name: "prod", Type: memory.Preference, Description: cluster, Body: cluster}},
		"with a validity":      {Draft: memory.Draft{Name: "prod", Type: memory.Infrastructure, Description: cluster, Body: cluster, ValidFrom: "2026-01-01"}},
		"reworded":             said("prod", "eks-prod-1 in eu-west-1 is the cluster for production"),
		"short":                said("prod", "prod = eks-prod-1"),
		"first half":           said("prod", "Production is eks-prod-1"),
		"second half":          said("region", "eks-prod-1 is in eu-west-1"),
		"filler":               said("prod", "Please note that the production cluster is currently eks-prod-1, located in eu-west-1, as always"),
		"case":                 said("PROD", "THE PRODUCTION CLUSTER IS EKS-PROD-1 IN EU-WEST-1"),
		"full width":           said("prod", "Ｔｈｅ　ｐｒｏｄｕｃｔｉｏｎ　ｃｌｕｓｔｅｒ is ｅｋｓ-ｐｒｏｄ-１ in eu-west-1"),
		"look-alikes":          said("prod", "The рroductiоn cluster is eks-рrod-1 in еu-west-1"),
		"invisible characters": said("prod", "The produc\u200btion cluster is eks\u2060-prod-1 in eu-west\u00ad-1"),
		"as an agent's note":   {Draft: said("prod", cluster).Draft, Source: memory.FromAgent},
		"as an import":         {Draft: said("prod", cluster).Draft, Source: memory.FromImport},
		"as the user's word":   {Draft: said("prod", cluster).Draft, Source: memory.FromUser},
	} {
		d.refuses(memory.Forgotten, p, name)
	}
	// What brings something else along is for a person to take apart.
	d.waits(memory.Forgotten, said("prod", cluster+". Cats like the warm rack."))
	require.Equal(t, []string{"vault"}, d.slugs())
	require.NotContains(t, d.stable(nil).Stable, "eks-prod-1")
}

func TestForgottenStaysForgottenWhateverItRestsOn(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	forgottenAt := monday.Add(time.Hour)
	resting := func(p memory.Proposal, at time.Time, explicit bool) memory.Proposal {
		p.Quote, p.Grounds, p.Explicit = oldQuote, ground(at), explicit
		return p
	}
	for name, p := range map[string]memory.Proposal{
		"words from before":                   resting(said("prod", cluster), forgottenAt.Add(-time.Second), false),
		"words from before, asked for then":   resting(said("prod", cluster), forgottenAt.Add(-time.Second), true),
		"words at the same moment, asked for": resting(said("prod", cluster), forgottenAt, true),
		"words without a time, asked for":     resting(said("prod", cluster), time.Time{}, true),
		"newer words that do not ask":         resting(said("prod", cluster), d.now, false),
		"asked for, resting on nothing":       {Draft: said("prod", cluster).Draft, Explicit: true},
		"drawn again from the same words":     resting(said("x", "The eks-prod-1 cluster is what production means"), forgottenAt.Add(-time.Minute), false),
	} {
		d.refuses(memory.Forgotten, p, name)
	}
	d.waits(memory.Forgotten, resting(said("eks-prod-1", "A cluster with a long name"), forgottenAt.Add(-time.Minute), false), "its name, and nothing newer behind it")
	// The control: other words under the forgotten name, said since.
	d.propose(resting(said("eks-prod-1", "eks-prod-1 runs Kubernetes 1.33"), d.now, false))
	require.ElementsMatch(t, []string{"vault", "eks-prod-1"}, d.slugs())
}

func TestForgottenInOtherLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, again, other string }{
		{"Die Produktion läuft auf eks-prod-1 mit 3 Knoten", "eks-prod-1 ist die Produktion und hat 3 Knoten", "Die Produktion läuft auf eks-prod-1 mit 5 Knoten"},
		{"El clúster de producción es eks-prod-1", "eks-prod-1 es el clúster de producción", "El clúster de producción no es eks-prod-1"},
		{"Le basculement de la base orders est manuel", "le basculement de la base ORDERS est manuel", "La base orders a trois répliques"},
		{"Продакшн работает на eks-prod-1", "eks-prod-1 — это продакшн", "Продакшн работает на eks-prod-2"},
		{"本番クラスタはeks-prod-1です", "eks-prod-1は本番クラスタです", "本番クラスタはeks-prod-2です"},
		{"我们的主库在lima-3，端口6543。", "主库在lima-3，端口是6543", "我们的主库在lima-3，端口9876。"},
	} {
		d := newDesk(t, nil)
		d.propose(said("first", c.text))
		d.forget("first")
		d.refuses(memory.Forgotten, said("again", c.again), c.again)
		require.Equal(t, memory.Created, d.propose(said("other", c.other)).Outcome, c.other)
	}
}

func TestANewFactAboutTheSameThingIsWelcome(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	for name, text := range map[string]string{
		"version":     "eks-prod-1 runs Kubernetes 1.33 since the last upgrade",
		"number":      "The production cluster is eks-prod-2 in eu-west-1",
		"region":      "The production cluster is eks-prod-1 in us-east-1",
		"environment": "The staging cluster is eks-stg-2 in eu-west-1",
		"negation":    "The production cluster is not eks-prod-1 in eu-west-1",
		"page":        paging,
	} {
		require.Equal(t, memory.Created, d.propose(said(name, text)).Outcome, text)
	}
}

func TestAPersonBringsBackOneValueOnly(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	again := said("eks-prod-1", cluster).Draft
	res := d.save(again)
	require.True(t, res.Excused, "the result says that a tombstone was passed")
	require.Equal(t, memory.Confirmed, res.Record.Status)
	require.False(t, d.save(fact("rack", "The rack is in row 4.")).Excused)

	d.reopen()
	require.Equal(t, memory.Unchanged, d.propose(said("eks-prod-1", cluster)).Outcome, "that value is stored")
	d.refuses(memory.Forgotten, said("prod", "The eks-prod-1 cluster in eu-west-1 is our production"), "the bar stays for other values")

	// Forgotten once more, the exception is of no use any more.
	d.pass(time.Hour)
	d.forget("eks-prod-1")
	d.refuses(memory.Forgotten, said("eks-prod-1", cluster))
	d.propose(said("page", paging))
}

func TestAnExceptionHoldsAgainstEveryBar(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("one", cluster))
	d.save(said("two", "eks-prod-1 in eu-west-1 is the production cluster").Draft)
	d.forget("one")
	d.forget("two")
	again := said("one", cluster).Draft
	require.True(t, d.save(again).Excused)
	again.Labels = []string{"edge"}
	require.False(t, d.save(again).Excused, "both bars know of the exception")
}

func TestTheUsersNewerRequestPasses(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	p := said("eks-prod-1", cluster)
	p.Quote, p.Grounds, p.Explicit = "remember that prod is eks-prod-1 in eu-west-1", ground(d.now), true
	d.refuses(memory.Forgotten, said("eks-prod-1", cluster), "without the request")
	res := d.propose(p)
	require.Equal(t, memory.Created, res.Outcome)
	require.Equal(t, memory.Confirmed, res.Record.Status)
	require.False(t, res.Excused, "it was no person's own act")
	d.refuses(memory.Forgotten, said("prod", "The eks-prod-1 cluster in eu-west-1 is our production"), "the bar stays")
}

func TestForgettingOutlivesTheProcessAndAYear(t *testing.T) {
	t.Parallel()
	d := forgotten(t)
	for range 3 {
		d.pass(365 * 24 * time.Hour)
		d.reopen()
		p := said("prod", cluster)
		p.Quote, p.Grounds = oldQuote, ground(d.now)
		r := d.refuses(memory.Forgotten, p)
		require.Equal(t, monday.Add(time.Hour), r.At, "the refusal says when it was forgotten")
		require.Contains(t, r.Detail, "2026-11-30")
		require.NotContains(t, r.Error(), "eu-west-1")
	}
	d.propose(said("page", paging))
}
