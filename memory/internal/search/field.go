package search

import "unicode"

// A field is a part of a document.
type field uint8

const (
	fieldName field = iota
	fieldDescription
	fieldLabels
	fieldQuote
	fieldBody
	numFields
)

type fieldSet uint8

var fieldNames = [numFields]string{"name", "description", "labels", "quote", "body"}

// names returns the names of the fields in s, in the order of their weight.
func (s fieldSet) names() []string {
	var names []string
	for f, name := range fieldNames {
		if s&(1<<f) != 0 {
			names = append(names, name)
		}
	}
	return names
}

func (f field) of(d *Doc) string {
	switch f {
	case fieldName:
		return d.Name
	case fieldDescription:
		return d.Description
	case fieldLabels:
		return d.Labels
	case fieldQuote:
		return d.Quote
	default:
		return d.Body
	}
}

// What one occurrence in a field counts, the usual length of the field in
// terms, and how much a longer field counts less (BM25's b). The usual lengths
// are constants and not the averages of the store, so that a score means the
// same in every store and a document's weights never change after Put.
// Results hardly depend on any of them: doubling or halving one moves macro
// recall@5 on the development sets by less than .005.
var fieldScale = [numFields]struct{ boost, length, b float32 }{
	fieldName:        {2, 4, 0.5},
	fieldDescription: {1.2, 12, 0.5},
	fieldLabels:      {1.5, 4, 0.5},
	fieldQuote:       {1, 20, 0.5},
	fieldBody:        {0.7, 60, 0.5},
}

// weight is what one occurrence of a term counts in a field of the given
// length in terms.
func (f field) weight(length int) float32 {
	s := fieldScale[f]
	return s.boost / (1 - s.b + s.b*float32(length)/s.length)
}

func notAlnum(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
