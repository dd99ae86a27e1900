package safety

import (
	"strings"
)

var ruleKubernetes = RuleInfo{"kubernetes-secret", Certain, "Data values of a Kubernetes Secret, in YAML or JSON, whether data stands before or after kind", "Kubernetes docs, Secrets"}

// secretWindow is how far a Secret's document reaches from its kind, in bytes.
const secretWindow = 8 << 10

// secretHit finds the data of the Secret whose kind stands at at.
func secretHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	for i < len(text) && (isQuote(text[i]) || text[i] == ':' || isSpace(text[i])) && i-at < 16 {
		i++
	}
	if !strings.HasPrefix(text[i:], "Secret") || i+6 < len(text) && is(text[i+6], alnum|dash) || at < s.secretDone {
		return
	}
	if at > 0 && (isQuote(text[at-1]) || text[at-1] == '{') {
		start, end := enclosingObject(text, at)
		s.jsonData(start, end)
		s.secretDone = max(i+6, end)
		return
	}
	column := at - lineStart(text, at, 200)
	start, end := yamlObject(text, at, column)
	s.yamlData(start, end, column)
	s.secretDone = max(i+6, end)
}

// yamlObject returns the lines around at that are indented at least as deep as
// column: the mapping that at is a key of.
func yamlObject(text string, at, column int) (start, end int) {
	start = lineStart(text, at, 200)
	for start > 0 && at-start < secretWindow {
		if dash := strings.IndexByte(text[start:min(start+column, len(text))], '-'); dash >= 0 {
			break // the item's first line
		}
		prev := lineStart(text, start-1, 4096)
		if line := text[prev : start-1]; !belongs(line, column) {
			break
		}
		start = prev
	}
	end = min(len(text), lineEnd(text, at, 4096)+1)
	for end < len(text) && end-at < secretWindow {
		next := min(len(text), lineEnd(text, end, 64<<10)+1)
		line := text[end:next]
		if !belongs(line, column) || column >= 2 && len(line) >= column && line[column-2] == '-' {
			break
		}
		end = next
	}
	return start, end
}

// belongs reports whether a line is blank or indented at least by column; an
// item's dash counts as indentation. A document separator never belongs.
func belongs(line string, column int) bool {
	if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
		return false
	}
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '-' && n < column) {
		n++
	}
	return n >= column || strings.TrimSpace(line) == ""
}

// yamlData records the values under data: at column.
func (s *scan) yamlData(start, end, column int) {
	text := s.text
	in := false
	for i := start; i < end; {
		stop := min(end, lineEnd(text, i, 64<<10)+1)
		line := strings.TrimRight(text[i:stop], "\r\n ")
		trimmed := strings.TrimLeft(line, " -")
		indent := len(line) - len(trimmed)
		switch {
		case trimmed == "":
		case indent <= column:
			in = trimmed == "data:" || strings.HasPrefix(trimmed, "data: ")
		case in:
			s.dataLine(i+indent, i+len(line), end)
		}
		i = stop
	}
}

// dataLine records the value of "key: base64", which may go on below.
func (s *scan) dataLine(start, end, limit int) {
	text := s.text
	key, rest, ok := strings.Cut(text[start:end], ":")
	if !ok || !dataKey(key) {
		return
	}
	i := skipSpaces(text, start+len(key)+1)
	_ = rest
	if j, ok := blockScalar(text, i); ok {
		i = j
	}
	if i < len(text) && isQuote(text[i]) {
		i++
	}
	s.dataValue(i, min(limit, base64End(text, i)))
}

// dataKey reports keys whose value is a credential: all but user names.
func dataKey(key string) bool {
	key = strings.Trim(key, " \"'")
	return !equalFold(key, "username") && !equalFold(key, "user") && key != "" && run(key, 0, identPart, len(key)) == len(key)
}

// dataValue records text[start:end] if it is base64 of anything but a
// certificate.
func (s *scan) dataValue(start, end int) {
	if end-start < 8 {
		return
	}
	plain, ok := decodeBase64(strings.Map(dropBreaks, s.text[start:end]))
	if !ok || strings.HasPrefix(string(plain), "-----BEGIN CERT") || strings.HasPrefix(string(plain), "-----BEGIN PUBLIC") {
		return
	}
	s.add(&ruleKubernetes, start, end)
}

func dropBreaks(r rune) rune {
	if r == '\n' || r == '\r' || r == ' ' || r == '\t' {
		return -1
	}
	return r
}

// enclosingObject returns the JSON object that holds at.
func enclosingObject(text string, at int) (start, end int) {
	depth := 0
	start = at
	for start > 0 && at-start < secretWindow {
		start--
		if text[start] == '}' {
			depth++
		} else if text[start] == '{' {
			if depth == 0 {
				break
			}
			depth--
		}
	}
	depth = 0
	end = at
	for end < len(text) && end-at < secretWindow {
		if text[end] == '{' {
			depth++
		} else if text[end] == '}' {
			if depth--; depth < 0 {
				break
			}
		}
		end++
	}
	return start, end
}

// jsonData records the values of the "data" object in text[start:end].
func (s *scan) jsonData(start, end int) {
	text := s.text
	i := strings.Index(text[start:end], `"data"`)
	if i < 0 {
		return
	}
	i = start + i + len(`"data"`)
	open := strings.IndexByte(text[i:min(end, i+8)], '{')
	if open < 0 {
		return
	}
	for i += open; i < end && text[i] != '}'; {
		key, ok := jsonString(text, i, end)
		if !ok {
			return
		}
		val, ok := jsonString(text, key.end+1, end)
		if !ok {
			return
		}
		if dataKey(text[key.start:key.end]) && base64End(text, val.start) == val.end {
			s.dataValue(val.start, val.end)
		}
		i = val.end + 1
		for i < end && text[i] != '}' && text[i] != '"' {
			i++
		}
	}
}

// jsonString returns the next string in text[i:end], quotes off.
func jsonString(text string, i, end int) (value, bool) {
	for i < end && text[i] != '"' {
		i++
	}
	j := i + 1
	for j < end && text[j] != '"' {
		j++
	}
	return value{start: i + 1, end: j}, j < end
}
