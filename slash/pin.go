package slash

import (
	"context"

	"github.com/daybook-sre/daybook/memory"
)

func (h *Handler) pin(ctx context.Context, p *page, arg string) error {
	return h.setPinned(ctx, p, "pin", arg, true)
}

func (h *Handler) unpin(ctx context.Context, p *page, arg string) error {
	return h.setPinned(ctx, p, "unpin", arg, false)
}

func (h *Handler) setPinned(ctx context.Context, p *page, verb, arg string, on bool) error {
	var res memory.Result
	err := named(verb, arg, func(name string) (err error) {
		res, err = h.store.Pin(ctx, name, on, h.by())
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case on && res.Outcome == memory.Unchanged:
		p.say("%s is pinned already.", label(res.Record))
	case on:
		p.say("Pinned %s: the agent sees it first, in every prompt. To let it go: /memory unpin %s", label(res.Record), label(res.Record))
	case res.Outcome == memory.Unchanged:
		p.say("%s is not pinned.", label(res.Record))
	default:
		p.say("Unpinned %s. It is in a prompt again when there is room, or when it matches.", label(res.Record))
	}
	return nil
}
