package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// Recall finds memories: any word of the query counts, the best match comes
// first, equal scores by name. What may not be served to the audience, does not
// hold now, or was forgotten is not found. With an empty query it lists what
// there is, newest first.
//
// The error matches ErrDisabled while memory is off, or ctx's error.
func (s *Store) Recall(ctx context.Context, q Query) (Recollection, error) {
	v, err := s.read(ctx)
	if err == nil {
		err = v.available()
	}
	if err != nil {
		return Recollection{}, err
	}
	return s.find(ctx, v, q)
}

// Search is Recall for people: it also works while a person has switched memory
// off for the model.
func (s *Store) Search(ctx context.Context, q Query) (Recollection, error) {
	v, err := s.read(ctx)
	if err != nil {
		return Recollection{}, err
	}
	return s.find(ctx, v, q)
}

func (s *Store) find(ctx context.Context, v *view, q Query) (Recollection, error) {
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
	res, err := s.search(ctx, v, list, q.Text, limit)
	if err != nil {
		return Recollection{}, err
	}
	r.Matched, r.Used, r.Dropped, r.Weak = res.Total, res.Used, res.Dropped, res.Weak
	for _, h := range res.Hits {
		r.Hits = append(r.Hits, Hit{Record: v.bySlug[h.ID].rec.copy(), Score: h.Score, Fields: h.Fields, Terms: h.Terms, Weak: h.Weak, Sure: h.Sure})
		r.Sure = r.Sure || h.Sure
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

// search ranks the memories of list, which v serves, for a text.
func (s *Store) search(ctx context.Context, v *view, list []*entry, text string, limit int) (search.Result, error) {
	st, err := s.root.state(s.place)
	if err != nil {
		return search.Result{}, err
	}
	defer st.done()
	q := search.Query{Text: text, Limit: limit, Keep: only(v, list)}
	if q.Similarity, err = s.scored(ctx, list, text); err != nil {
		return search.Result{}, err
	}
	var res search.Result
	st.index.use(v, func(ix *search.Index) { res = ix.Search(q) })
	return res, nil
}

// only keeps a search to the memories of list. What is served is nearly always
// all of v, so the others are listed.
func only(v *view, list []*entry) func(slug string) bool {
	if len(list) == len(v.entries) {
		return func(slug string) bool { return v.bySlug[slug] != nil }
	}
	may := make(map[string]bool, len(list))
	for _, e := range list {
		may[e.rec.Slug] = true
	}
	return func(slug string) bool { return may[slug] }
}

// servedAt returns what the surface may show to an audience at a time.
func (s *Store) servedAt(v *view, a Audience, now time.Time) []*entry {
	list, _ := v.served(s.root.opts.Surface.audience(a), now)
	return list
}

func (s *Store) now() time.Time { return s.root.opts.Now() }
