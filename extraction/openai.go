package extraction

import (
	"strconv"
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// FromOpenAI builds turns from a chat-completions message list. A turn's ID
// is the message's place in the list, counted from 1, so it stays the same
// while messages are only appended. The other fields are left zero: set
// Author, At, Labels, Origin and Pasted where the harness knows them.
//
// Of a multi-part message only the text parts are taken. A message's name
// becomes its Author for user messages. An assistant message that only calls
// tools has no text and becomes a turn with empty Content.
func FromOpenAI(messages []openai.ChatCompletionMessage) []Turn {
	turns := make([]Turn, 0, len(messages))
	for i, m := range messages {
		t := Turn{ID: strconv.Itoa(i + 1), Role: roleOf(m.Role), Content: textOf(m)}
		if t.Role == RoleUser {
			t.Author = m.Name
		}
		turns = append(turns, t)
	}
	return turns
}

func roleOf(role string) Role {
	switch role {
	case openai.ChatMessageRoleDeveloper:
		return RoleSystem
	case openai.ChatMessageRoleFunction:
		return RoleTool
	}
	return Role(role)
}

func textOf(m openai.ChatCompletionMessage) string {
	if len(m.MultiContent) == 0 {
		return m.Content
	}
	var parts []string
	for _, p := range m.MultiContent {
		if p.Type == openai.ChatMessagePartTypeText {
			parts = append(parts, p.Text)
		}
	}
	return strings.Join(parts, "\n")
}
