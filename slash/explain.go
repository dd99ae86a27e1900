package slash

import (
	"context"
	"errors"
	"slices"

	"github.com/daybook-sre/daybook/memory"
)

// explain prints why a verb did not do its work, and what a person can do.
func (h *Handler) explain(ctx context.Context, p *page, v verb, err error) {
	p.gap()
	var typed usage
	var none *missing
	var refusal *memory.Refusal
	switch {
	case errors.As(err, &typed):
		p.say("%s", typed)
	case errors.As(err, &none):
		h.sayMissing(ctx, p, v, none)
	case errors.As(err, &refusal):
		p.say("%s", h.public(refusal.Detail))
		if refusal.Code == memory.UnreadableFile {
			p.say("/memory doctor shows every file that cannot be read.")
		}
	case errors.Is(err, memory.ErrLocked):
		p.say("Another process is writing to this memory and did not finish in time. Nothing was changed; try again.")
	case errors.Is(err, memory.ErrReadOnly):
		p.say("Nothing was changed: %s. Everything can still be read.", h.public(err.Error()))
	case errors.Is(err, memory.ErrDisabled):
		p.say("%s", h.public(err.Error()))
	default:
		p.say("That did not work: %s", h.public(err.Error()))
	}
}

// refused prints why a text was not saved, and how it could be. The text itself
// is not repeated: it may hold a credential.
func (h *Handler) refused(p *page, r *memory.Refusal, allowed []string) {
	p.say("Not saved (%s): %s", r.Code, h.public(r.Detail))
	for _, rule := range r.Rules {
		if slices.Contains(allowed, rule) {
			p.say("%s is certain: --allow does not let it pass. Leave the credential out, and say where it is kept instead.", rule)
			continue
		}
		p.say("If it only looks like one to the rule %s, type the line again with this at its end:", rule)
		p.line("    --allow " + rule)
	}
}
