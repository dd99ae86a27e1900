package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory"
)

// heldBody is how many characters of a memory's body a prompt has to hold for
// the memory to count as there; of a shorter one it has to hold all.
const heldBody = 200

// A prompter returns the text that a model gets to see of a store beside a
// question.
type prompter func(text string) (string, error)

// budget puts the questions of a cell to the prompter of their store and returns
// the mean share of what answers them that is in the prompt, and the longest
// prompt in characters.
func (c cell) budget(prompters map[string]prompter) (share float64, longest int, err error) {
	bodies := map[string]map[string]string{}
	for name, memos := range c.stores {
		bodies[name] = map[string]string{}
		for _, m := range memos {
			bodies[name][m.Slug] = m.Body
		}
	}
	for _, q := range c.asked {
		text, err := prompters[q.Store](q.Text)
		if err != nil {
			return 0, 0, err
		}
		longest = max(longest, utf8.RuneCountInString(text))
		entries := split(text)
		n := 0.0
		for _, slug := range q.Relevant {
			if holds(entries[slug], bodies[q.Store][slug]) {
				n++
			}
		}
		share += n / float64(len(q.Relevant))
	}
	return share / float64(len(c.asked)), longest, nil
}

// split cuts a prompt into its entries: a line "name (…", and the indented lines
// below it. A name that appears twice has both texts.
func split(prompt string) map[string]string {
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(prompt) {
		if !strings.HasPrefix(line, " ") {
			name, _, _ = strings.Cut(line, " (")
		}
		out[name] += line
	}
	return out
}

// holds reports whether an entry shows enough of a body. White space, and the
// sign that stands for "<" in a prompt, make no difference.
func holds(entry, body string) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "‹", "<")), " ") }
	if r := []rune(plain(body)); len(r) > heldBody {
		body = string(r[:heldBody])
	}
	return entry != "" && strings.Contains(plain(entry), plain(body))
}

// inContext is what our Context gives: Stable and Turn. A store that is switched
// off gives nothing.
func inContext(ctx context.Context, s *memory.Store) prompter {
	return func(text string) (string, error) {
		c, err := s.Context(ctx, text, nil)
		if errors.Is(err, memory.ErrDisabled) {
			return "", nil
		}
		return c.Stable + c.Turn, err
	}
}

// newestPrompt is what simple memories do: the newest memories, whatever is
// asked, as many as fit.
func newestPrompt(memos []memo) prompter {
	var b strings.Builder
	left := memory.DefaultChars
	for _, m := range newestFirst(memos) {
		entry := fmt.Sprintf("%s (%s): %s\n  %s\n", m.Slug, m.Type, m.Description, strings.ReplaceAll(m.Body, "\n", "\n  "))
		if left -= utf8.RuneCountInString(entry); left < 0 {
			break
		}
		b.WriteString(entry)
	}
	return func(string) (string, error) { return b.String(), nil }
}
