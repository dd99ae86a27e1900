package search

import (
	"slices"
	"strings"
	"unicode"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// searchRaw looks for the query as a substring where terms cannot find it: a
// single character of a script without spaces, or an emoji. Words are not
// looked for inside other words, so that "da" does not find every database.
func (ix *Index) searchRaw(q *Query, res Result) Result {
	want := analysis.Fold(strings.TrimSpace(q.Text))
	if !strings.ContainsFunc(want, foundRaw) {
		return res
	}
	for i := range ix.docs {
		e := &ix.docs[i]
		if fields := e.containing(want); fields != 0 && (q.Keep == nil || q.Keep(e.doc.ID)) {
			res.Hits = append(res.Hits, Hit{ID: e.doc.ID, Score: 1, Terms: []string{want}, Fields: fields.names()})
		}
	}
	res.NoTerms = false
	res.Total = len(res.Hits)
	res.Weak = len(res.Hits) == 0
	slices.SortFunc(res.Hits, func(a, b Hit) int { return strings.Compare(a.ID, b.ID) })
	if q.Limit > 0 && q.Limit < len(res.Hits) {
		res.Hits = res.Hits[:q.Limit]
	}
	return res
}

// foundRaw reports whether r may be searched for without being a word:
// letters of scripts without spaces, and pictures such as emoji, but no
// punctuation, which would find everything.
func foundRaw(r rune) bool {
	return unicode.Is(unicode.So, r) || analysis.IsPaired(r)
}

func (e *entry) containing(want string) fieldSet {
	var fields fieldSet
	for f := range numFields {
		if strings.Contains(analysis.Fold(f.of(&e.doc)), want) {
			fields |= 1 << f
		}
	}
	return fields
}
