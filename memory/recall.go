package memory

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// Recall finds memories: any word of the query counts, the best match comes
// first, equal scores by name. What may not be served to the audience, does not
// hold now, or was forgotten is not found. With an empty query it lists what
// there is, newest first.
//
// The error matches ErrDisabled while memory is off.
func (s *Store) Recall(ctx context.Context, q Query) (Recollection, error) {
	v, err := s.read(ctx)
	if err == nil {
		err = v.available()
	}
	if err != nil {
		return Recollection{}, err
	}
	return s.find(v, q)
}

// Search is Recall for people: it also works while a person has switched memory
// off for the model.
func (s *Store) Search(ctx context.Context, q Query) (Recollection, error) {
	v, err := s.read(ctx)
	if err != nil {
		return Recollection{}, err
	}
	return s.find(v, q)
}

func (s *Store) find(v *view, q Query) (Recollection, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = DefaultHits
	}
	limit = min(limit, MaxHits)
	list, omitted := v.served(s.root.opts.Surface.audience(q.Audience), s.root.opts.Now())
	r := Recollection{Stored: len(list), Omitted: omitted}
	if strings.TrimSpace(q.Text) == "" {
		r.list(list, limit)
		return r, nil
	}
	res, err := s.search(v, list, q.Text, limit)
	if err != nil {
		return Recollection{}, err
	}
	r.Matched, r.Used, r.Dropped, r.Weak = res.Total, res.Used, res.Dropped, res.Weak
	for _, h := range res.Hits {
		r.Hits = append(r.Hits, Hit{Record: v.bySlug[h.ID].rec.copy(), Score: h.Score, Fields: h.Fields, Terms: h.Terms, Weak: h.Weak})
	}
	r.cut(limit)
	return r, nil
}

// list answers the empty query.
func (r *Recollection) list(list []*entry, limit int) {
	newest := slices.Clone(list)
	slices.SortStableFunc(newest, func(a, b *entry) int { return b.rec.Updated.Compare(a.rec.Updated) })
	for _, e := range newest[:min(len(newest), limit)] {
		r.Hits = append(r.Hits, Hit{Record: e.rec.copy()})
	}
	r.Matched = len(list)
	r.cut(limit)
}

func (r *Recollection) cut(limit int) {
	if left := r.Matched - len(r.Hits); left > 0 && limit > 0 {
		r.Omitted[OmittedLimit] = left
	}
}

// search ranks the memories of list for a text.
func (s *Store) search(v *view, list []*entry, text string, limit int) (search.Result, error) {
	st, err := s.root.state(s.place)
	if err != nil {
		return search.Result{}, err
	}
	defer st.done()
	may := make(map[string]bool, len(list))
	for _, e := range list {
		may[e.rec.Slug] = true
	}
	return st.index.search(v, search.Query{Text: text, Limit: limit, Keep: func(id string) bool { return may[id] }}), nil
}

// addTurn adds the best matches for the user's message that Stable does not
// hold in full. Below the floor nothing is added: small talk needs no memory.
func (s *Store) addTurn(v *view, p *prompt, c *Context, userText string, k promptKey) error {
	if strings.TrimSpace(userText) == "" || len(p.whole) == len(p.list) {
		return nil
	}
	res, err := s.search(v, p.list, userText, MaxHits)
	if err != nil {
		return err
	}
	room := k.chars - utf8.RuneCountInString(c.Stable) - utf8.RuneCountInString(blockBegin+turnHeader+blockEnd)
	var b strings.Builder
	for _, h := range res.Hits {
		if h.Weak || p.whole[h.ID] {
			continue
		}
		text := v.bySlug[h.ID].rec.full(turnBodyRunes)
		n := utf8.RuneCountInString(text)
		if n > room {
			continue
		}
		room -= n
		b.WriteString(text)
		c.include(h.ID)
	}
	if b.Len() > 0 {
		c.Turn = blockBegin + turnHeader + b.String() + blockEnd
	}
	return nil
}

// include notes a memory that Turn holds.
func (c *Context) include(slug string) {
	switch {
	case slices.Contains(c.Included, slug):
		return // with its body cut, in Stable
	case !slices.Contains(c.Indexed, slug):
		c.Omitted--
	}
	c.Included = append(c.Included, slug)
}

// turnBodyRunes bounds the body of an entry in the turn block.
const turnBodyRunes = 1200
