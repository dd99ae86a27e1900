package slash

import (
	"context"
	"errors"
	"slices"
	"strings"

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
		p.say("%s", sentence(h.public(refusal.Detail)))
		if refusal.Code == memory.UnreadableFile {
			p.say("/memory doctor shows every file that cannot be read.")
		}
	case errors.Is(err, memory.ErrLocked):
		p.say("Another process is writing to this memory and did not finish in time. Nothing was changed; try again.")
	case errors.Is(err, memory.ErrReadOnly):
		p.say("Nothing was changed. %s Everything can still be read.", sentence(h.public(err.Error())))
	case errors.Is(err, memory.ErrDisabled):
		p.say("%s", sentence(h.public(err.Error())))
	default:
		p.say("That did not work. %s", sentence(h.public(err.Error())))
	}
}

// refused prints why a text was not saved, and how it could be. The text itself
// is not repeated: it may hold a credential.
func (h *Handler) refused(p *page, r *memory.Refusal, allowed []string) {
	if r.Code != memory.SensitiveContent {
		p.say("Not saved (%s). %s", r.Code, sentence(h.public(r.Detail)))
		return
	}
	field := r.Field
	if field == "" {
		field = "text"
	}
	p.say("Not saved (%s): the %s looks like a credential (%s). Say where it is kept instead of what it is.",
		r.Code, field, strings.Join(r.Rules, ", "))
	for _, rule := range r.Rules {
		if slices.Contains(allowed, rule) {
			p.say("--allow %s does not let it pass: only what is merely suspected can be.", rule)
			continue
		}
		p.say("If that is a false alarm, end the same line with:")
		p.line("    --allow " + rule)
	}
}
