package extraction

import (
	"context"
	"errors"
	"slices"

	"github.com/daybook-sre/daybook/memory"
)

// deny takes out of service what the last user turn says is not so. A turn that
// an earlier pass has read denies nothing twice.
func (x *Extractor) deny(ctx context.Context, c Conversation, e *Evidence, done string, r *Report) error {
	last := e.lastSpoken()
	if last < 0 || len(c.Cited) == 0 {
		return nil
	}
	if i := slices.IndexFunc(c.Turns, func(t Turn) bool { return t.ID == done }); done != "" && last <= i {
		return nil
	}
	var cited []Cited
	for _, name := range c.Cited {
		if rec, err := c.Store.Get(ctx, name); err == nil {
			cited = append(cited, Cited{Name: rec.Slug, Text: rec.Description + "\n" + rec.Body})
		}
	}
	for _, d := range e.Denials(cited) {
		ground := memory.Ground{Session: c.Session, Turn: d.Turn.Turn, Text: e.turns[last].Content, At: d.Turn.At}
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
