package search

import (
	"cmp"
	"slices"
	"strings"
	"sync"

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

// An Index is an inverted index over documents. Call [New]; the zero value is
// not usable.
type Index struct {
	slots     map[string]uint32 // by document ID
	docs      []entry           // by slot; a free slot is empty
	freeSlots []uint32

	ids       map[string]uint32 // by term
	terms     []string          // by term id
	postings  [][]posting       // by term id, ascending slot
	freeTerms []uint32
	spelling  spelling

	analyzer analysis.Analyzer
	tokens   []analysis.Token
	marks    []uint32 // by term id: 1 + position in counted, while a document is counted
	counted  []count

	scratch sync.Pool // of *scratch
}

// An entry is a document in its slot.
type entry struct {
	doc   Doc
	exact string // the name as exactForm
}

// A count is one term of a document.
type count struct {
	term   uint32
	weight float32
	fields fieldSet
}

// New returns an empty index.
func New() *Index {
	ix := &Index{
		slots: make(map[string]uint32),
		ids:   make(map[string]uint32),
	}
	ix.spelling.init()
	ix.scratch.New = func() any { return new(scratch) }
	return ix
}

// Len returns the number of documents.
func (ix *Index) Len() int { return len(ix.slots) }

// Put adds a document, or replaces the one with the same ID. It costs what the
// document's length costs, and a copy of the postings behind it where it
// replaces one; it does not depend on the number of documents otherwise.
func (ix *Index) Put(d Doc) {
	ix.Remove(d.ID)
	slot := ix.newSlot()
	ix.countAll(&d)
	for _, c := range ix.counted {
		ix.postings[c.term] = insertPosting(ix.postings[c.term], newPosting(slot, c.weight, c.fields))
	}
	ix.slots[d.ID] = slot
	ix.docs[slot] = entry{doc: d, exact: exactForm(d.Name)}
}

// Remove takes a document out. An unknown id is no error.
func (ix *Index) Remove(id string) {
	slot, ok := ix.slots[id]
	if !ok {
		return
	}
	// The document's terms are not kept but found again: that costs less time
	// than keeping them costs memory.
	ix.countAll(&ix.docs[slot].doc)
	for _, c := range ix.counted {
		ps := ix.postings[c.term]
		if i, found := findPosting(ps, slot); found {
			ix.postings[c.term] = slices.Delete(ps, i, i+1)
		}
		if len(ix.postings[c.term]) == 0 {
			ix.forget(c.term)
		}
	}
	delete(ix.slots, id)
	ix.docs[slot] = entry{}
	ix.freeSlots = append(ix.freeSlots, slot)
}

func (ix *Index) newSlot() uint32 {
	if n := len(ix.freeSlots); n > 0 {
		slot := ix.freeSlots[n-1]
		ix.freeSlots = ix.freeSlots[:n-1]
		return slot
	}
	ix.docs = append(ix.docs, entry{})
	return uint32(len(ix.docs) - 1)
}

// countAll counts the terms of a document into ix.counted, each once.
func (ix *Index) countAll(d *Doc) {
	ix.counted = ix.counted[:0]
	for f := range numFields {
		ix.count(f, f.of(d))
	}
	for _, c := range ix.counted {
		ix.marks[c.term] = 0
	}
}

// count adds the terms of one field to ix.counted.
func (ix *Index) count(f field, text string) {
	if text == "" {
		return
	}
	ix.tokens = ix.analyzer.Append(ix.tokens[:0], text)
	length := 0
	for i := range ix.tokens {
		if t := &ix.tokens[i]; t.Kind != analysis.Part && !t.Stop {
			length++
		}
	}
	weight := f.weight(length)
	for i := range ix.tokens {
		id := ix.intern(ix.tokens[i].Term)
		if ix.marks[id] == 0 {
			ix.counted = append(ix.counted, count{term: id})
			ix.marks[id] = uint32(len(ix.counted))
		}
		c := &ix.counted[ix.marks[id]-1]
		c.weight += weight
		c.fields |= 1 << f
	}
}

// intern returns the id of a term, a new one if need be.
func (ix *Index) intern(term string) uint32 {
	id, ok := ix.ids[term]
	if ok {
		return id
	}
	if n := len(ix.freeTerms); n > 0 {
		id = ix.freeTerms[n-1]
		ix.freeTerms = ix.freeTerms[:n-1]
		ix.terms[id] = term
	} else {
		id = uint32(len(ix.terms))
		ix.terms = append(ix.terms, term)
		ix.postings = append(ix.postings, nil)
		ix.marks = append(ix.marks, 0)
	}
	ix.ids[term] = id
	ix.spelling.add(id, term)
	return id
}

// forget drops a term that no document holds any more.
func (ix *Index) forget(id uint32) {
	term := ix.terms[id]
	ix.spelling.remove(id, term)
	delete(ix.ids, term)
	ix.terms[id], ix.postings[id] = "", nil
	ix.freeTerms = append(ix.freeTerms, id)
}

// holding returns the postings of a term, none if no document holds it.
func (ix *Index) holding(term string) []posting {
	if id, ok := ix.ids[term]; ok {
		return ix.postings[id]
	}
	return nil
}

// A posting says how often a term stands in a document: the sum over its
// fields of occurrences times field weight, in units of 1/weightUnit.
type posting struct {
	slot   uint32
	weight uint16
	fields fieldSet
}

// weightUnit leaves room for weights up to 128; BM25 saturates long before.
const weightUnit = 512

func newPosting(slot uint32, weight float32, fields fieldSet) posting {
	return posting{slot, uint16(max(1, min(weight*weightUnit, 1<<16-1))), fields}
}

func findPosting(ps []posting, slot uint32) (int, bool) {
	return slices.BinarySearchFunc(ps, slot, func(p posting, s uint32) int { return cmp.Compare(p.slot, s) })
}

// insertPosting keeps postings sorted; a new document mostly goes to the end.
func insertPosting(ps []posting, p posting) []posting {
	if len(ps) == 0 || ps[len(ps)-1].slot < p.slot {
		return append(ps, p)
	}
	i, _ := findPosting(ps, p.slot)
	return slices.Insert(ps, i, p)
}

// exactForm is the form in which a query is a name: folded, letters and digits
// only, so that "EKS prod 1" names eks-prod-1.
func exactForm(name string) string {
	exact := strings.Join(strings.FieldsFunc(analysis.Fold(name), notAlnum), "-")
	if exact == name {
		return name // One string in memory, not two.
	}
	return exact
}
