package slash

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

func (h *Handler) show(ctx context.Context, p *page, arg string) error {
	r, err := h.get(ctx, arg)
	if err != nil {
		return err
	}
	p.title(label(r), h.about(r), 0)
	h.fields(p, r)
	p.gap()
	p.text(fullText(r))
	return nil
}

// fullText is the description and the body, once where they are the same.
func fullText(r memory.Record) string {
	body := strings.TrimSpace(r.Body)
	switch {
	case body == "":
		return description(r)
	case strings.HasPrefix(terminal.OneLine(strings.TrimLeft(body, marks)), terminal.OneLine(r.Description)):
		return body
	}
	return description(r) + "\n\n" + body
}

// marks is the markdown that may stand before the words of a line.
const marks = "#>*- \t"

// fields prints what is known about a memory, one line each, leaving out what
// is not.
func (h *Handler) fields(p *page, r memory.Record) {
	const column = 9
	field := func(name, value string) {
		if value = terminal.OneLine(value); value != "" {
			p.pair("  "+name, value, column+2)
		}
	}
	field("it came", origin(r))
	field("created", moment(r.Created))
	field("updated", moment(r.Updated))
	field("valid", interval(r))
	field("labels", strings.Join(r.Labels, ", "))
	field("tags", strings.Join(r.Tags, ", "))
	if r.Quote != "" {
		field("quote", "“"+r.Quote+"”")
	}
	field("evidence", strings.Join(r.Evidence, ", "))
	field("allowed", strings.Join(r.Allow, ", "))
	if rules := r.Hidden(); len(rules) > 0 {
		field("hidden", "what looks like a credential ("+strings.Join(rules, ", ")+"); the agent does not see it either. Take it out of the file.")
	}
	for _, w := range r.Warnings {
		field("warning", h.public(w))
	}
	if r.Slug != label(r) {
		field("slug", r.Slug)
	}
	if !h.gateway() {
		p.line(terminal.Pad("  file", column+4) + filepath.Join(h.store.Path(), filepath.FromSlash(r.Path)))
	}
}

// origin says in words how a memory came.
func origin(r memory.Record) string {
	switch r.Source {
	case memory.FromUser:
		return "told by you"
	case memory.FromAgent:
		return "as a note of the agent's"
	case memory.FromExtraction:
		return "extracted from a conversation"
	case memory.FromHand:
		return "written by hand"
	case memory.FromImport:
		return "from another store"
	}
	return string(r.Source)
}

func interval(r memory.Record) string {
	var parts []string
	if r.ValidFrom != "" {
		parts = append(parts, "from "+r.ValidFrom)
	}
	if r.ValidUntil != "" {
		parts = append(parts, "until "+r.ValidUntil)
	}
	return strings.Join(parts, " ")
}
