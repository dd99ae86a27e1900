package safety

import "strings"

var (
	ruleAuthorization = RuleInfo{"authorization-header", Suspected, "Value of an Authorization or Proxy-Authorization header, any scheme", "RFC 9110, section 11.6.2"}
	ruleBearer        = RuleInfo{"bearer-token", Suspected, "Random value after the word Bearer without a header", "RFC 6750"}
	ruleCookie        = RuleInfo{"cookie", Suspected, "Random values of Cookie and Set-Cookie headers and of curl -b", "RFC 6265"}
	ruleJWT           = RuleInfo{"jwt", Suspected, "JWT, JWS or JWE: two dots, or two segments of a cut one", "RFC 7519, RFC 7516"}
)

// authorizationHit reads the header's value: a scheme and a credential, or a
// credential alone.
func authorizationHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	for i < len(text) && isQuote(text[i]) {
		i++
	}
	i = skipSpaces(text, i)
	if i >= len(text) || text[i] != ':' && text[i] != '=' && text[i] != ',' {
		return
	}
	if i++; i < len(text) && text[i] == '>' {
		i++
	}
	i = skipSpaces(text, i)
	for i < len(text) && (isQuote(text[i]) || text[i] == '[' && !strings.HasPrefix(text[i:], markerStart)) {
		i++
	}
	end := s.credentialEnd(i)
	scheme := text[i:end]
	if next := skipSpaces(text, end); next > end && isScheme(scheme) && next < len(text) {
		if strings.HasPrefix(scheme, "AWS4-") || equalFold(scheme, "digest") {
			return
		}
		last := s.credentialEnd(next)
		if acceptsCredential(text[next:last], scheme) {
			s.add(&ruleAuthorization, next, last)
		}
		return
	}
	if len(scheme) >= 16 && isRandom(scheme) && !isPlaceholder(scheme) && !isName(scheme) {
		s.add(&ruleAuthorization, i, end)
	}
}

func isScheme(w string) bool {
	return len(w) >= 2 && len(w) <= 24 && run(w, 0, letters|dash|under|digits, len(w)) == len(w) && is(w[0], letters)
}

// acceptsCredential reports what stands behind a scheme and is no word.
func acceptsCredential(v, scheme string) bool {
	if len(v) < 8 || isPlaceholder(v) || isStateWord(v) {
		return false
	}
	m := measure(v)
	if m.letters() == m.n && (m.upper == 0 || isWord(v)) && m.n < 24 {
		return false
	}
	if isName(v) && m.digit == 0 || strings.HasPrefix(v, "realm=") {
		return false
	}
	known := false
	for _, name := range []string{"basic", "bearer", "token", "apikey", "splunk", "geniekey", "ssws", "negotiate", "ntlm", "dpop", "bot"} {
		known = known || equalFold(scheme, name)
	}
	return known || isRandom(v) || isUUID(v)
}

// bearerHit looks at "Bearer x" outside a header.
func bearerHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	if at > 0 && is(text[at-1], alnum) || i >= len(text) || !isSpace(text[i]) && text[i] != ':' {
		return
	}
	i = skipSpaces(text, i+1)
	for i < len(text) && isQuote(text[i]) {
		i++
	}
	end := run(text, i, base64Any|dot|tilde, len(text))
	for end > i && text[end-1] == '.' {
		end--
	}
	if v := text[i:end]; len(v) >= 16 && (isRandom(v) || isUUID(v)) && !isName(v) && !isPlaceholder(v) {
		s.add(&ruleBearer, i, end)
	}
}

// cookieHit reads the pairs of a Cookie or Set-Cookie header.
func cookieHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	for i < len(text) && isQuote(text[i]) {
		i++
	}
	i = skipSpaces(text, i)
	if i >= len(text) || text[i] != ':' && text[i] != '=' && !(at > 0 && text[at-1] == '-') && !isQuote(text[max(0, i-1)]) {
		return
	}
	if text[i] == ':' || text[i] == '=' {
		i++
	}
	s.cookiePairs(skipSpaces(text, i))
}

// cookiePairs judges name=value pairs separated by semicolons, up to the end of
// the line.
func (s *scan) cookiePairs(i int) {
	text := s.text
	for i < len(text) && (isQuote(text[i]) || isSpace(text[i])) {
		i++
	}
	for n := 0; n < 40 && i < len(text); n++ {
		eq := run(text, i, identPart|percent, 80)
		if eq == i || eq >= len(text) || text[eq] != '=' {
			return
		}
		end := s.credentialEnd(eq + 1)
		v := text[eq+1 : end]
		if name := text[i:eq]; len(v) >= 16 && isRandom(v) && !isCookieAttribute(name) && !isPlaceholder(v) && !isName(v) {
			s.add(&ruleCookie, eq+1, end)
		}
		if end >= len(text) || text[end] != ';' {
			return
		}
		i = skipSpaces(text, end+1)
	}
}

func isCookieAttribute(name string) bool {
	for _, a := range []string{"path", "domain", "expires", "max-age", "samesite", "version"} {
		if equalFold(name, a) {
			return true
		}
	}
	return hasPrefixFold(name, "_ga") || hasPrefixFold(name, "_gid")
}

// sessionHit looks at the well-known names of session cookies outside a header.
func sessionHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	if lit.text == "session=" {
		i--
	}
	if i >= len(text) || text[i] != '=' {
		return
	}
	end := run(text, i+1, base64Any|percent|dot, 512)
	v := text[i+1 : end]
	if lit.text == "session=" && measure(v).upper == 0 {
		return // a session's id in a log
	}
	if len(v) >= 16 && isRandom(v) && !isUUID(v) {
		s.add(&ruleCookie, i+1, end)
	}
}

// jwtHit reads the segments from "eyJ" on.
func jwtHit(s *scan, at int, _ *literal) {
	text := s.text
	if at < s.jwtDone || at > 0 && is(text[at-1], alnum) {
		return
	}
	end, segments, short := at, 0, false
	for {
		j := run(text, end, base64URL, len(text))
		short = short || j-end < 8 && segments < 2 && j-end > 0
		segments++
		if j >= len(text) || text[j] != '.' || segments >= 5 {
			end = j
			break
		}
		end = j + 1
	}
	s.jwtDone = end
	for end > at && text[end-1] == '.' {
		end--
	}
	token := text[at:end]
	first := strings.IndexByte(token, '.')
	if first < 10 || short || measure(token).distinct < 8 {
		return
	}
	switch second := token[first+1:]; {
	case strings.Count(token, ".") >= 2, len(second) >= 8 && strings.HasPrefix(second, "eyJ"):
		s.add(&ruleJWT, at, end)
	}
}
