package memory

import (
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// searchIndex is the search index of one store. It is built when it is first
// asked for and follows the views from then on by what changed between them:
// this process's own writes bring it along at once, those of others when it is
// next asked. It holds no text that its view does not hold.
type searchIndex struct {
	mu    sync.RWMutex
	index *search.Index // nil until it is first asked for
	view  *view
}

// use calls fn with the index at v. Calls run side by side; only the bringing
// up to date excludes. Readers of two views that come in turn may find the
// other's index, so fn has to look up in v what it finds.
func (x *searchIndex) use(v *view, fn func(*search.Index)) {
	x.mu.RLock()
	if x.view != v {
		x.mu.RUnlock()
		x.follow(v)
		x.mu.RLock()
	}
	defer x.mu.RUnlock()
	fn(x.index)
}

// built reports whether the index exists.
func (x *searchIndex) built() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.index != nil
}

// keepUp follows v if the index exists: what a write removed does not stay in
// memory, and the next question need not wait.
func (x *searchIndex) keepUp(v *view) {
	if x.built() {
		x.follow(v)
	}
}

// follow changes the index from the view it is at to v. Both are sorted by
// slug, so that 10,000 memories are compared in a fraction of a millisecond.
func (x *searchIndex) follow(v *view) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.index == nil {
		x.index, x.view = search.New(), emptyView
	}
	old := x.view.entries
	for _, e := range v.entries {
		for len(old) > 0 && old[0].rec.Slug < e.rec.Slug {
			x.index.Remove(old[0].rec.Slug)
			old = old[1:]
		}
		if len(old) > 0 && old[0].rec.Slug == e.rec.Slug {
			if old[0].file != e.file {
				x.index.Put(docOf(e))
			}
			old = old[1:]
			continue
		}
		x.index.Put(docOf(e))
	}
	for _, e := range old {
		x.index.Remove(e.rec.Slug)
	}
	x.view = v
}

func docOf(e *entry) search.Doc {
	return search.Doc{ID: e.rec.Slug, Name: e.rec.Name, Description: e.rec.Description,
		Labels: strings.Join(append(e.rec.Labels[:len(e.rec.Labels):len(e.rec.Labels)], e.rec.Tags...), " "),
		Quote:  e.rec.Quote, Body: e.rec.Body}
}
