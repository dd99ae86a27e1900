package safety

import "strings"

// value is what stands behind a label.
type value struct {
	start, end int
	quoted     bool // in quotes, which are not part of it
	alone      bool // nothing else follows on its line
}

// place is where a value is read: what separates it from its label decides what
// ends it.
type place struct {
	tight byte // '=' or ':' or 0 for prose
	query bool // the label follows ? or &, so & ends the value
	semi  bool // the label follows ; so ; ends the value
	outer byte // the quote that opened before the label, or 0
}

// readValue reads the value at i, quotes and emphasis stripped. An empty value
// has start == end.
func (s *scan) readValue(i int, p place) value {
	text := s.text
	if strings.HasPrefix(text[i:], "**") && i+2 < len(text) && text[i+2] != '*' && !isSpace(text[i+2]) {
		i += 2
	}
	// A letter or sign before a quote is a language's string prefix.
	if i+1 < len(text) && isQuote(text[i+1]) && text[i+1] != '`' && strings.IndexByte("brufRBULN@$", text[i]) >= 0 {
		i++
	}
	if i < len(text) && isQuote(text[i]) && text[i] != p.outer {
		return s.readQuoted(i)
	}
	return s.readBare(i, p)
}

// readQuoted reads to the closing quote on the same line. Without one, what
// stands there is read as a bare value.
func (s *scan) readQuoted(i int) value {
	text, q := s.text, s.text[i]
	start := i + 1
	for start < len(text) && text[start] == q && start-i < 3 {
		start++ // """ and ''
	}
	if start-i == 2 { // an empty string
		return value{start: i + 1, end: i + 1, quoted: true}
	}
	end := s.closingQuote(start, q)
	if end == len(text) || text[end] == '\n' {
		return s.readBare(start, place{}) // unclosed
	}
	// French sets a space inside the marks. Around more than a word the quotes may
	// belong to what stands beside them: "password: " + value + "\n".
	if word := strings.Trim(text[start:end], " \t"); !strings.ContainsAny(word, " \t") {
		start = skipSpaces(text, start)
		end = start + len(word)
	}
	return value{start: start, end: end, quoted: true, alone: true}
}

// readBare reads to the end of an unquoted value.
func (s *scan) readBare(i int, p place) value {
	text := s.text
	j := s.bareEnd(i, p)
	end := trimBare(text, i, j, p)
	return value{start: i, end: end, alone: endsLine(text, j)}
}

// endsBare reports whether the byte at j ends an unquoted value that began at
// i. Passwords hold & ; , and brackets, so those end it only where the syntax
// around says so.
func (s *scan) endsBare(i, j int, p place) bool {
	text := s.text
	b := text[j]
	next := byte('\n')
	if j+1 < len(text) {
		next = text[j+1]
	}
	switch b {
	case ' ', '\t', '\n', '\r', 0, 0x7f:
		return true
	case '"', '`':
		return true
	case '\'':
		return p.outer == '\'' || !is(next, alnum)
	case '%':
		return p.tight == '%' && next == '2' // an encoded &
	case '&':
		return p.query || assignmentAt(text, j+1)
	case ';':
		return p.semi || next <= ' ' || assignmentAt(text, j+1)
	case ',':
		return next <= ' ' || isQuote(next) || assignmentAt(text, j+1)
	case '<':
		return next == '/' || is(next, letters)
	case '>':
		return next <= ' ' || p.tight == 0
	case '|':
		return next <= ' ' || next == '|'
	case ')', '}', ']':
		return !balanced(text[i:j], b) && (next <= ' ' || !is(next, alnum))
	case '[':
		return strings.HasPrefix(text[j:], markerStart)
	}
	return b >= 0x80 && endsScript(text[j:], j == i)
}

// assignmentAt reports whether text at i begins with name= or name:, as the
// next member of a list does. A space may precede it.
func assignmentAt(text string, i int) bool {
	i = skipSpaces(text, i)
	j := run(text, i, wordChars|dash|dot, 40)
	if j == i {
		return false
	}
	for k := 0; k < 3 && j < len(text) && text[j] == ' '; k++ {
		j++ // ADO.NET keys have spaces: User ID=
		if n := run(text, j, letters, 20); n > j {
			j = n
		}
	}
	return j < len(text) && text[j] == '='
}

// balanced reports whether v, by its last bytes, holds an opener for the closing
// bracket b.
func balanced(v string, b byte) bool {
	v = v[max(0, len(v)-judgeLimit):]
	open := byte('(')
	switch b {
	case '}':
		open = '{'
	case ']':
		open = '['
	}
	return strings.Count(v, string(open)) > strings.Count(v, string(b))
}

// endsScript reports whether a non-ASCII character ends a value: letters of
// alphabetic scripts belong to it, ideographs and punctuation do not.
func endsScript(rest string, first bool) bool {
	r := decode(rest)
	switch {
	case r >= 0xc0 && r <= 0x24f, r >= 0x370 && r <= 0x52f, r >= 0x300 && r <= 0x36f, r >= 0x1e00 && r <= 0x1fff:
		return false
	case r == 0x2022 || r == 0x25cf || r == 0x2026: // masks
		return false
	case r >= 0x80 && r <= 0xbf, r == 0xfffd:
		return false // a byte of broken UTF-8, or a symbol of Latin-1
	}
	return true
}

// trimBare takes punctuation of the surrounding sentence off the end.
func trimBare(text string, i, j int, p place) int {
	for n := 0; j > i && n < 16; n++ {
		switch b := text[j-1]; {
		case b == ',' || b == ';' || b == ':':
		case b == '.' && (p.tight != '=' || j-i > 2 && text[j-2] == '.') && !strings.HasSuffix(text[i:j], "..."):
		case (b == ')' || b == ']' || b == '}') && !balanced(text[i:j-1], b):
		case b == '*' && j-i > 3 && text[j-2] == '*' && strings.Contains(text[max(0, i-60):i], "**"):
		default:
			return j
		}
		j--
	}
	return j
}

// blockScalar returns where the value of a YAML block scalar begins when its
// indicator stands at i.
func blockScalar(text string, i int) (int, bool) {
	if i >= len(text) || text[i] != '|' && text[i] != '>' {
		return 0, false
	}
	j := i + 1
	for j < len(text) && (text[j] == '-' || text[j] == '+' || is(text[j], digits)) && j-i < 3 {
		j++
	}
	j = skipSpaces(text, j)
	if j < len(text) && text[j] == '\r' {
		j++
	}
	if j >= len(text) || text[j] != '\n' {
		return 0, false
	}
	return skipSpaces(text, j+1), true
}
