package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sashabaranov/go-openai"
)

// maxTranscriptLine bounds one line of a transcript, in bytes.
const maxTranscriptLine = 8 << 20

// spoken is one line of a transcript.
type spoken struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// readTranscript keeps what the user's turns of a conversation ask to keep, and
// prints what was saved and what was refused. The other turns save nothing,
// whatever they say.
func (a *agent) readTranscript(ctx context.Context, name string, stdin io.Reader) error {
	turns, err := loadTranscript(name, stdin)
	if err != nil {
		return err
	}
	var users, saved, refused int
	for i, t := range turns {
		if t.Role != openai.ChatMessageRoleUser {
			continue
		}
		users++
		a.turn = i + 1
		r := &report{}
		for _, fact := range requests(t.message()) {
			if err := a.keep(ctx, fact, r); err != nil {
				return err
			}
		}
		for _, act := range r.acts {
			a.quiet("turn %d: %s", a.turn, act)
		}
		saved += r.kept
		refused += len(r.acts) - r.kept
	}
	a.printf("%s, %d by the user: %s saved, %d refused.\n", count(len(turns), "turn"), users, count(saved, "memory"), refused)
	return nil
}

// loadTranscript reads all of it before anything is done, so that a faulty file
// saves nothing.
func loadTranscript(name string, stdin io.Reader) ([]spoken, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("-transcript: %w", err)
		}
		defer f.Close()
		in = f
	}
	var turns []spoken
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, maxTranscriptLine)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\ufeff"))
		if line == "" {
			continue
		}
		t, err := parseSpoken(line)
		if err != nil {
			return nil, fmt.Errorf("-transcript: line %d: %w", n, err)
		}
		turns = append(turns, t)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("-transcript: %w", err)
	}
	return turns, nil
}

// parseSpoken returns errors that hold nothing of the line.
func parseSpoken(line string) (spoken, error) {
	var t spoken
	if err := json.Unmarshal([]byte(line), &t); err != nil {
		return t, errors.New(`not JSON; each line is {"role": "user", "content": "…"}`)
	}
	switch t.Role {
	case openai.ChatMessageRoleUser, openai.ChatMessageRoleAssistant, openai.ChatMessageRoleTool,
		openai.ChatMessageRoleSystem, openai.ChatMessageRoleDeveloper, openai.ChatMessageRoleFunction:
		return t, nil
	}
	return t, errors.New("the role is none of user, assistant, tool and system")
}

// message is the turn with its fenced blocks as pastes: what stands in them was
// shown, not said. Content that is no string, such as an image, is nothing said.
func (t spoken) message() message {
	var text string
	if json.Unmarshal(t.Content, &text) != nil {
		return message{}
	}
	var m message
	for i, part := range strings.Split(text, "```") {
		if i%2 == 1 {
			part = strings.Trim(part, "\n")
			m.pastes = append(m.pastes, part)
			part = marker(len(m.pastes), part)
		}
		m.line += part
	}
	return m
}
