package sample_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/sample"
)

func TestIs(t *testing.T) {
	for _, s := range []string{
		"tess/opensre-onboarding-ci-repair-demo is the active repository.",
		"Two throwaway CI repair demos pushed nothing.",
		"Sample alert: ledger p99 at 3s.",
		"Synthetic scenario for a pool outage.",
		"Cloudopsbench run 9 failed.",
		"The demo incident was caused by a full disk",
		"benchmark case 12 expects a DNS failure",
	} {
		require.True(t, sample.Is(s), s)
	}
	for _, s := range []string{
		"Synthetic monitors live in eu-west-3.",
		"northwind/customer-demo-app hosts the sales demo app.",
		"Reuse an existing CI demo repository.",
		"Runs the onboarding demo for customers.",
		"The test suite is red on main; the runner pool is gke-ci-3",
		"load test runs go to the perf cluster",
		"synthetic monitoring pings checkout every minute",
		"demo customer's cluster is demo-eu-1",
		"traces have a sample rate of 5 %",
		"the benchmark cluster is perf-2",
	} {
		require.False(t, sample.Is(s), s)
	}
}
