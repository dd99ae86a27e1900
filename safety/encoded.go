package safety

import (
	"encoding/base64"
	"strings"
)

var ruleBase64 = RuleInfo{"base64-credential", Suspected, "Base64 that decodes to text with a credential: 40 characters or more, or 16 near the words base64, b64, payload or echo", "observed in chat and scripts"}

// encodedWindow is how far from its context word base64 is looked for, in bytes.
const encodedWindow = 160

// encodedHit decodes the base64 around a context word, one layer deep.
func encodedHit(s *scan, at int, lit *literal) {
	if s.depth > 0 {
		return
	}
	text := s.text
	limit := min(len(text), at+len(lit.text)+encodedWindow)
	for i := max(at-encodedWindow, s.encodedDone, 0); i < limit; i++ {
		if !is(text[i], base64Any) {
			continue
		}
		end := run(text, i, base64Any, 64<<10)
		if end-i >= 16 {
			s.decodeRun(i, end)
		}
		i, s.encodedDone = end, end
	}
}

// decodeRun scans what a base64 run decodes to, one layer deep.
func (s *scan) decodeRun(start, end int) bool {
	if s.depth > 0 {
		return false
	}
	run := s.text[start:end]
	// A label in front may have been taken for base64: payload=… or name/….
	if i := strings.IndexByte(strings.TrimRight(run, "="), '='); i >= 0 {
		start += i + 1
		run = s.text[start:end]
	}
	plain, ok := decodeBase64(run)
	if !ok || !printable(plain) {
		return false
	}
	inner := fold(string(plain))
	if len(s.eng.find(inner.text, s.depth+1)) == 0 {
		return false
	}
	s.add(&ruleBase64, start, end)
	return true
}

// decodeBase64 decodes standard or URL base64, padded or not.
func decodeBase64(v string) ([]byte, bool) {
	v = strings.TrimRight(v, "=")
	if len(v)%4 == 1 {
		v = v[:len(v)-1]
	}
	enc := base64.RawStdEncoding
	if strings.ContainsAny(v, "-_") {
		enc = base64.RawURLEncoding
	}
	plain, err := enc.DecodeString(v)
	return plain, err == nil && len(plain) > 0
}

// authHit looks at "auth": base64 of user:password, and .npmrc's _auth.
func authHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	if at > 0 && is(text[at-1], alnum) || i < len(text) && is(text[i], alnum) {
		return
	}
	for i < len(text) && isQuote(text[i]) {
		i++
	}
	_, next, ok := separator(text, skipSpaces(text, i))
	if !ok {
		return
	}
	v := s.readValue(next, place{tight: '='})
	word := text[v.start:v.end]
	if len(word) >= 8 && run(word, 0, base64Any, len(word)) == len(word) && isUserPassword(word) {
		s.add(&ruleRegistryAuth, v.start, v.end)
		return
	}
	if rule := s.judge(label{kind: keyish, rule: &ruleLabeledSecret}, v, tight); rule != nil {
		s.add(rule, v.start, v.end)
	}
}
