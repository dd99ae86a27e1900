package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
)

// How long the last look back may take when the person quits: after the first
// time it is announced, after the second given up. What was not done then is
// kept and done in a later session.
const (
	quietFinish = time.Second
	maxFinish   = 5 * time.Second
)

// lookback is how the agent looks back over what was said: with rules at once,
// with a model beside the conversation.
type lookback struct {
	extractor *extraction.Extractor
	queue     *extraction.Queue // nil without a model
	off       string            // ID of the last turn that was said while this was off

	mu   sync.Mutex
	late []extraction.Report // of passes that ended since the last prompt
}

// useRules looks back without a model.
func (l *lookback) useRules() { l.extractor = extraction.New(extraction.Rules{}, nil) }

// useModel looks back with a model. The queue's passes run in a goroutine of the
// session.
func (l *lookback) useModel(opts options) {
	model := extraction.NewModel(opts.model, opts.key, &extraction.ModelOptions{BaseURL: opts.baseURL})
	l.extractor = extraction.New(model, nil)
	l.queue = extraction.NewQueue(l.extractor, &extraction.QueueOptions{Done: l.done})
}

func (l *lookback) done(_ extraction.Conversation, r extraction.Report, _ error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late = append(l.late, r)
}

// take returns what came in since it was asked last.
func (l *lookback) take() []extraction.Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	late := l.late
	l.late = nil
	return late
}

// past is what extraction may look at: not what was said while it was off.
func (a *agent) past() extraction.Conversation {
	turns := a.said.turns
	for i, t := range turns {
		if t.ID == a.look.off {
			turns = turns[i+1:]
			break
		}
	}
	return extraction.Conversation{Store: a.store, Session: a.session, Turns: turns, Cited: a.said.shown}
}

// heed takes out of service what the person's message denies, before the agent
// answers from it once more.
func (a *agent) heed(ctx context.Context, r *report) {
	got, err := a.look.extractor.Dispute(ctx, a.past())
	if err != nil && ctx.Err() == nil {
		a.quiet("the memory could not be changed; /memory doctor says why")
	}
	r.pass(got)
}

// lookBack goes over the conversation once a turn has ended. Nothing that fails
// here fails the turn.
func (a *agent) lookBack(ctx context.Context, r *report) {
	if !a.store.AutoExtract(ctx) {
		if n := len(a.said.turns); n > 0 {
			a.look.off = a.said.turns[n-1].ID
		}
		return
	}
	if a.look.queue != nil {
		a.look.queue.Add(a.past())
		return
	}
	got, err := a.look.extractor.Run(ctx, a.past())
	if err != nil && ctx.Err() == nil {
		a.quiet("nothing could be kept; /memory doctor says why")
	}
	r.pass(got)
}

// tellLate prints what passes beside the conversation came to.
func (a *agent) tellLate() {
	r := &report{}
	for _, got := range a.look.take() {
		r.pass(got)
	}
	a.print(r)
}

// finish waits for the last pass, but not for long.
func (a *agent) finish(ctx context.Context) {
	if a.look.queue == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxFinish)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- a.look.queue.Close(ctx) }()
	var err error
	select {
	case err = <-closed:
	case <-time.After(quietFinish):
		a.quiet("looking back over the conversation; this takes at most %d seconds", maxFinish/time.Second)
		err = <-closed
	}
	a.tellLate()
	if err != nil {
		a.quiet("not finished; a later session goes on with it")
	}
}

// pass notes what a look back came to.
func (r *report) pass(got extraction.Report) {
	for _, name := range slices.Sorted(maps.Keys(got.Disputes)) {
		r.acts = append(r.acts, disputed(name, got.Disputes[name]))
	}
	for _, res := range got.Saved {
		verb := "remembered"
		if res.Outcome == memory.Updated {
			verb = "updated"
		}
		r.acts = append(r.acts, kept(verb, res.Record.Slug, res.Record.Description, string(res.Record.Status)))
	}
	for _, res := range got.Pending {
		r.acts = append(r.acts, fmt.Sprintf("waits for you: %s (/memory review)", res.Record.Slug))
	}
	r.kept += len(got.Saved) + len(got.Pending) + len(got.Disputes) + got.Unchanged
}

// fates say what became of a memory that the person denied, and where that can
// be looked at and undone.
var fates = map[memory.Fate]struct{ before, after string }{
	memory.Disputed:  {"took ", " out of service: you said it is not so (/memory review)"},
	memory.Rejected:  {"took ", " out of service: you said what is so (/memory log)"},
	memory.Contested: {"", " stays, marked as contested: you vouched for it (/memory edit)"},
}

// disputed is the line for what was denied. Of a long name only the beginning is
// shown.
func disputed(name string, fate memory.Fate) string {
	f := fates[fate]
	return f.before + cut(name, 78-len(f.before+f.after)) + f.after
}

// kept is the line for what was saved, with its status whatever its length.
func kept(verb, name, description, status string) string {
	if status != "" {
		status = " (" + status + ")"
	}
	return cut(fmt.Sprintf("%s %s: %s", verb, name, description), 78-len([]rune(status))) + status
}
