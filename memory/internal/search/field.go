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

var fieldBoost = [numFields]float32{2, 1.5, 1.5, 1, 1}
var fieldLength = [numFields]float32{4, 12, 4, 20, 60}
var fieldB = [numFields]float32{0.3, 0.5, 0.3, 0.5, 0.5}

// weight is what one occurrence of a term in a field of the given length
// counts.
func (f field) weight(length int) float32 {
	b := fieldB[f]
	return fieldBoost[f] / (1 - b + b*float32(length)/fieldLength[f])
}

func notAlnum(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
