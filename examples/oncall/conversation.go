package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sashabaranov/go-openai"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

//go:embed system.md
var systemPrompt string

// Bounds on what is sent.
const (
	maxMessage = 100_000 // runes of one message; the end of a longer one is left out
	maxTalk    = 200_000 // runes of the conversation; its oldest turns are left out
)

// conversation is what was said, as the provider may see it: every text in it
// went through hide.
type conversation struct {
	messages []openai.ChatCompletionMessage
	person   listener
}

// user adds what the person said.
func (c *conversation) user(text string, rules *[]string) {
	// Redacted first: a credential that is cut in two is found no more.
	text = clip(c.person.hide(text, rules), "[the rest of the message was left out]")
	c.add(openai.ChatCompletionMessage{Role: openai.ChatMessageRoleUser, Content: text})
}

// assistant adds what the model said, with its tool calls.
func (c *conversation) assistant(m openai.ChatCompletionMessage, rules *[]string) {
	m.Role = openai.ChatMessageRoleAssistant
	m.Content = hide(m.Content, rules)
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i, tc := range m.ToolCalls {
		m.ToolCalls[i].Function.Name = hide(tc.Function.Name, rules) // a model may name a tool that there is not
		m.ToolCalls[i].Function.Arguments = hideJSON(json.RawMessage(tc.Function.Arguments), rules)
	}
	c.add(m)
}

// tool adds the answer to a tool call.
func (c *conversation) tool(m openai.ChatCompletionMessage, rules *[]string) {
	m.Content = clip(hideJSON(json.RawMessage(m.Content), rules), "[cut]")
	m.Name = safety.Redact(m.Name)
	c.add(m)
}

func (c *conversation) add(m openai.ChatCompletionMessage) { c.messages = append(c.messages, m) }

// rewind drops everything from message number mark on: a turn that did not end.
func (c *conversation) rewind(mark int) { c.messages = c.messages[:mark] }

// trim leaves out the oldest turns, whole ones, while there is too much. The
// turn that is going on stays.
func (c *conversation) trim() {
	total := 0
	for i := len(c.messages) - 1; i >= 0; i-- {
		total += utf8.RuneCountInString(c.messages[i].Content)
		if total > maxTalk {
			for j := i + 1; j < len(c.messages); j++ {
				if c.messages[j].Role == openai.ChatMessageRoleUser {
					c.messages = slices.Clone(c.messages[j:])
					return
				}
			}
			return
		}
	}
}

// request is the whole of what one request says. What the memory adds to this
// turn stands beside the user's words and is not kept in the conversation.
func (c *conversation) request(mem memory.Context, turn int, now time.Time) []openai.ChatCompletionMessage {
	var rules []string // of hand-written files; the memory reports them itself
	system := strings.TrimSpace(systemPrompt)
	if mem.Stable != "" {
		system += "\n\n" + hide(mem.Stable, &rules)
	}
	out := []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleSystem, Content: system}}
	for i, m := range c.messages {
		if i == turn {
			m.Content = strings.TrimSpace(hide(mem.Turn, &rules) + "\n\nIt is " + now.UTC().Format("Monday 2006-01-02 15:04 UTC") + ".\n\n" + m.Content)
		}
		out = append(out, m)
	}
	return out
}

func clip(s, note string) string {
	if runes := []rune(s); len(runes) > maxMessage {
		return string(runes[:maxMessage]) + "\n" + note
	}
	return s
}

// citation matches a name in brackets.
var citation = regexp.MustCompile(`\[([^\[\]\n]{1,100})\]`)

// cited returns the memories that an answer names, if they exist.
func (a *agent) cited(ctx context.Context, answer string) []string {
	var out []string
	for _, m := range citation.FindAllStringSubmatch(answer, -1) {
		for name := range strings.SplitSeq(m[1], ",") {
			name = strings.TrimSpace(name)
			if name == "" || slices.Contains(out, name) || len(out) == memory.MaxHits {
				continue
			}
			if rec, err := a.store.Get(ctx, name); err == nil && rec.Slug == name {
				out = append(out, name)
			}
		}
	}
	return out
}
