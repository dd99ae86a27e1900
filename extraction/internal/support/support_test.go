package support_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/support"
	"github.com/daybook-sre/daybook/memory/analysis"
)

func TestStated(t *testing.T) {
	tests := []struct {
		claim, said string
		want        bool
	}{
		{"the pool is 50", "we set the pool to 50", true},
		{"the pool is 60", "we set the pool to 50", false},
		{"the pool is 5", "we set the pool to 50", false},
		{"the timeout is 30s", "the timeout is 30 s", true},
		{"the timeout is 30s", "the timeout is 30m", false},
		{"it has three replicas", "it has 3 replicas", true},
		{"it has 4 replicas", "it has three replicas", false},
		{"三台のレプリカ", "レプリカは3台", true},
		{"it runs on eks-prod-1", "EKS_PROD_1 runs it", true},
		{"it runs on eks-prod-1", "it runs on eks-prod-10", false},
		{"KubePodCrashLooping pages us", "kube-pod-crash-looping pages us", true},
		{"it is at 10.0.3.17", "it is at 10.0.3.1", false},
		{"version 1.2.3", "version 1.2.34", false},
		{"control-plane nodes", "the control plane nodes", true},
		{"owned by Maria", "maria owns it", true},
		{"owned by Maria", "marian owns it", false},
		{"Production is Postgres", "production is pg", true},
		{"本番はkite-us", "本番はatlas-eu", false},
	}
	for _, tt := range tests {
		s := support.NewStated(&analysis.Analyzer{})
		s.Add(tt.said)
		s.Close()
		all := true
		for _, v := range support.Values(tt.claim) {
			all = all && s.Has(v)
		}
		require.Equal(t, tt.want, all, "%q by %q", tt.claim, tt.said)
	}
}

func TestMeasureAndReplaced(t *testing.T) {
	c := support.NewCorpus(&analysis.Analyzer{})
	c.Add(support.User, "checkout uses redis as its session cache")
	c.Add(support.Assistant, "the ledger outage came from a missing index")
	c.Add(support.Nobody, "kafka is the session cache")
	said := c.Measure(support.NewClaim("redis is the session cache of checkout"), 0)
	require.Equal(t, 1.0, said.PairUser)
	require.Equal(t, 1.0, said.Message)
	require.Zero(t, said.OnlyAssistant)
	answered := c.Measure(support.NewClaim("a missing index caused the ledger outage"), 0)
	require.Zero(t, answered.PairUser)
	require.Greater(t, answered.OnlyAssistant, 0.5)
	require.Equal(t, support.Measure{}, c.Measure(support.NewClaim("…"), 0))

	require.True(t, c.Replaced(support.NewClaim("checkout uses kafka as its session cache")))
	require.False(t, c.Replaced(support.NewClaim("checkout uses redis as its session cache")))
	require.False(t, c.Replaced(support.NewClaim("checkout has redis as its session cache")), "a connecting verb is no value")
}
