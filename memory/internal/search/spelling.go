package search

import (
	"cmp"
	"slices"
	"strings"
)

// spelling finds the terms of the index that are spelled like a given one, by
// the trigrams of bytes they share. It serves typing errors, inflections that
// no stemmer knows, and words inside compounds (strasse, Lindenstraße).
type spelling struct {
	holders map[uint32][]uint32 // ids of terms, by trigram
	sizes   []uint16            // number of trigrams, by term id
}

// A spelled is a term that is spelled like the one asked for.
type spelled struct {
	term  uint32
	alike float32 // Dice coefficient of the trigrams, from 0 to 1
}

// The lengths in bytes of the shortest and the longest term that another
// spelling may match.
const minSpelled, maxSpelled = 3, 48

func (s *spelling) init() { s.holders = make(map[uint32][]uint32) }

func (s *spelling) add(id uint32, term string) {
	var buf [48]uint32
	grams := appendTrigrams(buf[:0], term)
	for _, g := range grams {
		s.holders[g] = append(s.holders[g], id)
	}
	for int(id) >= len(s.sizes) {
		s.sizes = append(s.sizes, 0)
	}
	s.sizes[id] = uint16(len(grams))
}

func (s *spelling) remove(id uint32, term string) {
	var buf [48]uint32
	for _, g := range appendTrigrams(buf[:0], term) {
		if i := slices.Index(s.holders[g], id); i >= 0 {
			s.holders[g] = slices.Delete(s.holders[g], i, i+1)
		}
	}
}

// appendAlike appends the other terms that are at least least like term, best
// first and at most limit. terms are the terms by id; shared is scratch, all
// zero before and after.
func (s *spelling) appendAlike(dst []spelled, term string, least float32, limit int, terms []string, shared *[]uint16) []spelled {
	var buf [48]uint32
	grams := appendTrigrams(buf[:0], term)
	if len(grams) == 0 {
		return dst
	}
	if n := len(s.sizes) - len(*shared); n > 0 {
		*shared = append(*shared, make([]uint16, n)...)
	}
	counts := *shared
	for _, g := range grams {
		for _, id := range s.holders[g] {
			counts[id]++
		}
	}
	for _, g := range grams {
		for _, id := range s.holders[g] {
			n := counts[id]
			counts[id] = 0
			total := len(grams) + int(s.sizes[id])
			if alike := 2 * float32(n) / float32(total); alike >= least && alike < 1 {
				dst = append(dst, spelled{id, alike})
			}
		}
	}
	slices.SortFunc(dst, func(a, b spelled) int {
		// Not by id: ids depend on the order of writes.
		return cmp.Or(cmp.Compare(b.alike, a.alike), strings.Compare(terms[a.term], terms[b.term]))
	})
	return dst[:min(limit, len(dst))]
}

// appendTrigrams appends the distinct trigrams of a term between boundary
// marks. A term with digits has none: names that differ in a digit are
// different names. Nor have short and
// very long terms, addresses, and pairs of characters.
func appendTrigrams(dst []uint32, term string) []uint32 {
	if len(term) < minSpelled || len(term) > maxSpelled {
		return dst
	}
	for i := 0; i < len(term); i++ {
		// From 0xE1 on UTF-8 encodes the scripts that analysis pairs.
		if c := term[i]; '0' <= c && c <= '9' || c == '/' || c == ':' || c >= 0xE1 {
			return dst
		}
	}
	gram := uint32('^')<<8 | uint32(term[0])
	for i := 1; i <= len(term); i++ {
		next := uint32('$')
		if i < len(term) {
			next = uint32(term[i])
		}
		gram = (gram<<8 | next) & 0xFFFFFF
		if !slices.Contains(dst, gram) {
			dst = append(dst, gram)
		}
	}
	return dst
}
