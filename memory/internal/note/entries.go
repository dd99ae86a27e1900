package note

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// entry is where a top-level key and its value stand: lines[start:end] of the
// block. Comments and empty lines around it belong to nobody.
type entry struct {
	key        string
	keyNode    *yaml.Node
	value      *yaml.Node
	start, end int
}

// entries locates every key of the mapping, in its order, and returns the
// indentation they share.
func (h *header) entries() (entries []entry, indent string) {
	h.cut()
	if h.root == nil {
		return nil, ""
	}
	content := h.root.Content
	for i := 0; i < len(content); i += 2 {
		e := entry{key: content[i].Value, keyNode: content[i], value: content[i+1], start: content[i].Line - 1}
		limit := len(h.lines)
		if i+2 < len(content) {
			limit = content[i+2].Line - 1
		}
		e.end = h.lastLine(&e, limit) + 1
		entries = append(entries, e)
	}
	if len(entries) > 0 {
		first := h.lines[entries[0].start]
		indent = first[:len(first)-len(strings.TrimLeft(first, " "))]
	}
	return entries, indent
}

// lastLine returns the index of the entry's last line, below which only
// comments and empty lines stand before limit. In a block scalar both are text
// unless the line starts with the number sign; a quoted text ends at its quote.
func (h *header) lastLine(e *entry, limit int) int {
	v := e.value
	block := v.Kind == yaml.ScalarNode && v.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
	if v.Kind == yaml.ScalarNode && v.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		if last, _, ok := h.closingQuote(v); ok {
			return last
		}
	}
	last := limit - 1
	for last > e.start {
		line := h.lines[last]
		text := strings.TrimSpace(line)
		if text != "" && (text[0] != '#' || block && line[0] != '#') || text == "" && block {
			break
		}
		last--
	}
	return last
}

// closingQuote returns the line of the quote that closes v and the offset
// behind it in that line.
func (h *header) closingQuote(v *yaml.Node) (line, offset int, ok bool) {
	line = v.Line - 1
	start := byteColumn(h.lines[line], v.Column)
	if start >= len(h.lines[line]) {
		return 0, 0, false
	}
	quote := h.lines[line][start]
	if quote != '"' && quote != '\'' { // an anchor or a tag stands before it
		return 0, 0, false
	}
	for from := start + 1; line < len(h.lines); line, from = line+1, 0 {
		s := h.lines[line]
		for i := from; i < len(s); i++ {
			switch {
			case s[i] == '\\' && quote == '"':
				i++
			case s[i] != quote:
			case quote == '\'' && i+1 < len(s) && s[i+1] == quote:
				i++
			default:
				return line, i + 1, true
			}
		}
	}
	return 0, 0, false
}

// byteColumn turns a column of YAML, which counts characters from 1, into an
// offset.
func byteColumn(line string, column int) int {
	for i := range line {
		if column--; column == 0 {
			return i
		}
	}
	return len(line)
}

// around returns what stays of an entry's lines when its value is replaced:
// the key with its colon and the blanks behind it, and the comment and line
// break at the end.
func (e *entry) around(h *header) (before, after string, ok bool) {
	line := h.lines[e.start]
	colon := keyEnd(line, e.keyNode)
	if colon < 0 {
		return "", "", false
	}
	value := strings.TrimLeft(line[colon:], " \t")
	before = line[:len(line)-len(value)]
	if text := strings.TrimSpace(value); before == line[:colon] || text == "" || text[0] == '#' {
		before = line[:colon] + " "
	}
	return before, e.comment(h, line[colon:]) + lineBreak(line), true
}

// keyEnd returns the offset behind the colon of a key, or -1 if the key is not
// written as "key:" on the line.
func keyEnd(line string, key *yaml.Node) int {
	start := byteColumn(line, key.Column)
	written := len(key.Value)
	if key.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		written += 2
	}
	if start+written > len(line) {
		return -1
	}
	rest := line[start+written:]
	trimmed := strings.TrimLeft(rest, " ")
	if !strings.HasPrefix(trimmed, ":") {
		return -1
	}
	return len(line) - len(trimmed) + 1
}

// comment returns the comment at the end of a value's first line, with the
// blanks before it. tail is the line behind the key's colon.
func (e *entry) comment(h *header, tail string) string {
	tail = strings.TrimRight(tail, "\r\n\u0085\u2028\u2029")
	text := strings.TrimLeft(tail, " \t")
	single := e.end-e.start == 1
	comment := e.value.LineComment
	switch {
	case strings.HasPrefix(text, "#"): // the value is empty or stands below
		comment = text
	case !single, e.value.Line-1 != e.start, h.loose[e.start], !strings.HasSuffix(tail, comment):
		return ""
	}
	if comment == "" || single && isProse(e.key) && isReference(comment) {
		return "" // a reference was read as text, see reader.literally
	}
	if comment == text {
		return " " + comment
	}
	value := strings.TrimSuffix(tail, comment)
	return value[len(strings.TrimRight(value, " \t")):] + comment
}
