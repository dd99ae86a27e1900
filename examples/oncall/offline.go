package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// Bounds of a quoted answer.
const (
	maxQuotes = 3    // memories in full
	maxQuoted = 1200 // runes of one of them
	// nearBest is the share of the best score that a further memory needs to
	// be quoted beside it.
	nearBest = 0.75
)

// answerOffline does without a model: it keeps what it is asked to keep, and
// for everything else quotes what the memory holds.
func (a *agent) answerOffline(ctx context.Context, m message, r *report) error {
	facts := requests(m)
	switch {
	case len(facts) > 0:
	case isBareRequest(m):
		a.say("What? “remember TEXT” keeps TEXT.")
		return nil
	case forgetRequest.MatchString(m.typed()):
		return a.explainForgetting(ctx, m)
	default:
		return a.lookUp(ctx, m, r)
	}
	for _, fact := range facts {
		if err := a.keep(ctx, fact, r); err != nil {
			return err
		}
	}
	return nil
}

// forgetRequest matches a wish that only a command fulfils, because it has to
// name one memory exactly.
var forgetRequest = regexp.MustCompile(`(?i)^(?:please\s+)?(?:forget|delete|remove)\s+(?:about\s+|that\s+|the\s+)?(.+)`)

func (a *agent) explainForgetting(ctx context.Context, m message) error {
	about := forgetRequest.FindStringSubmatch(m.typed())[1]
	got, err := a.store.Recall(ctx, memory.Query{Text: about, Limit: 3, Audience: a.opts.audience})
	if err != nil {
		return err
	}
	name := "NAME"
	if len(got.Hits) > 0 && !got.Weak {
		name = got.Hits[0].Record.Slug
	}
	a.say("To forget it, type: /memory forget %s", name)
	return nil
}

// keep saves a fact through the agent's tool, so that it passes what a model's
// call passes.
func (a *agent) keep(ctx context.Context, fact string, r *report) error {
	in, err := a.propose(ctx, fact)
	if err != nil {
		return err
	}
	args, err := json.Marshal(in)
	if err != nil {
		return err
	}
	result, err := a.tools.Call(ctx, agenttools.Remember, args)
	if err != nil {
		return err
	}
	r.tool(agenttools.Remember, args, result)
	return nil
}

// propose fills in what the tool wants to know. A name that is taken is used
// again when the fact says that something changed; otherwise it is another fact
// about the same thing and gets a longer name.
func (a *agent) propose(ctx context.Context, fact string) (remember, error) {
	in := describeFact(fact)
	for _, name := range candidateNames(fact) {
		in.Name = name
		old, err := a.store.Get(ctx, name)
		if ctx.Err() != nil {
			return in, ctx.Err()
		}
		// What cannot be read is refused by the store, with its reason.
		if err != nil || replaces(fact, old) {
			break
		}
	}
	return in, nil
}

// lookUp quotes what the memory holds about a message.
func (a *agent) lookUp(ctx context.Context, m message, r *report) error {
	if err := a.store.Available(ctx); errors.Is(err, memory.ErrDisabled) {
		a.say("%s.", upperFirst(err.Error()))
		return nil
	}
	got, err := a.store.Recall(ctx, memory.Query{Text: m.query(), Audience: a.opts.audience})
	if err != nil {
		return err
	}
	switch {
	case got.Stored == 0 && got.Omitted["audience"] > 0:
		a.say("Nothing that is stored may be shown here: others read along.")
	case got.Stored == 0:
		r.otherwise = "Nothing is stored yet. “remember TEXT” keeps a fact."
	default:
		hits := answering(m, got)
		if len(hits) == 0 {
			err = a.nothingFound(ctx, m, got, r)
		} else {
			a.quote(hits)
		}
	}
	if isStatement(m) {
		r.toKeep = cut(safety.Redact(m.typed()), 40)
	}
	return err
}

// answering returns the hits that are worth quoting. The answer to a question
// is sure: "how many nodes does the cluster have?" is not answered by a memory
// that has nothing but the cluster. What is no question, such as an alert, gets
// what bears on it.
func answering(m message, got memory.Recollection) []memory.Hit {
	return slices.DeleteFunc(got.Hits, func(h memory.Hit) bool { return h.Weak || isQuestion(m) && !h.Sure })
}

// quote prints the best memory in full, those that come close to it too, and
// the names of the others.
func (a *agent) quote(hits []memory.Hit) {
	var more []string
	var shown string
	for i, h := range hits {
		switch {
		case i < maxQuotes && h.Score >= nearBest*hits[0].Score:
			a.quoteOne(h.Record)
			a.said.used(h.Record.Slug)
			shown += "[" + h.Record.Slug + "] " + h.Record.Description + "\n"
		default:
			more = append(more, h.Record.Slug)
		}
	}
	a.said.reply(a.turn, extraction.RoleAssistant, shown, extraction.LabelMemory)
	if len(more) > 0 {
		a.quiet("see also: %s", strings.Join(more, ", "))
	}
}

func (a *agent) quoteOne(rec memory.Record) {
	a.printf("%s", quoted(fmt.Sprintf("[%s] %s", rec.Slug, safety.Redact(rec.Description)), "", a.width()))
	body := safety.Redact(rec.Body)
	if short := cut(body, maxQuoted); strings.TrimSpace(body) != strings.TrimSpace(safety.Redact(rec.Description)) {
		a.printf("%s", quoted(short, "    ", a.width()))
		if short != body {
			a.quiet("cut; all of it: /memory show %s", rec.Slug)
		}
	}
	a.printf("    -- %s\n", provenance(rec))
}

// provenance says whose word a memory is, of which day, and how far to trust it.
func provenance(rec memory.Record) string {
	word := map[memory.Source]string{
		memory.FromUser:       "you said",
		memory.FromAgent:      "the agent's note",
		memory.FromExtraction: "from a conversation",
		memory.FromHand:       "written by hand",
		memory.FromImport:     "imported",
	}[rec.Source]
	if word == "" {
		word = "origin unknown"
	}
	parts := []string{word}
	if !rec.Updated.IsZero() {
		parts = append(parts, rec.Updated.Format("2006-01-02"))
	}
	if rec.ValidFrom != "" {
		parts = append(parts, "holds from "+rec.ValidFrom)
	}
	if rec.ValidUntil != "" {
		parts = append(parts, "until "+rec.ValidUntil)
	}
	return strings.Join(append(parts, string(rec.Status)), ", ")
}

// nothingFound answers a question. What somebody states needs no answer if it is
// kept, which shows later.
func (a *agent) nothingFound(ctx context.Context, m message, got memory.Recollection, r *report) error {
	names, err := a.closest(ctx, m, got)
	if err != nil {
		return err
	}
	r.otherwise = "Nothing in memory answers that."
	if len(names) > 0 {
		r.otherwise += " Closest: " + strings.Join(names, ", ") + "."
	}
	return nil
}

// closest returns up to three names to try instead.
func (a *agent) closest(ctx context.Context, m message, got memory.Recollection) ([]string, error) {
	var names []string
	for _, h := range got.Hits[:min(len(got.Hits), 3)] {
		names = append(names, h.Record.Slug)
	}
	if len(names) > 0 || a.opts.audience == memory.Room {
		return names, nil // names of withheld memories are withheld too
	}
	return a.store.Near(ctx, cut(m.typed(), 60), 3)
}

// isQuestion tells a question from other messages. With a paste the message is
// about the paste.
func isQuestion(m message) bool {
	return len(m.pastes) == 0 && (strings.HasSuffix(m.line, "?") || question.MatchString(m.line))
}

// question matches how a question begins that has no question mark.
var question = regexp.MustCompile(`(?i)^(what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|tell|show|list|find|explain|describe|wo|wer|was|wie|wann|warum|welche\w*|qué|cuál|quién|dónde|cómo|quel\w*|qui|où|comment|pourquoi)\b`)

// isStatement tells what somebody states, and might expect to be kept, from a
// question, a few search words and pasted text.
func isStatement(m message) bool {
	return len(m.pastes) == 0 && len(strings.Fields(m.line)) >= 4 && !isQuestion(m)
}
