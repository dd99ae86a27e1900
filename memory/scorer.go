package memory

import (
	"context"
	"fmt"
)

// A Scorer is a second opinion on what a text is about, such as the similarity
// by an embedding model that the embedder runs. It returns one value from 0
// (unrelated) to 1 (the same) for each memory, in their order. A memory with a
// value above 0 can be found by that alone, so a Scorer returns 0 for what is
// not worth showing. The value counts like the share of a query that a memory
// holds: from 0.5 the hit is not weak, from 0.8 it is sure.
//
// It is called once for each Recall and Search with a text, Context with a
// userText, and Relevant, with everything that may be served then: credentials
// are redacted already. It is called in the goroutine of the caller, under no
// lock, and from several goroutines at once if there are. An error, or another
// number of values, means that it has no opinion: the search goes on without
// it, and the log says so. The library keeps nothing of what it returns; a
// Scorer that embeds texts keeps its own cache, by Slug and Updated.
type Scorer func(ctx context.Context, text string, memories []Record) ([]float64, error)

// scored asks the Scorer about list. The function it returns gives a search the
// values for the slugs it asks about; it is nil if there is no opinion. The
// error is ctx's.
func (s *Store) scored(ctx context.Context, list []*entry, text string) (func(slugs []string) []float64, error) {
	ask := s.root.opts.Scorer
	if ask == nil || len(list) == 0 {
		return nil, nil
	}
	records := make([]Record, len(list))
	for i, e := range list {
		records[i] = e.rec.copy()
	}
	values, err := ask(ctx, text, records)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || len(values) != len(list) {
		// The text of the error is not ours and may hold the query.
		s.root.opts.Logger.Warn("memory: the scorer has no opinion", "error_type", fmt.Sprintf("%T", err), "memories", len(list), "values", len(values))
		return nil, nil
	}
	bySlug := make(map[string]float64, len(list))
	for i, e := range list {
		bySlug[e.rec.Slug] = values[i]
	}
	return func(slugs []string) []float64 {
		out := make([]float64, len(slugs))
		for i, slug := range slugs {
			out[i] = bySlug[slug]
		}
		return out
	}, nil
}
