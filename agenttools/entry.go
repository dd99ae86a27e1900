package agenttools

import (
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory"
)

// Limits of what one result gives back, in runes. They are the tool's own: a
// memory may be longer, and the whole of it is in its file.
const (
	MaxContent = 4000  // of the content of one memory
	MaxTotal   = 12000 // of all memories of one result together: names, descriptions, quotes and contents
)

// minContent is the least of a content worth giving back, in runes. Where less
// of it fits, the memory is left out and counted.
const minContent = 400

// entry is one memory in a result.
type entry struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Status      string   `json:"status"`
	Source      string   `json:"source,omitempty"`
	Created     string   `json:"created,omitempty"`
	Updated     string   `json:"updated,omitempty"`
	ValidFrom   string   `json:"valid_from,omitempty"`
	ValidUntil  string   `json:"valid_until,omitempty"`
	Labels      []string `json:"labels,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Pinned      bool     `json:"pinned,omitempty"`
	Quote       string   `json:"quote,omitempty"`
	Score       float64  `json:"score,omitempty"`
	Weak        bool     `json:"weak,omitempty"`
	Content     string   `json:"content,omitempty"`
	Cut         bool     `json:"content_cut,omitempty"`
}

// index describes a memory without its content.
func index(r memory.Record) entry {
	e := entry{
		Name: r.Slug, Type: string(r.Type), Description: r.Description,
		Status: string(r.Status), Source: string(r.Source),
		ValidFrom: r.ValidFrom, ValidUntil: r.ValidUntil,
		Labels: r.Labels, Tags: r.Tags, Pinned: r.Pinned, Quote: r.Quote,
	}
	if !r.Created.IsZero() {
		e.Created = stamp(r.Created)
	}
	if !r.Updated.IsZero() {
		e.Updated = stamp(r.Updated)
	}
	return e
}

// full describes a memory with as much of its content as one result gives.
func full(r memory.Record) entry {
	e := index(r)
	e.Content, e.Cut = truncate(r.Body, MaxContent)
	return e
}

// runes counts what the limits are about.
func (e entry) runes() int {
	n := 0
	for _, s := range []string{e.Name, e.Description, e.Quote, e.Content} {
		n += utf8.RuneCountInString(s)
	}
	return n
}

// budget hands out MaxTotal.
type budget struct{ left int }

// fit shortens the content of e to what is left and reports whether it is still
// worth giving back.
func (b *budget) fit(e *entry) bool {
	over := e.runes() - b.left
	if over > 0 {
		keep := utf8.RuneCountInString(e.Content) - over
		if keep < minContent {
			return false
		}
		e.Content, _ = truncate(e.Content, keep)
		e.Cut = true
	}
	b.left -= e.runes()
	return true
}

// shown reports whether a memory exists for the one who reads along. In a room
// those about a person, or labelled as private, do not.
func (c *call) shown(r memory.Record) bool { return c.private() || !r.Personal() }

// private reports whether only the principal reads along. As in package memory an
// audience that is unknown is a room.
func (c *call) private() bool { return c.audience == "" || c.audience == memory.Private }

// shownMatches drops matches that do not exist for the audience.
func (c *call) shownMatches(matches []memory.Match) []memory.Match {
	var out []memory.Match
	for _, m := range matches {
		if len(c.shownNames([]string{m.Name})) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// shownNames drops the names of memories that do not exist for the audience.
func (c *call) shownNames(slugs []string) []string {
	if c.private() {
		return slugs
	}
	var out []string
	for _, slug := range slugs {
		if r, err := c.store.Get(c.ctx, slug); err == nil && c.shown(r) {
			out = append(out, slug)
		}
	}
	return out
}
