package agenttools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func toolNames(tools []agenttools.Tool) []string {
	var out []string
	for _, t := range tools {
		out = append(out, t.Name)
	}
	return out
}

var allTools = []string{agenttools.Remember, agenttools.Recall, agenttools.Forget}

func TestToolsAreListedWhileMemoryIsOn(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil).List(context.Background())
	require.Equal(t, allTools, toolNames(tools))
	for _, tool := range tools {
		require.NotEmpty(t, tool.Description)
		require.NotEmpty(t, tool.Surfaces)
		require.Contains(t, tool.Tags, "memory")
		require.NotNil(t, tool.Call)
	}
	require.Equal(t, []bool{false, true, false}, []bool{tools[0].ReadOnly, tools[1].ReadOnly, tools[2].ReadOnly})
	require.Equal(t, []bool{false, false, true}, []bool{tools[0].Destructive, tools[1].Destructive, tools[2].Destructive})
	require.Equal(t, agenttools.Reversible, tools[0].SideEffect)
	require.Equal(t, agenttools.NoEffect, tools[1].SideEffect)
	require.Equal(t, agenttools.Irreversible, tools[2].SideEffect)
}

func TestToolsAreAbsentWhileTheOperatorHasMemoryOff(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]*memory.Options{
		"disabled":              {Settings: memory.Settings{Disabled: true}},
		"gateway, not opted in": {Surface: memory.Gateway},
	} {
		t.Run(name, func(t *testing.T) {
			store, err := openRoot(t, opts).Local()
			require.NoError(t, err)
			tools := agenttools.New(store, nil)
			require.Empty(t, tools.List(context.Background()))

			got := call(t, tools, agenttools.Remember, fact("eks-prod-1", "Production."))
			require.Equal(t, "no_store", got.code())
			require.Contains(t, got.text("detail"), "memory is", "the detail says why")
			require.NoDirExists(t, store.Path())
		})
	}
	store, err := openRoot(t, &memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}}).Local()
	require.NoError(t, err)
	require.Equal(t, allTools, toolNames(agenttools.New(store, nil).List(context.Background())))
}

func TestToolsAreAbsentWhileThePersonHasMemoryOff(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")

	require.NoError(t, store.SetEnabled(ctx, false, memory.By{Actor: "ana"}))
	require.Empty(t, tools.List(ctx))
	for _, name := range allTools {
		got := call(t, tools, name, fact("eks-prod-2", "x")["name"].(string))
		require.NotEmpty(t, got.code())
	}
	require.Equal(t, "no_store", remember(t, tools, "eks-prod-2", "x").code())
	require.Equal(t, "no_store", call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).code())
	require.Equal(t, "no_store", call(t, tools, agenttools.Recall, args{"query": "production"}).code())
	require.Equal(t, "no_store", call(t, tools, agenttools.Forget, args{"name": "eks-prod-1"}).code())

	require.NoError(t, store.SetEnabled(ctx, true, memory.By{Actor: "ana"}))
	require.Equal(t, allTools, toolNames(tools.List(ctx)))
	require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).status())
}

type callerKey struct{}

func TestForCallerAsksWhoseStoreOnEveryCall(t *testing.T) {
	t.Parallel()
	root := openRoot(t, nil)
	asked := 0
	tools := agenttools.ForCaller(func(ctx context.Context) (*memory.Store, error) {
		asked++
		who, ok := ctx.Value(callerKey{}).(string)
		if !ok {
			return nil, errors.New("nobody is signed in at 10.0.0.7")
		}
		return root.Store(who)
	}, nil)
	as := func(who string) context.Context { return context.WithValue(context.Background(), callerKey{}, who) }

	_, err := tools.Call(as("ana"), agenttools.Remember, encoded(t, fact("oncall", "Ana's pager number ends in 12.")))
	require.NoError(t, err)
	_, err = tools.Call(as("bob"), agenttools.Remember, encoded(t, fact("oncall", "Bob's pager number ends in 34.")))
	require.NoError(t, err)
	require.Equal(t, 2, asked)

	for who, digits := range map[string]string{"ana": "12", "bob": "34"} {
		out, err := tools.Call(as(who), agenttools.Recall, encoded(t, args{"query": "pager"}))
		require.NoError(t, err)
		require.Contains(t, string(out), "ends in "+digits)
		require.Len(t, parse(t, out).entries(), 1)
	}
	require.Len(t, tools.List(as("ana")), 3)
}

func TestACallerWithoutAStoreGetsNoStoreAndNoDefault(t *testing.T) {
	t.Parallel()
	root := openRoot(t, nil)
	var log bytes.Buffer
	opts := &agenttools.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}
	for name, resolve := range map[string]func(context.Context) (*memory.Store, error){
		"an error":       func(context.Context) (*memory.Store, error) { return nil, errors.New("no tenant 10.0.0.7") },
		"nothing":        func(context.Context) (*memory.Store, error) { return nil, nil },
		"an empty id":    func(context.Context) (*memory.Store, error) { return root.Store("") },
		"a store beside": func(context.Context) (*memory.Store, error) { s, _ := root.Local(); return s, errors.New("denied") },
	} {
		t.Run(name, func(t *testing.T) {
			log.Reset()
			tools := agenttools.ForCaller(resolve, opts)
			require.Empty(t, tools.List(context.Background()))
			for _, tool := range allTools {
				out := rawCall(t, tools, tool, validArguments[tool])
				require.Equal(t, "no_store", parse(t, out).code(), tool)
				require.NotContains(t, string(out), "10.0.0.7", "the model does not see the embedder's error")
			}
			require.Contains(t, log.String(), "no_store")
			require.NotContains(t, log.String(), "Production runs")
		})
	}
	require.NoDirExists(t, root.Path()+"/memory")
}

var validArguments = map[string]args{
	agenttools.Remember: fact("eks-prod-1", "Production runs on eks-prod-1."),
	agenttools.Recall:   {"query": "production"},
	agenttools.Forget:   {"name": "eks-prod-1"},
}

func TestAnUnknownToolIsAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	_, err := agenttools.New(newStore(t), nil).Call(context.Background(), "memory_purge", nil)
	require.ErrorIs(t, err, agenttools.ErrUnknownTool)
}

func TestACancelledCallIsAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tools := agenttools.New(newStore(t), nil)
	for _, tool := range allTools {
		out, err := tools.Call(ctx, tool, encoded(t, validArguments[tool]))
		require.ErrorIs(t, err, context.Canceled, tool)
		require.Nil(t, out)
	}
}

func TestAnotherWriterThatHoldsTheLock(t *testing.T) {
	t.Parallel()
	store, err := openRoot(t, &memory.Options{LockWait: time.Millisecond}).Local()
	require.NoError(t, err)
	tools := agenttools.New(store, nil)
	remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	lock := flock.New(filepath.Join(store.Path(), ".daybook", "lock"))
	held, err := lock.TryLock()
	require.NoError(t, err)
	require.True(t, held)

	require.Equal(t, "locked", remember(t, tools, "eks-stg-2", "Staging runs on eks-stg-2.").code())
	require.Equal(t, "locked", call(t, tools, agenttools.Forget, args{"name": "eks-prod-1"}).code())
	require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).status(), "reading goes on")
	require.NoError(t, lock.Unlock())
	require.Equal(t, "created", remember(t, tools, "eks-stg-2", "Staging runs on eks-stg-2.").status())
}

func TestACallThatEndsWhileItWaitsIsAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	lock := flock.New(filepath.Join(store.Path(), ".daybook", "lock"))
	held, err := lock.TryLock()
	require.NoError(t, err)
	require.True(t, held)
	defer func() { _ = lock.Unlock() }()

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = tools.Call(ctx, agenttools.Forget, encoded(t, args{"name": "eks-prod-1"}))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, "found", call(t, tools, agenttools.Recall, args{"name": "eks-prod-1"}).status())
}

func TestOneSetOfToolsServesManyGoroutines(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	var wg sync.WaitGroup
	results := make([]json.RawMessage, 8)
	for i := range results {
		wg.Go(func() {
			a, _ := json.Marshal(fact(fmt.Sprintf("host-%d", i), fmt.Sprintf("Host %d is in rack %d.", i, i*7)))
			results[i], _ = tools.Call(context.Background(), agenttools.Remember, a)
		})
	}
	wg.Wait()
	for _, out := range results {
		require.Equal(t, "created", parse(t, out).status())
	}
	require.Len(t, call(t, tools, agenttools.Recall, nil).entries(), len(results))
}

func TestAToolValueCallsItsTool(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, tool := range agenttools.New(newStore(t), nil).List(ctx) {
		out, err := tool.Call(ctx, encoded(t, validArguments[tool.Name]))
		require.NoError(t, err)
		want := map[string]string{agenttools.Remember: "created", agenttools.Recall: "found", agenttools.Forget: "forgotten"}
		require.Equal(t, want[tool.Name], parse(t, out).status())
	}
}

func TestACallCarriesItsSessionAndTurn(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, &agenttools.Options{By: func(ctx context.Context) memory.By {
		return memory.By{Actor: "agent-7", Session: ctx.Value(callerKey{}).(string)}
	}})
	ctx := context.WithValue(context.Background(), callerKey{}, "inc-42")
	_, err := tools.Call(ctx, agenttools.Remember, encoded(t, fact("eks-prod-1", "Production.")))
	require.NoError(t, err)
	events, err := store.Log(ctx, memory.LogQuery{Name: "eks-prod-1"})
	require.NoError(t, err)
	require.NotEmpty(t, events)
	require.Equal(t, "agent-7", events[0].Actor)
	require.Equal(t, "inc-42", events[0].Session)
	require.True(t, events[0].Auto)
}

func encoded(t *testing.T, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return b
}

func parse(t *testing.T, out json.RawMessage) result {
	t.Helper()
	var r result
	require.NoError(t, json.Unmarshal(out, &r))
	return r
}
