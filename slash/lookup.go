package slash

import (
	"context"
	"errors"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// missing says that no memory has the name a person typed.
type missing struct {
	name string
	then string // what therefore did not happen, "" when that goes without saying
}

func (m *missing) Error() string { return "no memory is named " + m.name }

// named calls do with the name in arg: as it was typed, and if no memory is
// called so and it stands in quotes, without them.
func named(verb, arg string, do func(name string) error) error {
	if arg == "" {
		return usagef("Which one? /memory %s NAME", verb)
	}
	err := do(arg)
	if inner, quoted := unquote(arg); quoted && noSuch(err) {
		err = do(inner)
		arg = inner
	}
	if errors.Is(err, memory.ErrNotFound) {
		return &missing{name: arg}
	}
	return err
}

func noSuch(err error) bool {
	return errors.Is(err, memory.ErrNotFound) || errors.Is(err, &memory.Refusal{Code: memory.InvalidName})
}

// get returns the memory a person means by arg.
func (h *Handler) get(ctx context.Context, arg string) (r memory.Record, err error) {
	err = named("show", arg, func(name string) error {
		r, err = h.store.Get(ctx, name)
		return err
	})
	return r, err
}

// sayMissing names the memories that may be meant.
func (h *Handler) sayMissing(ctx context.Context, p *page, v verb, m *missing) {
	then := ""
	if m.then != "" {
		then = "; " + m.then
	}
	p.say("There is no memory named “%s”%s.", typed(m.name), then)
	near, err := h.store.Near(ctx, m.name, maxNear)
	if err != nil || len(near) == 0 {
		p.say("/memory list shows what there is.")
		return
	}
	p.say("Nearest:")
	for _, name := range near {
		p.line("    " + strings.Join([]string{"/memory", v.name, name}, " "))
	}
}
