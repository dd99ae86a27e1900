package agenttools

import (
	"fmt"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// remembered is the result of memory_remember.
type remembered struct {
	Status       memory.Outcome `json:"status"`
	Name         string         `json:"name"`
	Type         string         `json:"type,omitempty"`
	Path         string         `json:"path,omitempty"`
	MemoryStatus string         `json:"memory_status,omitempty"`
	Similar      []string       `json:"similar,omitempty"`
	Cut          []string       `json:"cut,omitempty"`
	Previous     *former        `json:"previous,omitempty"`
	Why          memory.Code    `json:"why,omitempty"` // what made it wait
	Note         string         `json:"note"`

	matches []memory.Match // behind Similar
}

// former is a text that an update replaced or a forget removed, so that it can
// be saved again if that was a mistake.
type former struct {
	Type        string   `json:"type"`
	Description string   `json:"description,omitempty"`
	Content     string   `json:"content,omitempty"`
	Cut         bool     `json:"content_cut,omitempty"`
	Withheld    []string `json:"withheld,omitempty"` // rules of the credentials it holds
}

func formerOf(r memory.Record) *former {
	f := &former{Type: string(r.Type)}
	if hidden := r.Hidden(); len(hidden) > 0 {
		f.Withheld = hidden
		return f
	}
	f.Description = r.Description
	f.Content, f.Cut = truncate(r.Body, memory.MaxBody)
	return f
}

func (c *call) remember(args *arguments) (any, error) {
	p := memory.Proposal{Draft: memory.Draft{
		Name:        args.text("name"),
		Type:        memory.Type(args.text("type")),
		Description: args.text("description"),
		Body:        args.text("content"),
		ValidFrom:   strings.TrimSpace(args.text("valid_from")),
		ValidUntil:  strings.TrimSpace(args.text("valid_until")),
		Labels:      args.texts("labels"),
	}}
	if args.err != nil {
		return nil, args.err
	}
	if c.check != nil {
		// The gate must not hide that the arguments are wrong, nor see a credential.
		if err := p.Validate(); err != nil {
			return nil, err
		}
		var err error
		if p, err = c.check(c.ctx, p, c.by); err != nil {
			return nil, err
		}
	}
	if p.Source == "" {
		p.Source = memory.FromAgent
	}
	res, err := c.store.Propose(c.ctx, p, c.by)
	if err != nil {
		return nil, err
	}
	slug, err := memory.Slug(p.Name)
	if err != nil {
		return nil, err // unreachable: the store took the name
	}
	return c.remembered(res, slug), nil
}

// remembered describes what the store did with a proposal of that slug.
func (c *call) remembered(res memory.Result, slug string) remembered {
	r := res.Record
	out := remembered{
		Status: res.Outcome, Name: r.Slug, Type: string(r.Type), Path: r.Path,
		MemoryStatus: string(r.Status), matches: c.shownMatches(res.Similar),
	}
	for _, m := range out.matches {
		out.Similar = append(out.Similar, m.Name)
	}
	if res.Why != nil {
		out.Why, out.MemoryStatus = res.Why.Code, string(memory.Waits)
	}
	for _, field := range res.Cut {
		out.Cut = append(out.Cut, argument(field))
	}
	if res.Outcome == memory.Updated && res.Previous != nil && c.shown(*res.Previous) {
		out.Previous = formerOf(*res.Previous)
	}
	// That something is known under another name is not for a room to hear when
	// that memory is not.
	if res.Outcome == memory.Unchanged && r.Slug != slug && !c.shown(r) {
		out = remembered{Status: res.Outcome, Name: slug}
	}
	out.Note = out.note()
	return out
}

// note says in words what the fields say, because a model that overlooks a
// field tells the user something that is not so.
func (r remembered) note() string {
	var b strings.Builder
	switch r.Status {
	case memory.Created:
		fmt.Fprintf(&b, "Saved as %s.", r.Name)
	case memory.Updated:
		fmt.Fprintf(&b, "%s now says this; what it said before is in previous.", r.Name)
	case memory.Unchanged:
		fmt.Fprintf(&b, "Nothing to do: %s says this already.", r.Name)
	default:
		fmt.Fprintf(&b, "Not in use yet: %s waits until a person approves it. Tell the user, who can type /memory review.", r.Name)
	}
	if len(r.Cut) > 0 {
		fmt.Fprintf(&b, " Too long, so this was cut: %s.", list(r.Cut))
	}
	if len(r.matches) > 0 {
		var words []string
		for _, m := range r.matches {
			words = append(words, m.String())
		}
		fmt.Fprintf(&b, " Looks like: %s. If one of them is about the same thing, use its name next time.", list(words))
	}
	return b.String()
}
