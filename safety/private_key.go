package safety

import (
	"encoding/base64"
	"strings"
)

var (
	rulePrivateKey = RuleInfo{"private-key", Certain, "PEM, OpenSSH, PGP or SSH2 private key: the body and the END line; a bare BEGIN line at the end of a line", "RFC 7468, RFC 4716, RFC 9580"}
	ruleArmour     = RuleInfo{"armour", Suspected, "An unknown armour with a body, or a known one with nothing after its BEGIN line", "RFC 7468"}
	ruleBase64Key  = RuleInfo{"base64-private-key", Certain, "Base64 of a PEM private key, as in client-key-data", "Kubernetes docs, kubeconfig"}
	rulePutty      = RuleInfo{"putty-key", Certain, "PuTTY private key: the lines after Private-Lines", "PuTTY manual, PPK format"}
)

// pemLimit is how far a private key reaches when its END line is missing, in
// bytes. It holds an RSA key of 16,384 bits several times.
const pemLimit = 64 << 10

// pemBody is the alphabet of an armoured body and what may stand between its
// lines: line breaks (also as \n), indentation, quote marks, headers' colons.
const pemBody = base64Std

// pemHit looks at "BEGIN " after dashes.
func pemHit(s *scan, at int, _ *literal) {
	text := s.text
	labelStart := at + len("-BEGIN ")
	labelEnd := run(text, labelStart, uppers|digits, 1)
	for labelEnd < len(text) && labelEnd-labelStart < 60 && (is(text[labelEnd], alnum|slash|dot) || text[labelEnd] == ' ' && labelEnd+1 < len(text) && text[labelEnd+1] != '-') {
		labelEnd++
	}
	body := labelEnd
	for body < len(text) && (text[body] == '-' || text[body] == ' ' && body-labelEnd < 2) {
		body++
	}
	if body-labelEnd < 4 {
		return
	}
	label := strings.TrimSpace(text[labelStart:labelEnd])
	begin := runBack(text, at+1, dash, 5)
	if strings.Contains(label, "PRIVATE KEY") {
		s.privateKey(begin, body, label)
		return
	}
	s.armour(begin, body, label)
}

// privateKey records the body of a key whose BEGIN line spans begin to body.
func (s *scan) privateKey(begin, body int, label string) {
	end, n := pemEnd(s.text, body, label)
	if n >= 40 {
		s.add(&rulePrivateKey, skipBreaks(s.text, body, end), end)
		s.resume = end
		return
	}
	if bareHeader(s.text, body) {
		s.add(&rulePrivateKey, begin, body)
	}
}

// armour suspects what calls itself armoured but is none of the public forms.
func (s *scan) armour(begin, body int, label string) {
	_, n := pemEnd(s.text, body, label)
	switch {
	case n < 40:
		if bareHeader(s.text, body) {
			s.add(&ruleArmour, begin, body)
		}
	case !publicArmour(label):
		end, _ := pemEnd(s.text, body, label)
		s.add(&ruleArmour, skipBreaks(s.text, body, end), end)
	}
}

// publicArmour reports the labels of certificates, public keys, signatures and
// encrypted messages.
func publicArmour(label string) bool {
	for _, part := range []string{"CERTIFICATE", "PUBLIC KEY", "PARAMETERS", "CRL", "PKCS7", "CMS", "SIGNATURE", "SIGNED MESSAGE", "MESSAGE", "ENCRYPTED FILE", "TIMESTAMP", "OCSP", "TRUSTED"} {
		if strings.Contains(label, part) {
			return true
		}
	}
	return false
}

// bareHeader reports a BEGIN line without a body: nothing but white space
// follows on its line, so a key was cut off here, and what comes next is no
// marker, which is what is left of a redacted key. In a sentence about headers
// words follow.
func bareHeader(text string, i int) bool {
	if !endsLine(text, i) {
		return false
	}
	rest := strings.TrimLeft(text[i:min(len(text), i+80)], " \t\r\n>|#*\"'")
	return !strings.HasPrefix(rest, markerStart)
}

// endsLine reports whether nothing but white space follows on the line.
func endsLine(text string, i int) bool {
	i = skipSpaces(text, i)
	return i == len(text) || isNewline(text[i])
}

// pemEnd returns the end of an armoured body, after its END line if there is
// one, and how many base64 bytes it has. Without an END line it goes as far as
// lines of base64 do.
func pemEnd(text string, i int, label string) (end, n int) {
	limit := min(len(text), i+pemLimit)
	end = i
	for i < limit {
		b := text[i]
		switch {
		case is(b, pemBody):
			j := run(text, i, pemBody, limit-i)
			if n >= 40 && j < limit && (text[j] == ' ' || text[j] == '[' || text[j] == ',') && !pemWord(text[i:j], n) {
				return end, n
			}
			if j < limit && text[j] == ':' || j < limit && text[j] == '-' && !strings.HasPrefix(text[j:], "-----") {
				next, ok := pemHeader(text, i, limit)
				if !ok {
					return end, n
				}
				i = next
				continue
			}
			n += j - i
			i, end = j, j
		case b == '-':
			if e, ok := pemEndLine(text, i); ok {
				return e, n
			}
			return end, n
		case isNewline(b), isSpace(b), isQuote(b), b == '>', b == '|', b == '+', b == ',', b == '\\', b == '#', b == '*':
			i++
		default:
			return end, n
		}
	}
	return end, n
}

// pemWord reports whether a run inside a body still looks like base64: a long
// line, or a short one that pads or ends it.
func pemWord(w string, n int) bool {
	return len(w) >= 24 || strings.HasSuffix(w, "=") || n == 0
}

// pemHeader skips a header line such as "Proc-Type: 4,ENCRYPTED".
func pemHeader(text string, i, limit int) (int, bool) {
	j := run(text, i, alnum|dash, 40)
	if j >= limit || text[j] != ':' || j-i < 3 {
		return 0, false
	}
	return lineEnd(text, j, 200), true
}

// pemEndLine returns the end of an END line at i.
func pemEndLine(text string, i int) (int, bool) {
	j := run(text, i, dash, 5)
	for j < len(text) && text[j] == ' ' {
		j++
	}
	if !strings.HasPrefix(text[j:], "END ") {
		return 0, false
	}
	for k := j; k < len(text) && k < j+80 && text[k] != '\n'; k++ {
		if text[k] == '-' {
			return run(text, k, dash, 5), true
		}
	}
	return 0, false
}

// skipBreaks moves past line breaks and indentation, so that the marker stands
// where the first line of the body stood.
func skipBreaks(text string, i, end int) int {
	for i < end && (isNewline(text[i]) || isSpace(text[i])) {
		i++
	}
	return i
}

// base64KeyHit looks at base64 of "-----BEGIN ".
func base64KeyHit(s *scan, at int, _ *literal) {
	end := base64End(s.text, at)
	head := s.text[at:min(end, at+80)]
	plain, _ := base64.StdEncoding.DecodeString(head[:len(head)/4*4])
	if strings.Contains(string(plain), "PRIVATE KEY") {
		s.add(&ruleBase64Key, at, end)
	}
	s.resume = end
}

// base64End returns the end of a base64 value, following it over line breaks
// as long as whole lines of base64 come.
func base64End(text string, i int) int {
	end := run(text, i, base64Std, len(text))
	for {
		j := end
		if j < len(text) && text[j] == '\r' {
			j++
		}
		if j >= len(text) || text[j] != '\n' || text[end-1] == '=' {
			return end
		}
		j = skipSpaces(text, j+1)
		k := run(text, j, base64Std, len(text))
		if k-j < 16 || k < len(text) && !isNewline(text[k]) && !isQuote(text[k]) {
			return end
		}
		end = k
	}
}

// puttyHit redacts the lines that "Private-Lines: n" announces.
func puttyHit(s *scan, at int, _ *literal) {
	text := s.text
	start := lineEnd(text, at, 80)
	end := start
	for i := start; i < len(text) && isNewline(text[i]); {
		for i < len(text) && isNewline(text[i]) {
			i++
		}
		i = skipSpaces(text, i)
		j := run(text, i, base64Std, 100)
		if j-i < 4 || j < len(text) && !isNewline(text[j]) || j-start > pemLimit {
			break
		}
		i, end = j, j
	}
	if end-start >= 40 {
		s.add(&rulePutty, skipBreaks(text, start, end), end)
		s.resume = end
	}
}
