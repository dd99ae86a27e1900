package safety

import "strings"

var (
	ruleJWK    = RuleInfo{"private-jwk", Certain, "Private members (d, p, q, dp, dq, qi, k) of a JSON Web Key", "RFC 7518, section 6"}
	rulePgpass = RuleInfo{"pgpass", Certain, "Password in a .pgpass line: host:port:database:user:V", "PostgreSQL docs, the password file"}
	ruleSQL    = RuleInfo{"sql-password", Suspected, "IDENTIFIED BY 'V' and IDENTIFIED WITH x BY 'V'", "MySQL and Oracle SQL references"}
	ruleHash   = RuleInfo{"password-hash", Suspected, "Password hash: crypt(3), bcrypt, Argon2, PBKDF2, SCRAM, SSHA", "crypt(5), PostgreSQL docs, OpenLDAP"}
)

// jwkHit looks for private members in the object that holds "kty".
func jwkHit(s *scan, at int, _ *literal) {
	if at < s.jwkDone {
		return
	}
	start, end := enclosingObject(s.text, at)
	s.jwkDone = end
	for i := start; i < end; {
		key, ok := jsonString(s.text, i, end)
		if !ok {
			return
		}
		i = key.end + 1
		switch s.text[key.start:key.end] {
		case "d", "p", "q", "dp", "dq", "qi", "k":
			if val, ok := jsonString(s.text, i, end); ok {
				if val.end-val.start >= 16 && run(s.text, val.start, base64URL, len(s.text)) == val.end {
					s.add(&ruleJWK, val.start, val.end)
				}
				i = val.end + 1
			}
		}
	}
}

// pgpassHit reads host:port:database:user:password. Behind the word pgpass it
// reads the lines that follow.
func pgpassHit(s *scan, at int, lit *literal) {
	text := s.text
	if lit.text != "pgpass" {
		s.pgpassLine(lineStart(text, at, 300))
		return
	}
	i := lineEnd(text, at, 300)
	for n := 0; n < 20 && i < len(text) && text[i] == '\n'; n++ {
		s.pgpassLine(i + 1)
		i = lineEnd(text, i+1, 600)
	}
}

func (s *scan) pgpassLine(i int) {
	text := s.text
	if i < s.pgpassDone {
		return
	}
	end := lineEnd(text, i, 600)
	s.pgpassDone = end
	line := strings.TrimRight(text[i:end], "\r ")
	// The fields may stand in quotes, behind an echo or in a list.
	from := 0
	fields := 0
	for j := 0; j < len(line) && fields < 4; j++ {
		switch b := line[j]; {
		case b == ':':
			if j == from && fields < 4 {
				return
			}
			fields++
			from = j + 1
		case isSpace(b) || isQuote(b):
			fields, from = 0, j+1
		case !is(b, identPart) && b != '*' && b != '@':
			return
		}
	}
	if fields < 4 {
		return
	}
	v := line[from:]
	if k := strings.IndexAny(v, " \"'`"); k >= 0 {
		v = v[:k]
	}
	parts := strings.Split(line[:from-1], ":")
	if port := parts[1]; port != "*" && run(port, 0, digits, len(port)) != len(port) {
		return
	}
	if len(v) >= 4 && !isPlaceholder(v) && measure(v).distinct > 2 {
		s.add(&rulePgpass, i+from, i+from+len(v))
	}
}

// sqlHit reads the quoted string after IDENTIFIED BY.
func sqlHit(s *scan, at int, lit *literal) {
	text := s.text
	i := at + len(lit.text)
	if strings.HasPrefix(lit.text, "identified with") {
		k := strings.Index(strings.ToLower(text[i:min(len(text), i+60)]), " by ")
		if k < 0 {
			return
		}
		i += k + 4
	}
	i = skipSpaces(text, i)
	if hasPrefixFold(text[i:], "password ") {
		i = skipSpaces(text, i+9)
	}
	if i >= len(text) || text[i] != '\'' && text[i] != '"' {
		v := s.readBare(i, place{semi: true})
		if word := text[v.start:v.end]; strongShape(word) && !isPlaceholder(word) {
			s.add(&ruleSQL, v.start, v.end) // Oracle takes it bare
		}
		return
	}
	v := s.readQuoted(i)
	if word := text[v.start:v.end]; len(word) >= 3 && v.quoted && !isPlaceholder(word) {
		s.add(&ruleSQL, v.start, v.end)
	}
}

// hashHit reads a password hash to its end.
func hashHit(s *scan, at int, lit *literal) {
	text := s.text
	end := at
	for end < len(text) && (is(text[end], base64Any|dot) || strings.IndexByte("$,:{}*", text[end]) >= 0) && end-at < 400 {
		if text[end] == ':' && lit.text != "SCRAM-SHA-256$" {
			break
		}
		end++
	}
	v := text[at:end]
	if m := measure(v); m.n >= len(lit.text)+20 && m.distinct >= 12 && (m.digit > 0 || m.upper > 0) && (lit.text[0] == '{' || strings.Count(v, "$") >= 2) {
		s.add(&ruleHash, at, end)
		s.resume = end
	}
}
