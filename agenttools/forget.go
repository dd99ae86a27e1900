package agenttools

import (
	"errors"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// removed is the result of memory_forget.
type removed struct {
	Status string  `json:"status"`
	Name   string  `json:"name"`
	Text   *former `json:"text"`
	Note   string  `json:"note"`
}

// forgotten is the status of a memory_forget that removed a memory.
const forgotten = "forgotten"

func (c *call) forget(args *arguments) (any, error) {
	name := args.text("name")
	if args.err != nil {
		return nil, args.err
	}
	if strings.TrimSpace(name) == "" {
		return nil, invalid("name", "name is empty; give the exact name of the one memory to remove")
	}
	// Patterns are refused instead of being looked up, so that a model does not
	// take "not_found" for "there are none left".
	if strings.ContainsAny(name, "*?") {
		return nil, invalid("name", "name takes no wildcards; give the exact name of the one memory to remove")
	}
	// What does not exist for this audience cannot be removed by it either.
	r, err := c.store.Get(c.ctx, name)
	if err == nil && !c.shown(r) {
		return nil, c.notFound(name)
	}
	request := memory.ForgetRequest{Name: name}
	if err == nil && c.checkForget != nil {
		if request.Asked, err = c.asked(r); err != nil {
			return nil, err
		}
	}
	gone, err := c.store.RequestForget(c.ctx, request, c.by)
	var refusal *memory.Refusal
	switch {
	case errors.Is(err, memory.ErrNotFound):
		return nil, c.notFound(name)
	case errors.As(err, &refusal) && refusal.Code == memory.NeedsPerson:
		return nil, needsPerson(refusal)
	case err != nil:
		return nil, err
	}
	out := removed{Status: forgotten, Name: gone.Record.Slug, Text: formerOf(gone.Record)}
	out.Note = "Removed for good. It is not saved again unless the user says it anew."
	if len(out.Text.Withheld) > 0 {
		out.Note += " Its text held a credential and is not repeated."
	}
	return out, nil
}

// asked returns the user turn that asks for the memory to be forgotten.
func (c *call) asked(r memory.Record) (*memory.Ground, error) {
	turn, err := c.checkForget(c.ctx, r, c.by)
	if err != nil || turn != nil {
		return turn, err
	}
	return nil, &memory.Refusal{Code: memory.NotAsked, Name: r.Slug, Detail: "the user did not ask, in words of their own, for " + r.Slug +
		" to be forgotten, and nothing was changed. Ask them; they can also type /memory forget " + r.Slug}
}

func needsPerson(r *memory.Refusal) *problem {
	p := refused(r)
	p.Line = "/memory forget " + r.Name
	return p
}

// near is how many names a not_found result offers.
const near = 5

// notFound describes a name nobody has, with those that come closest.
func (c *call) notFound(name string) *problem {
	p := &problem{Code: NotFound, Name: echo(name)}
	slugs, err := c.store.Near(c.ctx, name, near)
	if err == nil {
		p.Near = c.shownNames(slugs)
	}
	p.Detail = "no memory is called " + quoted(name) + ", and nothing was changed."
	if len(p.Near) > 0 {
		p.Detail += " The closest names are in near; use one of them exactly as written, or ask the user which one they mean."
	} else {
		p.Detail += " Call memory_recall without arguments for the names there are."
	}
	return p
}
