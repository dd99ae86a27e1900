package memory

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// Get returns the memory with this name, for people: also one that does not
// hold now. The error matches ErrNotFound, or is a *Refusal with code
// UnreadableFile when a file lies there that cannot be read, or with code
// InvalidName.
func (s *Store) Get(ctx context.Context, name string) (Record, error) {
	v, err := s.read(ctx)
	if err != nil {
		return Record{}, err
	}
	e, err := v.find(name)
	if err != nil {
		return Record{}, err
	}
	return e.rec.copy(), nil
}

// List returns everything the store holds, newest first, and what could not be
// read, for people.
func (s *Store) List(ctx context.Context) (Listing, error) {
	v, err := s.read(ctx)
	if err != nil {
		return Listing{}, err
	}
	l := Listing{Problems: slices.Clone(v.problems), Folders: v.folders, Waiting: v.waiting, Dir: s.Path()}
	for _, e := range v.newestFirst() {
		l.Records = append(l.Records, e.rec.copy())
	}
	return l, nil
}

// RestingOn returns the memories whose evidence cites one of these user turns,
// served or waiting. It tells an automatic writer what it has taken from a turn
// already. Most users won't need it. Errors are those of List.
func (s *Store) RestingOn(ctx context.Context, grounds []Ground) ([]Record, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	st, err := s.root.state(s.place)
	if err != nil {
		return nil, err
	}
	defer st.done()
	st.mu.Lock()
	key, ok := st.journal.Key()
	st.mu.Unlock()
	if !ok {
		return nil, nil // nothing was ever cited
	}
	var cites []string
	for _, g := range grounds {
		cites = append(cites, citation(key, g))
	}
	rests := func(r Record) bool {
		return slices.ContainsFunc(r.Evidence, func(c string) bool { return slices.Contains(cites, c) })
	}
	var out []Record
	for _, e := range v.entries {
		if rests(*e.rec) {
			out = append(out, e.rec.copy())
		}
	}
	if v.waiting == 0 {
		return out, nil
	}
	waiting, err := s.Pending(ctx)
	for _, w := range waiting {
		if rests(w.Record) {
			out = append(out, w.Record)
		}
	}
	return out, err
}

// Near returns at most n slugs that a person may have meant by name, nearest
// first: those that contain it, share a word with it, or differ by few letters.
func (s *Store) Near(ctx context.Context, name string, n int) ([]string, error) {
	v, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	slug, err := slugOf(name)
	if err != nil {
		var r *Refusal
		if errors.As(err, &r) {
			return nil, nil // what is no name is near none
		}
		return nil, err
	}
	type near struct {
		slug     string
		distance int
	}
	var found []near
	for _, e := range v.entries {
		if d := distance(slug, e.rec.Slug); d <= nearEnough(slug) {
			found = append(found, near{e.rec.Slug, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.slug, b.slug)) })
	var out []string
	for _, x := range found[:min(n, len(found))] {
		out = append(out, x.slug)
	}
	return out, nil
}

// nearEnough is the largest distance at which a name may have been meant.
func nearEnough(slug string) int { return max(2, utf8.RuneCountInString(slug)/3) }

// distance says how far a name is from a slug: 0 when one contains the other, 1
// when they share a word, else the number of letters to change.
func distance(name, slug string) int {
	if strings.Contains(slug, name) || strings.Contains(name, slug) {
		return 0
	}
	words := strings.Split(slug, "-")
	for w := range strings.SplitSeq(name, "-") {
		if len(w) > 2 && slices.Contains(words, w) {
			return 1
		}
	}
	return edits([]rune(name), []rune(slug))
}

// edits is the Levenshtein distance.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
