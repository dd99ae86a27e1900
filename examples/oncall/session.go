package main

import (
	"context"
	_ "embed"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

//go:embed help.txt
var help string

// converse talks until the person quits, the input ends or ctx does.
func (a *agent) converse(ctx context.Context, s streams) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stops := &interrupts{quit: cancel}
	go stops.watch(ctx, s.signals)

	if a.look.queue != nil {
		go a.look.queue.Run(ctx)
	}
	a.greet(ctx)
	in, echo := a.openInput(ctx, s)
	defer in.close()
	defer a.finish(ctx)
	for {
		a.tellLate()
		if echo {
			a.printf("%s", prompt)
		}
		m, err := in.next(ctx)
		if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
			if echo {
				a.printf("\n")
			}
			return nil
		}
		if err != nil {
			return err
		}
		if echo {
			a.printf("%s\n", safety.Redact(m.line))
		}
		turn, done := stops.turn(ctx)
		err = a.respond(turn, m)
		stopped := turn.Err() != nil
		done()
		if stopped {
			a.quiet("stopped")
		} else if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			a.say("That failed: %s", safety.Redact(err.Error()))
		}
		a.printf("\n")
	}
}

// openInput returns where messages come from, and whether the prompt and the
// line must be printed because no terminal echoes them.
func (a *agent) openInput(ctx context.Context, s streams) (in input, echo bool) {
	tty, ok := isTerminal(s.in)
	if !ok || a.screen == nil {
		return newScript(s.in), true
	}
	a.editor = true
	path := historyPath(a.store)
	if errors.Is(a.store.Available(ctx), memory.ErrDisabled) {
		path = "" // whoever turns memory off expects that nothing is kept
	}
	return newConsole(tty, s.out, openHistory(path)), false
}

// respond answers one message. It returns io.EOF to quit.
func (a *agent) respond(ctx context.Context, m message) error {
	if strings.TrimSpace(m.line) == "" {
		return nil
	}
	if handled, err := a.command(ctx, m); handled {
		return err
	}
	m, err := withFile(m)
	if err != nil {
		a.say("%s", safety.Redact(err.Error()))
		return nil
	}
	a.turn++
	r := &report{}
	mark := len(a.said.turns)
	a.said.person(a.turn, m, time.Now(), a.labels(ctx)...)
	a.heed(ctx, r)
	if a.provider == nil {
		err = a.answerOffline(ctx, m, r)
	} else {
		err = a.answerOnline(ctx, m, r)
	}
	if ctx.Err() != nil {
		a.said.rewind(mark)
	} else {
		a.lookBack(ctx, r)
	}
	a.finishAnswer(r)
	a.print(r)
	return err
}

// labels are those of a turn that is said now: while memory is off nothing that
// is said is for it, also not later.
func (a *agent) labels(ctx context.Context) []string {
	if errors.Is(a.store.Available(ctx), memory.ErrDisabled) {
		return []string{extraction.LabelPrivate}
	}
	return nil
}

// finishAnswer says what depends on whether anything was kept.
func (a *agent) finishAnswer(r *report) {
	if r.kept > 0 {
		return
	}
	if r.otherwise != "" {
		a.say("%s", r.otherwise)
	}
	if r.toKeep != "" {
		r.acts = append(r.acts, "not kept; to keep it, type: remember "+r.toKeep)
	}
}
