package slash

import (
	"context"

	"github.com/daybook-sre/daybook/memory"
)

func (h *Handler) doctor(ctx context.Context, p *page, arg string) error {
	c, err := h.store.Doctor(ctx)
	if err != nil {
		return err
	}
	switch arg {
	case "":
		h.report(p, c)
		return nil
	case "reset":
		return h.reset(ctx, p, c)
	case "confirm":
		return h.confirm(ctx, p, c)
	}
	return usage("/memory doctor looks at everything; it takes reset or confirm only where it says so.")
}

func (h *Handler) report(p *page, c memory.Checkup) {
	p.say("%s served.", plural(c.Served, "memory is", "memories are"))
	if !h.gateway() {
		p.line(c.Dir)
	}
	if len(c.Problems) > 0 {
		p.gap()
		p.say("%s a look. None of them is ever overwritten, moved or deleted:", plural(files(c.Problems), "file needs", "files need"))
		for _, q := range c.Problems {
			h.problem(p, q)
		}
	}
	if c.Gone > 0 && !c.MassGone {
		p.gap()
		p.say("%s deleted by hand: the history is kept for 24 hours, should the files come back. /memory forget NAME removes it now.",
			plural(c.Gone, "memory was", "memories were"))
	}
	for i, a := range c.Alike {
		if i == 0 {
			p.gap()
			p.say("These say nearly the same. Forget one of each, if it is one fact:")
		}
		p.line("    " + a.Name + ": " + matches(a.Matches))
	}
	for _, a := range c.Advice {
		p.gap()
		p.say("%s", h.public(a))
	}
	if c.Healthy() {
		p.say("Everything is in order.")
	}
	if said := passes(c.Passes); said != "" {
		p.gap()
		p.say("Autosave since the beginning: %s.", said)
	}
}

func (h *Handler) reset(ctx context.Context, p *page, c memory.Checkup) error {
	if !c.Lost {
		return usage("There is nothing to reset: the journal and its key are there.")
	}
	if err := h.store.Reset(ctx, h.by()); err != nil {
		return err
	}
	p.say("Begun anew. The agent saves again, and what you forgot before today may come back: it would have to be forgotten again.")
	return nil
}

func (h *Handler) confirm(ctx context.Context, p *page, c memory.Checkup) error {
	if !c.MassGone {
		return usage("There is nothing to confirm: the files did not vanish all at once.")
	}
	if err := h.store.ConfirmGone(ctx, h.by()); err != nil {
		return err
	}
	p.say("Confirmed: the files were meant to go, and their history goes too.")
	return nil
}
