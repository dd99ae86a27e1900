package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
)

// maxTranscriptLine bounds one line of a transcript, in bytes.
const maxTranscriptLine = 8 << 20

// readTranscript looks back over a conversation as it would have over this one,
// and prints what was saved, what waits, and what was refused by which gate.
func (a *agent) readTranscript(ctx context.Context, name string, stdin io.Reader) error {
	turns, err := loadTranscript(name, stdin)
	if err != nil {
		return err
	}
	if err := a.store.Available(ctx); err != nil {
		return err
	}
	if !a.store.AutoExtract(ctx) {
		return errors.New("-transcript: looking back is off; /memory autosave on brings it back")
	}
	var sum extraction.Report
	for _, end := range a.passes(turns) {
		got, err := a.look.extractor.Run(ctx, extraction.Conversation{Store: a.store, Session: a.session, Owner: a.opts.principal, Turns: turns[:end]})
		if err != nil {
			return err
		}
		a.tell(got)
		sum = added(sum, got)
	}
	a.summarize(turns, sum)
	return nil
}

// passes returns after how many turns to look back: with rules after each that
// the user's words end, with a model, which is asked each time, after each
// digest's worth.
func (a *agent) passes(turns []extraction.Turn) []int {
	var ends []int
	for i := range turns {
		last := i+1 == len(turns)
		if a.provider == nil && (last || turns[i+1].Role == extraction.RoleUser) || last || (i+1)%extraction.DigestTurns == 0 {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// tell prints what a pass came to, with the turn it rests on.
func (a *agent) tell(got extraction.Report) {
	for name, fate := range got.Disputes {
		a.quiet("%s", disputed(name, fate))
	}
	for _, res := range slices.Concat(got.Saved, got.Pending) {
		line := kept("remembered", res.Record.Slug, res.Record.Description, string(res.Record.Status))
		switch res.Outcome {
		case memory.Updated:
			line = kept("updated", res.Record.Slug, res.Record.Description, string(res.Record.Status))
		case memory.Waits:
			line = fmt.Sprintf("%s waits: /memory review", res.Record.Slug)
		}
		a.quiet("%s%s", turnOf(res.Record), line)
	}
	for _, e := range got.Refusals {
		a.quiet("not saved: %s", toolResult{Error: string(e.Code), Rules: e.Rules, Detail: e.Detail}.why())
	}
}

// turnOf names the newest turn that a memory cites.
func turnOf(r memory.Record) string {
	if len(r.Evidence) == 0 {
		return ""
	}
	_, turn, _ := strings.Cut(r.Evidence[len(r.Evidence)-1], "#")
	turn, _, _ = strings.Cut(turn, "@")
	return "turn " + turn + ": "
}

func added(sum, got extraction.Report) extraction.Report {
	sum.Saved = append(sum.Saved, got.Saved...)
	sum.Pending = append(sum.Pending, got.Pending...)
	sum.Unchanged += got.Unchanged
	if sum.Drops == nil {
		sum.Drops = map[string]int{}
	}
	for gate, n := range got.Drops {
		sum.Drops[gate] += n
	}
	return sum
}

func (a *agent) summarize(turns []extraction.Turn, sum extraction.Report) {
	users, refused := 0, 0
	for _, t := range turns {
		if t.Role == extraction.RoleUser {
			users++
		}
	}
	var gates []string
	for _, gate := range slices.Sorted(maps.Keys(sum.Drops)) {
		refused += sum.Drops[gate]
		gates = append(gates, fmt.Sprintf("%d %s", sum.Drops[gate], gate))
	}
	line := fmt.Sprintf("%s, %d by the user: %s saved, ", count(len(turns), "turn"), users, count(len(sum.Saved), "memory"))
	if n := len(sum.Pending); n > 0 {
		line += fmt.Sprintf("%d wait, ", n)
	}
	line += fmt.Sprintf("%d refused", refused)
	if len(gates) > 0 {
		line += " (" + strings.Join(gates, ", ") + ")"
	}
	a.printf("%s.\n", line)
}

// loadTranscript reads all of it before anything is done, so that a faulty file
// saves nothing.
func loadTranscript(name string, stdin io.Reader) ([]extraction.Turn, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("-transcript: %w", err)
		}
		defer f.Close()
		in = f
	}
	var messages []openai.ChatCompletionMessage
	var times []time.Time
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, maxTranscriptLine)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\ufeff"))
		if line == "" {
			continue
		}
		m, at, err := parseMessage(line)
		if err != nil {
			return nil, fmt.Errorf("-transcript: line %d: %w", n, err)
		}
		messages, times = append(messages, m), append(times, at)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("-transcript: %w", err)
	}
	turns := extraction.FromOpenAI(messages)
	for i := range turns {
		turns[i].At = times[i]
	}
	return turns, nil
}

// parseMessage reads one line. Its time is zero if it has none. Errors hold
// nothing of the line.
func parseMessage(line string) (m openai.ChatCompletionMessage, at time.Time, err error) {
	var said struct{ At string }
	if json.Unmarshal([]byte(line), &m) != nil || json.Unmarshal([]byte(line), &said) != nil {
		return m, at, errors.New(`not JSON; each line is {"role": "user", "content": "…"}`)
	}
	if said.At != "" {
		if at, err = time.Parse(time.RFC3339, said.At); err != nil {
			return m, at, errors.New(`"at" is not a time like 2026-11-29T03:00:00Z`)
		}
	}
	switch m.Role {
	case openai.ChatMessageRoleUser, openai.ChatMessageRoleAssistant, openai.ChatMessageRoleTool,
		openai.ChatMessageRoleSystem, openai.ChatMessageRoleDeveloper, openai.ChatMessageRoleFunction:
		return m, at, nil
	}
	return m, at, errors.New("the role is none of user, assistant, tool and system")
}
