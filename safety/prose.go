package safety

import "strings"

// connectors stand between a label and its value in a sentence.
var connectors = wordSet(`wurde wurden became a été is was are were to be = : - – — -> => lautet ist war est es era fue é è foi sera será это есть был jest to är er
	changed set reset rotated updated became becomes equals done`)

// fillers may stand between a connector and the value.
var fillers = wordSet(`now currently still just actually simply temporarily again set changed reset updated rotated to this following nun jetzt
	maintenant ahora agora теперь auf zu is been be done -> => - : = the new as a à em para на`)

// gapStarters may follow a label before its connector: the password for the
// svc user is V. A noun there makes the label a part of something else:
// password rotation is weekly.
var gapStarters = wordSet(`for of on at in from used has have should must will can needs i we you they it that which which's
	für von vom auf im am der des pour de du do da del para la el por nueva nuevo actual temporal actuel temporaire provisoire atual nova для от на в`)

// maxGap is how many words may stand between a label and its value.
const maxGap = 9

// proseValue judges what follows a label after a space.
func (s *scan) proseValue(id *ident, i int) {
	text := s.text
	if i >= len(text) || isNewline(text[i]) {
		if id.kind == keyish && strings.Trim(text[lineStart(text, id.phrase, 80):id.phrase], " #*->") == "" {
			s.nextLineValue(id, i) // a heading
		}
		return
	}
	if id.pair && s.pairOf(id, i) {
		return
	}
	if sep, next, ok := separator(text, i); ok {
		s.tightValue(id, sep, next)
		return
	}
	if next, ok := declared(text, i); ok {
		s.tightValue(id, '=', next)
		return
	}
	if word := run(text, i, lowers, 40); !id.flag && !id.env && word > i && word < len(text) && text[word] == ' ' {
		s.connected(id, i, false) // a plain word is no value
		return
	}
	how := spaced
	switch {
	case s.environment(id), strings.HasSuffix(text[:id.start], ":_"):
		how = flagged
	case id.flag:
		if text[i] == '-' {
			return
		}
		how = flagged
	}
	v := s.readValue(i, place{outer: s.placeOf(id, 0).outer})
	if v.start == v.end {
		return
	}
	if v.quoted && id.kind == strong && !id.bare && text[i] == '\'' {
		how = flagged // SQL: PASSWORD 'V'
	}
	if how == spaced && id.bare && !s.afterLogin(id) {
		return
	}
	if rule := s.judge(id.label, v, how); rule != nil {
		if id.kind == strong && s.afterLogin(id) {
			rule = &ruleNetrc
		}
		s.add(rule, v.start, v.end)
		return
	}
	if !id.flag {
		s.connected(id, i, false)
	}
}

// declared returns where the quoted value of a declaration begins whose type
// stands at i: var token string = "V".
func declared(text string, i int) (int, bool) {
	j := i
	for j < len(text) && j-i < 24 && (is(text[j], wordChars|dot) || strings.IndexByte("*&[]<>?", text[j]) >= 0) {
		j++
	}
	sep, next, ok := separator(text, skipSpaces(text, j))
	return next, ok && sep == '=' && j > i && next < len(text) && isQuote(text[next])
}

// proseConnected continues a sentence whose label has a colon: Password: it is
// now V.
func (s *scan) proseConnected(id *ident, i int) {
	if !id.bare {
		s.connected(id, i, false)
	}
}

// environment reports a command that sets the variable named by the label, with
// a space: ENV X V, set -x X V, setx X V.
func (s *scan) environment(id *ident) bool {
	line := s.text[lineStart(s.text, id.start, 80):id.start]
	line = strings.TrimRight(line, " ")
	for _, cmd := range []string{"ENV", "ARG", "setenv", "setx", "set -x", "set -gx", "set -Ux", "set -xg", "set -lx"} {
		if strings.HasSuffix(line, cmd) {
			return true
		}
	}
	return false
}

// afterLogin reports a netrc line, or one said like it: login X before the label.
func (s *scan) afterLogin(id *ident) bool {
	line := strings.Fields(s.text[lineStart(s.text, id.start, 200):id.start])
	n := len(line)
	return n >= 2 && (line[n-2] == "login" || line[n-2] == "user" || line[n-2] == "username")
}

// connected walks the words after a label to a connector and judges the word
// after that. found says that the connector was there already.
func (s *scan) connected(id *ident, i int, found bool) {
	text := s.text
	for n := 0; n < maxGap && i < len(text); n++ {
		end := wordEnd(text, i)
		if end == i {
			return
		}
		word := strings.ToLower(text[i:end])
		colon := strings.HasSuffix(word, ":")
		word = strings.TrimRight(word, ":,")
		switch {
		case found && word == "from": // changed from A to B
			end = wordEnd(text, skipSpaces(text, end))
		case found && inSet(fillers, word) && !colon:
		case inSet(connectors, word):
			found = true
		case found:
			s.proseJudge(id, i)
			return
		case n == 0 && !inSet(gapStarters, word) && text[i] != '(' && !qualified(text, end):
			return
		case n > 1 && id.kind == strong && strongShape(text[i:end]):
			s.proseJudge(id, i) // the password for root V
			return
		}
		if strings.ContainsAny(text[end-1:end], ".!?;") {
			return
		}
		if colon && (n > 0 || found) {
			s.afterColon(id, skipSpaces(text, end))
			return
		}
		i = skipSpaces(text, end)
		if i < len(text) && (isQuote(text[i]) || text[i] == '*') && found {
			s.proseJudge(id, i)
			return
		}
		if i < len(text) && isNewline(text[i]) {
			return
		}
	}
}

// afterColon judges the value behind "the token for staging:".
func (s *scan) afterColon(id *ident, i int) {
	if i >= len(s.text) || isNewline(s.text[i]) {
		s.nextLineValue(id, i)
		return
	}
	s.proseJudge(id, i)
}

// qualified reports whether a word that ends at i belongs to the label before it,
// as an adjective does in many languages: a connector and a value of a strong
// shape follow, as in "mot de passe root est V".
func qualified(text string, i int) bool {
	i = skipSpaces(text, i)
	end := wordEnd(text, i)
	if !inSet(connectors, strings.ToLower(text[i:end])) {
		return false
	}
	from, to := commandWord(text, skipSpaces(text, end), lineEnd(text, end, 80))
	from, to = stripQuotes(text, from, to)
	return strongShape(strings.TrimRight(text[from:to], ".,;!"))
}

func (s *scan) proseJudge(id *ident, i int) {
	v := s.readValue(i, place{})
	if v.start == v.end {
		return
	}
	if rule := s.judge(id.label, v, prose); rule != nil {
		s.add(rule, v.start, v.end)
	}
}

func wordEnd(text string, i int) int {
	end := min(len(text), i+40)
	for i < end && !isSpace(text[i]) && !isNewline(text[i]) {
		i++
	}
	return i
}

func inSet(set map[string]struct{}, word string) bool {
	_, ok := set[word]
	return ok
}

// valueBefore judges the value that stands before its label: 'V' as the
// password, V is the password.
func (s *scan) valueBefore(id *ident) {
	text, i := s.text, id.start
	// Up to three words may qualify the label: as the new admin password.
	for n := 0; n < 4 && i >= 2 && text[i-1] == ' '; n++ {
		j := runBack(text, i-1, wordChars|dash, 16)
		if j == i-1 {
			return
		}
		switch word := text[j : i-1]; word {
		case "as", "als", "comme", "como", "is", "ist", "was":
			start := lineStart(text, j, 160)
			s.judgeBefore(id, start, strings.TrimRight(text[start:j], " "), word)
			return
		}
		i = j
	}
}

// judgeBefore judges the last word of text[base:base+len(line)].
func (s *scan) judgeBefore(id *ident, base int, line, word string) {
	if line == "" {
		return
	}
	end := len(line)
	start := strings.LastIndexByte(line, ' ') + 1
	v := value{start: base + start, end: base + end}
	if q := line[end-1]; isQuote(q) {
		k := strings.LastIndexByte(line[:end-1], q)
		if k < 0 {
			return
		}
		v = value{start: base + k + 1, end: base + end - 1, quoted: true}
	}
	if id.kind == keyish && !v.quoted && v.end-v.start < 20 {
		return
	}
	if strings.HasSuffix(word, "s") && word != "as" && word != "als" && !v.quoted && !strongShape(s.text[v.start:v.end]) {
		return
	}
	if rule := s.judge(id.label, v, prose); rule != nil {
		s.add(rule, v.start, v.end)
	}
}

// strongShape reports a word that is a password by its looks alone: letters and
// digits with mixed case or a sign.
func strongShape(v string) bool {
	m := measure(v)
	return m.n >= 7 && m.letters() > 0 && m.digit > 0 && !isName(v) && !isTechnical(v) && (m.upper > 0 && m.lower > 0 && !isWordPiece(v) || innerSymbol(v))
}

// pairIntro are the words between a label and a pair: creds for grafana: a / V.
var pairIntro = wordSet(`are is for with as using sind ist son sont = on`)

// pairOf judges user and password behind creds, credentials or login: creds are
// deploy / V, login: admin:V.
func (s *scan) pairOf(id *ident, i int) bool {
	text := s.text
	for n := 0; n < 4; n++ {
		end := wordEnd(text, i)
		word := strings.ToLower(text[i:end])
		if !inSet(pairIntro, word) && !(n > 0 && strings.HasSuffix(word, ":")) {
			break
		}
		i = skipSpaces(text, end)
	}
	for i < len(text) && (isQuote(text[i]) || text[i] == '*') {
		i++
	}
	user := run(text, i, identPart, 64)
	if user < len(text) && text[user] == '@' {
		user = run(text, user+1, identPart, 64)
	}
	if user == i || user >= len(text) {
		return false
	}
	j := user
	for j < len(text) && isQuote(text[j]) {
		j++
	}
	j = skipSpaces(text, j)
	if j >= len(text) || strings.IndexByte("/:|,", text[j]) < 0 {
		return false
	}
	j = skipSpaces(text, j+1)
	if j >= len(text) || isNewline(text[j]) {
		return false
	}
	v := s.readValue(j, place{})
	word := text[v.start:v.end]
	if isPlaceholder(word) || isStateWord(word) || !strongShape(word) && !(measure(word).digit > 0 && measure(word).n >= 7 && !isName(word) && !isWordPiece(word)) || isReference(word) {
		return false
	}
	s.add(&ruleLabeledPassword, v.start, v.end)
	return true
}
