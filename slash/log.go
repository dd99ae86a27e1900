package slash

import (
	"context"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// maxEvents bounds what log prints when nobody said how far back.
const maxEvents = 100

func (h *Handler) log(ctx context.Context, p *page, arg string) error {
	name, ages := options(arg, "--since")
	q := memory.LogQuery{Limit: maxEvents + 1}
	for _, age := range ages {
		t, err := since(age, h.opts.Now())
		if err != nil {
			return err
		}
		q.Since, q.Limit = t, 0
	}
	events, err := h.events(ctx, name, q)
	if err != nil {
		return err
	}
	if len(events) == 0 {
		p.say("Nothing has happened%s.", map[bool]string{true: " since then", false: " yet"}[len(ages) > 0])
		return nil
	}
	if q.Limit > 0 && len(events) > maxEvents {
		events = events[1:]
		p.say("The newest %d entries. For older ones: /memory log --since %s", maxEvents, day(events[0].At.AddDate(0, -1, 0)))
		p.gap()
	}
	ops := make([]string, len(events))
	for i, e := range events {
		ops[i] = e.Op
	}
	for _, e := range events {
		p.line(h.event(e, widest(ops)))
	}
	p.gap()
	p.say("Times are UTC. What the memories said is in /memory history NAME.")
	return nil
}

// events returns the entries of one name, or of all when name is "".
func (h *Handler) events(ctx context.Context, name string, q memory.LogQuery) (events []memory.Event, err error) {
	if name == "" {
		return h.store.Log(ctx, q)
	}
	err = named("log", name, func(n string) error {
		q.Name = n
		events, err = h.store.Log(ctx, q)
		if err == nil && len(events) == 0 {
			_, err = h.store.Get(ctx, n) // a name that never was, or nothing since then
		}
		return err
	})
	return events, err
}

// aboutStore are the operations on the whole store, and what they act on.
var aboutStore = map[string]string{
	"switched off":        "memory",
	"switched on":         "memory",
	"autosave off":        "of lasting facts said in passing",
	"autosave on":         "of lasting facts said in passing",
	"deletions confirmed": "of all at once",
	"reset":               "the journal",
	"begun":               "the journal",
}

// event prints one entry of the journal on one line.
func (h *Handler) event(e memory.Event, column int) string {
	parts := []string{eventName(e)}
	if who := h.who(e); who != "" {
		parts = append(parts, "by "+who)
	}
	parts = append(parts, string(e.Status), string(e.Code))
	if e.Session != "" {
		parts = append(parts, "in "+e.Session)
	}
	if e.Reason != "" {
		parts = append(parts, "because "+h.public(e.Reason))
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return minute(e.At) + "  " + terminal.Pad(e.Op, column) + "  " + terminal.OneLine(strings.Join(parts, " · "))
}

// eventName names the memory an entry is about. The journal keeps no names: one
// that no file bears any more cannot be told.
func eventName(e memory.Event) string {
	what, all := aboutStore[e.Op]
	switch {
	case e.Name != "":
		return e.Name
	case all:
		return what
	case e.Code != "":
		return ""
	}
	return "(forgotten)"
}

// who names the person or program behind an entry.
func (h *Handler) who(e memory.Event) string {
	switch {
	case e.Auto && e.Source == memory.FromExtraction:
		return "extraction"
	case e.Auto && e.Actor != "":
		return e.Actor + " (program)"
	case e.Auto:
		return "the agent"
	case e.Actor != "" && e.Actor == h.opts.Actor:
		return "you"
	}
	return e.Actor
}

func (h *Handler) history(ctx context.Context, p *page, arg string) error {
	var revisions []memory.Revision
	err := named("history", arg, func(n string) (err error) {
		revisions, err = h.store.History(ctx, n)
		return err
	})
	if err != nil {
		return err
	}
	if len(revisions) == 0 {
		p.say("Nothing is kept of its former texts.")
		return nil
	}
	for _, r := range revisions {
		p.gap()
		h.revision(p, r)
	}
	return nil
}

func (h *Handler) revision(p *page, r memory.Revision) {
	about := []string{string(r.Status)}
	if o := origin(memory.Record{Source: r.Source}); o != "" {
		about = append(about, o)
	}
	if r.Actor != "" {
		about = append(about, "by "+terminal.OneLine(r.Actor))
	}
	if r.Live {
		about = append(about, "the present text")
	}
	p.title(moment(r.At), strings.Join(about, " · "), 0)
	p.text(fullText(r.Record))
}
