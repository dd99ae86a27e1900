package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Identifiers are taken apart from the outside in: an ARN or URL first, then a
// host name, then a kebab or snake name, then camel case.
var levels = [...]string{`/:@+~\`, ".", "-_"}

var hyphens = strings.NewReplacer("‐", "-", "’", "'")

// appendChunk appends the tokens of one word or identifier, offsets unset.
func appendChunk(dst []Token, chunk string) []Token {
	if !isASCII(chunk) {
		chunk = hyphens.Replace(norm.NFKC.String(chunk))
	}
	if i := strings.IndexByte(chunk, '\''); i >= 0 {
		return appendApostrophe(dst, chunk[:i], strings.TrimLeft(chunk[i:], "'"))
	}
	return appendPiece(dst, chunk, 0, true)
}

// appendApostrophe handles don't, the node's, l'instance and O'Brien.
func appendApostrophe(dst []Token, left, right string) []Token {
	switch strings.ToLower(right) {
	case "s", "m", "d", "ll", "re", "ve":
		return appendPiece(dst, left, 0, true)
	case "t":
		return append(dst, Token{Term: Not, Kind: Word})
	}
	if utf8.RuneCountInString(left) > 2 {
		dst = appendPiece(dst, left, 0, true)
	}
	return appendChunk(dst, right)
}

func appendPiece(dst []Token, piece string, level int, top bool) []Token {
	if piece = strings.Trim(piece, `-_./:@+~\`); piece == "" {
		return dst
	}
	if isNumber(piece) {
		return append(dst, Token{Term: strings.ToLower(piece), Kind: Number})
	}
	if isHash(piece) {
		return append(dst, Token{Term: Fold(piece), Kind: Hash})
	}
	for ; level < len(levels); level++ {
		parts := splitOutsideDigits(piece, levels[level])
		if len(parts) == 1 {
			continue
		}
		dst = append(dst, Token{Term: whole(piece), Kind: Identifier})
		for _, p := range parts {
			dst = appendPiece(dst, p, level+1, false)
		}
		return dst
	}
	return appendAtom(dst, piece, top)
}

// appendAtom appends a piece that has no joiners left to split at.
func appendAtom(dst []Token, piece string, top bool) []Token {
	if strings.ContainsAny(piece, "-_./:") { // only between digits: an address, a version
		return append(dst, Token{Term: Fold(piece), Kind: Identifier})
	}
	if isPluralAcronym(piece) {
		piece = piece[:len(piece)-1]
	}
	if parts := splitCamel(piece); len(parts) > 1 {
		dst = append(dst, Token{Term: whole(piece), Kind: Identifier})
		for _, p := range parts {
			if utf8.RuneCountInString(p) > 1 {
				dst = appendSimple(dst, p, Part)
			}
		}
		return dst
	}
	if top {
		return appendSimple(dst, piece, Word)
	}
	return appendSimple(dst, piece, Part)
}

func appendSimple(dst []Token, piece string, kind Kind) []Token {
	word := Fold(piece)
	switch {
	case word == "":
		return dst
	case isNumber(word):
		return append(dst, Token{Term: word, Kind: Number})
	case strings.ContainsAny(word, "0123456789"):
		return append(dst, Token{Term: word, Kind: Identifier})
	case negations[word]:
		return append(dst, Token{Term: Not, Kind: kind})
	}
	// OS, IT and AS are names, os, it and as are not.
	acronym := len(piece) == 2 && isUpperASCII(piece)
	return append(dst, Token{Term: Stem(word), Kind: kind, Stop: isStop(word) && !acronym})
}

// whole is the form in which an identifier is compared: hyphens and
// underscores are dropped, except between digits.
func whole(piece string) string {
	s := Fold(piece)
	if strings.ContainsAny(s, "-_") {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if (s[i] == '-' || s[i] == '_') && !betweenDigits(s, i) {
				continue
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	return Stem(s)
}

// splitOutsideDigits splits s at any byte of seps that does not stand between
// two digits: 10.0.3.17 and 2026-11-01 are not made of numbers. Slashes and
// colons always split.
func splitOutsideDigits(s, seps string) []string {
	var parts []string
	start := 0
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(seps, s[i]) < 0 || s[i] != ':' && s[i] != '/' && betweenDigits(s, i) {
			continue
		}
		if i > start {
			parts = append(parts, s[start:i])
		}
		start = i + 1
	}
	if start < len(s) {
		parts = append(parts, s[start:])
	}
	return parts
}

func betweenDigits(s string, i int) bool {
	return i > 0 && i+1 < len(s) && isDigit(s[i-1]) && isDigit(s[i+1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isPluralAcronym reports whether s is like APIs or VMs.
func isPluralAcronym(s string) bool {
	return len(s) > 2 && s[len(s)-1] == 's' && isUpperASCII(s[:len(s)-1])
}

func isUpperASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// splitCamel splits a name at changes of case, and between letters and digits
// where three letters or more make a word of their own: postgres15, but not
// k8s, s3 or p99.
func splitCamel(s string) []string {
	if len(s) <= 4 { // IPv4, eBPF, GHz
		return []string{s}
	}
	runs := caseRuns(s)
	if len(runs) < 2 {
		return runs
	}
	parts := runs[:1]
	for _, r := range runs[1:] {
		last := parts[len(parts)-1]
		digits := isDigit(r[0]) != isDigit(last[len(last)-1])
		if digits && shortRun(r) && shortRun(last) {
			parts[len(parts)-1] = last + r
			continue
		}
		parts = append(parts, r)
	}
	return parts
}

// shortRun reports whether a run does not stand for a word: digits, or fewer
// than three letters.
func shortRun(r string) bool {
	return isDigit(r[len(r)-1]) || utf8.RuneCountInString(r) < 3
}

// caseRuns cuts s into runs of digits, of lower-case letters with an optional
// capital before them, and of capitals.
func caseRuns(s string) []string {
	var runs []string
	start := 0
	prev, prevAt, prevPrev := rune(0), 0, rune(0)
	for i, r := range s {
		cut := -1
		switch {
		case i == 0:
		case unicode.IsDigit(r) != unicode.IsDigit(prev):
			cut = i
		case unicode.IsUpper(r) && !unicode.IsUpper(prev):
			cut = i
		case !unicode.IsUpper(r) && unicode.IsUpper(prev) && unicode.IsUpper(prevPrev) && prevAt > start:
			cut = prevAt // HTTPServer: the last capital begins the word.
		}
		if cut > start {
			runs = append(runs, s[start:cut])
			start = cut
		}
		prevPrev, prev, prevAt = prev, r, i
	}
	return append(runs, s[start:])
}
