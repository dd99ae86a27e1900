package agenttools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"

	"github.com/daybook-sre/daybook/memory"
)

// ErrUnknownTool is returned by Call for a name that none of the tools has.
var ErrUnknownTool = errors.New("not one of the memory tools")

// Options tune a set of tools. The zero value of each field means its default.
// Each function is called once per tool call, possibly by several goroutines at
// a time, with the ctx of that call.
type Options struct {
	// By describes a call: who acts, in which session and turn. It authorises
	// nothing. The store bounds what automatic writers may save and forget in
	// one session, so an agent that outlives a conversation should say which
	// one a call belongs to. Default, also for an empty Session: all calls of
	// one Tools are one session.
	By func(ctx context.Context) memory.By
	// Audience tells who reads along. Default: the store's surface decides, a
	// room on a gateway and private elsewhere.
	Audience func(ctx context.Context) memory.Audience
	// Check passes each proposal of memory_remember through a gate before the
	// store decides about it. Default: there is none, and what a model saves is
	// an unconfirmed note of the agent.
	Check Check
	// CheckForget finds the user turn that asks for a memory to be forgotten, for
	// memory_forget. With it, a call that no turn asks for gets not_asked.
	// Default: there is none, and a call may forget what nobody vouches for.
	CheckForget CheckForget
	// Logger receives one line for each call that failed for a reason that is
	// no fault of the model: no store, or a read or write that failed. It holds
	// the tool's name, the code and the error; never an argument or a text.
	// Default: nothing is logged.
	Logger *slog.Logger
}

// Check decides about a proposal from what the user actually wrote. It returns
// the proposal to go on with, which may be enriched with what the transcript
// shows (Source, Quote, Grounds, Explicit), or a *memory.Refusal, whose Code and
// Detail the model gets (memory.Ungrounded, memory.Sample and others). Any other
// error refuses the call as write_failed. The proposal it is given holds only
// what the model said: neither a source nor grounds.
type Check func(ctx context.Context, p memory.Proposal, by memory.By) (memory.Proposal, error)

// CheckForget finds the user turn that asks for a memory to be forgotten. It
// returns nil when none does. It is called for each memory_forget, and must be
// safe for concurrent use where calls are.
type CheckForget func(ctx context.Context, r memory.Record, by memory.By) (*memory.Ground, error)

// Tools is the set of memory tools for one caller or for many. It is safe for
// concurrent use.
type Tools struct {
	resolve func(ctx context.Context) (*memory.Store, error)
	opts    Options
	session string // of calls whose session the embedder does not name
}

// New returns the tools over one store. Opts may be nil.
func New(store *memory.Store, opts *Options) *Tools {
	return ForCaller(func(context.Context) (*memory.Store, error) { return store, nil }, opts)
}

// ForCaller returns tools that ask resolve whose store to use, on every call
// and every List. An error, or a nil store, means that the caller has no store:
// the tools are absent from List, and a call answers no_store. The error goes to
// Options.Logger; the model does not see it. Opts may be nil.
func ForCaller(resolve func(ctx context.Context) (*memory.Store, error), opts *Options) *Tools {
	t := &Tools{resolve: resolve, session: fmt.Sprintf("tools-%08x", rand.Uint32())}
	if opts != nil {
		t.opts = *opts
	}
	if t.opts.Logger == nil {
		t.opts.Logger = slog.New(slog.DiscardHandler)
	}
	return t
}

// List returns the tools that are available to the caller now, in a fixed
// order. It is empty when the caller has no store and while memory is off, by
// the operator or by the person. Whether a store can be written shows only when
// something is written, so a store that cannot be is not a reason to be absent.
func (t *Tools) List(ctx context.Context) []Tool {
	store, err := t.resolve(ctx)
	if err != nil || store == nil {
		return nil
	}
	if err := store.Available(ctx); errors.Is(err, memory.ErrDisabled) || errors.Is(err, memory.ErrClosed) {
		return nil
	}
	return []Tool{t.tool(Remember), t.tool(Recall), t.tool(Forget)}
}

// Call runs the tool of that name with the arguments the model gave, a JSON
// object or nothing, and returns a JSON object for the model. A problem the
// model can act on is a result, with error and detail. The error is for the
// program: it matches ctx.Err() when ctx ended before the call was done, or
// ErrUnknownTool.
func (t *Tools) Call(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
	run, ok := handlers[name]
	if !ok {
		return nil, fmt.Errorf("%q: %w", name, ErrUnknownTool)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out, err := t.run(ctx, name, args, run)
	if err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return nil, ctx.Err()
		}
		p := asProblem(name, err)
		if operational(p.Code) {
			t.opts.Logger.WarnContext(ctx, "memory tool failed", "tool", name, "code", string(p.Code), "err", err)
		}
		out = p
	}
	return encode(out)
}

type handler func(*call, *arguments) (any, error)

var handlers = map[string]handler{
	Remember: (*call).remember,
	Recall:   (*call).recall,
	Forget:   (*call).forget,
}

// call is what one tool call works with.
type call struct {
	ctx         context.Context
	store       *memory.Store
	by          memory.By
	audience    memory.Audience
	check       Check
	checkForget CheckForget
}

func (t *Tools) run(ctx context.Context, name string, raw json.RawMessage, run handler) (any, error) {
	args, err := parseArguments(raw, properties(name))
	if err != nil {
		return nil, err
	}
	store, err := t.resolve(ctx)
	if err != nil {
		return nil, &noStore{err}
	}
	if store == nil {
		return nil, &noStore{errors.New("no store for this caller")}
	}
	c := &call{ctx: ctx, store: store, check: t.opts.Check, checkForget: t.opts.CheckForget}
	if t.opts.By != nil {
		c.by = t.opts.By(ctx)
	}
	// Without a session the store could not count, and nothing would be bounded.
	c.by.Session = cmp.Or(c.by.Session, t.session)
	if t.opts.Audience != nil {
		c.audience = t.opts.Audience(ctx)
	}
	if c.audience == "" && store.Surface() == memory.Gateway {
		c.audience = memory.Room
	}
	return run(c, args)
}

// noStore wraps the reason why a caller has no store.
type noStore struct{ why error }

func (e *noStore) Error() string { return e.why.Error() }
func (e *noStore) Unwrap() error { return e.why }
