package memory

import (
	"maps"
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Many files that vanish at once are rather a mishap than a decision.
const massGone = 5

// absence is what is not there any more, compared with the journal.
type absence struct {
	gone   []string // ids of memories that were there when last seen, sorted
	before int      // how many were there in all
}

// mass reports whether too much is gone at once for it to be a decision.
func (a absence) mass() bool { return len(a.gone) >= massGone && 2*len(a.gone) > a.before }

// compare finds what is gone, and takes what came with the same bytes or the
// same claim under another name for a rename. A file that cannot be read counts
// as being written.
func (v *view) compare(s *ledger.State, key ledger.Key) {
	for _, m := range s.Memories {
		if m.Present {
			v.absence.before++
		}
	}
	found := 0
	for _, e := range v.entries {
		if m := s.Memories[e.id]; m != nil && m.Present {
			found++
		}
	}
	if found == v.absence.before {
		return // as nearly always
	}
	gone := v.missing(s, key)
	v.matchRenames(s, key, gone)
	v.absence.gone = slices.Sorted(maps.Keys(gone))
}

// missing returns the memories that were there when last seen and of which there
// is no file now.
func (v *view) missing(s *ledger.State, key ledger.Key) map[string]bool {
	here := make(map[string]bool, len(v.entries))
	for _, e := range v.entries {
		here[e.id] = true
	}
	for slug := range v.blocked {
		here[key.Name(slug)] = true
	}
	gone := map[string]bool{}
	for id, m := range s.Memories {
		if m.Present && !here[id] {
			gone[id] = true
		}
	}
	return gone
}

// matchRenames takes the memories that only have another name now out of gone.
func (v *view) matchRenames(s *ledger.State, key ledger.Key, gone map[string]bool) {
	byDigest, byClaim := vanished(s, gone)
	for i := range v.events {
		x := &v.events[i]
		if x.verdict.Event != ledger.OpAdded {
			continue
		}
		from := byDigest[x.file.digest]
		if from == "" {
			from = byClaim[x.file.factsUnder(key).Value().Claim]
		}
		if !gone[from] {
			continue
		}
		delete(gone, from)
		last := s.Memories[from].Last
		x.from = from
		x.verdict.Event, x.verdict.Status, x.verdict.Source = ledger.OpRenamed, last.Status, last.Source
		v.replace(x.file.entryAs(Status(last.Status), Source(last.Source), x.id, v.contested[x.id]))
	}
}

// vanished finds the memory behind a file that was renamed: by its bytes, or by
// what it says. Of several that said the same it is always the same one.
func vanished(s *ledger.State, gone map[string]bool) (byDigest map[string]string, byClaim map[bar.Sum]string) {
	byDigest, byClaim = map[string]string{}, map[bar.Sum]string{}
	for _, id := range slices.Sorted(maps.Keys(gone)) {
		last := s.Memories[id].Last
		byDigest[last.Digest] = id
		if last.Value != nil {
			byClaim[last.Value.Claim] = id
		}
	}
	return byDigest, byClaim
}

// replace serves an entry in the place of the one with its slug.
func (v *view) replace(e *entry) {
	old := v.bySlug[e.rec.Slug]
	v.bySlug[e.rec.Slug] = e
	v.entries[slices.Index(v.entries, old)] = e
}
