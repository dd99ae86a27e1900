package agenttools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

// reference holds what the reference system does with its tools, by the number
// of the case, in our terms. Where we differ the name of the test says so.
var reference = map[string]struct {
	what string
	run  func(t *testing.T, store *memory.Store, tools *agenttools.Tools)
}{
	"TOOL-002": {"the tools are there only while memory is on", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		require.Len(t, tools.List(context.Background()), 3)
		store, err := openRoot(t, &memory.Options{Settings: memory.Settings{Disabled: true}}).Local()
		require.NoError(t, err)
		require.Empty(t, agenttools.New(store, nil).List(context.Background()))
	}},
	"TOOL-003": {"a new name is created and its path exists", func(t *testing.T, store *memory.Store, tools *agenttools.Tools) {
		got := remember(t, tools, "blue-fleet", "The blue fleet serves checkout.")
		require.Equal(t, "created", got.status())
		require.FileExists(t, filepath.Join(store.Path(), got.text("path")))
	}},
	"TOOL-004": {"another text under a known name updates it", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		remember(t, tools, "blue-fleet", "The blue fleet serves checkout.")
		require.Equal(t, "updated", remember(t, tools, "blue-fleet", "The blue fleet serves search.").status())
	}},
	"TOOL-006": {"a name is folded to its slug", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		require.Equal(t, "blue-fleet-rules", remember(t, tools, "Blue Fleet Rules!", "Drain first.").text("name"))
	}},
	"TOOL-007": {"a name without a letter or digit is refused", func(t *testing.T, store *memory.Store, tools *agenttools.Tools) {
		require.Equal(t, "invalid_name", remember(t, tools, "!!!", "Drain first.").code())
		require.NoDirExists(t, store.Path())
	}},
	"TOOL-008": {"an unknown type is refused", func(t *testing.T, store *memory.Store, tools *agenttools.Tools) {
		a := fact("blue-fleet", "Drain first.")
		a["type"] = "gossip"
		require.Equal(t, "invalid_type", call(t, tools, agenttools.Remember, a).code())
		require.NoDirExists(t, store.Path())
	}},
	"TOOL-015": {"a credential is refused and not repeated", func(t *testing.T, store *memory.Store, tools *agenttools.Tools) {
		out := rawCall(t, tools, agenttools.Remember, fact("bot", "auth_token: "+githubToken(21)))
		require.Equal(t, "sensitive_content", parse(t, out).code())
		require.NotContains(t, string(out), "ghp"+"_")
		require.NoDirExists(t, store.Path())
	}},
	"TOOL-016": {"forgetting by name (our word for deleted is forgotten)", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		remember(t, tools, "blue-fleet", "Drain first.")
		require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": "blue-fleet"}).status())
		require.Equal(t, "not_found", call(t, tools, agenttools.Recall, args{"name": "blue-fleet"}).code())
	}},
	"TOOL-020": {"an unknown name is not found", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		require.Equal(t, "not_found", call(t, tools, agenttools.Recall, args{"name": "nope"}).code())
	}},
	"TOOL-025": {"the index has no contents", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		remember(t, tools, "blue-fleet", "Drain first.")
		entries := call(t, tools, agenttools.Recall, nil).entries()
		require.Len(t, entries, 1)
		require.NotContains(t, entries[0], "content")
	}},
	"TOOL-027": {"a limit is at most 20", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		for i := range 25 {
			remember(t, tools, fmt.Sprintf("fleet-%d", i), fmt.Sprintf("Fleet %d drains on day %d.", i, i))
		}
		require.Len(t, call(t, tools, agenttools.Recall, args{"query": "fleet", "limit": 999}).entries(), 20)
	}},
	"TOOL-028": {"a query that is no string is refused (as invalid_arguments, like any other wrong argument)", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		got := call(t, tools, agenttools.Recall, args{"query": 123})
		require.Equal(t, "invalid_arguments", got.code())
		require.Equal(t, "query", got.text("field"))
	}},
	"OLDX-025": {"work in the background writes for the same caller, by the store it carries", func(t *testing.T, _ *memory.Store, _ *agenttools.Tools) {
		root := openRoot(t, nil)
		ana, err := root.Store("org_n/U_ANA")
		require.NoError(t, err)
		tools, done := agenttools.New(ana, nil), make(chan json.RawMessage)
		arguments := encoded(t, fact("blue-fleet", "Drain first."))
		go func() {
			out, _ := tools.Call(context.Background(), agenttools.Remember, arguments)
			done <- out
		}()
		require.Equal(t, "created", parse(t, <-done).status())
		again, err := root.Store("org_n/U_ANA")
		require.NoError(t, err)
		require.Len(t, call(t, agenttools.New(again, nil), agenttools.Recall, nil).entries(), 1)
		bob, err := root.Store("org_n/U_BOB")
		require.NoError(t, err)
		require.Empty(t, call(t, agenttools.New(bob, nil), agenttools.Recall, nil).entries())
	}},
	"EVID-001": {"a memory recalled by name is cited", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		remember(t, tools, "blue-fleet", "Drain first.")
		got := agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"name": "blue-fleet"}))
		require.Equal(t, []agenttools.Citation{{Source: "memory_recall", Summary: "recalled memory 'blue-fleet'", Names: []string{"blue-fleet"}}}, got)
	}},
	"EVID-002": {"a search is cited with how many matched of how many", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		for i := range 8 {
			remember(t, tools, fmt.Sprintf("rack-%d", i), fmt.Sprintf("Rack %d holds switch s%d.", i, i*3))
		}
		remember(t, tools, "blue-fleet", "Drain first.")
		remember(t, tools, "red-fleet", "Never drain.")
		got := agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"query": "fleet"}))
		require.Equal(t, "2 of 10 memories matched 'fleet'", got[0].Summary)
	}},
	"EVID-004": {"nothing recalled, nothing cited", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		require.Empty(t, agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"query": "fleet"})))
	}},
	"EVID-006": {"the second citation of a report is numbered", func(t *testing.T, _ *memory.Store, tools *agenttools.Tools) {
		remember(t, tools, "blue-fleet", "Drain first.")
		cited := agenttools.Evidence(agenttools.Recall, rawCall(t, tools, agenttools.Recall, args{"name": "blue-fleet"}))
		report := agenttools.AppendCitations(agenttools.AppendCitations(nil, cited...), cited...)
		require.Equal(t, []string{"memory_recall", "memory_recall#2"}, []string{report[0].Source, report[1].Source})
	}},
}

func TestReferenceBehaviour(t *testing.T) {
	t.Parallel()
	for id, c := range reference {
		t.Run(id+" "+c.what, func(t *testing.T) {
			store := newStore(t)
			c.run(t, store, agenttools.New(store, nil))
		})
	}
}

func TestEveryReferenceCaseOfTheToolsIsCovered(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(casesDir(t), "reference.json"))
	require.NoError(t, err)
	var cases []struct{ ID, Area, Era string }
	require.NoError(t, json.Unmarshal(b, &cases))
	found := 0
	for _, c := range cases {
		if (c.Area == "tools" || c.Area == "evidence" || c.Area == "scope") && c.Era != "new" {
			require.Contains(t, reference, c.ID)
			found++
		}
	}
	require.Equal(t, len(reference), found)
}

func casesDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES does not name the folder with the cases")
	}
	return strings.TrimRight(dir, "/")
}
