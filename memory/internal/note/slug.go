package note

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Limits of a slug, so that "<slug>.md" with a suffix fits every file system.
const (
	MaxSlugRunes = 64
	MaxSlugBytes = 180
)

const hashLen = 6 // hexadecimal digits

// NameError says why a name has no slug. It does not quote the name.
type NameError struct {
	Reason string
}

// Error returns the reason and what is allowed.
func (e *NameError) Error() string {
	return "name " + e.Reason + "; a name has at least one letter or digit, of any script, and no control characters"
}

// Slug returns the file name of a memory, without ".md". Equal slugs mean the
// same memory, so the rule below is what makes two names equal:
//
//   - Invisible characters are dropped, the name is normalised (NFKC) and case
//     is folded: "DB-Failover" and "db-failover", composed and decomposed
//     letters are equal.
//   - Letters with their combining marks, and digits, of any script stay. Each
//     run of space and punctuation becomes one hyphen; none at the ends.
//   - Symbols cannot stay and must not vanish: + # $ % & @ * and every
//     character Unicode calls a symbol (= < > | ~ ^, emoji, currencies).
//     A name that loses one gets "-" and 6 hexadecimal digits of the SHA-256
//     of the folded name, in which only runs of space and punctuation are one
//     hyphen: "C++" and "C#" differ, "C++ rules" and "c++-rules" do not.
//   - A name that is longer than MaxSlugRunes or MaxSlugBytes is cut and gets
//     the digits too, as do names that other programs reserve.
//
// Slug is idempotent: the slug of a slug is itself. So a name that spells out
// another one's slug means that memory.
//
// The error is a *NameError: the name has no letter or digit, is not UTF-8, or
// has a control character other than tab and line breaks.
func Slug(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", &NameError{"is not UTF-8"}
	}
	for _, r := range name {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return "", &NameError{"has a control character"}
		}
	}
	stem, whole := hyphenate(foldName(name))
	if stem == "" {
		return "", &NameError{"has no letter or digit"}
	}
	if stem == whole && fits(stem, 0) && !isReserved(stem) {
		return stem, nil
	}
	sum := sha256.Sum256([]byte(whole))
	return cutStem(stem) + "-" + hex.EncodeToString(sum[:])[:hashLen], nil
}

// IsSlug reports whether s is the slug of some name.
func IsSlug(s string) bool {
	slug, err := Slug(s)
	return err == nil && slug == s
}

// foldName drops what cannot be seen and folds form and case. It is repeated
// until nothing changes, because each step can make work for another: a
// dropped character lets a letter meet its accent.
func foldName(name string) string {
	for range 8 {
		next := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(strings.Map(dropInvisible, name))))
		if next == name {
			break
		}
		name = next
	}
	return name
}

func dropInvisible(r rune) rune {
	if !unicode.IsSpace(r) && (isInvisible(r) || unicode.Is(unicode.Variation_Selector, r)) {
		return -1
	}
	return r
}

// hyphenate returns the folded name as a slug, and the same with its symbols
// left in. The two differ if and only if something was lost.
func hyphenate(folded string) (stem, whole string) {
	var s, w strings.Builder
	inWord := false // the last rune was kept in s, so that a mark has its letter
	for _, r := range folded {
		switch {
		case unicode.IsLetter(r), unicode.IsNumber(r), inWord && unicode.In(r, unicode.Mn, unicode.Mc):
			s.WriteRune(r)
			w.WriteRune(r)
			inWord = true
			continue
		case isSeparator(r):
			addHyphen(&w)
		default:
			w.WriteRune(r)
		}
		addHyphen(&s)
		inWord = false
	}
	return strings.TrimSuffix(s.String(), "-"), strings.TrimSuffix(w.String(), "-")
}

// addHyphen adds a hyphen that is neither the first character nor a repetition.
func addHyphen(b *strings.Builder) {
	if s := b.String(); s != "" && s[len(s)-1] != '-' {
		b.WriteByte('-')
	}
}

// isSeparator reports whether a hyphen can stand for r: white space, and
// punctuation but that which names use as a symbol. The backtick is a symbol
// to Unicode; around a name it is a quotation mark.
func isSeparator(r rune) bool {
	return unicode.IsSpace(r) || r == '`' || unicode.IsPunct(r) && !strings.ContainsRune("#%&*@§¶†‡•‰‱", r)
}

func fits(s string, extra int) bool {
	return utf8.RuneCountInString(s)+extra <= MaxSlugRunes && len(s)+extra <= MaxSlugBytes
}

// cutStem shortens a slug so that the digits fit behind it, at a letter's
// border where it has one.
func cutStem(stem string) string {
	const suffix = 1 + hashLen
	if fits(stem, suffix) {
		return stem
	}
	end, border, runes := 0, 0, 0
	for i, r := range stem {
		if !unicode.Is(unicode.M, r) {
			border = i
		}
		if runes++; runes > MaxSlugRunes-suffix || i+utf8.RuneLen(r) > MaxSlugBytes-suffix {
			end = i
			break
		}
	}
	if border > 0 {
		end = border
	}
	return strings.TrimSuffix(stem[:end], "-")
}

// isReserved reports whether a slug is taken by another program: devices of
// Windows, which have no file of that name with any ending, and files that
// are not memories.
func isReserved(slug string) bool {
	switch slug {
	case "con", "prn", "aux", "nul", "conin", "conout", "memory-summary":
		return true
	}
	if port := strings.TrimPrefix(strings.TrimPrefix(slug, "com"), "lpt"); len(slug) == 4 && len(port) == 1 && '0' <= port[0] && port[0] <= '9' {
		return true
	}
	return notMemories[slug+".md"]
}
