package search

import (
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// A Doc is what the index knows of one memory. The index keeps the strings.
type Doc struct {
	ID          string // identifies the document; never searched
	Name        string
	Description string
	Labels      string // labels and tags, separated by spaces
	Quote       string
	Body        string
}

// A posting says how often a term stands in a document, weighted by field and
// field length.
type posting struct {
	doc    uint32
	weight float32
	fields fieldSet
}

type entry struct {
	Doc
	name  string   // the name as exact matches compare it
	terms []uint32 // every term once, for removal and similarity
}

// An Index is an inverted index over documents. The zero value is not usable;
// call [New].
type Index struct {
	slots map[string]uint32 // by ID
	docs  []entry           // by slot; a free slot has an empty ID
	free  []uint32

	ids      map[string]uint32 // by term
	terms    []string          // by term id
	postings [][]posting       // by term id, ascending doc
	spelling spelling

	analyzer analysis.Analyzer
	tokens   []analysis.Token
	counts   map[uint32]posting // of the document being put
}

// New returns an empty index.
func New() *Index {
	return &Index{
		slots:    make(map[string]uint32),
		ids:      make(map[string]uint32),
		spelling: newSpelling(),
		counts:   make(map[uint32]posting),
	}
}

// Len returns the number of documents.
func (ix *Index) Len() int { return len(ix.slots) }

// Put adds a document, or replaces the one with the same ID. The cost depends
// on the document, not on the size of the index.
func (ix *Index) Put(d Doc) {
	ix.Remove(d.ID)
	slot := ix.slot()
	ix.slots[d.ID] = slot
	clear(ix.counts)
	for f := range numFields {
		ix.count(slot, f, f.of(&d))
	}
	terms := make([]uint32, 0, len(ix.counts))
	for id, p := range ix.counts {
		terms = append(terms, id)
		ix.postings[id] = insertPosting(ix.postings[id], p)
	}
	slices.Sort(terms)
	ix.docs[slot] = entry{Doc: d, name: exactForm(d.Name), terms: terms}
}

// Remove takes a document out. An unknown id is no error.
func (ix *Index) Remove(id string) {
	slot, ok := ix.slots[id]
	if !ok {
		return
	}
	for _, t := range ix.docs[slot].terms {
		ps := ix.postings[t]
		if i, ok := findPosting(ps, slot); ok {
			ix.postings[t] = slices.Delete(ps, i, i+1)
		}
	}
	delete(ix.slots, id)
	ix.docs[slot] = entry{}
	ix.free = append(ix.free, slot)
}

func (ix *Index) slot() uint32 {
	if n := len(ix.free); n > 0 {
		slot := ix.free[n-1]
		ix.free = ix.free[:n-1]
		return slot
	}
	ix.docs = append(ix.docs, entry{})
	return uint32(len(ix.docs) - 1)
}

// count adds the terms of one field to the document being put.
func (ix *Index) count(slot uint32, f field, text string) {
	if text == "" {
		return
	}
	ix.tokens = ix.analyzer.Append(ix.tokens[:0], text)
	length := 0
	for i := range ix.tokens {
		if ix.tokens[i].Kind != analysis.Part && !ix.tokens[i].Stop {
			length++
		}
	}
	w := f.weight(length)
	for i := range ix.tokens {
		id := ix.intern(&ix.tokens[i])
		p := ix.counts[id]
		p.doc = slot
		p.weight += w
		p.fields |= 1 << f
		ix.counts[id] = p
	}
}

func (ix *Index) intern(t *analysis.Token) uint32 {
	id, ok := ix.ids[t.Term]
	if !ok {
		id = uint32(len(ix.terms))
		term := strings.Clone(t.Term)
		ix.ids[term] = id
		ix.terms = append(ix.terms, term)
		ix.postings = append(ix.postings, nil)
		ix.spelling.add(id, term)
	}
	return id
}

func findPosting(ps []posting, slot uint32) (int, bool) {
	return slices.BinarySearchFunc(ps, slot, func(p posting, s uint32) int { return int(int64(p.doc) - int64(s)) })
}

// insertPosting keeps postings sorted; new documents mostly go to the end.
func insertPosting(ps []posting, p posting) []posting {
	if len(ps) == 0 || ps[len(ps)-1].doc < p.doc {
		return append(ps, p)
	}
	i, _ := findPosting(ps, p.doc)
	return slices.Insert(ps, i, p)
}

// exactForm is the form in which a query equals a name: folded, letters and
// digits only, so that "EKS prod 1" names eks-prod-1.
func exactForm(name string) string {
	return strings.Join(strings.FieldsFunc(analysis.Fold(name), notAlnum), "-")
}
