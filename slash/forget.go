package slash

import (
	"context"
	"errors"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

func (h *Handler) forget(ctx context.Context, p *page, arg string) error {
	var gone memory.Removal
	var name string
	err := named("forget", arg, func(n string) (err error) {
		gone, err = h.store.Forget(ctx, n, h.by())
		name = n
		return err
	})
	if none := (*missing)(nil); errors.As(err, &none) {
		none.then = "nothing was removed"
	}
	if err != nil {
		return err
	}
	h.forgotten(p, gone.Record, name)
	return nil
}

// forgotten says what was removed in a form that can be typed again.
func (h *Handler) forgotten(p *page, r memory.Record, name string) {
	if r.Description == "" && r.Body == "" {
		p.say("Forgot “%s”. Its file was gone already; now its history is too.", typed(name))
	} else {
		p.say("Forgot %s (%s, %s), with its history. It said:", label(r), r.Type, r.Status)
		p.gap()
		p.text(fullText(r))
		p.gap()
		if rules := r.Hidden(); len(rules) > 0 {
			p.say("What looked like a credential (%s) is not repeated here, and is gone.", strings.Join(rules, ", "))
		}
	}
	p.say("It stays forgotten: neither the agent nor extraction brings this back by itself, under another name either. You can, by asking the agent anew to remember it, or with:")
	p.line("    /memory add " + again(r, name))
}

// again is what to type after add to have a memory back: in full when its text
// is one line that fits and nothing in it is hidden.
func again(r memory.Record, name string) string {
	t := string(r.Type)
	if !r.Type.Valid() {
		t = "TYPE"
	}
	if r.Slug != "" {
		name = label(r)
	}
	if strings.Contains(name, ":") {
		name = `"` + name + `"`
	}
	text := terminal.OneLine(r.Body)
	if text == "" || strings.Contains(strings.TrimSpace(r.Body), "\n") || len(r.Hidden()) > 0 || len([]rune(text)) > memory.MaxDescription {
		text = "TEXT"
	}
	return t + " " + terminal.OneLine(name) + ": " + text
}
