package memory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"
	"unicode/utf8"
)

// Budgets of a Context, in characters (runes).
const (
	// DefaultChars bounds Stable and Turn together. While the whole store fits,
	// Stable holds all of it.
	DefaultChars = 8000
	// maxFull bounds the entries of Stable that have their body.
	maxFull = 50
)

// Context returns what the model should see of the store in a turn: Stable for
// the system message and Turn to go beside the user's message. It is the call
// an agent makes before each request. userText is only looked up, never stored.
//
// While memory is off the error matches ErrDisabled. A directory that cannot be
// read is an error; a single file that cannot is counted in Unreadable.
func (s *Store) Context(ctx context.Context, userText string, o *ContextOptions) (Context, error) {
	p, v, err := s.stable(ctx, o)
	if err != nil {
		return Context{}, err
	}
	c := p.context.clone()
	err = s.addTurn(ctx, v, p, &c, userText, s.promptKey(o))
	c.measure()
	return c, err
}

// Prompt returns the stable block alone. Most users want Context, which costs
// the same and finds what the user is talking about.
func (s *Store) Prompt(ctx context.Context, o *ContextOptions) (Context, error) {
	p, _, err := s.stable(ctx, o)
	if err != nil {
		return Context{}, err
	}
	c := p.context.clone()
	c.measure()
	return c, nil
}

func (c *Context) measure() {
	c.Characters = utf8.RuneCountInString(c.Stable) + utf8.RuneCountInString(c.Turn)
	c.Tokens = (len(c.Stable) + len(c.Turn) + 3) / 4
}

// promptKey says which rendering of a view is meant.
type promptKey struct {
	audience Audience
	chars    int
}

// prompt is a rendered stable block and the time for which it holds.
type prompt struct {
	context Context
	list    []*entry        // what may be shown, printed or not
	whole   map[string]bool // slugs that are in it with all of their body
	made    time.Time
}

func (s *Store) stable(ctx context.Context, o *ContextOptions) (*prompt, *view, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := v.available(); err != nil {
		return nil, nil, err
	}
	return v.prompt(s.promptKey(o), s.now()), v, nil
}

func (s *Store) promptKey(o *ContextOptions) promptKey {
	k := promptKey{audience: s.root.opts.Surface.audience(""), chars: DefaultChars}
	if o != nil {
		k.audience = s.root.opts.Surface.audience(o.Audience)
		if o.MaxChars > 0 {
			k.chars = o.MaxChars
		}
	}
	return k
}

func (c Context) clone() Context {
	c.Included, c.Indexed, c.Hidden = slices.Clone(c.Included), slices.Clone(c.Indexed), slices.Clone(c.Hidden)
	return c
}

// prompt returns the rendering for k, from the cache while it holds.
func (v *view) prompt(k promptKey, now time.Time) *prompt {
	v.mu.Lock()
	defer v.mu.Unlock()
	if p := v.prompts[k]; p != nil && !now.Before(p.made) && (p.context.ValidUntil.IsZero() || now.Before(p.context.ValidUntil)) {
		return p
	}
	p := v.render(k, now)
	if v.prompts == nil {
		v.prompts = map[promptKey]*prompt{}
	}
	v.prompts[k] = p
	return p
}

// render chooses and prints the stable block. Chosen by pin, type, trust and
// recency, so that what matters is in; printed by type, age and name, so that
// one change moves nothing else.
func (v *view) render(k promptKey, now time.Time) *prompt {
	list, omitted := v.served(k.audience, now)
	c := Context{Withheld: omitted[OmittedAudience], Unreadable: omitted[OmittedUnreadable], ValidUntil: v.boundary(k.audience, now)}
	p := &prompt{list: list, made: now}
	if len(list) > 0 || c.Unreadable > 0 {
		b := layout(list, k.chars, c.Unreadable)
		c.Stable, c.Included, c.Indexed, c.Omitted = b.text, b.full, b.indexed, b.omitted
		p.whole = b.whole
		c.Hidden = hiddenIn(list)
		sum := sha256.Sum256([]byte(c.Stable))
		c.Version = hex.EncodeToString(sum[:8])
	}
	p.context = c
	return p
}

// boundary returns when the next memory that an audience may see begins or
// ceases to hold, or zero.
func (v *view) boundary(a Audience, now time.Time) time.Time {
	var next time.Time
	for _, e := range v.entries {
		if !e.rec.visibleTo(a) {
			continue
		}
		for _, t := range []time.Time{e.rec.from, e.rec.until} {
			if t.After(now) && (next.IsZero() || t.Before(next)) {
				next = t
			}
		}
	}
	return next
}

func hiddenIn(list []*entry) []string {
	var rules []string
	for _, e := range list {
		rules = union(rules, e.rec.findings)
	}
	slices.Sort(rules)
	return rules
}
