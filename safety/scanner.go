package safety

import (
	"fmt"
	"regexp"
)

// A Rule is an embedder's own rule.
type Rule struct {
	// ID names the rule in findings and markers: lower-case letters, digits and
	// hyphens, at most 64, and no built-in rule's.
	ID string
	// Class is Suspected unless set.
	Class Class
	// Literals are strings of which every match holds one, such as a token's
	// prefix; at least one, each of at least three bytes. The pattern is tried
	// only around them, so text without them costs nothing.
	Literals []string
	// Pattern is a regular expression (RE2). The finding is its first group if
	// it has one, else the whole match. It sees 256 bytes before a literal and
	// 1,200 after it, with folding undone, and must not match the empty string.
	Pattern string
}

// A Scanner finds credentials by the built-in rules and by an embedder's. It
// never changes and is safe for concurrent use.
type Scanner struct {
	eng *engine
}

var std = &Scanner{eng: newEngine(builtinLiterals())}

// New returns a scanner with the built-in rules, which cannot be removed, and
// the extra ones. It returns an error that names the rule if one has no valid
// id, an id already in use, no literal or a too short one, or a pattern that
// does not compile or matches the empty string.
func New(extra ...Rule) (*Scanner, error) {
	if len(extra) == 0 {
		return std, nil
	}
	used := make(map[string]bool)
	for _, r := range Rules() {
		used[r.ID] = true
	}
	literals := builtinLiterals()
	for i := range extra {
		lits, err := extra[i].compile(used)
		if err != nil {
			return nil, err
		}
		used[extra[i].ID] = true
		literals = append(literals, lits...)
	}
	return &Scanner{eng: newEngine(literals)}, nil
}

const (
	maxRuleID    = 64
	minLiteral   = 3
	windowBefore = 256
	windowAfter  = 1200
)

// extraRule is an embedder's rule, compiled.
type extraRule struct {
	info    RuleInfo
	pattern *regexp.Regexp
}

// compile checks a rule and returns its literals.
func (r Rule) compile(used map[string]bool) ([]literal, error) {
	if r.ID == "" || len(r.ID) > maxRuleID || run(r.ID, 0, lowers|digits|dash, len(r.ID)) != len(r.ID) {
		return nil, fmt.Errorf("safety: rule id %q: use 1 to %d lower-case letters, digits and hyphens", r.ID, maxRuleID)
	}
	if used[r.ID] {
		return nil, fmt.Errorf("safety: rule id %q is already in use", r.ID)
	}
	if r.Class > Certain {
		return nil, fmt.Errorf("safety: rule %q: class %d is neither Suspected nor Certain", r.ID, r.Class)
	}
	if len(r.Literals) == 0 {
		return nil, fmt.Errorf("safety: rule %q has no literal: give a string that every match holds", r.ID)
	}
	re, err := regexp.Compile(r.Pattern)
	if err != nil {
		return nil, fmt.Errorf("safety: rule %q: %w", r.ID, err)
	}
	if re.MatchString("") {
		return nil, fmt.Errorf("safety: rule %q matches the empty string", r.ID)
	}
	x := &extraRule{info: RuleInfo{ID: r.ID, Class: r.Class}, pattern: re}
	var out []literal
	for _, l := range r.Literals {
		if len(l) < minLiteral {
			return nil, fmt.Errorf("safety: rule %q: literal %q is shorter than %d bytes", r.ID, l, minLiteral)
		}
		out = append(out, literal{text: l, anchor: rarestPair(l), handle: extraHit, extra: x, rule: &x.info})
	}
	return out, nil
}

// extraHit tries an embedder's pattern in the window around a literal. Windows
// of one rule do not overlap forwards, so repeated literals cost no more than
// the text is long.
func extraHit(s *scan, at int, lit *literal) {
	if s.extraDone == nil {
		s.extraDone = make(map[*extraRule]int)
	}
	done := s.extraDone[lit.extra]
	if at+len(lit.text) <= done {
		return
	}
	from := max(0, at-windowBefore, done-windowBefore)
	to := min(len(s.text), at+len(lit.text)+windowAfter)
	for _, m := range lit.extra.pattern.FindAllStringSubmatchIndex(s.text[from:to], -1) {
		start, end := m[0], m[1]
		if len(m) > 3 && m[2] >= 0 {
			start, end = m[2], m[3]
		}
		s.add(lit.rule, from+start, from+end)
	}
	s.extraDone[lit.extra] = to - windowBefore
}
