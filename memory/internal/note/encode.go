package note

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Encode writes a new memory file: the keys that are set in the order of the
// format, one line each, lists in brackets, then the body and a line break.
//
// Parse gives back equal fields, except that what a file cannot hold is
// changed first, see [Fields.Storable].
func Encode(f *Fields) []byte {
	g := f.Storable()
	b := []byte("---\n")
	for i := range specs {
		if s := &specs[i]; !s.isZero(&g) {
			b = append(b, s.key...)
			b = append(b, ": "...)
			b = s.appendValue(b, &g)
			b = append(b, '\n')
		}
	}
	b = append(b, "---\n"...)
	return appendBody(b, g.Body, "\n", false)
}

// Storable returns f as a file can hold it: text fields and list items on one
// line, every line break of the body as "\n", no NUL in it, invalid UTF-8
// replaced by U+FFFD, empty lists nil. It is idempotent.
func (f *Fields) Storable() Fields {
	g := *f
	for i := range specs {
		switch s := &specs[i]; s.kind {
		case list:
			var items []string
			for _, item := range *s.list(f) {
				items = append(items, foldBreaks(strings.ToValidUTF8(item, "\uFFFD")))
			}
			*s.list(&g) = items
		case flag:
		default:
			*s.text(&g) = foldBreaks(strings.ToValidUTF8(*s.text(f), "\uFFFD"))
		}
	}
	g.Body = normalBreaks(strings.ReplaceAll(strings.ToValidUTF8(f.Body, "\uFFFD"), "\x00", ""))
	return g
}

// appendBody writes what stands below the fence. The empty line of the format
// is written where the file has one already, and where the text could
// otherwise be misread: it starts with an empty line, or with a fence.
func appendBody(b []byte, body, lineEnd string, separate bool) []byte {
	if body == "" {
		return b
	}
	first, _, _ := strings.Cut(body, "\n")
	if separate || first == "" || isFence([]byte(first)) {
		b = append(b, lineEnd...)
	}
	return append(b, breakLines(body+"\n", lineEnd)...)
}

func breakLines(s, lineEnd string) string {
	if lineEnd == "\n" {
		return s
	}
	return strings.ReplaceAll(s, "\n", lineEnd)
}

// appendValue writes the value that f has for the key of s.
func (s *spec) appendValue(b []byte, f *Fields) []byte {
	switch s.kind {
	case list:
		b = append(b, '[')
		for i, item := range *s.list(f) {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendScalar(b, item, true)
		}
		return append(b, ']')
	case flag:
		if *s.flag(f) {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case date:
		if v := *s.text(f); plainDate(v) {
			return append(b, v...)
		}
	}
	return appendScalar(b, *s.text(f), false)
}

// plainDate reports whether a time may stand without quotes, as people write
// it: every character of it is harmless to YAML, and no reader takes it for
// anything but a time or text.
func plainDate(s string) bool {
	_, err := ParseTime(s, false)
	return err == nil && len(s) >= len("2006-01-02") && s[4] == '-' && strings.Trim(s, "0123456789-:.TZ+") == ""
}

// appendScalar writes one scalar: plain where every reader agrees on it, else
// in double quotes, in single quotes if it has a quote or a backslash, and
// with escapes only where nothing else will do.
func appendScalar(b []byte, s string, inList bool) []byte {
	switch {
	case isPlain(s, inList):
		return append(b, s...)
	case !strings.ContainsAny(s, `"\`) || strings.IndexFunc(s, mustEscape) >= 0:
		return appendDoubleQuoted(b, s)
	}
	b = append(b, '\'')
	b = append(b, strings.ReplaceAll(s, "'", "''")...)
	return append(b, '\'')
}

// isPlain reports whether s can be written without quotes. It is narrower than
// YAML: what some reader might resolve, trim or misread is quoted.
func isPlain(s string, inList bool) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	switch {
	case s == "", !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '/' && first != '(' && first != '_':
		return false
	case unicode.IsSpace(last), last == ':', last == '"', last == '\'':
		return false
	case strings.Contains(s, ": "), strings.Contains(s, " #"):
		return false
	case inList && strings.IndexFunc(s, endsItem) >= 0:
		return false
	case strings.IndexFunc(s, mustEscape) >= 0 || strings.Contains(s, "\t"):
		return false
	}
	return !looksTyped(s)
}

// endsItem reports whether r may end an item in brackets for some reader. They
// differ, on ? and : for example, so only what is surely text passes.
func endsItem(r rune) bool {
	return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune(" -_./@#+", r)
}

// looksTyped reports whether a reader of YAML 1.1 or 1.2 may take s for a
// boolean, a null, a number, a time of day or a date: its words, and
// everything that starts with a digit and has only signs of those.
func looksTyped(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return true
	}
	return '0' <= s[0] && s[0] <= '9' && strings.Trim(s, "0123456789abcdefABCDEFxXoO_.,:+-TtZz ") == ""
}

// mustEscape reports whether a reader may refuse r, or take it for a line
// break, unless it is written as an escape in double quotes. The printable
// characters are those of YAML 1.1, section 5.1.
func mustEscape(r rune) bool {
	switch {
	case r == '\t':
		return false
	case r < 0x20, 0x7F <= r && r < 0xA0, isBreak(r):
		return true
	case r == 0xFEFF, r == 0xFFFE, r == 0xFFFF, 0xD800 <= r && r < 0xE000:
		return true
	}
	return false
}

const hexDigits = "0123456789ABCDEF"

func appendDoubleQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\t':
			b = append(b, `\t`...)
		case mustEscape(r) && r < 0x100:
			b = append(b, '\\', 'x', hexDigits[r>>4], hexDigits[r&15])
		case mustEscape(r):
			b = append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
