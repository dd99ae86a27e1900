package main

import (
	"strings"
	"testing"
	"time"

	"github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestTheOldestTurnsAreLeftOutWhole(t *testing.T) {
	var c conversation
	var rules []string
	for range 5 {
		c.user("question", &rules)
		c.assistant(openai.ChatCompletionMessage{ToolCalls: []openai.ToolCall{{ID: "1"}}}, &rules)
		c.tool(openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, ToolCallID: "1", Content: `"` + strings.Repeat("long result ", maxTalk/40) + `"`}, &rules)
		c.assistant(openai.ChatCompletionMessage{Content: "answer"}, &rules)
	}
	before := len(c.messages)
	c.trim()
	require.Less(t, len(c.messages), before)
	require.NotEmpty(t, c.messages)
	require.Equal(t, openai.ChatMessageRoleUser, c.messages[0].Role, "no tool result without its call")
	require.Equal(t, "answer", c.messages[len(c.messages)-1].Content)
	kept := len(c.messages)
	c.trim()
	require.Len(t, c.messages, kept)
}

func TestAMessageIsRedactedBeforeItIsCut(t *testing.T) {
	l := leaks(1)[0]
	var c conversation
	var rules []string
	before := strings.Repeat("x ", (maxMessage-len(l.text)+10)/2) // the end cuts the secret
	c.user(before+l.text+strings.Repeat(" y", 100), &rules)
	require.NotEmpty(t, rules)
	requireAbsent(t, "the message", c.messages[0].Content, []leak{l})
	require.True(t, strings.HasSuffix(c.messages[0].Content, "was left out]"))
}

func TestTheMemoryOfATurnIsNotKeptInTheConversation(t *testing.T) {
	var c conversation
	var rules []string
	c.user("first", &rules)
	c.assistant(openai.ChatCompletionMessage{Content: "yes"}, &rules)
	c.user("second", &rules)
	got := c.request(memory.Context{Stable: "STABLE", Turn: "TURN"}, 2, time.Unix(0, 0))
	require.Contains(t, got[0].Content, "STABLE")
	require.Equal(t, "first", got[1].Content)
	require.Contains(t, got[3].Content, "TURN")
	require.Contains(t, got[3].Content, "1970-01-01")
	require.True(t, strings.HasSuffix(got[3].Content, "second"))
	require.Equal(t, "second", c.messages[2].Content)
}

func TestOneLineSaysWhatWasHidden(t *testing.T) {
	r := report{hidden: []string{"url-password", "kubernetes-secret"}}
	require.Equal(t, "2 credentials hidden from the model: kubernetes-secret, url-password. Rotate them if real.", r.hiddenLine())
	r = report{hidden: []string{"url-password", "url-password"}}
	require.Equal(t, "2 credentials hidden from the model: url-password. Rotate them if real.", r.hiddenLine())
	r = report{hidden: []string{"github-token"}}
	require.Equal(t, "1 credential hidden from the model: github-token. Rotate it if real.", r.hiddenLine())
	require.Empty(t, (&report{}).hiddenLine())
}
