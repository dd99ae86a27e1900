package agenttools_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestForgetRemovesOneAndGivesItsTextBack(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "leader", "The leader is kite-01.")
	remember(t, tools, "leader-notes", "Notes on the election of leaders.")

	got := call(t, tools, agenttools.Forget, args{"name": "leader"})
	require.Equal(t, "forgotten", got.status())
	require.Equal(t, "leader", got.text("name"))
	require.Equal(t, "The leader is kite-01.", got.object("text").text("content"))
	require.Equal(t, "A fact", got.object("text").text("description"))
	require.Equal(t, "infrastructure", got.object("text").text("type"))
	require.NoFileExists(t, filepath.Join(store.Path(), "leader.md"))
	require.Equal(t, "not_found", call(t, tools, agenttools.Recall, args{"name": "leader"}).code())
	require.Equal(t, []string{"leader-notes"}, call(t, tools, agenttools.Recall, args{}).names(), "the other is still there")
	require.Equal(t, "not_found", call(t, tools, agenttools.Forget, args{"name": "leader"}).code(), "twice removes nothing")
	require.Equal(t, "forgotten", remember(t, tools, "leader", "The leader is kite-01.").code(), "and it stays forgotten")
}

func TestForgetTakesOneExactName(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	for _, name := range []string{"scratch-1", "scratch-2", "fleet-status"} {
		remember(t, tools, name, "About the scratch disk of "+name+".")
	}
	for name, code := range map[string]string{
		"":                 "invalid_arguments",
		" \t":              "invalid_arguments",
		"*":                "invalid_arguments",
		"scratch-*":        "invalid_arguments",
		"scratch-?":        "invalid_arguments",
		"!!!":              "invalid_name",
		"scratch":          "not_found",
		"fleet":            "not_found",
		"scratch nonsense": "not_found",
		"scratch-[12]":     "not_found",
		"scratch-1.md":     "not_found",
	} {
		got := call(t, tools, agenttools.Forget, args{"name": name})
		require.Equal(t, code, got.code(), "%q", name)
	}
	require.Equal(t, "invalid_arguments", call(t, tools, agenttools.Forget, args{}).code())
	require.Len(t, call(t, tools, agenttools.Recall, args{}).entries(), 3, "all are still there")
	require.Contains(t, call(t, tools, agenttools.Forget, args{"name": "scratch"}).strings("near"), "scratch-1")
	require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": "Scratch 1"}).status(), "a folded name is exact")
}

func TestWhatRecallShowsIsWhatForgetTakes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Rack plan 東京 (2026)", "C++", "café", "Überwachung", "MEMORY", "👨‍💻 edge"} {
		tools := agenttools.New(newStore(t), nil)
		saved := remember(t, tools, name, "The rack plan is in row 4.")
		require.Equal(t, "created", saved.status(), name)
		shown := call(t, tools, agenttools.Recall, args{"query": "rack"}).names()[0]
		require.Equal(t, saved.text("name"), shown)
		require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": shown}).status(), name)
	}
}

func TestOnlyAPersonForgetsWhatAPersonVouchesFor(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	save(t, store, memory.Draft{Name: "leader", Type: memory.Infrastructure, Description: "Leader", Body: "The leader is kite-01."})
	writeByHand(t, store, "by-hand.md", "The proxy is squid.\n")
	writeByHand(t, store, "pinned.md", "---\nname: pinned\ntype: preference\ndescription: d\nstatus: unconfirmed\npinned: true\n---\nAlways page.\n")

	for _, name := range []string{"leader", "by-hand", "pinned"} {
		got := call(t, tools, agenttools.Forget, args{"name": name})
		require.Equal(t, "needs_person", got.status(), name)
		require.Equal(t, "/memory forget "+name, got.text("line"))
		require.Contains(t, got.text("detail"), "/memory forget "+name)
		require.NotContains(t, got, "text")
		require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": name}).status(), "still there")
	}
	require.FileExists(t, filepath.Join(store.Path(), "leader.md"))
}

func TestASessionForgetsAtMostThree(t *testing.T) {
	t.Parallel()
	session := "s1"
	tools := agenttools.New(newStore(t), &agenttools.Options{By: func(context.Context) memory.By { return memory.By{Session: session} }})
	for i := range memory.MaxSessionForgets + 1 {
		remember(t, tools, fmt.Sprintf("host-%d", i), fmt.Sprintf("Host %d is in rack %d.", i, i*7))
	}
	for i := range memory.MaxSessionForgets {
		require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": fmt.Sprintf("host-%d", i)}).status())
	}
	last := fmt.Sprintf("host-%d", memory.MaxSessionForgets)
	got := call(t, tools, agenttools.Forget, args{"name": last})
	require.Equal(t, "needs_person", got.status())
	require.Equal(t, "/memory forget "+last, got.text("line"))
	session = "s2"
	require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": last}).status())
}

func TestWithoutASessionTheToolsAreOne(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	for i := range memory.MaxSessionForgets + 1 {
		remember(t, tools, fmt.Sprintf("host-%d", i), fmt.Sprintf("Host %d is in rack %d.", i, i*7))
	}
	for i := range memory.MaxSessionForgets {
		require.Equal(t, "forgotten", call(t, tools, agenttools.Forget, args{"name": fmt.Sprintf("host-%d", i)}).status())
	}
	last := args{"name": fmt.Sprintf("host-%d", memory.MaxSessionForgets)}
	require.Equal(t, "needs_person", call(t, tools, agenttools.Forget, last).status())
	require.Equal(t, "forgotten", call(t, agenttools.New(store, nil), agenttools.Forget, last).status(), "a new run of the agent is a new session")
}

func TestAFailedForgetIsAnErrorAndTheMemoryStays(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind root")
	}
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "a", "A.")
	require.NoError(t, os.Chmod(store.Path(), 0o500))
	t.Cleanup(func() { _ = os.Chmod(store.Path(), 0o700) })
	require.NotEmpty(t, call(t, tools, agenttools.Forget, args{"name": "a"}).code())
	require.Equal(t, []string{"a"}, call(t, tools, agenttools.Recall, args{}).names())
}
