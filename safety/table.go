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
