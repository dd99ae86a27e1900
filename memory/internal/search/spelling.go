package search

import "slices"

// spelling finds the terms of the index that are spelled like a given one, by
// their common character trigrams.
type spelling struct {
	grams  map[uint32][]uint32 // trigram -> ids of terms
	counts map[uint32]int32      // term id -> number of its trigrams
}

func newSpelling() spelling {
	return spelling{grams: make(map[uint32][]uint32), counts: make(map[uint32]int32)}
}

// minSpelled is the shortest term, in bytes, that may match another spelling.
const minSpelled = 4

func (s *spelling) add(id uint32, term string) {
	var buf [64]uint32
	grams := appendTrigrams(buf[:0], term)
	for _, g := range grams {
		s.grams[g] = append(s.grams[g], id)
	}
	if len(grams) > 0 {
		s.counts[id] = int32(len(grams))
	}
}

type spelled struct {
	id    uint32
	alike float32 // Dice coefficient of the trigrams, 0 to 1
}

// alike returns the terms whose spelling is at least min like the given one,
// best first.
func (s *spelling) alike(term string, min float32) []spelled {
	var buf [64]uint32
	grams := appendTrigrams(buf[:0], term)
	if len(grams) == 0 {
		return nil
	}
	common := make(map[uint32]int32)
	for _, g := range grams {
		for _, id := range s.grams[g] {
			common[id]++
		}
	}
	var found []spelled
	for id, n := range common {
		a := 2 * float32(n) / float32(int32(len(grams))+s.counts[id])
		if a >= min {
			found = append(found, spelled{id, a})
		}
	}
	slices.SortFunc(found, func(a, b spelled) int {
		if a.alike != b.alike {
			if a.alike > b.alike {
				return -1
			}
			return 1
		}
		return int(a.id) - int(b.id)
	})
	return found
}

// appendTrigrams appends the distinct trigrams of bytes of term with one
// boundary mark on either side. Terms with digits have none: names that differ
// in a number are different names. Neither have short terms and pairs.
func appendTrigrams(dst []uint32, term string) []uint32 {
	if len(term) < minSpelled {
		return dst
	}
	for i := 0; i < len(term); i++ {
		if c := term[i]; '0' <= c && c <= '9' || c == '/' || c == ':' || c >= 0xE1 {
			return dst
		}
	}
	prev2, prev1 := uint32('^'), uint32(term[0])
	for i := 1; i <= len(term); i++ {
		c := uint32('$')
		if i < len(term) {
			c = uint32(term[i])
		}
		g := prev2<<16 | prev1<<8 | c
		if !slices.Contains(dst, g) {
			dst = append(dst, g)
		}
		prev2, prev1 = prev1, c
	}
	return dst
}
