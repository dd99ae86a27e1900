package search

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSimilar(t *testing.T) {
	const none = Relation(99)
	tests := []struct {
		stored, draft string
		want          Relation
		differ        []string
	}{
		{"Production runs on eks-prod-1.", "production  runs on EKS-prod-1.", Identical, nil},
		{"Production runs on eks-prod-1.", "prod runs on eks-prod-1", Reworded, nil},
		{"Production runs on eks-prod-1; staging on eks-stg-2.", "staging runs on eks-stg-2, production on eks-prod-1", Reworded, nil},
		{"Kafka keeps the audit topic for 30 days.", "The audit topic is kept in Kafka for 30 days", Reworded, nil},
		{"The pager for payments is held by Ana Souza.", "Ana Souza holds the payments pager", Reworded, nil},
		{"Os certificados são renovados em março.", "os certificados sao renovados em marco", Identical, nil},
		{"主库在atlas-eu，端口5433。", "主库在atlas-eu，端口是5433。", Reworded, nil},
		{"Production runs on eks-prod-1.", "Production runs on eks-prod-2.", Changed, []string{"eks-prod-1", "eks-prod-2"}},
		{"The request timeout of checkout is 30s.", "The request timeout of checkout is 60s.", Changed, []string{"30s", "60s"}},
		{"checkout may be restarted during the day", "checkout may not be restarted during the day", Changed, []string{"not"}},
		{"主库在atlas-eu，端口5433。", "主库在atlas-eu，端口3306。", Changed, []string{"3306", "5433"}},
		{"Ana holds the payments pager until June", "Ben holds the payments pager until June", Changed, []string{"Ana", "Ben"}},
		{"The payments team is on call through rota pay-eu.", "The payments team is on-call through rota pay-us.", Changed, []string{"on-call", "pay-eu", "pay-us"}},
		{"The payments team is on call through rota pay-eu.", "The payments team is on-call through rota pay-eu.", Reworded, nil},
		{"Production runs on eks-prod-1.", "eks-prod-1 runs Kubernetes 1.33 with Cilium", none, nil},
		{"Kafka keeps the audit topic for 30 days.", "Kafka brokers run on three i3en.2xlarge hosts", none, nil},
		{"The pager for payments is held by Ana Souza.", "Ana Souza prefers short summaries in the morning", none, nil},
		{"redis-sessions evicts keys when it is full.", "postgres vacuum runs at night", none, nil},
	}
	for _, tt := range tests {
		t.Run(tt.draft, func(t *testing.T) {
			ix, _ := readOncall(t)
			ix.Put(Doc{ID: "stored", Name: "x", Body: tt.stored})
			ix.Put(Doc{ID: "draft", Name: "y", Body: tt.draft})
			got := none
			var differ []string
			for _, m := range ix.Similar(Doc{ID: "draft", Body: tt.draft}, 10, nil) {
				require.NotEqual(t, "draft", m.ID)
				if m.ID == "stored" {
					got, differ = m.Relation, m.Differ
				}
			}
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.differ, differ)
		})
	}
}

func TestSimilarLimit(t *testing.T) {
	ix := New()
	for _, id := range []string{"a", "b", "c"} {
		ix.Put(Doc{ID: id, Body: "deploys stop on Friday"})
	}
	require.Len(t, ix.Similar(Doc{ID: "a", Body: "deploys stop on Friday"}, 5, nil), 2)
	require.Len(t, ix.Similar(Doc{ID: "a", Body: "deploys stop on Friday"}, 1, nil), 1)
	require.Empty(t, ix.Similar(Doc{ID: "a", Body: "deploys stop on Friday"}, -1, nil))
}
