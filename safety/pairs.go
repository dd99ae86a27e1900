package safety

import "strings"

// callValue judges the first argument of a call named by the label, as in
// WithPassword("…").
func (s *scan) callValue(id *ident, i int) {
	v := s.readQuoted(i)
	if rule := s.judge(id.label, v, tight); rule != nil && !isName(s.text[v.start:v.end]) {
		s.add(rule, v.start, v.end)
	}
}

// argumentValue judges the argument after one that is the label: Setenv("X",
// "V"), define('X', 'V').
func (s *scan) argumentValue(id *ident, i int) bool {
	text := s.text
	if i == id.end || !isQuote(text[i-1]) || text[i] != ',' {
		return false
	}
	j := skipSpaces(text, i+1)
	if j >= len(text) || !isQuote(text[j]) {
		return false
	}
	v := s.readQuoted(j)
	if v.end < len(text) && strings.IndexByte(":=", text[min(v.end+1, len(text)-1)]) >= 0 {
		return false // the next key of an object
	}
	if rule := s.judge(id.label, v, cell); rule != nil {
		s.add(rule, v.start, v.end)
	}
	return true
}

// argumentHit judges the last quoted argument on the line of a call that takes
// a password.
func argumentHit(s *scan, at int, lit *literal) {
	text := s.text
	end := lineEnd(text, at, 160)
	close := strings.LastIndexAny(text[at:end], `"'`)
	if close <= 0 {
		return
	}
	close += at
	open := strings.LastIndexByte(text[at:close], text[close])
	if open < 0 {
		return
	}
	v := value{start: at + open + 1, end: close, quoted: true}
	if rule := s.judge(label{kind: strong, rule: &ruleLabeledPassword}, v, tight); rule != nil {
		s.add(rule, v.start, v.end)
	}
}

var rulePair = RuleInfo{"pair-password", Suspected, "Value of a pair whose name is a label: name: X, value: Y", "Kubernetes env, ECS task definitions, CloudFormation parameters"}

// terraformDefault returns where the default of variable "LABEL" { begins.
func (s *scan) terraformDefault(id *ident, i int) (int, bool) {
	text := s.text
	if !strings.HasSuffix(text[:id.start], `variable "`) {
		return 0, false
	}
	block := text[i:min(len(text), i+600)]
	if k := strings.IndexByte(block, '}'); k >= 0 {
		block = block[:k]
	}
	k := strings.Index(block, "default")
	if k < 0 {
		return 0, false
	}
	_, next, ok := separator(text, skipSpaces(text, i+k+len("default")))
	return next, ok && next < len(text)
}

// pairValue judges name: LABEL followed by value: V, with the separators of
// YAML, JSON, CloudFormation and HCL between them.
func (s *scan) pairValue(id *ident, i int) bool {
	text := s.text
	if next, ok := s.terraformDefault(id, i); ok {
		v := s.readValue(next, place{tight: '='})
		if rule := s.judge(id.label, v, tight); rule != nil {
			s.add(rule, v.start, v.end)
		}
		return true
	}
	j := i
	for j < len(text) && j-i < 200 && (isSpace(text[j]) || isNewline(text[j]) || isQuote(text[j]) || text[j] == ',' || text[j] == '-' || text[j] == '{') {
		j++
	}
	if j == i {
		return false
	}
	end := run(text, j, letters, 20)
	if word := text[j:end]; !hasSuffixFold(word, "value") {
		return false
	}
	for end < len(text) && isQuote(text[end]) {
		end++
	}
	sep, next, ok := separator(text, skipSpaces(text, end))
	if !ok || next >= len(text) {
		return false
	}
	v := s.readValue(next, place{tight: sep})
	if rule := s.judge(id.label, v, tight); rule != nil {
		if rule == &ruleLabeledPassword {
			rule = &rulePair
		}
		s.add(rule, v.start, v.end)
	}
	return true
}
