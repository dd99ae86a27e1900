package memory

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Budgets of a Context, in characters (runes).
const (
	// DefaultChars bounds Stable and Turn together. While the whole store fits,
	// Stable holds all of it and Turn is empty.
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
	err = s.addTurn(v, p, &c, userText, s.promptKey(o))
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
	whole   map[string]bool // slugs that are in it with their whole body
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
	return v.prompt(s.promptKey(o), s.root.opts.Now()), v, nil
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
	p := &prompt{list: list, made: now, whole: map[string]bool{}}
	if len(list) > 0 || c.Unreadable > 0 {
		b := layout(list, k.chars, c.Unreadable)
		c.Stable, c.Included, c.Indexed, c.Omitted = b.text, b.full, b.indexed, b.omitted
		for _, slug := range b.whole {
			p.whole[slug] = true
		}
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

// block is a laid-out stable block.
type block struct {
	text                 string
	full, indexed, whole []string // slugs
	omitted              int
}

// piece is one memory as it is printed.
type piece struct {
	text  string
	full  bool // with its body
	whole bool // with all of its body
}

// moreRoom is kept free for the line that says how many more there are.
const moreRoom = 60

// layout fits the memories into a number of characters. While all of them are
// there, what is not there in full still finds room in Turn, one at a time. When
// not even the index lines fit beside that, Stable takes half of what there is.
func layout(list []*entry, chars, unreadable int) block {
	head, tail := frame(unreadable)
	room := chars - utf8.RuneCountInString(head+tail)
	if room < moreRoom {
		return bare(len(list), chars)
	}
	chosen := slices.Clone(list)
	slices.SortStableFunc(chosen, compareChoice)
	pieces, used := fit(chosen, room)
	if len(pieces) == len(chosen) && !allWhole(pieces, chosen) {
		if need := min(turnNeed(chosen), chars/4); used+need > room {
			pieces, _ = fit(chosen, room-need)
		}
	}
	if len(pieces) < len(chosen) {
		pieces, _ = fit(chosen, (room-moreRoom)/2)
	}
	b := block{omitted: len(chosen) - len(pieces)}
	printed := slices.Clone(list)
	slices.SortStableFunc(printed, comparePrint)
	var out strings.Builder
	out.WriteString(head)
	for _, e := range printed {
		if p, ok := pieces[e]; ok {
			out.WriteString(p.text)
			b.note(e.rec.Slug, p)
		}
	}
	out.WriteString(more(b.omitted))
	out.WriteString(tail)
	b.text = out.String()
	return b
}

// frame returns what stands around the entries.
func frame(unreadable int) (head, tail string) {
	head, tail = blockBegin+stableHeader+"\n", blockEnd
	if unreadable > 0 {
		files := "1 file"
		if unreadable > 1 {
			files = fmt.Sprintf("%d files", unreadable)
		}
		tail = "(" + files + " of this store could not be read; a person can see why with /memory doctor)\n" + tail
	}
	return head, tail
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("… and %d more (memory_recall)\n", n)
}

// bare is the block of a budget that holds no entry: it says how many there are,
// or nothing.
func bare(n, chars int) block {
	text := blockBegin + more(n) + blockEnd
	if n == 0 || utf8.RuneCountInString(text) > chars {
		text = ""
	}
	return block{text: text, omitted: n}
}

func allWhole(pieces map[*entry]piece, list []*entry) bool {
	return !slices.ContainsFunc(list, func(e *entry) bool { return !pieces[e].whole })
}

func (b *block) note(slug string, p piece) {
	if !p.full {
		b.indexed = append(b.indexed, slug)
		return
	}
	b.full = append(b.full, slug)
	if p.whole {
		b.whole = append(b.whole, slug)
	}
}

// turnNeed returns what Turn needs to hold any one of the memories.
func turnNeed(list []*entry) int {
	need := 0
	for _, e := range list {
		need = max(need, utf8.RuneCountInString(e.rec.full(turnBodyRunes)))
	}
	return need + utf8.RuneCountInString(blockBegin+turnHeader+blockEnd)
}

// fit takes the memories in order of choice, into room characters. If their
// index lines fit, all are there, with as many bodies as there is room for;
// otherwise half of the room is for entries with bodies, and the rest for lines.
func fit(chosen []*entry, room int) (out map[*entry]piece, used int) {
	lines := 0
	for _, e := range chosen {
		if lines += utf8.RuneCountInString(e.rec.line()); lines > room {
			break
		}
	}
	out = map[*entry]piece{}
	fulls, bodies := true, room-lines // what is left for bodies beside all lines
	if lines > room {
		bodies = room / 2
	}
	for i, e := range chosen {
		line := e.rec.line()
		p := piece{text: e.rec.full(bodyRunes), full: true, whole: utf8.RuneCountInString(e.rec.Body) <= bodyRunes}
		n := utf8.RuneCountInString(p.text)
		cost := n
		if lines <= room {
			cost -= utf8.RuneCountInString(line) // which is accounted for
		}
		if fulls = fulls && i < maxFull && cost <= bodies; fulls {
			bodies -= cost
		} else {
			p = piece{text: line}
			n = utf8.RuneCountInString(line)
		}
		if used+n > room {
			break
		}
		out[e], used = p, used+n
	}
	return out, used
}

func typeRank(t Type) int {
	switch t {
	case User:
		return 0
	case Preference:
		return 1
	case Infrastructure:
		return 2
	case InvestigationLearning:
		return 3
	}
	return 4
}

// compareChoice orders memories by how much they matter in a prompt.
func compareChoice(a, b *entry) int {
	for _, c := range [...]int{
		compareBool(a.rec.Pinned, b.rec.Pinned),
		cmp.Compare(typeRank(a.rec.Type), typeRank(b.rec.Type)),
		compareBool(a.rec.Status == Confirmed, b.rec.Status == Confirmed),
		b.rec.Updated.Compare(a.rec.Updated),
	} {
		if c != 0 {
			return c
		}
	}
	return strings.Compare(a.rec.Slug, b.rec.Slug)
}

// comparePrint orders memories so that a change of one leaves the others where
// they are.
func comparePrint(a, b *entry) int {
	if c := cmp.Compare(typeRank(a.rec.Type), typeRank(b.rec.Type)); c != 0 {
		return c
	}
	if c := a.rec.Created.Compare(b.rec.Created); c != 0 {
		return c
	}
	return strings.Compare(a.rec.Slug, b.rec.Slug)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
