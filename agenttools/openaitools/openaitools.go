// Package openaitools connects the tools of package agenttools to go-openai,
// and with it to every endpoint that speaks OpenAI's chat completions.
//
//	req.Tools = openaitools.Tools(ctx, tools)
//	…
//	for _, tc := range message.ToolCalls {
//		reply, err := openaitools.Call(ctx, tools, tc)
//		…
//		req.Messages = append(req.Messages, reply)
//	}
package openaitools

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/sashabaranov/go-openai"

	"github.com/daybook-sre/daybook/agenttools"
)

// Tools returns the tools that are available to the caller now, for the Tools
// of a request. Ask anew for each request: they disappear while memory is off.
func Tools(ctx context.Context, tools *agenttools.Tools) []openai.Tool {
	var out []openai.Tool
	for _, t := range tools.List(ctx) {
		out = append(out, openai.Tool{
			Type: openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{
				Name:        t.Name,
				Description: t.Description,
				Parameters:  t.Schema,
			},
		})
	}
	return out
}

// Call runs one tool call of an assistant message and returns the tool message
// that answers it. The error is that of agenttools.Tools.Call: it matches
// agenttools.ErrUnknownTool for a call of another tool, which the agent runs
// itself, and ctx.Err() when ctx ended.
func Call(ctx context.Context, tools *agenttools.Tools, tc openai.ToolCall) (openai.ChatCompletionMessage, error) {
	out, err := tools.Call(ctx, tc.Function.Name, json.RawMessage(tc.Function.Arguments))
	if err != nil {
		return openai.ChatCompletionMessage{}, fmt.Errorf("tool call %s: %w", tc.ID, err)
	}
	return openai.ChatCompletionMessage{
		Role:       openai.ChatMessageRoleTool,
		ToolCallID: tc.ID,
		Name:       tc.Function.Name,
		Content:    string(out),
	}, nil
}
