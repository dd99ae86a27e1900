package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/sashabaranov/go-openai"
)

// maxToolCalls bounds the calls of one answer.
const maxToolCalls = 16

// complete sends one request and returns the model's message. Its text is given
// to show as it comes. On an error the message holds what came before.
func (p *provider) complete(ctx context.Context, messages []openai.ChatCompletionMessage, tools []openai.Tool, show func(string)) (openai.ChatCompletionMessage, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stream, err := p.client.CreateChatCompletionStream(ctx, openai.ChatCompletionRequest{
		Model:    p.model,
		Messages: messages,
		Tools:    tools,
		// MaxTokens would be refused for reasoning models.
		MaxCompletionTokens: maxAnswer,
	})
	if err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	defer stream.Close()
	idle := time.AfterFunc(idleTimeout, func() { cancel(errIdle) })
	defer idle.Stop()

	var got assembly
	for {
		part, err := stream.Recv()
		idle.Reset(idleTimeout)
		if errors.Is(err, io.EOF) {
			return got.message, got.fault()
		}
		if cause := context.Cause(ctx); err != nil && cause != nil {
			return got.message, cause
		}
		if err != nil {
			return got.message, err
		}
		got.add(part, show)
	}
}

// assembly puts an answer together from its parts.
type assembly struct {
	message  openai.ChatCompletionMessage
	finished bool
}

func (a *assembly) add(part openai.ChatCompletionStreamResponse, show func(string)) {
	if len(part.Choices) == 0 {
		return // usage figures, a filter's verdict
	}
	choice := part.Choices[0]
	if choice.FinishReason != "" {
		a.finished = true
	}
	if text := choice.Delta.Content + choice.Delta.Refusal; text != "" {
		a.message.Content += text
		show(text)
	}
	for _, tc := range choice.Delta.ToolCalls {
		a.addCall(tc)
	}
}

// addCall adds a part of a tool call. Parts of one call share an index; some
// servers send none and whole calls.
func (a *assembly) addCall(tc openai.ToolCall) {
	calls := a.message.ToolCalls
	i := len(calls)
	switch {
	case tc.Index != nil:
		i = *tc.Index
	case tc.ID == "" && len(calls) > 0:
		i = len(calls) - 1
	}
	if i < 0 || i > len(calls) || i >= maxToolCalls {
		return
	}
	if i == len(calls) {
		calls = append(calls, openai.ToolCall{Type: openai.ToolTypeFunction})
	}
	if tc.ID != "" {
		calls[i].ID = tc.ID
	}
	calls[i].Function.Name += tc.Function.Name
	calls[i].Function.Arguments += tc.Function.Arguments
	a.message.ToolCalls = calls
}

// fault tells an answer that ended from one that broke off: go-openai reports
// both with io.EOF.
func (a *assembly) fault() error {
	switch {
	case a.message.Content == "" && len(a.message.ToolCalls) == 0:
		return errEmpty
	case !a.finished:
		return errCut
	}
	return nil
}
