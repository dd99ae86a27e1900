package memory_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// estate fills a store with some facts of a small company.
func estate(d *desk) {
	for name, text := range map[string]string{
		"eks-prod-1":     "Production runs on the cluster eks-prod-1 in eu-west-1.",
		"eks-prod-10":    "Load tests run on the cluster eks-prod-10.",
		"payments-rota":  "Ana Souza holds the payments pager until June.",
		"audit-topic":    "Kafka keeps the audit topic for 30 days.",
		"release-revert": "A bad release of checkout is reverted with the drain flag first.",
	} {
		d.file(name+".md", fmt.Sprintf("---\nname: %s\ntype: infrastructure\ndescription: About %s\n---\n%s\n", name, name, text))
	}
}

// ask is recall with a text alone.
func (d *desk) ask(text string) memory.Recollection {
	d.t.Helper()
	return d.recall(memory.Query{Text: text})
}

func TestWhatAnswersIsSure(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	estate(d)
	for text, first := range map[string]string{
		"who holds the payments pager?":            "payments-rota",
		"how long does Kafka keep the audit topic": "audit-topic",
		"EKS prod 1":                        "eks-prod-1",
		"how is a bad release rolled back?": "release-revert",
	} {
		got := d.ask(text)
		require.Equal(t, first, found(got)[0], text)
		require.True(t, got.Sure && got.Hits[0].Sure, text)
		require.False(t, got.Weak, text)
	}
	for _, text := range []string{"how many nodes does the cluster in Frankfurt have?", "what did the audit of our payroll provider find?"} {
		got := d.ask(text)
		require.NotEmpty(t, got.Hits, "what shares a word is found: "+text)
		require.False(t, got.Sure, text)
	}
	got := d.ask("???")
	require.Empty(t, got.Hits)
	require.Empty(t, got.Used)
	require.False(t, got.Sure)
}

func TestTheIndexFollowsWritesAndHands(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	estate(d)
	require.Equal(t, "audit-topic", found(d.ask("audit topic"))[0])
	d.save(fact("audit-topic", "The trail of changes is kept in Postgres."))
	require.Empty(t, d.Indexed("kafka"), "our own write is in the index at once")
	require.Equal(t, []string{"audit-topic"}, d.Indexed("postgres"))
	d.rewrite("payments-rota.md", "Ana Souza", "Ben Ito")
	require.Equal(t, "payments-rota", found(d.ask("Ben Ito"))[0])
	require.Empty(t, d.Indexed("souza"))
	d.forget("eks-prod-10")
	require.NotContains(t, d.Indexed("eks-prod-10"), "eks-prod-10")
	d.file("zz.md", "A text of its own about walruses")
	require.Equal(t, []string{"zz"}, found(d.ask("walruses")))
}
