// Package norm is norm/1, the frozen text normaliser behind everything that is compared by digest. Two texts that a
// reader takes for the same, whatever their case, width, spacing, invisible characters or look-alike letters, come out
// as the same bytes:
//
//	norm.Text("Ｐrod is  EKS\u200b-Prod-1") // "prod is eks-prod-1"
//
// Frozen means that a digest written today must be found again by every later version of this module, or something
// that was forgotten comes back. What it depends on is therefore pinned:
//
//   - Code points unassigned in Unicode 15.0 (assigned.go) pass through untouched. For those that were assigned, the
//     Unicode stability policies promise that NFKC and case folding never change, so newer tables in Go or in
//     golang.org/x/text change nothing here.
//   - The lists of invisible characters and of look-alikes are our own, checked in.
//   - A golden test holds a digest of what becomes of every code point. When it fails, the golden file is right: restore
//     the old behaviour, or add norm/2 beside it and keep this one for digests that were made with it.
//
// The order of the steps is part of the version: NFKC, default-ignorable and format characters out, full case fold,
// NFKC again (folding can undo the first), look-alikes word by word, white space collapsed. The result is idempotent.
//
// It is not for display and not for search: it changes what the text says on purpose.
package norm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Version names the behaviour of this package. It is written beside every digest made from its output, and it changes
// when any input's output does.
const Version = 1

// Text returns s normalised. Bytes that are not UTF-8 become U+FFFD. The result is valid UTF-8, holds no control
// characters (line ends become spaces), and neither starts nor ends with a space. Text is idempotent, never fails, and
// is safe for concurrent use.
func Text(s string) string {
	if isASCII(s) {
		return foldASCII(s)
	}
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	s = eachKnown(s, canonical)
	return collapse(lookAlikes(s))
}

// Claim returns parts normalised and joined so that no two different lists of normalised parts give the same string:
// the separator is a control character, which Text never lets through.
func Claim(parts ...string) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = Text(p)
	}
	return strings.Join(out, "\x00")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldASCII does for ASCII what the long way does, several times faster; a test compares the two.
func foldASCII(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		case c < ' ' || c == 0x7f:
		case 'A' <= c && c <= 'Z':
			b = append(b, c+'a'-'A')
		default:
			b = append(b, c)
		}
	}
	return strings.TrimSuffix(string(b), " ")
}

// eachKnown applies f to the runs of s whose code points Unicode 15.0 assigns and leaves the others alone. A code point
// that a later Unicode assigns, say as a combining mark, thus never takes part in composing or reordering.
func eachKnown(s string, f func(string) string) string {
	var b strings.Builder
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return !Known(r) })
		if n < 0 {
			n = len(s)
		}
		b.WriteString(f(s[:n]))
		s = s[n:]
		n = strings.IndexFunc(s, Known)
		if n < 0 {
			n = len(s)
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String()
}

func canonical(s string) string {
	s = norm.NFKC.String(s)
	s = strings.Map(visible, s)
	s = fold(s)
	return norm.NFKC.String(strings.Map(visible, s))
}

// fold is full case folding. The folding of golang.org/x/text exchanges the two cases of Cherokee instead of joining
// them, so those 92 letters are taken to their capitals here, as CaseFolding.txt has it, and kept from it.
func fold(s string) string {
	if !strings.ContainsFunc(s, isCherokee) {
		return cases.Fold().String(s)
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case 0xAB70 <= r && r <= 0xABBF:
			b.WriteRune(r - 0xAB70 + 0x13A0)
		case 0x13F8 <= r && r <= 0x13FD:
			b.WriteRune(r - 8)
		case isCherokee(r):
			b.WriteRune(r)
		default:
			b.WriteString(cases.Fold().String(string(r)))
		}
	}
	return b.String()
}

func isCherokee(r rune) bool {
	return 0x13A0 <= r && r <= 0x13FD || 0xAB70 <= r && r <= 0xABBF
}

// collapse makes one space of every run of white space and trims both ends.
func collapse(s string) string {
	return strings.Join(strings.FieldsFunc(s, isSpace), " ")
}

// isSpace is Unicode's White_Space, as it has been since 6.3.
func isSpace(r rune) bool {
	return Known(r) && unicode.IsSpace(r)
}
