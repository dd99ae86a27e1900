package agenttools_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

// personal are memories that are for their principal's eyes alone; open is the
// control that everybody may see.
func personal(t *testing.T, store *memory.Store) (hidden []string, open string) {
	save(t, store, memory.Draft{Name: "ana-role", Type: memory.User, Description: "Who Ana is", Body: "Ana leads the zebra team."})
	save(t, store, memory.Draft{Name: "ana-phone", Type: memory.Infrastructure, Description: "Number", Body: "The zebra pager rings Ana at home.", Labels: []string{"pii"}})
	save(t, store, memory.Draft{Name: "ana-plan", Type: memory.Preference, Description: "Plan", Body: "Ana leaves the zebra team in May.", Labels: []string{"private"}})
	writeByHand(t, store, "zebra-cluster.md", "---\nname: zebra-cluster\ntype: infrastructure\nstatus: unconfirmed\ndescription: The cluster\n---\nThe zebra cluster is eks-7.\n")
	return []string{"ana-role", "ana-phone", "ana-plan"}, "zebra-cluster"
}

func TestInARoomPersonalMemoriesDoNotExist(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		store memory.Options
		tools agenttools.Options
	}{
		"a gateway":                  {store: memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}}},
		"a terminal others read too": {tools: agenttools.Options{Audience: func(context.Context) memory.Audience { return memory.Room }}},
		"an audience nobody knows":   {tools: agenttools.Options{Audience: func(context.Context) memory.Audience { return "team" }}},
	} {
		t.Run(name, func(t *testing.T) {
			store, err := openRoot(t, &c.store).Local()
			require.NoError(t, err)
			hidden, open := personal(t, store)
			tools := agenttools.New(store, &c.tools)

			got := call(t, tools, agenttools.Recall, args{"query": "zebra"})
			require.Equal(t, []string{open}, got.names())
			require.EqualValues(t, 1, got["total_stored"])
			require.EqualValues(t, 3, got.object("omitted")["audience"])
			require.Equal(t, []string{open}, call(t, tools, agenttools.Recall, args{}).names())
			for _, name := range hidden {
				for _, tool := range []string{agenttools.Recall, agenttools.Forget} {
					out := rawCall(t, tools, tool, args{"name": name})
					require.Equal(t, "not_found", parse(t, out).code(), "%s %s", tool, name)
					require.NotContains(t, string(out), "zebra team")
					require.NotSubset(t, parse(t, out).strings("near"), []string{name})
				}
			}
			require.NotContains(t, call(t, tools, agenttools.Recall, args{"name": "ana"}).strings("near"), "ana-role")
			require.NotContains(t, remember(t, tools, "ana-rolle", "Ana leads the zebra team now.").strings("similar"), "ana-role")

			same := call(t, tools, agenttools.Remember, args{"name": "boss", "type": "user", "description": "Who Ana is", "content": "Ana leads the zebra team."})
			require.Equal(t, "unchanged", same.status())
			require.Equal(t, "boss", same.text("name"), "not the name it is known under")

			require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": open}).status())
			require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": open}).status())
			for _, name := range hidden {
				_, err := store.Get(context.Background(), name)
				require.NoError(t, err, "nothing was removed")
			}
		})
	}
}

func TestInPrivatePersonalMemoriesAreServed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		store memory.Options
		tools agenttools.Options
	}{
		"a terminal": {},
		"a direct message on a gateway": {
			store: memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}},
			tools: agenttools.Options{Audience: func(context.Context) memory.Audience { return memory.Private }},
		},
	} {
		t.Run(name, func(t *testing.T) {
			store, err := openRoot(t, &c.store).Local()
			require.NoError(t, err)
			hidden, open := personal(t, store)
			tools := agenttools.New(store, &c.tools)
			require.ElementsMatch(t, append(hidden, open), call(t, tools, agenttools.Recall, args{"query": "zebra"}).names())
			require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": "ana-role"}).status())
		})
	}
}

func TestOneCallersMemoriesAreNeverAnothers(t *testing.T) {
	t.Parallel()
	root := openRoot(t, nil)
	var tools []*agenttools.Tools
	for _, who := range []string{"ana", "ana-2", "Ana"} {
		store, err := root.Store(who)
		require.NoError(t, err)
		tools = append(tools, agenttools.New(store, nil))
	}
	remember(t, tools[0], "pager", "The pager of ana rings twice.")
	require.Len(t, call(t, tools[0], agenttools.Recall, args{"query": "pager"}).entries(), 1)
	for _, others := range tools[1:] {
		require.Equal(t, "nothing_stored", call(t, others, agenttools.Recall, args{"query": "pager"}).status())
		got := call(t, others, agenttools.Recall, args{"name": "pager"})
		require.Equal(t, "not_found", got.code())
		require.Empty(t, got.strings("near"))
		require.Equal(t, "not_found", call(t, others, agenttools.Forget, args{"name": "pager"}).code())
	}
}
