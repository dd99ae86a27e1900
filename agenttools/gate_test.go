package agenttools_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestAGateCanRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err          error
		code, detail string
	}{
		"ungrounded":        {&memory.Refusal{Code: memory.Ungrounded, Detail: "It stands only in a pasted log."}, "ungrounded", "pasted log"},
		"sample":            {&memory.Refusal{Code: memory.Sample}, "sample", "sample data"},
		"a code of its own": {&memory.Refusal{Code: "passing", Detail: "That will be false tomorrow."}, "passing", "false tomorrow"},
		"no explanation":    {&memory.Refusal{Code: "passing"}, "passing", "nothing was changed"},
		"a failure":         {errors.New("dial tcp 10.0.0.7: secret handshake"), "write_failed", "nothing was changed"},
	} {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			tools := agenttools.New(store, &agenttools.Options{Check: func(context.Context, memory.Proposal, memory.By) (memory.Proposal, error) {
				return memory.Proposal{}, c.err
			}})
			got := remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
			require.Equal(t, c.code, got.code())
			require.Contains(t, got.text("detail"), c.detail)
			require.NotContains(t, got.text("detail"), "handshake")
			require.NoDirExists(t, store.Path())
		})
	}
}

func TestAGateCanVouchWithTheUsersOwnWords(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	at := time.Date(2026, 11, 29, 11, 0, 0, 0, time.UTC)
	tools := agenttools.New(store, &agenttools.Options{
		By: func(context.Context) memory.By { return memory.By{Session: "inc-42", Turn: "7"} },
		Check: func(_ context.Context, p memory.Proposal, by memory.By) (memory.Proposal, error) {
			require.Equal(t, "inc-42", by.Session)
			require.Equal(t, "eks-prod-1", p.Name)
			require.Empty(t, p.Source, "what the model says carries no source")
			require.False(t, p.Explicit)
			p.Source, p.Explicit = memory.FromUser, true
			p.Quote = "remember that prod is eks-prod-1"
			p.Grounds = []memory.Ground{{Session: by.Session, Turn: by.Turn, Text: p.Quote, At: at}}
			return p, nil
		},
	})
	got := remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	require.Equal(t, "created", got.status())
	require.Equal(t, "confirmed", got.text("memory_status"))
	e := call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).entries()[0]
	require.Equal(t, "user", e.text("source"))
	require.Equal(t, "remember that prod is eks-prod-1", e.text("quote"))
}

func TestAGateSeesTheContextOfItsCall(t *testing.T) {
	t.Parallel()
	var seen any
	tools := agenttools.New(newStore(t), &agenttools.Options{Check: func(ctx context.Context, p memory.Proposal, _ memory.By) (memory.Proposal, error) {
		seen = ctx.Value(callerKey{})
		return p, nil
	}})
	ctx := context.WithValue(context.Background(), callerKey{}, "thread-9")
	_, err := tools.Call(ctx, agenttools.Remember, encoded(t, fact("a", "A.")))
	require.NoError(t, err)
	require.Equal(t, "thread-9", seen)
}

func TestForgettingNeedsTheUsersOwnRequestWhereThereIsAGate(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	save(t, store, memory.Draft{Name: "leader", Type: memory.Infrastructure, Description: "Leader", Body: "The leader is kite-01."})
	var asked *memory.Ground
	tools := agenttools.New(store, &agenttools.Options{
		CheckForget: func(_ context.Context, r memory.Record, _ memory.By) (*memory.Ground, error) {
			require.Equal(t, "leader", r.Slug)
			return asked, nil
		},
	})
	got := call(t, tools, agenttools.Forget, args{"name": "leader"})
	require.Equal(t, "not_asked", got.code())
	asked = &memory.Ground{Text: "forget the leader", At: time.Now().Add(time.Hour)}
	got = call(t, tools, agenttools.Forget, args{"name": "leader"})
	require.Equal(t, "forgotten", got.status(), "the user's own request reaches a confirmed memory, too")
}
