package memory

import (
	"strings"
	"sync"

	"github.com/daybook-sre/daybook/memory/internal/search"
)

// searchIndex is the search index of one store. It is built when it is first
// asked for and follows the views from then on by what changed between them.
type searchIndex struct {
	mu    sync.RWMutex
	index *search.Index
	view  *view
	holds map[string]*file // what is indexed under a slug
}

// search brings the index to v and ranks. Searches run side by side; only the
// bringing up to date excludes.
func (x *searchIndex) search(v *view, q search.Query) search.Result {
	x.mu.RLock()
	if x.view != v {
		x.mu.RUnlock()
		x.follow(v)
		x.mu.RLock()
	}
	defer x.mu.RUnlock()
	return x.index.Search(q)
}

func (x *searchIndex) follow(v *view) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.index == nil {
		x.index, x.holds = search.New(), map[string]*file{}
	}
	for slug := range x.holds {
		if v.bySlug[slug] == nil {
			x.index.Remove(slug)
			delete(x.holds, slug)
		}
	}
	for slug, e := range v.bySlug {
		if x.holds[slug] != e.file {
			x.index.Put(docOf(e))
			x.holds[slug] = e.file
		}
	}
	x.view = v
}

func docOf(e *entry) search.Doc {
	return search.Doc{ID: e.rec.Slug, Name: e.rec.Name, Description: e.rec.Description,
		Labels: strings.Join(append(e.rec.Labels[:len(e.rec.Labels):len(e.rec.Labels)], e.rec.Tags...), " "),
		Quote:  e.rec.Quote, Body: e.rec.Body}
}
