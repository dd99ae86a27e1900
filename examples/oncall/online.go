package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/agenttools/openaitools"
	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
)

// Bounds of one turn.
const (
	maxRounds = 8                // requests that may call tools
	maxTurn   = 10 * time.Minute // everything together
)

// answerOnline lets the model answer. When the provider fails, the turn is
// answered from memory.
func (a *agent) answerOnline(ctx context.Context, m message, r *report) error {
	limited, cancel := context.WithTimeout(ctx, maxTurn)
	defer cancel()
	mark := len(a.talk.messages)
	answer, err := a.runModel(limited, m, r)
	if ctx.Err() != nil {
		a.talk.rewind(mark)
		return ctx.Err()
	}
	if err != nil {
		a.talk.rewind(mark)
		return a.fallBack(ctx, m, r, err)
	}
	r.cited = a.cited(ctx, answer)
	a.said.used(r.cited...)
	a.said.used(r.looked...)
	a.talk.trim()
	return nil
}

// runModel is the tool loop. It returns the answer's text.
func (a *agent) runModel(ctx context.Context, m message, r *report) (string, error) {
	mem, err := a.remembered(ctx, m, r)
	if err != nil {
		return "", err
	}
	turn := len(a.talk.messages)
	a.talk.user(m.text(), &r.hidden)
	var said strings.Builder
	for round := range maxRounds + 1 {
		tools := openaitools.Tools(ctx, a.tools)
		if round == maxRounds {
			tools = nil // the model has to answer with what it knows by now
		}
		reply, err := a.askModel(ctx, a.talk.request(mem, turn, time.Now()), tools)
		said.WriteString(reply.Content)
		if err != nil {
			return said.String(), err
		}
		a.talk.assistant(reply, &r.hidden)
		a.said.reply(a.turn, extraction.RoleAssistant, reply.Content)
		if len(reply.ToolCalls) == 0 {
			return said.String(), nil
		}
		if err := a.runTools(ctx, reply.ToolCalls, r); err != nil {
			return said.String(), err
		}
	}
	return said.String(), errors.New("unreachable: without tools a model calls none")
}

// remembered asks the memory what the model should see. A memory that is off or
// cannot be read is no reason not to answer.
func (a *agent) remembered(ctx context.Context, m message, r *report) (memory.Context, error) {
	mem, err := a.store.Context(ctx, m.query(), &memory.ContextOptions{Audience: a.opts.audience})
	switch {
	case ctx.Err() != nil:
		return mem, ctx.Err()
	case err != nil && !errors.Is(err, memory.ErrDisabled):
		a.quiet("the memory could not be read; /memory doctor says why")
	case mem.Version != a.version:
		// Files with credentials are reported when they change, not every turn.
		r.hidden = append(r.hidden, mem.Hidden...)
		a.version = mem.Version
	}
	return mem, nil
}

// askModel shows one answer as it comes.
func (a *agent) askModel(ctx context.Context, messages []openai.ChatCompletionMessage, tools []openai.Tool) (openai.ChatCompletionMessage, error) {
	spin := startSpinner(a.screen)
	defer spin.end()
	shown := false
	reply, err := a.provider.complete(ctx, messages, tools, func(text string) {
		spin.end()
		shown = true
		a.printf("%s", text)
	})
	spin.end()
	if shown && !strings.HasSuffix(reply.Content, "\n") {
		a.printf("\n")
	}
	return reply, err
}

func (a *agent) runTools(ctx context.Context, calls []openai.ToolCall, r *report) error {
	for _, tc := range calls {
		reply, err := openaitools.Call(ctx, a.tools, tc)
		if errors.Is(err, agenttools.ErrUnknownTool) {
			reply = openai.ChatCompletionMessage{
				Role: openai.ChatMessageRoleTool, ToolCallID: tc.ID, Name: tc.Function.Name,
				Content: `{"error": "unknown_tool", "detail": "There is no such tool. There is no shell either; propose commands to the user."}`,
			}
		} else if err != nil {
			return err
		}
		r.tool(tc.Function.Name, json.RawMessage(tc.Function.Arguments), json.RawMessage(reply.Content))
		a.talk.tool(reply, &r.hidden)
		// All the tools there are tell of the memory.
		a.said.reply(a.turn, extraction.RoleTool, reply.Content, extraction.LabelMemory)
	}
	return nil
}

// fallBack answers from memory and says so. What the model saved before it
// failed stays saved, and is not saved twice.
func (a *agent) fallBack(ctx context.Context, m message, r *report, cause error) error {
	a.quiet("%s failed (%s); from memory alone:", a.provider.host, explain(cause))
	if r.kept > 0 {
		return a.lookUp(ctx, m, r)
	}
	return a.answerOffline(ctx, m, r)
}
