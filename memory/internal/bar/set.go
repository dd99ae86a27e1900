package bar

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Digests is what is kept of one claim: keyed hashes, no text. Its JSON form is compact, because a journal line of
// every save carries it: about 8 bytes for each token and 100 besides.
type Digests struct {
	// Version is the constant Version of the program that made the digests.
	Version int `json:"v"`
	// Slug, Claim and Body are of the slug, of the whole claim (without quote and slug) and of the body; the zero value
	// means that there was none.
	Slug  Sum `json:"s,omitzero"`
	Claim Sum `json:"c,omitzero"`
	Body  Sum `json:"b,omitzero"`
	// Words holds the tokens of description and body, Quote those of the quote.
	Words Set `json:"k,omitzero"`
	Quote Set `json:"q,omitzero"`
}

// Sum is a keyed digest of 96 bits. It marshals to base64.
type Sum [12]byte

// MarshalText encodes s in 16 characters of URL-safe base64. The error is always nil.
func (s Sum) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, s[:]), nil
}

// UnmarshalText reverses MarshalText. It returns an error when text is anything else.
func (s *Sum) UnmarshalText(text []byte) error {
	b, err := base64.RawURLEncoding.DecodeString(string(text))
	if err != nil || len(b) != len(s) {
		return errors.New("bar: a digest must be 16 characters of URL-safe base64")
	}
	copy(s[:], b)
	return nil
}

// token is a 48-bit value: 43 bits of HMAC, then three bits of kind and two of polarity. Two tokens are of the same text
// if they are equal apart from these; by chance that happens once in 8·10^12 pairs.
type token uint64

const (
	tokenBytes = 6

	positive token = 1 // it stands in a sentence without a negation
	negative token = 2 // it stands in a negated sentence
	polarity       = positive | negative

	word       token = 0 << 2 // of K: a stem
	identifier token = 1 << 2 // of S: an identifier
	value      token = 2 << 2 // of S: a number, a time, a date, or a word that stands for one of a few
	joined     token = 3 << 2 // not of K: a compound's parts as one word, so that "on call" finds "on-call"
	unit       token = 4 << 2 // not of K: the unit of a number, so that 30 s is not 30 min
	kinds            = 7 << 2

	flagBits = polarity | kinds
)

// maxTokens bounds a Set. Of more tokens the smallest stay: HMACs are as good as random, so they are a fair sample, and
// the same one in every claim.
const maxTokens = 256

// Set is a set of tokens. The zero Set is empty. A Set is immutable.
type Set struct {
	total int     // how many tokens there were
	list  []token // sorted; the smallest maxTokens of them
}

// Len returns the number of tokens the text had, which can be more than are kept.
func (s Set) Len() int { return s.total }

// IsZero reports whether s is empty.
func (s Set) IsZero() bool { return s.total == 0 }

// limit is the largest token up to which s is complete.
func (s Set) limit() token {
	if s.total > len(s.list) {
		return s.list[len(s.list)-1] | flagBits
	}
	return ^token(0)
}

// has reports whether the token t is in s, whatever its flags.
func (s Set) has(t token) bool {
	t &^= flagBits
	i, _ := slices.BinarySearch(s.list, t)
	return i < len(s.list) && s.list[i]&^flagBits == t
}

func (s Set) hasAll(list []token) bool {
	for _, t := range list {
		if !s.has(t) {
			return false
		}
	}
	return true
}

// set hashes terms.
func (h *hasher) set(terms map[string]token) Set {
	if len(terms) == 0 {
		return Set{}
	}
	list := make([]token, 0, len(terms))
	for text, flags := range terms {
		list = append(list, h.token(text)|flags)
	}
	slices.Sort(list)
	list = slices.CompactFunc(list, func(a, b token) bool { return a&^flagBits == b&^flagBits })
	s := Set{total: len(list), list: list}
	if len(list) > maxTokens {
		s.list = slices.Clone(list[:maxTokens])
	}
	return s
}

// MarshalText encodes s as URL-safe base64 of the sorted tokens, six bytes each, with the true number and a dot in
// front when not all are kept. The error is always nil.
func (s Set) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, len(s.list)*tokenBytes)
	for _, t := range s.list {
		for shift := 8 * (tokenBytes - 1); shift >= 0; shift -= 8 {
			raw = append(raw, byte(t>>shift))
		}
	}
	var out []byte
	if s.total > len(s.list) {
		out = append(strconv.AppendInt(out, int64(s.total), 10), '.')
	}
	return base64.RawURLEncoding.AppendEncode(out, raw), nil
}

// UnmarshalText reverses MarshalText. It returns an error when text is not what MarshalText writes: a damaged bar must
// not pass for one that bars little.
func (s *Set) UnmarshalText(text []byte) error {
	count, data, sampled := strings.Cut(string(text), ".")
	if !sampled {
		data = count
	}
	raw, err := base64.RawURLEncoding.DecodeString(data)
	if err != nil || len(raw)%tokenBytes != 0 {
		return errors.New("bar: tokens must be six bytes each in URL-safe base64")
	}
	list := make([]token, 0, len(raw)/tokenBytes)
	for b := range slices.Chunk(raw, tokenBytes) {
		var t token
		for _, c := range b {
			t = t<<8 | token(c)
		}
		if len(list) > 0 && t&^flagBits <= list[len(list)-1]&^flagBits {
			return errors.New("bar: tokens must be sorted and distinct")
		}
		list = append(list, t)
	}
	total := len(list)
	if sampled {
		if total, err = strconv.Atoi(count); err != nil || total <= len(list) || len(list) != maxTokens {
			return fmt.Errorf("bar: the number before the dot must say how many more than %d tokens there were", maxTokens)
		}
	}
	if total == 0 {
		list = nil
	}
	*s = Set{total: total, list: list}
	return nil
}
