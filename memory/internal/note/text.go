package note

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits in runes on what we write. A file written by hand is never cut.
const (
	MaxDescription = 200
	MaxQuote       = 200
	MaxBody        = 10_000
)

// OneLine makes s a single visible line: what [Visible] removes is gone, a
// line break with the blanks around it and a tab become one space, the ends
// are trimmed. More than maxRunes runes are cut, with "…" as the last; cut
// says so. Zero or less means no limit.
func OneLine(s string, maxRunes int) (line string, cut bool) {
	s = foldBreaks(Visible(s))
	if strings.IndexByte(s, '\t') >= 0 {
		s = strings.ReplaceAll(s, "\t", " ")
	}
	s = strings.TrimSpace(s)
	if maxRunes <= 0 || utf8.RuneCountInString(s) <= maxRunes {
		return s, false
	}
	return strings.TrimSpace(prefix(s, maxRunes-1)) + "…", true
}

// Body makes s a visible text: what [Visible] removes is gone, empty lines at
// the start and blanks at the end too. More than maxRunes runes are cut, the
// last line then says so; it counts toward the limit, and is left out where
// there is no room for it. Zero or less means no limit.
func Body(s string, maxRunes int) (text string, cut bool) {
	s = trimText(Visible(s))
	if maxRunes <= 0 || utf8.RuneCountInString(s) <= maxRunes {
		return s, false
	}
	marker := "\n\n[cut at " + strconv.Itoa(maxRunes) + " characters]"
	if len(marker) >= maxRunes {
		marker = ""
	}
	return strings.TrimRightFunc(prefix(s, maxRunes-len(marker)), unicode.IsSpace) + marker, true
}

// trimText removes empty lines at the start, keeping the first line's
// indentation, and white space at the end.
func trimText(s string) string {
	s = strings.TrimRightFunc(s, unicode.IsSpace)
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}

// prefix returns at most n runes of s and does not part a letter from its
// marks or an emoji from what it is joined with.
func prefix(s string, n int) string {
	if n <= 0 {
		return ""
	}
	end, joined := 0, false
	for i, r := range s {
		if !joined && !clings(r) {
			end = i
		}
		if n == 0 {
			break
		}
		joined = r == zwj
		n--
	}
	return s[:end]
}

// clings reports whether r belongs to the character before it.
func clings(r rune) bool {
	return r == zwj || r == zwnj || unicode.Is(unicode.M, r) || isSkinTone(r)
}

const (
	zwnj = '\u200C'
	zwj  = '\u200D'
)

// Visible returns s without what a reader cannot see and a model still reads:
// control characters but newline and tab, colour sequences of terminals,
// bidirectional controls, zero-width signs, tag characters, fillers,
// variation selectors with nothing to vary, noncharacters. Every line break
// becomes "\n", invalid UTF-8 becomes U+FFFD. Joiners stay where a script or
// an emoji needs them. It is idempotent.
func Visible(s string) string {
	if isPlainASCII(s) {
		return s
	}
	s = stripColour(normalBreaks(strings.ToValidUTF8(s, "\uFFFD")))
	var b strings.Builder
	b.Grow(len(s))
	prev, pending := rune(0), rune(0)
	for _, r := range s {
		switch {
		case isBreak(r):
			r = '\n'
		case r == zwj || r == zwnj:
			if pending == 0 && (needsJoiner(prev) || r == zwj && isEmoji(prev)) {
				pending = r
			}
			continue
		case unicode.Is(unicode.Variation_Selector, r):
			if !varies(prev, r) {
				continue
			}
		case isInvisible(r):
			continue
		}
		// A joiner of emoji stays only between two of them.
		if pending != 0 && (needsJoiner(prev) || isEmoji(r)) {
			b.WriteRune(pending)
		}
		pending = 0
		b.WriteRune(r)
		prev = r
	}
	if pending != 0 && needsJoiner(prev) {
		b.WriteRune(pending)
	}
	return b.String()
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7F || c < 0x20 && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// stripColour removes the CSI sequences that pasted terminal output is full
// of. Their first character is removed anyway; this takes the "[31m" too.
func stripColour(s string) string {
	if !strings.Contains(s, "\x1b[") {
		return s
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		i := 0
		for i < len(after) && 0x20 <= after[i] && after[i] < 0x40 {
			i++
		}
		if i < len(after) && 0x40 <= after[i] && after[i] < 0x7F {
			i++
		} else {
			b.WriteByte('[')
			i = 0
		}
		s = after[i:]
	}
}

// isInvisible reports whether r shows nothing, wherever it stands: control
// and format characters, default-ignorable ones and noncharacters. Format
// characters that print a sign of their own, like U+06DD, do not count.
func isInvisible(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x7F:
		return r < 0x20
	case r < 0xA0:
		return true
	case r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// joining are the scripts in which a zero-width (non-)joiner changes letters.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
	unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
	unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

func needsJoiner(prev rune) bool { return prev >= 0x600 && unicode.In(prev, joining...) }

func isSkinTone(r rune) bool { return 0x1F3FB <= r && r <= 0x1F3FF }

// isEmoji is wider than Unicode's property: symbols, and what may stand at the
// end of an emoji.
func isEmoji(r rune) bool {
	return unicode.Is(unicode.So, r) || isSkinTone(r) || r == 0xFE0F || 0x2190 <= r && r <= 0x21FF
}

// varies reports whether the variation selector vs means something after prev:
// text or emoji style after a symbol, a glyph variant after a Han character, a
// form after a Mongolian letter. Others carry hidden bytes.
func varies(prev, vs rune) bool {
	switch {
	case vs == 0xFE0E || vs == 0xFE0F:
		return prev != 0xFE0F && isEmoji(prev) || unicode.Is(unicode.Sm, prev) ||
			strings.ContainsRune("0123456789#*‼⁉ℹ〰", prev)
	case unicode.Is(unicode.Mongolian, vs):
		return unicode.Is(unicode.Mongolian, prev) && !unicode.Is(unicode.Variation_Selector, prev)
	case vs <= 0xFE02:
		return unicode.Is(unicode.Han, prev) || unicode.Is(unicode.Sm, prev)
	}
	return vs >= 0xE0100 && unicode.Is(unicode.Han, prev)
}
