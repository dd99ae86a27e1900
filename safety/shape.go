package safety

import (
	"math"
)

// judgeLimit is how much of a value is looked at to decide what it is, in bytes.
// A longer value is judged by its beginning and then extended to its end.
const judgeLimit = 256

// runLimit is how far a token's body or a quoted value is followed before it is
// judged, in bytes.
const runLimit = 1024

// shape is what one pass over a value tells about it.
type shape struct {
	n                                  int
	lower, upper, digit, symbol, other int // other: bytes >= 0x80
	distinct                           int
	flips                              int // changes between upper, lower and digit
	counts                             [128]uint16
}

func measure(v string) shape {
	if len(v) > judgeLimit {
		v = v[:judgeLimit]
	}
	s := shape{n: len(v)}
	prev := 0
	for i := 0; i < len(v); i++ {
		b := v[i]
		kind := 0
		switch {
		case b >= 0x80:
			s.other++
			continue
		case 'a' <= b && b <= 'z':
			s.lower++
			kind = 1
		case 'A' <= b && b <= 'Z':
			s.upper++
			kind = 2
		case '0' <= b && b <= '9':
			s.digit++
			kind = 3
		default:
			s.symbol++
		}
		if s.counts[b]++; s.counts[b] == 1 {
			s.distinct++
		}
		if i > 0 && kind != prev {
			s.flips++
		}
		prev = kind
	}
	return s
}

func (s *shape) letters() int { return s.lower + s.upper }

// entropy returns the Shannon entropy in bits a byte. It cannot exceed
// log2(n), so it says little about short values: below 16 bytes use classes.
func (s *shape) entropy() float64 {
	var h float64
	n := float64(s.n)
	for _, c := range s.counts {
		if c > 0 {
			p := float64(c) / n
			h -= p * math.Log2(p)
		}
	}
	return h
}

// isRandom reports whether v looks made by a generator: at least 16 bytes, 8
// distinct ones, and the more entropy the fewer digits it has. Without digits
// the case must flip more often than in CamelCase.
func isRandom(v string) bool {
	if len(v) < 16 {
		return false
	}
	s := measure(v)
	return s.random()
}

func (s *shape) random() bool {
	if s.n < 16 || s.distinct < 8 {
		return false
	}
	switch h := s.entropy(); {
	case s.digit >= 2:
		return h >= 3.0
	case s.digit == 1:
		return h >= 3.4
	default:
		return h >= 4.0 && s.lower > 0 && s.upper > 0 && s.flips*3 > s.n
	}
}

// isUUID reports the 8-4-4-4-12 hexadecimal form.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := 0; i < len(v); i++ {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if v[i] != '-' {
				return false
			}
		} else if !is(v[i], hexDigits) {
			return false
		}
	}
	return true
}

// isName reports whether v is two or more pieces joined by - _ . / or :, each a
// word, a short number or a word with a short number: db-creds-v3,
// checkout-tls-2026, scram-sha-256.
func isName(v string) bool {
	pieces, _, odd, _ := namePieces(v)
	return pieces >= 2 && odd == 0
}

// isObjectName is isName for values behind keyish labels, where the names that
// Kubernetes makes, words with hash-like suffixes, count as well.
func isObjectName(v string) bool {
	pieces, words, odd, oddLen := namePieces(v)
	if odd == 0 {
		return pieces >= 2
	}
	return words >= 2 && odd <= 2 && oddLen*2 <= len(v)
}

// namePieces counts the pieces of a name, how many of them are words or short
// numbers, and how many are other lower-case pieces, with their length. For what
// no name holds, pieces is 0 and odd is not.
func namePieces(v string) (pieces, words, odd, oddLen int) {
	for i := 0; i < len(v); {
		j := i
		for j < len(v) && !isJoiner(v[j]) {
			j++
		}
		switch piece := v[i:j]; {
		case piece == "":
		case isWordPiece(piece):
			words++
			pieces++
		case len(piece) <= 10 && isLowerAlnum(piece):
			odd++
			oddLen += len(piece)
			pieces++
		default:
			return 0, 0, 1, len(v)
		}
		i = j + 1
	}
	return pieces, words, odd, oddLen
}

func isJoiner(b byte) bool { return b == '-' || b == '_' || b == '.' || b == '/' || b == ':' }

// isWordPiece reports a word, a short number, or a word with a short number
// before or after it.
func isWordPiece(p string) bool {
	if i := run(p, 0, digits, 2); i > 0 && i < len(p) && isWord(p[i:]) {
		return true // 2FA
	}
	i := run(p, 0, letters, len(p))
	if i < len(p) && !isShortNumber(p[i:]) {
		return false
	}
	return i == 0 || isWord(p[:i])
}

// isShortNumber reports one or two digits, a year, or a number that is the size
// of something computed.
func isShortNumber(p string) bool {
	if run(p, 0, digits, len(p)) != len(p) {
		return false
	}
	switch {
	case len(p) <= 2:
		return true
	case len(p) == 4:
		return p[:2] == "19" || p[:2] == "20"
	}
	return p == "128" || p == "256" || p == "384" || p == "512" || p == "509"
}

// isWord reports letters in one of the cases words come in: lower, UPPER,
// Capitalised, camelCase or HTTPServer. A hump of a camel has three letters or
// more, or random letters would pass.
func isWord(p string) bool {
	i := lowerRun(p, 0)
	if i > 0 && i < 2 && i < len(p) {
		return false
	}
	humps := 0
	for i < len(p) {
		humps++
		up := run(p, i, uppers, len(p))
		low := lowerRun(p, up)
		switch {
		case up == i:
			return false // no letter
		case low == len(p) && up == len(p):
			return i == 0 || up-i > 1
		case low-up < 2:
			return false
		}
		i = low
	}
	return p != "" && humps*4 <= len(p)+2
}

// lowerRun returns the end of the lower-case letters at i; all that is not ASCII
// counts as one.
func lowerRun(p string, i int) int {
	for i < len(p) && (is(p[i], lowers) || p[i] >= 0x80) {
		i++
	}
	return i
}

func isLowerAlnum(p string) bool { return run(p, 0, lowers|digits, len(p)) == len(p) }

// isHex reports whether v is hexadecimal digits alone.
func isHex(v string) bool { return v != "" && run(v, 0, hexDigits, len(v)) == len(v) }

// lowerWords reports lower-case words joined by - _ or ., at least two: a
// placeholder such as your-token-here or a setting's name, not a token body.
func lowerWords(v string) bool {
	joined := false
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == '-' || v[i] == '_' || v[i] == '.':
			joined = true
		case !is(v[i], lowers):
			return false
		}
	}
	return joined
}
