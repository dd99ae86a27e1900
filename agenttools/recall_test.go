package agenttools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestRecallByNameGivesOneMemoryInFull(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	save(t, store, memory.Draft{
		Name: "eks-prod-1", Type: memory.Infrastructure, Description: "The production cluster", Body: "Production runs on eks-prod-1.\nStaging on eks-stg-2.",
		ValidFrom: "2026-11-01", Labels: []string{"aws"}, Tags: []string{"eks"},
	})
	remember(t, tools, "grafana", "Dashboards live at grafana.internal.")

	got := call(t, tools, agenttools.Recall, args{"name": "EKS prod 1"})
	require.Equal(t, "found", got.status())
	require.EqualValues(t, 2, got["total_stored"])
	require.Len(t, got.entries(), 1)
	e := got.entries()[0]
	for field, want := range map[string]string{
		"name": "eks-prod-1", "type": "infrastructure", "status": "confirmed", "source": "user",
		"description": "The production cluster", "content": "Production runs on eks-prod-1.\nStaging on eks-stg-2.", "valid_from": "2026-11-01",
	} {
		require.Equal(t, want, e.text(field), field)
	}
	require.Equal(t, []string{"aws"}, e.strings("labels"))
	require.Equal(t, []string{"eks"}, e.strings("tags"))
	require.NotEmpty(t, e.text("created"))
	require.NotEmpty(t, e.text("updated"))
}

func TestRecallOfAnUnknownNameOffersTheClosest(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "payments-oncall", "Rota pay-eu.")
	got := call(t, tools, agenttools.Recall, args{"name": "payment-oncall"})
	require.Equal(t, "not_found", got.code())
	require.Contains(t, got.strings("near"), "payments-oncall")
}

func TestRecallByQueryRanks(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "ledger-flake", "The ledger test is flaky on macOS runners.")
	remember(t, tools, "macos-runners", "macOS runners live in the Frankfurt office.")
	remember(t, tools, "dashboards", "Dashboards live at grafana.internal.")

	got := call(t, tools, agenttools.Recall, args{"query": "ledger macos flake"})
	require.Equal(t, "found", got.status())
	require.Equal(t, []string{"ledger-flake", "macos-runners"}, got.names())
	first, second := got.entries()[0]["score"].(float64), got.entries()[1]["score"].(float64)
	require.Greater(t, first, second)
	require.Positive(t, second)
}

func TestRecallWithoutArgumentsIsTheIndex(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "first", "One.")
	remember(t, tools, "second", "Two.")
	got := call(t, tools, agenttools.Recall, args{})
	require.Equal(t, "index", got.status())
	require.Equal(t, []string{"second", "first"}, got.names(), "newest first")
	for _, e := range got.entries() {
		require.NotContains(t, e, "content")
		require.NotEmpty(t, e.text("description"))
	}
}

func TestRecallTellsNothingStoredNothingMatchedAndDidNotFitApart(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	ask := func(query string) result { return call(t, tools, agenttools.Recall, args{"query": query, "limit": 20}) }

	got := ask("proxy")
	require.Equal(t, "nothing_stored", got.status())
	require.EqualValues(t, 0, got["total_stored"])
	require.Equal(t, []any{}, got["entries"], "an empty array, not null")

	for i := range 5 {
		remember(t, tools, fmt.Sprintf("proxy-%d", i), fmt.Sprintf("Proxy %d: ", i)+strings.Repeat(fmt.Sprintf("restart%d squid then haproxy. ", i), 160))
	}
	got = ask("kafka")
	require.Equal(t, "nothing_matched", got.status())
	require.EqualValues(t, 5, got["total_stored"])
	require.Empty(t, got.entries())

	got = ask("proxy")
	require.Equal(t, "found", got.status())
	require.EqualValues(t, 5, got["matched"])
	require.Less(t, len(got.entries()), 5)
	require.EqualValues(t, 5-len(got.entries()), got.object("omitted")["size"])
	require.Len(t, got.strings("did_not_fit"), 5-len(got.entries()))
	require.NotSubset(t, got.names(), got.strings("did_not_fit"))
	require.Contains(t, got.text("note"), "fit")

	total := 0
	for _, e := range got.entries() {
		n := utf8.RuneCountInString(e.text("content"))
		require.LessOrEqual(t, n, agenttools.MaxContent)
		require.Equal(t, true, e["content_cut"])
		total += n
	}
	require.LessOrEqual(t, total, agenttools.MaxTotal)
	require.Greater(t, total, agenttools.MaxTotal*3/4, "the room is used")
}

func TestRecallGivesAtMostAsManyAsAsked(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	for i := range 25 {
		remember(t, tools, fmt.Sprintf("fleet-%d", i), fmt.Sprintf("Fleet node %d has disk sd%d.", i, i))
	}
	for limit, want := range map[int]int{0: 5, 1: 1, 7: 7, 20: 20, 21: 20, 999: 20} {
		a := args{"query": "fleet"}
		if limit > 0 {
			a["limit"] = limit
		}
		got := call(t, tools, agenttools.Recall, a)
		require.Len(t, got.entries(), want, "limit %d", limit)
		require.EqualValues(t, 25, got["matched"])
		require.EqualValues(t, 25-want, got.object("omitted")["limit"])
	}
	require.Len(t, call(t, tools, agenttools.Recall, args{}).entries(), 20, "the index is as long as it may be")
	require.Len(t, call(t, tools, agenttools.Recall, args{"limit": 3}).entries(), 3)
}

func TestALongMemoryIsCutInTheResultAlone(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	body := strings.Repeat("ü", 9000)
	remember(t, tools, "long", body)
	e := call(t, tools, agenttools.Recall, args{"name": "long"}).entries()[0]
	require.Equal(t, agenttools.MaxContent, utf8.RuneCountInString(e.text("content")))
	require.Equal(t, true, e["content_cut"])
	remember(t, tools, "short", "Short.")
	require.NotContains(t, call(t, tools, agenttools.Recall, args{"name": "short"}).entries()[0], "content_cut")
}

func TestAQueryWithoutAWordMatchesNothing(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "tenants", "多租户隔离已开启。")
	require.Equal(t, []string{"tenants"}, call(t, tools, agenttools.Recall, args{"query": "多租户"}).names())
	got := call(t, tools, agenttools.Recall, args{"query": "。、"})
	require.Equal(t, "nothing_matched", got.status())
	require.NotEmpty(t, got.text("note"))
}

func TestAMemoryThatDoesNotHoldNowIsFoundByNameAlone(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	a := fact("freeze", "No deployments of payments.")
	a["valid_until"] = "2026-01-31"
	call(t, tools, agenttools.Remember, a)
	got := call(t, tools, agenttools.Recall, args{"query": "deployments payments"})
	require.Empty(t, got.entries())
	require.EqualValues(t, 1, got.object("omitted")["validity"])
	require.Equal(t, "2026-01-31", call(t, tools, agenttools.Recall, args{"name": "freeze"}).entries()[0].text("valid_until"))
}

func TestAnEditByHandIsSeenByTheNextCall(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "leader", "The leader is kite-01.")
	file, err := os.ReadFile(filepath.Join(store.Path(), "leader.md"))
	require.NoError(t, err)
	writeByHand(t, store, "leader.md", strings.Replace(string(file), "kite-01", "kite-07", 1))
	e := call(t, tools, agenttools.Recall, args{"name": "leader"}).entries()[0]
	require.Equal(t, "The leader is kite-07.", strings.TrimSpace(e.text("content")))
	require.Equal(t, "confirmed", e.text("status"))
	require.Equal(t, "hand", e.text("source"))
}
