package safety

import "strings"

// cellValue judges the next cell of a Markdown table, or, in a header row, the
// cells below.
func (s *scan) cellValue(id *ident, i int) {
	text := s.text
	if s.columnValues(id, i) {
		return
	}
	for i < len(text) && text[i] == '|' {
		i++ // Confluence doubles them in header cells
	}
	end := lineEnd(text, i, 400)
	if k := strings.IndexByte(text[i:end], '|'); k >= 0 {
		end = i + k
	}
	s.judgeCell(id, i, end)
}

// judgeCell judges the content of one table cell.
func (s *scan) judgeCell(id *ident, start, end int) {
	text := s.text
	trim := func(b byte) bool {
		return b == ' ' || b == '\t' || b == '`' || b == '*' || b == '"' || b == '\'' || b == '\r'
	}
	for start < end && trim(text[start]) {
		start++
	}
	for end > start && trim(text[end-1]) {
		end--
	}
	v := value{start: start, end: end}
	if rule := s.judge(id.label, v, cell); rule != nil {
		s.add(rule, start, end)
	}
}

// columnValues judges the cells below a header cell. It reports whether the row
// is a header, that is, whether a delimiter row follows.
func (s *scan) columnValues(id *ident, i int) bool {
	text := s.text
	start, end := lineStart(text, id.start, 400), lineEnd(text, i, 400)
	next := min(end+1, len(text))
	second := text[next:lineEnd(text, next, 400)]
	if len(second) < 3 || strings.Trim(second, "|-: \t\r") != "" || !strings.Contains(second, "--") {
		return false
	}
	column := strings.Count(text[start:id.start], "|")
	row := next + len(second)
	for n := 0; n < 30 && row < len(text); n++ {
		row++
		rowEnd := lineEnd(text, row, 600)
		at, stop := nthCell(text, row, rowEnd, column)
		if stop == 0 {
			break
		}
		s.judgeCell(id, at, stop)
		row = rowEnd
	}
	return true
}

// maxHead bounds a header line of separated values, in bytes, and maxRows the rows
// below it that are looked at.
const (
	maxHead = 400
	maxRows = 30
)

// delimitedColumn judges the cells below the label where it is the head of a
// column of separated values. It reports whether it is.
func (s *scan) delimitedColumn(id *ident, i int) bool {
	text := s.text
	start, end := lineStart(text, id.start, maxHead), lineEnd(text, i, maxHead)
	if start != s.headStart-1 {
		s.headStart, s.headBy = start+1, headDelimiter(text, start, end)
	}
	by := s.headBy
	if by == "" || i < end && !strings.HasPrefix(text[i:], by) && text[i] != '\r' {
		return false
	}
	column, columns := strings.Count(text[start:id.start], by), strings.Count(text[start:end], by)
	found := false
	for n, row := 0, end+1; n < maxRows && row < len(text); n++ {
		rowEnd := lineEnd(text, row, 600)
		if strings.Count(text[row:rowEnd], by) != columns {
			break
		}
		from := row
		for range column {
			from += strings.Index(text[from:rowEnd], by) + 1
		}
		to := rowEnd
		if k := strings.Index(text[from:rowEnd], by); k >= 0 {
			to = from + k
		}
		s.judgeCell(id, from, to)
		found, row = true, rowEnd+1
	}
	return found
}

// headDelimiter returns what separates the names of a header line, or "" when the
// line is none: names alone stand in it, and it is not a row like the one above.
func headDelimiter(text string, start, end int) string {
	if end >= len(text) || text[end] != '\n' || start > 0 && text[start-1] != '\n' {
		return ""
	}
	line := strings.TrimRight(text[start:end], "\r")
	for _, by := range []string{",", "\t", ";"} {
		n := strings.Count(line, by)
		if n == 0 || start > 0 && strings.Count(text[lineStart(text, start-1, 600):start], by) == n {
			continue
		}
		for name := range strings.SplitSeq(line, by) {
			if !isHead(strings.Trim(name, " \"'")) {
				return ""
			}
		}
		return by
	}
	return ""
}

// isHead reports whether a cell holds a name, of three words at most.
func isHead(name string) bool {
	return name != "" && len(name) <= 40 && strings.Count(name, " ") < 3 &&
		run(strings.ReplaceAll(name, " ", "_"), 0, wordChars|dash|dot, 40) == len(name)
}

// nthCell returns the bounds of the cell after the nth bar of a row.
func nthCell(text string, start, end, n int) (int, int) {
	i := start
	for ; n > 0; n-- {
		k := strings.IndexByte(text[i:end], '|')
		if k < 0 {
			return 0, 0
		}
		i += k + 1
	}
	if k := strings.IndexByte(text[i:end], '|'); k >= 0 {
		return i, i + k
	}
	return i, end
}
