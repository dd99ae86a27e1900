package memory

import "github.com/daybook-sre/daybook/memory/internal/search"

// OnStep has fn called with the name of each step of every write of a Root
// opened with o: tests stop, change or look at the directory in between.
func (o *Options) OnStep(fn func(step string)) { o.step = fn }

// Indexed returns what the search index of a store holds for a text, without
// regard to who may see it.
func (s *Store) Indexed(text string) []string {
	st, err := s.root.state(s.place)
	if err != nil {
		return nil
	}
	defer st.done()
	st.index.mu.RLock()
	defer st.index.mu.RUnlock()
	var slugs []string
	if st.index.index != nil {
		for _, h := range st.index.index.Search(search.Query{Text: text}).Hits {
			slugs = append(slugs, h.ID)
		}
	}
	return slugs
}
