package note

import (
	"bytes"
	"unicode/utf8"
)

// document is a file cut at its fences. The parts put together again are the
// file, byte for byte.
type document struct {
	prefix []byte // byte order mark and empty lines before the opening fence
	open   []byte // the opening fence with its line break; nil without front matter
	block  []byte // the lines between the fences
	fence  []byte // the closing fence with its line break, if it has one
	rest   []byte // everything after the closing fence; without front matter, the text
	line   int    // number of the block's first line in the file
}

var byteOrderMark = []byte("\uFEFF")

// cutLine returns the first line of b with its line break, and what follows.
// LF, CRLF and a lone CR end a line, as they do for editors and for YAML.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexAny(b, "\r\n")
	if i < 0 {
		return b, nil
	}
	if b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n' {
		i++
	}
	return b[:i+1], b[i+1:]
}

func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// isFence reports whether a line is three hyphens, with at most blanks after
// them. An indented fence is none: it may stand in a block scalar.
func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) && isBlank(line[3:])
}

// split finds the front matter. A file whose first line is a fence must have
// a closing one. A fence below empty lines opens a block only if what follows
// looks like one, because there it may as well be a horizontal rule.
func split(file []byte) (document, error) {
	text := bytes.TrimPrefix(file, byteOrderMark)
	prefix := file[:len(file)-len(text)]
	first, after := cutLine(text)
	if isFence(first) {
		return splitBlock(file, prefix, first, after, 2)
	}
	n := 1
	for isBlank(first) && len(after) > 0 {
		first, after = cutLine(after)
		n++
	}
	if n > 1 && isFence(first) && looksLikeBlock(after) {
		return splitBlock(file, file[:len(file)-len(after)-len(first)], first, after, n+1)
	}
	return document{prefix: prefix, rest: text}, nil
}

func splitBlock(file, prefix, open, after []byte, line int) (document, error) {
	d := document{prefix: prefix, open: open, line: line}
	rest := after
	for n := line; len(rest) > 0; n++ {
		var l []byte
		l, rest = cutLine(rest)
		if !isFence(l) {
			continue
		}
		start := len(prefix) + len(open)
		end := len(file) - len(rest)
		d.block, d.fence, d.rest = file[start:end-len(l)], l, rest
		if next, below := cutLine(rest); isFence(next) && looksLikeBlock(below) {
			return document{}, &Error{Line: n + 1, Reason: "a second front matter block directly after the first; merge the two"}
		}
		return d, nil
	}
	return document{}, &Error{Line: line - 1, Reason: "front matter without a closing line of three hyphens"}
}

// looksLikeBlock reports whether b, read from below a fence, is front matter:
// it is closed by a fence, its first line is a key, and at least one of its
// keys is ours. Text between two horizontal rules is not.
func looksLikeBlock(b []byte) bool {
	known, first := false, true
	for len(b) > 0 {
		var line []byte
		line, b = cutLine(b)
		if isFence(line) {
			return known
		}
		if isBlank(line) || line[0] == '#' {
			continue
		}
		key, _, ok := cutKey(line)
		if first && !ok {
			return false
		}
		first = false
		if _, ours := spellings[string(key)]; ok && ours {
			known = true
		}
	}
	return false
}

// cutKey takes a plain key and its colon off a line that starts with one. The
// key is letters, digits and `_ - .`; the colon must end the line or be
// followed by a blank. value is the rest of the line without outer blanks.
func cutKey(line []byte) (key, value []byte, ok bool) {
	i := 0
	for i < len(line) && isKeyByte(line[i]) {
		i++
	}
	if i == 0 || i == len(line) || line[i] != ':' {
		return nil, nil, false
	}
	value = line[i+1:]
	if len(value) > 0 && !isBlank(value[:1]) {
		return nil, nil, false
	}
	return line[:i], bytes.TrimSpace(value), true
}

func isKeyByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == '-' || c == '.' || c >= utf8.RuneSelf
}

// lineOf returns the number of the line in which offset lies, from 1.
func lineOf(b []byte, offset int) int {
	n := 1
	for rest := b[:offset]; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		if c := line[len(line)-1]; c == '\n' || c == '\r' {
			n++
		}
	}
	return n
}

// yamlLines cuts a block at every line break that YAML knows, so that a
// node's Line is an index into the result plus one.
func yamlLines(block []byte) []string {
	var lines []string
	for s := string(block); s != ""; {
		n := len(s)
		for i, r := range s {
			if isBreak(r) {
				n = i + utf8.RuneLen(r)
				if r == '\r' && i+1 < len(s) && s[i+1] == '\n' {
					n++
				}
				break
			}
		}
		lines = append(lines, s[:n])
		s = s[n:]
	}
	return lines
}

// isBreak reports whether r ends a line in YAML 1.1.
func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}
