package extraction

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// Dispute takes out of service what the user denies, and does nothing else: it
// asks no proposer and is quick. Run does the same, but after the answer, and in
// a Queue later than that; an agent that calls Dispute before it answers does not
// repeat in the answer what the user has just denied. A turn denies nothing
// twice. Errors are the store's.
func (x *Extractor) Dispute(ctx context.Context, c Conversation) (Report, error) {
	var r Report
	if !c.Store.AutoExtract(ctx) {
		return r, nil
	}
	if err := x.dispute(ctx, c, &r); err != nil {
		return r, err
	}
	return r, x.count(ctx, c, r)
}

// dispute acts on the denials in the turns that were not heard before. Of a
// conversation that is new here only the turns of a digest are.
func (x *Extractor) dispute(ctx context.Context, c Conversation, r *Report) error {
	key := keyOf(c)
	from := after(c.Turns, x.progress(key).heard)
	for i := max(from, len(c.Turns)-DigestTurns); i < len(c.Turns); i++ {
		if !c.Turns[i].byPerson() {
			continue
		}
		if err := denyIn(ctx, c, i, r); err != nil {
			return err
		}
	}
	x.note(key, func(p *progress) { p.heard = lastID(c.Turns) })
	return nil
}

// denyIn acts on the denials in one turn. What it may be about is what the
// message before it names in brackets, and, for the newest turn, what the
// harness says was recalled.
func denyIn(ctx context.Context, c Conversation, turn int, r *Report) error {
	names := cites(c.Turns[:turn])
	if !slices.ContainsFunc(c.Turns[turn+1:], Turn.byPerson) {
		names = append(names, c.Cited...)
	}
	var cited []Cited
	for _, name := range names {
		rec, err := c.Store.Get(ctx, name)
		if err != nil || rec.Contested || slices.ContainsFunc(cited, func(k Cited) bool { return k.Name == rec.Slug }) {
			continue // none of that name, or it is marked already
		}
		cited = append(cited, Cited{Name: rec.Slug, Text: rec.Description + "\n" + rec.Body})
	}
	if len(cited) == 0 {
		return nil
	}
	e := NewGates(&GateOptions{Owner: c.Owner, Slug: slug}).Read(c.Turns[:turn+1])
	if e.lastSpoken() != turn {
		return nil // private, or a memory of ours: it says nothing
	}
	for _, d := range e.Denials(cited) {
		ground := memory.Ground{Session: c.Session, Turn: d.Turn.Turn, Text: d.Turn.Text, At: d.Turn.At}
		fate, err := c.Store.Deny(ctx, memory.Denial{Name: d.Name, Ground: ground, Instead: d.Instead}, memory.By{Session: c.Session, Turn: d.Turn.Turn})
		var refusal *memory.Refusal
		switch {
		case errors.As(err, &refusal), errors.Is(err, memory.ErrNotFound):
		case err != nil:
			return err
		default:
			r.disputed(d.Name, fate)
		}
	}
	return nil
}

// citation matches a name in brackets, as the prompt asks a model to cite.
var citation = regexp.MustCompile(`\[([^\[\]\n]{1,100})\]`)

// cites returns the names in brackets in the last message of the assistant, if
// it comes after the user's last.
func cites(turns []Turn) []string {
	var names []string
	for _, t := range slices.Backward(turns) {
		if t.byPerson() {
			break
		}
		if t.Role != RoleAssistant {
			continue
		}
		for _, m := range citation.FindAllStringSubmatch(t.Content, memory.MaxHits) {
			for name := range strings.SplitSeq(m[1], ",") {
				names = append(names, strings.TrimSpace(name))
			}
		}
		break
	}
	return names
}
