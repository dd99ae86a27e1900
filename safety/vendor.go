package safety

import "strings"

// A vendorRule matches tokens that begin with a fixed prefix. The body after it
// is the longest run of an alphabet, within bounds.
type vendorRule struct {
	info RuleInfo
	// prefixes are the literals a token begins with, case-sensitive.
	prefixes []string
	set      charset
	// min is the least length of the body in bytes; max, if not 0, the greatest.
	min, max int
	// full, if not 0, is the length bodies have when they are not cut: a shorter
	// one at the end of a line goes on in the next.
	full int
	// bound asks for a byte before the prefix that is no letter or digit, for
	// prefixes that also end ordinary words.
	bound bool
	// varied asks for a digit in the body or for case that flips as it does in
	// random letters.
	varied bool
	// accept, if not nil, has the last word.
	accept func(s *scan, start, body, end int) bool
}

func vendorLiterals() []literal {
	var out []literal
	for i := range vendorRules {
		r := &vendorRules[i]
		for _, p := range r.prefixes {
			out = append(out, literal{text: p, anchor: rarestPair(p), handle: vendorHit, vendor: r, rule: &r.info})
		}
	}
	return out
}

// vendorHit checks the body of a vendor token at at.
func vendorHit(s *scan, at int, lit *literal) {
	r, text := lit.vendor, s.text
	if r.bound && at > 0 && is(text[at-1], alnum) {
		return
	}
	body := at + len(lit.text)
	end := run(text, body, r.set, runLimit)
	joined := ""
	if end-body < max(r.min, r.full) {
		if next := continueWrapped(text, end, r, end-body); next > end {
			joined, end = unwrap(text[body:next]), next
		}
	}
	value := joined
	if value == "" {
		end = trimBody(text, body, end, r)
		value = text[body:end]
	}
	if !r.plausible(value) || r.accept != nil && !r.accept(s, at, body, end) {
		if end-body == runLimit {
			s.resume = end - judgeLimit // a prefix repeated: no body begins here
		}
		return
	}
	if end-body == runLimit {
		end = run(text, end, r.set, len(text))
	}
	s.add(&r.info, at, end)
	s.resume = end
}

// trimBody takes back a full stop that ends the sentence, not the token.
func trimBody(text string, body, end int, r *vendorRule) int {
	for end > body && text[end-1] == '.' && end-body > r.min {
		end--
	}
	return end
}

// plausible reports whether a body is long enough, varied enough, and no
// stand-in.
func (r *vendorRule) plausible(body string) bool {
	if len(body) < r.min || r.max > 0 && len(body) > r.max {
		return false
	}
	m := measure(body)
	if r.varied && m.digit == 0 && m.flips*3 < m.n {
		return false
	}
	if m.distinct < 4 || lowerWords(body) {
		return false
	}
	return !strings.Contains(body, "EXAMPLE") || r.set == uppers|digits
}

// continueWrapped returns the end of a token that a terminal, a mail program or
// a YAML emitter broke over lines: at most two more, each starting with eight
// bytes of the alphabet, of which not all are lower-case letters.
func continueWrapped(text string, end int, r *vendorRule, have int) int {
	for lines := 0; lines < 2 && have < max(r.min, r.full); lines++ {
		i := end
		if i < len(text) && text[i] == '\r' {
			i++
		}
		if i >= len(text) || text[i] != '\n' {
			break
		}
		i++
		for i < len(text) && (isSpace(text[i]) || text[i] == '>' || text[i] == '|') {
			i++
		}
		next := run(text, i, r.set, runLimit)
		if next-i < 8 || run(text, i, lowers, next-i) == next {
			break
		}
		if next < len(text) && (text[next] == '=' || text[next] == ':') {
			break
		}
		have += next - i
		end = next
	}
	return end
}

// unwrap removes line breaks and the indentation or quote marks after them.
func unwrap(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '>' || c == '|' {
			return -1
		}
		return c
	}, s)
}
