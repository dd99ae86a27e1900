package bar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// inChunk reports whether r belongs to a chunk: letters, digits, marks and what holds identifiers and contractions
// together. Code points that norm/1 does not know are opaque letters.
func inChunk(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune(connectors+"'", r)
	}
	return !norm.Known(r) || unicode.In(r, unicode.L, unicode.Nd, unicode.Nl, unicode.M) || r == 'ー'
}

// The scripts that are written without spaces between words; Hangul has them, but particles grow onto its words.
const (
	han = iota + 1
	hiragana
	katakana
	hangul
	southEast // Thai, Lao, Khmer, Burmese
)

// unspaced returns which of those scripts r is written in, or 0.
func unspaced(r rune) int {
	switch {
	case r < 0x0E00 || !norm.Known(r):
		return 0
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return katakana
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return southEast
	}
	return 0
}

func hasKana(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { sc := unspaced(r); return sc == hiragana || sc == katakana })
}

// pairs reads a run of a script without spaces as overlapping pairs of characters, after its function words have cut it.
func (s *scanner) pairs(run string, script int) {
	if s.number {
		s.number = false
		for _, u := range glued {
			if rest, ok := strings.CutPrefix(run, u.text); ok {
				s.add(u.unit, unit)
				run = rest
				break
			}
		}
	}
	s.negated = s.negated || s.denies(run, script)
	switch script {
	case katakana:
		// A run of katakana is a word. The long mark at its end is a matter of style.
		if v, ok := valueOf(run); ok {
			s.add(v.text, v.kind)
		} else if run = strings.TrimRight(run, "ー"); run != "" {
			s.add(run, word)
		}
	case hiragana:
		// Between other characters hiragana is grammar.
		if s.keepStops {
			s.addPairs(run)
		}
	case han:
		if s.japanese || s.keepStops {
			s.addPairs(run)
			break
		}
		cut := func(r rune) bool { return strings.ContainsRune(chineseCuts, r) }
		for _, piece := range strings.FieldsFunc(chineseParticles.Replace(run), cut) {
			s.addPairs(piece)
		}
	case southEast:
		for piece := range strings.FieldsSeq(thaiCuts.Replace(run)) {
			s.addPairs(piece)
		}
	default:
		s.addPairs(run)
	}
}

// addPairs adds the pairs of a run. A word that stands for a value is a token of its own and cuts the run.
func (s *scanner) addPairs(run string) {
	rs := []rune(run)
	start := 0
	for i := range rs {
		for n := min(longestValue, len(rs)-i); n >= 2 && i >= start; n-- {
			if v, ok := valueOf(string(rs[i : i+n])); ok {
				s.plainPairs(rs[start:i])
				s.add(v.text, v.kind)
				start = i + n
			}
		}
	}
	s.plainPairs(rs[start:])
}

// longestValue is the length in runes of the longest value word in a script without spaces, katakana aside.
const longestValue = 2

func (s *scanner) plainPairs(rs []rune) {
	if len(rs) == 1 {
		s.add(string(rs), word)
	}
	for i := 1; i < len(rs); i++ {
		s.add(string(rs[i-1:i+1]), word)
	}
}

// denies reports whether a run of an unspaced script holds a negation.
func (s *scanner) denies(run string, script int) bool {
	switch {
	case script == han && s.japanese:
		return containsAny(run, japaneseHanNegations)
	case script == han:
		return strings.ContainsAny(chineseNotNegation.Replace(run), chineseNegations)
	case script == hiragana:
		return containsAny(run, japaneseNegations)
	case script == hangul:
		return containsAny(run, koreanNegations)
	case script == southEast:
		return containsAny(run, thaiNegations)
	}
	return false
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// zeros are the zeros of the decimal digits that NFKC leaves alone; the nine others follow each.
var zeros = []rune{0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
	0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810}

// westernDigits writes the decimal digits of other scripts as ASCII ones.
func westernDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x0660 {
			return r
		}
		for _, z := range zeros {
			if z <= r && r < z+10 {
				return '0' + r - z
			}
		}
		return r
	}, s)
}
