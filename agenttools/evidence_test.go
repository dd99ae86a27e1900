package agenttools_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
)

func TestEvidenceSaysWhatWasRecalled(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	for i := range 8 {
		remember(t, tools, fmt.Sprintf("rack-%d", i), fmt.Sprintf("Rack %d holds switch s%d.", i, i*3))
	}
	remember(t, tools, "blue-fleet", "The blue fleet serves checkout.")
	remember(t, tools, "green-fleet", "The green fleet is drained on Mondays.")

	for _, c := range []struct {
		name    string
		args    args
		summary string
		names   []string
	}{
		{"by name", args{"name": "Blue Fleet"}, "recalled memory 'blue-fleet'", []string{"blue-fleet"}},
		{"by query", args{"query": "fleet"}, "2 of 10 memories matched 'fleet'", nil},
		{"the index", args{"limit": 2}, "listed 2 of 10 memories", []string{"green-fleet", "blue-fleet"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, c.args))
			require.Len(t, got, 1)
			require.Equal(t, "memory_recall", got[0].Source)
			require.Equal(t, c.summary, got[0].Summary)
			if c.names != nil {
				require.Equal(t, c.names, got[0].Names)
			}
		})
	}
}

func TestEvidenceIsNothingWhereNothingWasRecalled(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	empty := rawCall(t, tools, agenttools.Recall, args{"query": "fleet"})
	saved := rawCall(t, tools, agenttools.Remember, fact("blue-fleet", "The blue fleet serves checkout."))
	found := rawCall(t, tools, agenttools.Recall, args{"query": "fleet"})
	for name, c := range map[string]struct {
		tool string
		out  json.RawMessage
	}{
		"nothing stored":       {agenttools.Recall, empty},
		"nothing matched":      {agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"query": "kafka"})},
		"an unknown name":      {agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"name": "nope"})},
		"an argument error":    {agenttools.Recall, rawCall(t, tools, agenttools.Recall, `{"query":7}`)},
		"a save":               {agenttools.Remember, saved},
		"another tool":         {"kubectl_get", found},
		"no result":            {agenttools.Recall, nil},
		"no JSON":              {agenttools.Recall, json.RawMessage("timeout")},
		"JSON of another make": {agenttools.Recall, json.RawMessage(`[{"name":"x"}]`)},
	} {
		require.Empty(t, agenttools.Evidence(c.tool, c.out), name)
	}
	require.Len(t, agenttools.Evidence(agenttools.Recall, found), 1)
}

func TestEvidenceKeepsCredentialsOfAQueryOut(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "bot", "The bot posts to the incident channel.")
	token := githubToken(3)
	got := agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"query": "bot " + token}))
	require.Len(t, got, 1)
	require.NotContains(t, got[0].Summary, token)
	require.Contains(t, got[0].Summary, "1 of 1 memories matched 'bot")

	forged := json.RawMessage(`{"status":"found","query":"` + token + `","entries":[{"name":"a"}],"matched":1,"total_stored":1}`)
	require.NotContains(t, agenttools.Evidence(agenttools.Recall, forged)[0].Summary, token)
}

func TestCitationsOfOneReportAreNumbered(t *testing.T) {
	t.Parallel()
	recall := agenttools.Citation{Source: "memory_recall", Summary: "recalled memory 'a'"}
	logs := agenttools.Citation{Source: "logs"}
	var report []agenttools.Citation
	report = agenttools.AppendCitations(report, recall)
	report = agenttools.AppendCitations(report, logs, recall)
	report = agenttools.AppendCitations(report)
	report = agenttools.AppendCitations(report, recall)
	var sources []string
	for _, c := range report {
		sources = append(sources, c.Source)
	}
	require.Equal(t, []string{"memory_recall", "logs", "memory_recall#2", "memory_recall#3"}, sources)
}
