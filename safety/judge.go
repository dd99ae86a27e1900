package safety

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

func decode(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// manner is how a value is joined to its label, which decides how much the
// value itself must show.
type manner uint8

const (
	tight   manner = iota // password=V, password: V
	cell                  // | password | V |
	prose                 // the password is V
	spaced                // password V
	flagged               // --password V, ENV PASSWORD V
)

// judge decides whether a value behind a label is a credential, and which rule
// names it.
func (s *scan) judge(l label, v value, how manner) *RuleInfo {
	text := s.text[v.start:v.end]
	if len(text) > judgeLimit {
		text = text[:judgeLimit]
	}
	if text == "" || isSpace(text[0]) {
		return nil // what stands between two quoted strings
	}
	m := measure(text)
	if l.kind == keyish && (m.n < 10 || m.distinct < 6) {
		return nil // too short or too even to be generated
	}
	if standsFor(text, &m) || isStateWord(strings.Trim(text, ".,;:!?()")) {
		return nil
	}
	if v.quoted && v.start > 0 && s.text[v.start-1] == '`' && strings.IndexByte(text, ' ') > 0 {
		return nil // a command
	}
	if rule := l.special(text); rule != nil {
		return rule
	}
	ok := false
	if l.kind == strong {
		ok = strongValue(text, &m, v, how, l.bare) && !(l.picky && m.digit == 0 && m.symbol == 0)
	} else {
		ok = keyishValue(text, &m, v, how)
	}
	if !ok {
		return nil
	}
	return l.rule
}

// special recognises values whose shape says more than their label.
func (l label) special(v string) *RuleInfo {
	if l.kind != keyish {
		return nil
	}
	switch {
	case len(v) == 44 && v[43] == '=' && l.wire && run(v, 0, base64Std, 44) == 44:
		return &ruleWireguard
	case len(v) == 23 && v[6] == '.' && l.rule == &ruleLabeledToken && isLowerAlnum(v[:6]) && isLowerAlnum(v[7:]) && measure(v).digit > 0:
		return &ruleKubeadm
	}
	return nil
}

// strongValue decides about values behind password, passphrase and their kin.
func strongValue(v string, m *shape, val value, how manner, bare bool) bool {
	if isDateOrNumber(v, m, how) || isCallOrType(v) || strings.Count(v, ":") >= 4 && strings.IndexByte(v, '/') > 0 {
		return false // the last is a line of /etc/passwd
	}
	if how != tight && isGibberish(v) {
		return true
	}
	mixed := m.upper > 0 && m.lower > 0 && !isWord(v)
	switch how {
	case tight, flagged:
		if bare && !val.quoted {
			return m.n >= 6 && m.letters() > 0 && (m.digit > 0 || mixed && m.n >= 8 && m.symbol == 0) && !isName(v) && !isWordPiece(v) && !strings.Contains(v, "Test")
		}
		switch {
		case m.n < 4:
			return false
		case m.digit > 0 || m.other > 0 && m.n >= 6:
			return true
		case innerSymbol(v):
			return !isPhrase(v) && (!isName(v) || mixed)
		case mixed:
			return val.quoted || val.alone || how == flagged
		case m.symbol > 0:
			return val.quoted && isPassphrase(v)
		}
		return m.n >= 6 && (val.quoted || val.alone && how == tight) && !isTitle(v)
	case cell:
		return m.n >= 8 && !isName(v) && !isPhrase(v) && (m.digit > 0 && m.letters() > 0 || mixed && innerSymbol(v) || mixed && m.symbol == 0)
	case prose:
		if val.quoted && strings.IndexByte(v, ' ') > 0 {
			return isPassphrase(v)
		}
		switch {
		case m.n < 6 || isName(v) || isPhrase(v):
			return false
		case m.digit > 0:
			return m.letters() > 0 && !isTechnical(v) || m.digit >= 6 && m.letters() == 0
		case m.upper > 0 && m.lower > 0 && innerSymbol(v), mixed && m.symbol == 0:
			return true
		}
		return val.quoted && m.symbol == 0 && !isTitle(v) && m.n >= 8
	}
	return m.n >= 7 && !isName(v) && !isPhrase(v) && !isTechnical(v) && (m.digit > 0 && m.letters() > 0 || mixed && innerSymbol(v))
}

// keyishValue decides about values behind token, secret, key and their kin.
func keyishValue(v string, m *shape, val value, how manner) bool {
	if isUUID(v) {
		return true
	}
	if isObjectName(v) || isCallOrType(v) || isDigest(v) || isPhrase(v) || isFileName(v) {
		return false
	}
	switch how {
	case tight, flagged, cell:
		return m.random() || passwordLike(v, m)
	case prose:
		return m.random() && m.digit > 0
	}
	return m.n >= 20 && m.digit > 0 && m.random()
}

// passwordLike reports a short value that only a password looks like: all of
// lower, upper and digit or letter, digit and a symbol no name holds.
func passwordLike(v string, m *shape) bool {
	if m.n < 10 || m.digit == 0 || m.letters() < 3 || isWordPiece(v) {
		return false
	}
	if strings.ContainsAny(v, "!@#$%^&*?+=~") {
		return innerSymbol(v)
	}
	return m.symbol == 0 && m.lower > 1 && m.upper > 1 && m.digit > 1 && m.flips >= 4
}

// isGibberish reports lower- or upper-case letters whose neighbours are not
// those of words: at most half of the pairs are common ones.
func isGibberish(v string) bool {
	if len(v) < 8 || run(v, 0, letters, len(v)) != len(v) {
		return false
	}
	common := 0
	for i := 1; i < len(v); i++ {
		if commonPair(lowerByte(v[i-1]), lowerByte(v[i])) {
			common++
		}
	}
	return common*2 <= len(v)-1
}

// innerSymbol reports a sign that names and sentences do not hold, or one of
// theirs twice.
func innerSymbol(v string) bool {
	i := strings.IndexAny(v, "!@#$%^&*?+=~;<>")
	return i >= 0 && (i < len(v)-1 || len(v) >= 8)
}

// isTitle reports a capitalised word, as a form or a table has.
func isTitle(v string) bool { return v != "" && is(v[0], uppers) && isWord(v) }

// isDateOrNumber reports dates, times, versions, durations and amounts.
func isDateOrNumber(v string, m *shape, how manner) bool {
	if m.digit == 0 || m.other > 0 {
		return false
	}
	if m.letters() == 0 && how != tight && how != flagged {
		return m.symbol > 0 || m.n < 6
	}
	if m.letters() == 0 && m.symbol > 0 && run(v, 0, digits|dash|dot|slash, len(v)) == len(v) {
		return strings.Count(v, "-") == 2 || strings.Count(v, ".") >= 1 || strings.Count(v, "/") >= 1
	}
	if v[0] == 'v' && len(v) > 1 && is(v[1], digits) && run(v, 1, digits|dot|dash|lowers, len(v)) == len(v) && strings.Contains(v, ".") {
		return true
	}
	if i := run(v, 0, digits|dot, len(v)); i > 0 && i < len(v) {
		switch v[i:] {
		case "s", "m", "h", "d", "w", "y", "ms", "us", "ns", "min", "mins", "sec", "secs", "hours", "days", "day", "kb", "mb", "gb", "KB", "MB", "GB", "Ki", "Mi", "Gi", "k", "K", "x", "th", "st", "nd", "rd", "bit", "bits", "bytes", "chars", "%", "-day", "-days", "-bit", "-char", "-character", "-chars", "-digit", "-byte", "-hour", "-minute":
			return true
		}
		return m.n >= 19 && v[i] == '-' && strings.Contains(v, "T") && strings.Count(v, ":") >= 2
	}
	return false
}

// isCallOrType reports code: a call, a generic or an index. Of a call whose
// arguments hold a comma only the beginning is here: then a call within it tells.
func isCallOrType(v string) bool {
	i := run(v, 0, identPart, len(v))
	if i == 0 || i == len(v) || v[i] != '(' {
		return false
	}
	if strings.IndexByte(v[i:], ')') > 0 || i == len(v)-1 {
		return true
	}
	inner := v[i+1:]
	j := strings.IndexByte(inner, '(')
	return j > 0 && run(strings.ReplaceAll(inner[:j], ".", "_"), 0, identPart, j) == j
}

// isDigest reports a named digest such as sha256:….
func isDigest(v string) bool {
	i := strings.IndexAny(v, ":-")
	return i >= 3 && i <= 8 && (strings.HasPrefix(v, "sha") || strings.HasPrefix(v, "md5")) && len(v)-i > 24
}

// isFileName reports a name with a file's ending.
func isFileName(v string) bool {
	i := strings.LastIndexByte(v, '.')
	if i <= 0 || run(v, 0, identPart|slash, len(v)) != len(v) {
		return false
	}
	switch v[i+1:] {
	case "pem", "key", "crt", "cert", "json", "yaml", "yml", "txt", "conf", "cfg", "ini", "toml", "env", "go", "py", "js", "ts", "rb", "java", "sh", "tf", "md", "log", "pub", "p12", "pfx", "jks", "gpg", "enc", "tpl", "j2", "html", "xml":
		return true
	}
	return false
}

// isTechnical reports words with digits that prose uses: algorithms, units,
// ticket numbers, host names.
func isTechnical(v string) bool {
	if i := strings.IndexByte(v, '-'); i > 0 && run(v, 0, uppers, i) == i && run(v, i+1, digits, len(v)) == len(v) {
		return true // OPS-980
	}
	switch strings.ToLower(v) {
	case "argon2id", "argon2i", "sha256", "sha512", "sha-256", "sha-512", "base64", "base32", "md5sum", "oauth2", "oauth2.0", "utf-8", "utf8mb4", "pbkdf2", "bcrypt2", "1password", "ed25519", "aes256", "aes-256", "rsa2048", "rsa4096", "x25519", "curve25519", "scram-sha-256", "http2", "ipv4", "ipv6", "k8s", "tls1.2", "tls1.3", "totp6", "hs256", "rs256", "es256", "p-256", "keepass2", "ldap3", "oauth1":
		return true
	}
	return isWordPiece(v) && len(trimDigits([]byte(v))) == len(v) || strings.Count(v, ".") >= 2 && run(v, 0, lowers|digits|dot|dash, len(v)) == len(v)
}

// isPhrase reports values of several words that say something, or a path.
func isPhrase(v string) bool {
	if strings.IndexByte(v, ' ') > 0 {
		return true
	}
	return strings.Count(v, "/") >= 2 && run(v, 0, identPart|slash, len(v)) == len(v) && !isRandom(v)
}

// isPassphrase reports three or more plain words of which none is a sentence's.
func isPassphrase(v string) bool {
	fields := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '.' })
	if len(fields) < 3 || strings.IndexByte(v, ' ') < 0 {
		return len(fields) >= 4 && strings.IndexByte(v, '/') < 0
	}
	for _, f := range fields {
		if isStateWord(f) || len(f) < 3 || run(f, 0, alnum, len(f)) != len(f) {
			return false
		}
	}
	return true
}

// isUserPassword reports base64 of user:password.
func isUserPassword(v string) bool {
	v = strings.TrimRight(v, "=")
	plain, err := base64.RawStdEncoding.DecodeString(v)
	if err != nil {
		if plain, err = base64.RawURLEncoding.DecodeString(v); err != nil {
			return false
		}
	}
	i := strings.IndexByte(string(plain), ':')
	return i >= 0 && i < len(plain)-1 && printable(plain)
}

func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7f {
			return false
		}
	}
	return len(b) > 0
}
