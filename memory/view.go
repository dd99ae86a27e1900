package memory

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// Reasons in Recollection.Omitted.
const (
	OmittedLimit      = "limit"
	OmittedAudience   = "audience"
	OmittedValidity   = "validity"
	OmittedUnreadable = "unreadable"
)

// view is what a store holds at one moment. It is immutable but for what is
// derived from it on demand, and shared by all readers.
type view struct {
	seq      int64    // of the journal it was built with
	entries  []*entry // served, by slug
	bySlug   map[string]*entry
	blocked  map[string]Problem // slugs under which a file lies that cannot be served
	problems []Problem
	folders  int
	off      bool
	autoOff  bool
	events   []sighting // what a writer has to note
	absence  absence

	waiting   int             // proposals that wait for a person
	contested map[string]bool // ids against which a change waits

	derived
}

// entry is one served memory.
type entry struct {
	rec  *Record // shared by views: never changed
	file *file
	id   string // in the journal; "" while the store has no key
}

// sighting is a file whose bytes the journal does not know in this place.
type sighting struct {
	file    *file
	id      string
	verdict ledger.Verdict
	from    string // the id it had under its former name, when it was renamed
}

// derived holds what is computed from a view when it is first asked for.
type derived struct {
	mu      sync.Mutex
	newest  []*entry
	prompts map[promptKey]*prompt
}

type viewOptions struct{ principal string }

var emptyView = &view{}

func (v *view) available() error {
	if v.off {
		return errSwitchedOff
	}
	return nil
}

// buildView judges every file and decides which one is served under each slug.
// The caller holds s.mu.
func buildView(s *state, o viewOptions) *view {
	v := &view{seq: s.journal.State().Seq, folders: s.folders, off: s.journal.State().Off, autoOff: s.journal.State().AutoOff,
		entries: make([]*entry, 0, len(s.files)), bySlug: make(map[string]*entry, len(s.files)),
		blocked: map[string]Problem{}}
	v.contested, v.waiting = s.journal.State().Contested(), len(s.journal.State().Waiting)
	for _, f := range s.sortedLocked() {
		v.add(f, s, o)
	}
	for _, f := range s.order {
		if f.problem != nil && f.claims != "" {
			v.reserve(f.claims, *f.problem)
		}
	}
	if key, _ := s.journal.Key(); s.journal.Sound() {
		v.compare(s.journal.State(), key)
	}
	return v
}

// sortedLocked returns the files by slug, the one that is named after the slug
// first. The order is kept between calls, so that sorting finds little to do.
func (s *state) sortedLocked() []*file {
	s.order = slices.DeleteFunc(s.order, func(f *file) bool { return s.files[f.name] != f })
	if len(s.order) < len(s.files) {
		for _, f := range s.files {
			if !f.listed {
				f.listed = true
				s.order = append(s.order, f)
			}
		}
		slices.SortFunc(s.order, compareFiles)
	}
	return s.order
}

func compareFiles(a, b *file) int {
	if c := strings.Compare(a.rec.Slug, b.rec.Slug); c != 0 {
		return c
	}
	if ea, eb := a.name == a.rec.Slug+".md", b.name == b.rec.Slug+".md"; ea != eb {
		return compareBool(ea, eb)
	}
	return strings.Compare(a.name, b.name)
}

func (v *view) add(f *file, s *state, o viewOptions) {
	if f.problem != nil {
		v.block(*f.problem)
		return
	}
	if f.owner != "" && f.owner != o.principal {
		v.block(Problem{Kind: Elsewhere, Path: f.rec.Path, Slug: f.rec.Slug,
			Reason: "it belongs to another principal; move it to that principal's directory or remove its principal: line"})
		return
	}
	if first := v.bySlug[f.rec.Slug]; first != nil {
		v.problems = append(v.problems, Problem{Kind: Copy, Path: f.rec.Path, Slug: f.rec.Slug,
			Reason: fmt.Sprintf("%s is served under this name; merge the two by hand and delete this one", first.file.rec.Path)})
		return
	}
	if p, ok := v.blocked[f.rec.Slug]; ok && p.Kind != Returned {
		v.problems = append(v.problems, Problem{Kind: Copy, Path: f.name, Slug: f.rec.Slug,
			Reason: fmt.Sprintf("%s has this name and cannot be used; mend it, then merge the two by hand", p.Path)})
		return
	}
	verdict := ledger.Verdict{Status: ledger.Status(f.facts.Shown), Serve: true}
	key, _ := s.journal.Key()
	id := ""
	if s.journal.Sound() {
		id = f.identify(key)
		verdict = s.journal.State().Judge(id, f.factsUnder(key))
		if verdict.Event != "" {
			v.events = append(v.events, sighting{file: f, id: id, verdict: verdict})
		}
	} else {
		verdict = ledger.NewState().Judge("", f.facts)
	}
	if !verdict.Serve {
		v.block(Problem{Kind: Returned, Path: f.rec.Path, Slug: f.rec.Slug,
			Reason: "these bytes were forgotten and are back; edit the file to keep it, or delete it"})
		return
	}
	e := f.entryAs(Status(verdict.Status), Source(verdict.Source), id, v.contested[id])
	v.entries = append(v.entries, e)
	v.bySlug[e.rec.Slug] = e
	v.problems = append(v.problems, f.oddities()...)
}

// entryAs returns the file as a served memory. While the judgement stays the
// same, so does the entry. The first one is written into the file's own record,
// which no view has seen yet; a later one gets a copy.
func (f *file) entryAs(status Status, source Source, id string, contested bool) *entry {
	if e := f.entry; e != nil && e.rec.Status == status && e.rec.Source == source && e.rec.Contested == contested && e.id == id {
		return e
	}
	rec := &f.rec
	if f.entry != nil {
		again := f.rec
		rec = &again
	}
	rec.Status, rec.Source, rec.hand, rec.Contested = status, source, source == FromHand, contested
	f.entry = &entry{rec: rec, file: f, id: id}
	return f.entry
}

// block notes a file that keeps its slug from being written.
func (v *view) block(p Problem) {
	v.problems = append(v.problems, p)
	v.reserve(p.Slug, p)
}

// reserve keeps a slug from being written while a file that cannot be served
// claims it, unless another file is served under it.
func (v *view) reserve(slug string, p Problem) {
	if _, ok := v.blocked[slug]; ok || slug == "" || v.bySlug[slug] != nil {
		return
	}
	v.blocked[slug] = p
}

// find returns the memory with this name, also by the name of its file, or an
// error matching ErrNotFound or a *Refusal.
func (v *view) find(name string) (*entry, error) {
	slug, err := slugOf(name)
	if err != nil {
		return nil, err
	}
	if e := v.bySlug[slug]; e != nil {
		return e, nil
	}
	for _, e := range v.entries {
		if e.file.alias == slug {
			return e, nil
		}
	}
	if p, ok := v.blocked[slug]; ok {
		return nil, unreadable(p)
	}
	return nil, notFound(name)
}

// notFound names what was asked for, unless the name is a credential.
func notFound(name string) error {
	slug, err := slugOf(name)
	if err != nil || shownName(name, slug) == "" {
		return ErrNotFound
	}
	return fmt.Errorf("%w: %s", ErrNotFound, slug)
}

// unreadable is the refusal to touch what could not be read.
func unreadable(p Problem) *Refusal {
	where := p.Path
	if p.Line > 0 {
		where = fmt.Sprintf("%s, line %d", p.Path, p.Line)
	}
	return refuse(UnreadableFile, p.Slug, "", "%s cannot be used: %s. The file was left as it is; a person has to mend, rename or delete it", where, p.Reason)
}

// newestFirst returns the memories, newest first.
func (v *view) newestFirst() []*entry {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.newest == nil {
		v.newest = slices.Clone(v.entries)
		slices.SortStableFunc(v.newest, func(a, b *entry) int { return b.rec.Updated.Compare(a.rec.Updated) })
	}
	return v.newest
}

// served yields the memories that may be shown to an audience at a time, and
// counts the others by reason.
func (v *view) served(a Audience, now time.Time) (list []*entry, omitted map[string]int) {
	omitted = map[string]int{}
	list = make([]*entry, 0, len(v.entries))
	for _, e := range v.entries {
		switch {
		case !e.rec.ValidAt(now):
			omitted[OmittedValidity]++
		case !e.rec.visibleTo(a):
			omitted[OmittedAudience]++
		default:
			list = append(list, e)
		}
	}
	if n := v.unreadable(); n > 0 {
		omitted[OmittedUnreadable] = n
	}
	return list, omitted
}

// unreadable counts the files that are not served.
func (v *view) unreadable() int {
	n := 0
	for _, p := range v.problems {
		if !p.Served() {
			n++
		}
	}
	return n
}

// visibleTo reports whether an audience may see a memory.
func (r *Record) visibleTo(a Audience) bool { return a == Private || !r.Personal() }

// Personal reports whether a memory is for its principal's eyes alone: it is of
// type user, or labelled pii or private, in any case and also as one word of a
// label. So is a file whose labels are not written as labels are, because nobody
// can know what they were to keep from whom.
func (r Record) Personal() bool {
	return r.Type == User || r.guarded || slices.ContainsFunc(r.Labels, isPersonal)
}

// isPersonal finds "pii" and "private" as words of a label, so that "team, pii"
// and "private: Ana" count and "private-subnet" does not.
func isPersonal(label string) bool {
	words := strings.FieldsFunc(norm.Text(label), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	})
	return slices.Contains(words, "pii") || slices.Contains(words, "private")
}

// hasOddLabels reports whether a file has a key that is meant for labels or a type
// and is not read as one.
func hasOddLabels(unknown []string) bool {
	return slices.ContainsFunc(unknown, func(key string) bool {
		switch norm.Text(key) {
		case "labels", "label", "type", "metadata.labels", "metadata.label":
			return true
		}
		return false
	})
}
