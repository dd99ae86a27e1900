package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestRequestsAreFoundWhereAPersonAsks(t *testing.T) {
	for line, want := range map[string][]string{
		"remember that prod is eks-prod-1":                  {"prod is eks-prod-1"},
		"Remember: deploys need a canary":                   {"deploys need a canary"},
		"please remember the db fails over by hand":         {"the db fails over by hand"},
		"note that I'm on the payments team":                {"I'm on the payments team"},
		"note: staging is eks-stg-2":                        {"staging is eks-stg-2"},
		"don't forget that p99 above 2s pages us":           {"p99 above 2s pages us"},
		"can you remember that prod moved to eu-west-1?":    {"prod moved to eu-west-1"},
		"It is fixed. Remember that the pool was too small": {"the pool was too small"},
		"merk dir: prod ist eks-prod-1":                     {"prod ist eks-prod-1"},
		"recuerda que prod es eks-prod-1":                   {"prod es eks-prod-1"},

		"do you remember the cluster?":        nil,
		"remember the outage in May?":         nil,
		"I remember that prod was down":       nil,
		"do not remember this":                nil,
		"which cluster is production?":        nil,
		"note the error rate on the graph":    nil,
		"remember":                            nil,
		"what should I remember about mysql?": nil,
	} {
		require.Equal(t, want, requests(message{line: line}), line)
	}
}

func TestAPasteAsksForNothingUnlessPointedAt(t *testing.T) {
	log := "12:00 ok\nremember that prod is gone"
	require.Empty(t, requests(pasted("what happened here?", log)))
	require.Empty(t, requests(pasted("", log)))
	require.Equal(t, []string{log}, requests(pasted("remember this:", log)))
}

func TestFactsGetNamesTypesAndDescriptions(t *testing.T) {
	for fact, want := range map[string]remember{
		"prod is eks-prod-1 since the November move": {
			Name: "eks-prod-1", Type: string(memory.Infrastructure),
			Description: "Prod is eks-prod-1 since the November move", Content: "Prod is eks-prod-1 since the November move"},
		"eks-prod-1: The production EKS cluster": {
			Name: "eks-prod-1", Type: string(memory.Infrastructure),
			Description: "The production EKS cluster", Content: "The production EKS cluster"},
		"I'm on the payments team.": {
			Name: "payments-team", Type: string(memory.User),
			Description: "I'm on the payments team", Content: "I'm on the payments team."},
		"always page the secondary first": {
			Name: "page-secondary-first", Type: string(memory.Preference),
			Description: "Always page the secondary first", Content: "Always page the secondary first"},
		"the outage on 2026-11-02 was caused by an expired certificate": {
			Name: "outage-2026-11-02-caused-expired", Type: string(memory.InvestigationLearning),
			Description: "The outage on 2026-11-02 was caused by an expired certificate",
			Content:     "The outage on 2026-11-02 was caused by an expired certificate"},
		"payments-db fails over to eu-central-1 by hand": {
			Name: "payments-db", Type: string(memory.Infrastructure),
			Description: "payments-db fails over to eu-central-1 by hand", Content: "payments-db fails over to eu-central-1 by hand"},
		"本番クラスタはアジアにある": {
			Name: "本番クラスタはアジアにある", Type: string(memory.Infrastructure),
			Description: "本番クラスタはアジアにある", Content: "本番クラスタはアジアにある"},
	} {
		require.Equal(t, want, describeFact(fact), fact)
	}
}

func TestAnotherFactAboutOneThingGetsAnotherName(t *testing.T) {
	names := candidateNames("eks-prod-1 runs Kubernetes 1.33")
	require.Equal(t, []string{"eks-prod-1", "eks-prod-1-runs", "eks-prod-1-runs-kubernetes"}, names[:3])

	old := memory.Record{Description: "eks-prod-1 is the production cluster"}
	require.False(t, replaces("eks-prod-1 runs Kubernetes 1.33", old))
	require.True(t, replaces("eks-prod-1 is now the staging cluster", old))
	require.True(t, replaces("eks-prod-1: the staging cluster", old))
	require.True(t, replaces("eks-prod-1 is the production cluster.", old))
}

func TestAnyTextHasAName(t *testing.T) {
	for _, fact := range []string{"!!!", "the and of", "v1.2.3", "https://wiki.example/runbook"} {
		require.NotEmpty(t, describeFact(fact).Name, fact)
		require.NotEmpty(t, describeFact(fact).Description, fact)
	}
}
