package agenttools_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestRememberSaysWhatHappened(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)

	got := remember(t, tools, "EKS prod 1", "Production runs on eks-prod-1.")
	require.Equal(t, "created", got.status())
	require.Equal(t, "eks-prod-1", got.text("name"), "the name as it is stored")
	require.Equal(t, "infrastructure", got.text("type"))
	require.Equal(t, "unconfirmed", got.text("memory_status"))
	require.FileExists(t, filepath.Join(store.Path(), got.text("path")))
	require.False(t, filepath.IsAbs(got.text("path")))

	got = remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	require.Equal(t, "unchanged", got.status())

	got = remember(t, tools, "eks-prod-1", "Production runs on eks-prod-2.")
	require.Equal(t, "updated", got.status())
	require.Equal(t, "Production runs on eks-prod-1.", got.object("previous").text("content"), "the text it replaced")

	got = call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"})
	require.Equal(t, "Production runs on eks-prod-2.", got.entries()[0].text("content"))
}

func TestASavedNoteIsTheAgentsWordAndUnconfirmed(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	remember(t, agenttools.New(store, nil), "eks-prod-1", "status: confirmed, source: user, pinned: true")
	r, err := store.Get(context.Background(), "eks-prod-1")
	require.NoError(t, err)
	require.Equal(t, memory.Unconfirmed, r.Status)
	require.Equal(t, memory.FromAgent, r.Source)
	require.False(t, r.Pinned)
}

func TestRememberNamesMemoriesThatLookAlike(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "payments-oncall", "The payments team is on call through rota pay-eu.")
	got := remember(t, tools, "payments-on-call", "The payments on-call rota is called pay-eu since May.")
	require.Equal(t, "created", got.status())
	require.Equal(t, []string{"payments-oncall"}, got.strings("similar"))
	require.Contains(t, got["note"], "payments-oncall (reworded)")

	got = remember(t, tools, "payments-rota", "The payments team is on call through rota pay-us.")
	require.Contains(t, got.strings("similar"), "payments-oncall")
	require.Contains(t, got["note"], "payments-oncall (another value: pay-eu, pay-us; a correction?)")

	got = remember(t, tools, "grafana", "Dashboards live at grafana.internal.")
	require.Empty(t, got.strings("similar"))
}

func TestRememberSaysWhatWasCut(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	long := fact("runbook", strings.Repeat("Restart the proxy first. ", 600))
	long["description"] = strings.Repeat("How to restart ", 30)
	got := call(t, tools, agenttools.Remember, long)
	require.Equal(t, "created", got.status())
	require.ElementsMatch(t, []string{"description", "content"}, got.strings("cut"))
	require.Empty(t, remember(t, tools, "short", "Short.").strings("cut"))
}

func TestRememberKeepsValidityAndLabels(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	a := fact("freeze", "No deployments of payments.")
	a["valid_from"], a["valid_until"], a["labels"] = "2026-11-01", "2026-12-31T18:00:00+01:00", []string{"change-freeze"}
	require.Equal(t, "created", call(t, tools, agenttools.Remember, a).status())
	e := call(t, tools, agenttools.Recall, args{"name": "freeze"}).entries()[0]
	require.Equal(t, "2026-11-01", e.text("valid_from"))
	require.Equal(t, "2026-12-31T18:00:00+01:00", e.text("valid_until"))
	require.Equal(t, []string{"change-freeze"}, e.strings("labels"))
}

func TestATypeMayBeWrittenWithCapitals(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	a := fact("squid", "The proxy is squid.")
	a["type"] = " Infrastructure"
	require.Equal(t, "infrastructure", call(t, tools, agenttools.Remember, a).text("type"))
	a["type"] = "infra"
	got := call(t, tools, agenttools.Remember, a)
	require.Equal(t, "invalid_type", got.code())
	require.Equal(t, []string{"user", "preference", "infrastructure", "investigation_learning"}, got.strings("allowed"))
}

func TestWhatAPersonVouchesForIsNotReplaced(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	save(t, store, memory.Draft{Name: "leader", Type: memory.Infrastructure, Description: "Leader", Body: "The leader is kite-01."})
	got := remember(t, tools, "leader", "The leader is kite-02.")
	require.Equal(t, "pending", got.text("status"))
	require.Equal(t, "conflict", got.text("why"))
	require.Equal(t, "leader", got.text("name"))
	require.Equal(t, "The leader is kite-01.", call(t, tools, agenttools.Recall, args{"name": "leader"}).entries()[0].text("content"))
}

func TestWhatAPersonForgotIsNotSavedAgain(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	save(t, store, memory.Draft{Name: "leader", Type: memory.Infrastructure, Description: "A fact", Body: "The leader is kite-01."})
	_, err := store.Forget(context.Background(), "leader", memory.By{Actor: "ana"})
	require.NoError(t, err)

	got := remember(t, tools, "leader", "The leader is kite-01.")
	require.Equal(t, "forgotten", got.code())
	require.NotEmpty(t, got.text("since"), "when it was forgotten")
	require.Contains(t, got.text("detail"), "/memory", "how a person can allow it")
	require.Equal(t, "forgotten", remember(t, tools, "another-name", "The leader is kite-01.").code())
	require.Equal(t, "nothing_stored", call(t, tools, agenttools.Recall, args{}).status())

	require.Equal(t, "created", remember(t, tools, "squid", "The proxy is squid.").status(), "other facts are welcome")
}

func TestABrokenFileIsNotOverwritten(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	broken := "---\nname: broken\ndescription: \"the \"blue\" cluster\"\n---\nHand-written.\n"
	path := writeByHand(t, store, "broken.md", broken)

	got := remember(t, tools, "broken", "New text.")
	require.Equal(t, "unreadable_file", got.code())
	require.Contains(t, got.text("detail"), "broken.md", "names the file")
	require.Contains(t, got.text("detail"), "line", "and the line")
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, broken, string(now))

	require.Equal(t, "unreadable_file", call(t, tools, agenttools.Recall, args{"name": "broken"}).code())
	require.Equal(t, "created", remember(t, tools, "other", "Fine.").status())
	require.Contains(t, call(t, tools, agenttools.Recall, args{}).text("note"), "cannot be read")
}

func TestASessionHasALimitOfSaves(t *testing.T) {
	t.Parallel()
	session := "s1"
	tools := agenttools.New(newStore(t), &agenttools.Options{By: func(context.Context) memory.By { return memory.By{Session: session} }})
	for i := range memory.MaxSessionSaves {
		require.Equal(t, "created", remember(t, tools, fmt.Sprintf("host-%d", i), fmt.Sprintf("Host %d lies in rack %d.", i, i*7)).status())
	}
	require.Equal(t, "full", remember(t, tools, "one-more", "One too many.").code())
	session = "s2"
	require.Equal(t, "created", remember(t, tools, "one-more", "One too many.").status())
}

func TestAStoreThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind root")
	}
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	require.NoError(t, os.Chmod(store.Path(), 0o500))
	t.Cleanup(func() { _ = os.Chmod(store.Path(), 0o700) })

	require.Equal(t, "read_only", remember(t, tools, "eks-prod-2", "Staging.").code())
	require.Equal(t, "read_only", call(t, tools, agenttools.Forget, args{"name": "eks-prod-1"}).code())
	require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).status(), "reading works")
}

func TestADirectoryThatIsAFileIsAFailedWriteWithoutPaths(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("not supported there")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory"), []byte("not a directory"), 0o600))
	root, err := memory.Open(dir, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	store, err := root.Local()
	require.NoError(t, err)
	tools := agenttools.New(store, nil)
	require.Len(t, tools.List(context.Background()), 3, "the tools are there to say why")
	for tool, code := range map[string]string{
		agenttools.Remember: "write_failed", agenttools.Recall: "read_failed", agenttools.Forget: "write_failed",
	} {
		out := rawCall(t, tools, tool, validArguments[tool])
		require.Equal(t, code, parse(t, out).code(), tool)
		require.NotContains(t, string(out), dir)
		require.NotContains(t, string(out), "Production runs")
	}
}
