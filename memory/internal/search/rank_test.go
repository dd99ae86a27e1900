package search

func build(docs []memo) *Index {
	ix := New()
	for _, d := range docs {
		ix.Put(d.Doc)
	}
	return ix
}

// ours is the ranker under test.
func ours(docs []memo) ranker {
	ix := build(docs)
	return func(query string) []string {
		var ids []string
		for _, h := range ix.Search(Query{Text: query}).Hits {
			ids = append(ids, h.ID)
		}
		return ids
	}
}
