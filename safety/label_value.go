package safety

import "strings"

// labelRoots are the letters whose occurrence starts a look for a label. The
// anchor is the rarer pair of each.
var labelRoots = []struct {
	text   string
	anchor int
}{
	{"pass", 0}, {"pwd", 0}, {"pw", 0}, {"psw", 0}, {"pswd", 0}, {"secret", 2}, {"token", 1}, {"key", 1}, {"cred", 0}, {"jwt", 0}, {"psk", 1},
	{"dsn", 1}, {"kennwort", 2}, {"contrasen", 3}, {"masterauth", 6}, {"senha", 2}, {"mdp", 0}, {"clave", 2}, {"wachtwoord", 4},
	{"parola", 2}, {"haslo", 2}, {"heslo", 2}, {"salasana", 4}, {"adgangskode", 1},
}

// headerHit is labelHit for headers whose name does not tell that they hold a
// key.
func headerHit(s *scan, at int, lit *literal) {
	id := ident{start: at, end: at + len(lit.text), label: label{kind: keyish, rule: &ruleLabeledKey}}
	s.labelled(&id)
}

// labelHit reads the label around a root and the value behind it.
func labelHit(s *scan, at int, lit *literal) {
	if at < s.identDone {
		return
	}
	id := s.identAround(at, len(lit.text))
	s.identDone = id.end
	if id.kind == noLabel {
		return
	}
	s.labelled(&id)
}

// labelled looks for the value of a label in every form it may have.
func (s *scan) labelled(id *ident) {
	text := s.text
	if id.start > 0 && text[id.start-1] == '{' && id.end < len(text) && text[id.end] == '}' || id.slash && !s.slashFlag(id) {
		if !(id.slash && s.userPass(id)) {
			return
		}
	}
	if strings.HasPrefix(text[id.end:], "'s ") { // the password's V
		s.connected(id, skipSpaces(text, id.end+2), true)
		return
	}
	i := s.afterLabel(id)
	if i >= len(text) {
		s.valueBefore(id)
		return
	}
	sep, next, ok := separator(text, i)
	switch {
	case id.dollar && (!ok || next >= len(text) || !isQuote(text[next])):
	case ok:
		s.tightValue(id, sep, next)
	case text[i] == '|':
		s.cellValue(id, i+1)
	case text[i] == '>' || text[i] == '<':
		s.xmlValue(id, i)
	case text[i] == '(' && i+1 < len(text) && isQuote(text[i+1]):
		s.callValue(id, i+1)
	case s.argumentValue(id, i):
	case s.delimitedColumn(id, i):
	case s.pairValue(id, i):
	case isSpace(text[i]) || isNewline(text[i]) || isSpace(text[i-1]):
		s.proseValue(id, skipSpaces(text, i))
	}
	s.valueBefore(id)
}

// slashFlag reports a Windows flag such as /password:V.
func (s *scan) slashFlag(id *ident) bool {
	return id.start >= 2 && isSpace(s.text[id.start-2])
}

// userPass reports user/password as one label for a pair.
func (s *scan) userPass(id *ident) bool {
	start := runBack(s.text, id.start-1, letters, 12)
	switch strings.ToLower(s.text[start : id.start-1]) {
	case "user", "username", "login", "u", "name", "usr", "email", "id":
		id.pair = true
		id.slash = false
		return true
	}
	return false
}

// afterLabel skips what closes a label: quotes, emphasis, brackets, and a
// remark in parentheses.
func (s *scan) afterLabel(id *ident) int {
	text, i := s.text, id.end
	for n := 0; n < 4 && i < len(text) && (isQuote(text[i]) || text[i] == '*' || text[i] == ']' || text[i] == '?' && i+1 < len(text) && text[i+1] == ':' || text[i] == '_'); n++ {
		i++
	}
	for dots := i; dots < len(text) && text[dots] == '.'; dots++ {
		if dots-i >= 2 {
			i = run(text, dots, dot, 80) // leaders, as in Password.....: V
		}
	}
	j := skipSpaces(text, i)
	if k := numbered(text, j); k > j && j > i {
		return k
	}
	if j < len(text) && text[j] == '(' && j+1 < len(text) && !isQuote(text[j+1]) {
		if k := strings.IndexByte(text[j:min(len(text), j+60)], ')'); k > 0 && strings.IndexByte(text[j:j+k], '\n') < 0 {
			if m := skipSpaces(text, j+k+1); m < len(text) && (text[m] == ':' || text[m] == '=' || strings.HasPrefix(text[m:], "is ")) {
				return m
			}
		}
	}
	if j < len(text) && (text[j] == ':' || text[j] == '=' || text[j] == '|' || text[j] == '-' || text[j] == '>' || text[j] == '<') {
		return j
	}
	return i
}

// numbered returns the position of the colon behind a number that tells one
// label from the next: Unseal Key 1: V.
func numbered(text string, i int) int {
	j := i
	if j < len(text) && text[j] == '#' {
		j++
	}
	k := run(text, j, digits, 2)
	if k == j || k >= len(text) || text[k] != ':' && text[k] != '=' {
		return i
	}
	return k
}

// separator reads =, :, :=, =>, ->, == and their kin at i and the space after
// it.
func separator(text string, i int) (sep byte, next int, ok bool) {
	if i >= len(text) {
		return 0, i, false
	}
	switch b := text[i]; {
	case b == '=':
		for i++; i < len(text) && (text[i] == '=' || text[i] == '>' || text[i] == '~'); {
			i++
		}
		return '=', skipSpaces(text, i), true
	case b == ':':
		if i+1 < len(text) && (text[i+1] == ':' || strings.HasPrefix(text[i+1:], "//")) {
			return 0, i, false
		}
		i++
		sep = ':'
		if i < len(text) && text[i] == '=' {
			i, sep = i+1, '='
		}
		for i < len(text) && text[i] == '*' && i+1 < len(text) && (text[i+1] == '*' || isSpace(text[i+1])) {
			i++ // the end of **password:**
		}
		return sep, skipSpaces(text, i), true
	case b == '-' && i+1 < len(text) && text[i+1] == '>':
		return '=', skipSpaces(text, i+2), true
	case b == '%' && i+2 < len(text) && text[i+1] == '3' && (text[i+2] == 'D' || text[i+2] == 'd'):
		return '%', i + 3, true
	}
	return 0, i, false
}

// placeOf describes what stands around a label, for reading its value.
func (s *scan) placeOf(id *ident, sep byte) place {
	p := place{tight: sep}
	before := byte('\n')
	if id.start > 0 {
		before = s.text[id.start-1]
	}
	switch before {
	case '?', '&':
		p.query = true
	case ';':
		p.semi = true
	}
	// A quote right before the label with none right after it encloses both.
	start := lineStart(s.text, id.start, 120)
	line := s.text[start:id.start]
	if q := strings.LastIndexAny(line, `"'`); q >= 0 && strings.Count(line, line[q:q+1])%2 == 1 &&
		(id.end >= len(s.text) || s.text[id.end] != line[q]) {
		p.outer = line[q]
	}
	return p
}

// tightValue judges the value behind = or :.
func (s *scan) tightValue(id *ident, sep byte, i int) {
	text := s.text
	p := s.placeOf(id, sep)
	if j, ok := blockScalar(text, i); ok {
		s.blockValue(id, j)
		return
	}
	if i >= len(text) || isNewline(text[i]) {
		s.nextLineValue(id, i)
		return
	}
	if i+1 < len(text) && text[i] == '[' && isQuote(text[i+1]) {
		i++ // a list of one, as loggers print headers
	}
	v := s.readValue(i, p)
	if j, ok := s.typed(v, sep); ok {
		v = s.readValue(j, place{tight: '='})
	}
	if v.start == v.end || s.crowded(v) {
		return
	}
	if id.pair && s.pairOf(id, i) {
		return
	}
	how := tight
	if rule := s.judge(id.label, v, how); rule != nil {
		s.add(rule, v.start, v.end)
		return
	}
	if sep == ':' || id.env {
		s.proseConnected(id, i)
	}
}

// typed skips a type between a label and its value: password: str = "…".
func (s *scan) typed(v value, sep byte) (int, bool) {
	if sep != ':' || v.quoted || v.end-v.start > 24 {
		return 0, false
	}
	i := skipSpaces(s.text, v.end)
	if i+1 < len(s.text) && s.text[i] == '=' && s.text[i+1] != '=' && is(s.text[v.start], letters) && i > v.end {
		return skipSpaces(s.text, i+1), true
	}
	return 0, false
}

// blockValue judges the lines of a YAML block scalar, as far as they are one
// word each.
func (s *scan) blockValue(id *ident, i int) {
	v := s.readBare(i, place{tight: '='})
	if v.alone {
		if rule := s.judge(id.label, v, tight); rule != nil {
			s.add(rule, v.start, v.end)
		}
	}
}

// nextLineValue judges a value that stands alone on the line after its label,
// perhaps in a code fence.
func (s *scan) nextLineValue(id *ident, i int) {
	text := s.text
	for n := 0; n < 3 && i < len(text) && isNewline(text[i]); n++ {
		for i < len(text) && (isNewline(text[i]) || isSpace(text[i])) {
			i++
		}
		if strings.HasPrefix(text[i:], "```") {
			i = lineEnd(text, i, 40)
		}
	}
	if i >= len(text) || text[i] == '-' || text[i] == '#' {
		return
	}
	v := s.readValue(i, place{})
	if !v.alone || v.end > v.start && v.end < len(text) && text[v.end] == ':' {
		return
	}
	how := spaced
	if id.kind == keyish {
		how = prose
	}
	if rule := s.judge(id.label, v, how); rule != nil {
		s.add(rule, v.start, v.end)
	}
}
