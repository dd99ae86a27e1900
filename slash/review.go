package slash

import (
	"context"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// review shows what waits for a person, oldest first: what it says, whose word
// that is, what sent it here and what it would replace.
func (h *Handler) review(ctx context.Context, p *page, arg string) error {
	if arg != "" {
		return usagef("review shows everything that waits. To decide: /memory approve %s or /memory reject %s", typed(arg), typed(arg))
	}
	list, err := h.store.Pending(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		p.say("Nothing waits.")
		return nil
	}
	p.say("%s for you. None of it is used until you approve it.", plural(len(list), "memory waits", "memories wait"))
	for _, w := range list {
		p.gap()
		h.waiting(p, w)
	}
	p.gap()
	name := list[0].Name
	p.say("To decide:")
	p.line("    /memory approve " + name)
	p.line("    /memory reject " + name + " because …")
	return nil
}

func (h *Handler) waiting(p *page, w memory.Waiting) {
	r := w.Record
	p.title(w.Name, terminal.OneLine(string(r.Type))+" · "+day(w.At), terminal.Width(w.Name))
	if w.Problem != nil {
		p.indented(2, "It cannot be read: "+w.Problem.Reason+".")
		return
	}
	p.indented(2, terminal.OneLine(r.Body))
	if r.Quote != "" {
		p.indented(2, "Rests on: “"+terminal.OneLine(r.Quote)+"”")
	}
	p.indented(2, "It waits because "+because(w)+".")
	if w.Replaces != nil {
		p.indented(2, "It would replace: "+terminal.OneLine(w.Replaces.Body))
	}
}

// because completes "it waits because …".
func because(w memory.Waiting) string {
	switch w.Code {
	case memory.Conflict:
		return "a person vouches for what it would replace"
	case memory.Forgotten:
		return "it holds something that was forgotten"
	case memory.Ungrounded:
		return "it is not certain that you said it"
	case memory.Denied:
		return "you said that it is not so"
	case "":
		return "it was put into the folder for what waits"
	}
	return "of the check “" + string(w.Code) + "”"
}

// approve serves what waits under a name; without one, the only one that waits.
func (h *Handler) approve(ctx context.Context, p *page, arg string) error {
	name, err := h.chosen(ctx, arg, "approve")
	if err != nil {
		return err
	}
	var res memory.Result
	err = named("approve", name, func(n string) error {
		res, err = h.store.Approve(ctx, n, h.by())
		return err
	})
	if err != nil {
		return err
	}
	p.say("Approved: %s (%s, %s).", label(res.Record), res.Record.Type, res.Record.Status)
	if res.Previous != nil {
		p.say("It replaced: %s", terminal.OneLine(res.Previous.Body))
	}
	return nil
}

// reject removes what waits under a name; a reason may follow after "because".
func (h *Handler) reject(ctx context.Context, p *page, arg string) error {
	name, reason, _ := strings.Cut(" "+arg, " because ")
	name, err := h.chosen(ctx, name, "reject")
	if err != nil {
		return err
	}
	by := h.by()
	by.Reason = strings.TrimSpace(reason)
	var w memory.Waiting
	err = named("reject", name, func(n string) error {
		w, err = h.store.Reject(ctx, n, by)
		return err
	})
	if err != nil {
		return err
	}
	p.say("Rejected: %s. It said: %s", w.Name, terminal.OneLine(w.Record.Body))
	p.say("Neither the agent nor extraction brings this back by itself.")
	return nil
}

// chosen returns the proposal that is meant: the one named, or the only one.
// With several waiting, deciding about one that was not named would be a guess.
func (h *Handler) chosen(ctx context.Context, arg, verb string) (string, error) {
	if name := strings.TrimSpace(arg); name != "" {
		return name, nil
	}
	list, err := h.store.Pending(ctx)
	if err != nil {
		return "", err
	}
	switch len(list) {
	case 0:
		return "", usage("Nothing waits.")
	case 1:
		return list[0].Name, nil
	}
	return "", usagef("%d wait, so say which: /memory review shows them; then /memory %s NAME", len(list), verb)
}
