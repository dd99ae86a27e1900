package openaitools_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/agenttools/openaitools"
	"github.com/daybook-sre/daybook/memory"
)

func newTools(t *testing.T) (*memory.Store, *agenttools.Tools) {
	t.Helper()
	root, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	store, err := root.Local()
	require.NoError(t, err)
	return store, agenttools.New(store, nil)
}

func toolCall(name, arguments string) openai.ToolCall {
	return openai.ToolCall{ID: "call_1", Type: openai.ToolTypeFunction, Function: openai.FunctionCall{Name: name, Arguments: arguments}}
}

func TestToolsAreWhatTheProtocolExpects(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	store, tools := newTools(t)
	b, err := json.Marshal(openaitools.Tools(ctx, tools))
	require.NoError(t, err)
	var sent []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Parameters  map[string]any `json:"parameters"`
		} `json:"function"`
	}
	require.NoError(t, json.Unmarshal(b, &sent))
	require.Len(t, sent, 3)
	for _, tool := range sent {
		require.Equal(t, "function", tool.Type)
		require.Regexp(t, `^[a-zA-Z0-9_-]{1,64}$`, tool.Function.Name)
		require.NotEmpty(t, tool.Function.Description)
		require.Equal(t, "object", tool.Function.Parameters["type"])
		require.Equal(t, false, tool.Function.Parameters["additionalProperties"])
	}

	require.NoError(t, store.SetEnabled(ctx, false, memory.By{Actor: "ana"}))
	require.Empty(t, openaitools.Tools(ctx, tools), "absent while memory is off")
}

func TestACallIsAnsweredByAToolMessage(t *testing.T) {
	t.Parallel()
	_, tools := newTools(t)
	msg, err := openaitools.Call(context.Background(), tools, toolCall("memory_remember",
		`{"name":"eks-prod-1","type":"infrastructure","description":"Production","content":"Production runs on eks-prod-1."}`))
	require.NoError(t, err)
	require.Equal(t, openai.ChatMessageRoleTool, msg.Role)
	require.Equal(t, "call_1", msg.ToolCallID)
	require.Contains(t, msg.Content, `"status":"created"`)

	msg, err = openaitools.Call(context.Background(), tools, toolCall("memory_recall", ``))
	require.NoError(t, err)
	require.Contains(t, msg.Content, "eks-prod-1", "no arguments at all are the index")
}

func TestAToolProblemIsAMessageAndNotAnError(t *testing.T) {
	t.Parallel()
	_, tools := newTools(t)
	msg, err := openaitools.Call(context.Background(), tools, toolCall("memory_recall", `{"query":`))
	require.NoError(t, err)
	require.Equal(t, "call_1", msg.ToolCallID)
	require.Contains(t, msg.Content, `"error":"invalid_arguments"`)
}

func TestCallsOfOtherToolsAreLeftToTheAgent(t *testing.T) {
	t.Parallel()
	_, tools := newTools(t)
	_, err := openaitools.Call(context.Background(), tools, toolCall("kubectl_get", `{}`))
	require.ErrorIs(t, err, agenttools.ErrUnknownTool)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = openaitools.Call(ctx, tools, toolCall("memory_recall", `{}`))
	require.ErrorIs(t, err, context.Canceled)
}

// A loop with a real client against a stub endpoint: what the adapter makes
// goes over the wire and comes back.
func TestAToolLoopOverTheWire(t *testing.T) {
	t.Parallel()
	_, tools := newTools(t)
	var requests []openai.ChatCompletionRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var req openai.ChatCompletionRequest
		if err := json.Unmarshal(body, &req); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		requests = append(requests, req)
		reply := openai.ChatCompletionMessage{Role: "assistant", Content: "Noted."}
		if len(requests) == 1 {
			reply = openai.ChatCompletionMessage{Role: "assistant", ToolCalls: []openai.ToolCall{toolCall("memory_remember",
				`{"name":"eks-prod-1","type":"infrastructure","description":"Production","content":"Production runs on eks-prod-1."}`)}}
		}
		_ = json.NewEncoder(w).Encode(openai.ChatCompletionResponse{Choices: []openai.ChatCompletionChoice{{Message: reply}}})
	}))
	defer server.Close()
	cfg := openai.DefaultConfig("none")
	cfg.BaseURL = server.URL
	answer, err := converse(context.Background(), openai.NewClientWithConfig(cfg), tools, "Production runs on eks-prod-1.")
	require.NoError(t, err)
	require.Equal(t, "Noted.", answer)
	require.Len(t, requests, 2)
	require.Len(t, requests[0].Tools, 3)
	last := requests[1].Messages[len(requests[1].Messages)-1]
	require.Equal(t, "tool", last.Role)
	require.Contains(t, last.Content, "created")
}

func converse(ctx context.Context, client *openai.Client, tools *agenttools.Tools, user string) (string, error) {
	req := openai.ChatCompletionRequest{
		Model:    "stub",
		Messages: []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: user}},
	}
	for {
		req.Tools = openaitools.Tools(ctx, tools)
		resp, err := client.CreateChatCompletion(ctx, req)
		if err != nil {
			return "", err
		}
		if len(resp.Choices) == 0 {
			return "", errors.New("no choices")
		}
		msg := resp.Choices[0].Message
		req.Messages = append(req.Messages, msg)
		if len(msg.ToolCalls) == 0 {
			return msg.Content, nil
		}
		for _, tc := range msg.ToolCalls {
			reply, err := openaitools.Call(ctx, tools, tc)
			if err != nil {
				return "", err
			}
			req.Messages = append(req.Messages, reply)
		}
	}
}
