package safety

import "strings"

var ruleOpaque = RuleInfo{"opaque-text", Suspected, "A word of 40 or more random letters and digits that nothing names: no label, no digest, no path, no block of base64", "observed in chat"}

const opaqueMin = 40

// opaqueRuns looks for long random words. It probes every twentieth byte: a run
// of forty covers two probes.
func (s *scan) opaqueRuns() {
	text := s.text
	const stride = opaqueMin / 2
	for i := stride; i < len(text); i += stride {
		if !is(text[i], base64Any) || !is(text[i-stride/2], base64Any) || !is(text[i-stride], base64Any) {
			continue
		}
		start := runBack(text, i, base64Any, len(text))
		end := run(text, i, base64Any, len(text))
		if end-start >= opaqueMin {
			s.longRun(start, end)
		}
		if end > i {
			i = end / stride * stride
		}
	}
}

// longRun looks into a long run that may be base64, and else at its looks.
func (s *scan) longRun(start, end int) {
	switch {
	case end > s.encodedDone && end-start <= 64<<10 && s.decodeRun(start, end):
	case s.opaque(start, end):
		s.add(&ruleOpaque, start, end)
	}
}

// opaque decides about the run text[start:end].
func (s *scan) opaque(start, end int) bool {
	text := s.text
	v := text[start:end]
	if len(v) > 512 || isHex(v) || strings.Contains(v, "--") {
		return false
	}
	m := measure(v)
	if m.upper < 4 || m.lower < 4 || m.digit < 3 || m.entropy() < 4.2 || m.flips*3 < m.n {
		return false
	}
	if v[0] == '/' || strings.Count(v, "/") > len(v)/16 || strings.HasPrefix(v, "AAAA") || strings.HasPrefix(v, "sha") || strings.HasPrefix(v, "LS0t") || strings.Count(v, "-")+strings.Count(v, "_") > len(v)/8 {
		return false
	}
	if strings.IndexByte(strings.TrimRight(v, "="), '=') >= 0 {
		return false
	}
	return s.standsAlone(start, end)
}

// standsAlone reports a word in a sentence: white space or quotes around it,
// nothing that names it before it, and no other line of base64 next to it.
func (s *scan) standsAlone(start, end int) bool {
	text := s.text
	i := start
	for i > 0 && isQuote(text[i-1]) {
		i--
	}
	if i > 0 && !isSpace(text[i-1]) && !isNewline(text[i-1]) && text[i-1] != '(' {
		return false
	}
	if end < len(text) && text[end] > ' ' && !isQuote(text[end]) && strings.IndexByte(",.;)", text[end]) < 0 ||
		end+1 < len(text) && text[end] == '.' && is(text[end+1], alnum) {
		return false
	}
	for i > 0 && isSpace(text[i-1]) {
		i--
	}
	if i == 0 || isNewline(text[i-1]) {
		return endsLine(text, end) && !base64Line(text, end) && !base64Before(text, i)
	}
	if b := text[i-1]; b == ':' || b == '=' || b == '>' || b == '|' || b == ',' {
		return false
	}
	word := strings.ToLower(text[runBack(text, i, alnum, 20):i])
	switch word {
	case "id", "digest", "hash", "signature", "checksum", "fingerprint", "etag", "cursor", "handle", "sha256", "sha512", "revision", "commit", "nonce", "rsa", "ed25519", "ssh", "certificate", "request", "trace", "span", "run", "build", "job", "h1", "integrity", "cert", "csr", "blob", "receipt", "uid":
		return false
	}
	return true
}

func base64Line(text string, end int) bool {
	for end < len(text) && (isNewline(text[end]) || isSpace(text[end])) {
		end++
	}
	return run(text, end, base64Any, 200)-end >= 16
}

func base64Before(text string, i int) bool {
	for i > 0 && (isNewline(text[i-1]) || isSpace(text[i-1])) {
		i--
	}
	return i > 0 && i-runBack(text, i, base64Any|dash, 200) >= 16 || i > 4 && text[i-5:i] == "-----"
}
