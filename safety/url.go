package safety

import "strings"

var (
	ruleURLPassword = RuleInfo{"url-password", Certain, "Password in the authority of a URL, percent-encoded or raw", "RFC 3986, userinfo"}
	ruleURLToken    = RuleInfo{"url-credential", Certain, "Token in the place of the user in a URL (git, Sentry DSN)", "RFC 3986, userinfo; Sentry docs, DSN"}
	ruleSignedURL   = RuleInfo{"signed-url", Suspected, "Signature of a signed URL: X-Amz-Signature, X-Goog-Signature, sig, Signature", "AWS SigV4, Google Cloud signed URLs, Azure SAS"}
	ruleWebhookURL  = RuleInfo{"webhook-url", Certain, "Secret part of an incoming webhook's URL (Slack, Discord, Teams, PagerDuty, Zapier and others)", "the vendors' webhook documentation"}
	ruleDSN         = RuleInfo{"dsn-password", Certain, "Password in user:password@tcp(host) or user/password@//host", "go-sql-driver/mysql, Oracle easy connect"}
)

// urlWindow is how much of an authority is looked at, in bytes.
const urlWindow = 512

// urlHit looks at the authority after "://".
func urlHit(s *scan, at int, _ *literal) {
	start := at + 3
	if start < s.urlDone {
		return
	}
	end := start
	limit := min(len(s.text), start+urlWindow)
	for end < limit && !endsURL(s.text[end]) && !strings.HasPrefix(s.text[end:], "://") {
		end++
	}
	seg := s.text[start:end]
	userinfo := authority(seg)
	if userinfo < 0 {
		return
	}
	s.urlDone = start + userinfo
	s.judgeUserinfo(start, start+userinfo)
}

func endsURL(b byte) bool {
	return b <= ' ' || b == '"' || b == '`' || b == '<' || b == '>' || b == 0x7f || b == '\''
}

// authority returns the length of the userinfo at the start of seg, or -1. It
// ends at the last @ before the path. A password may hold a raw / ? or #; that
// is believed only if what stands before is no host and what follows the @ is.
func authority(seg string) int {
	path := strings.IndexAny(seg, "/?#")
	if path < 0 {
		path = len(seg)
	}
	if at := strings.LastIndexByte(seg[:path], '@'); at >= 0 {
		return at
	}
	if path == len(seg) || hostLike(seg[:path]) {
		return -1
	}
	at := strings.IndexByte(seg[path:], '@')
	if at < 0 {
		return -1
	}
	at += path
	if host := seg[at+1:]; !hostLike(host[:run(host, 0, alnum|dash|dot, 80)]) || len(host) == 0 {
		return -1
	}
	return at
}

// hostLike reports a host with or without a port, not user:password.
func hostLike(s string) bool {
	host, port, found := strings.Cut(s, ":")
	if found && run(port, 0, digits, len(port)) != len(port) {
		return false
	}
	return host != "" && run(host, 0, alnum|dash|dot|under, len(host)) == len(host)
}

// judgeUserinfo decides what in text[start:end], the userinfo, is secret.
func (s *scan) judgeUserinfo(start, end int) {
	info := s.text[start:end]
	colon := strings.IndexByte(info, ':')
	user, password := info, ""
	if colon >= 0 {
		user, password = info[:colon], info[colon+1:]
	}
	if strings.HasPrefix(info, markerStart) {
		return
	}
	if password == "" || password == "x-oauth-basic" {
		if len(user) >= 20 && (isRandom(user) || isUUID(user)) {
			s.add(&ruleURLToken, start, start+len(user))
		}
		return
	}
	if len(password) < 3 || password == user || isPlaceholder(password) || isStandIn(password) {
		return
	}
	if len(user) >= 32 && isHex(user) && isHex(password) {
		s.add(&ruleURLToken, start, start+len(user))
	}
	s.add(&ruleURLPassword, start+colon+1, end)
}

// signedHit looks at a query parameter that holds a signature.
func signedHit(s *scan, at int, lit *literal) {
	start := at + len(lit.text)
	end := run(s.text, start, base64Any|percent|tilde, 4096)
	if v := s.text[start:end]; len(v) >= 16 && measure(v).distinct >= 6 && !lowerWords(v) && !isPlaceholder(v) {
		s.add(&ruleSignedURL, start, end)
	}
}

// webhook is the path before the secret part of an incoming webhook's URL.
type webhook struct {
	literal string
	// skip is how many path segments stand between the literal and the secret.
	skip int
}

var webhooks = []webhook{
	{"hooks.slack.com/services/", 0}, {"hooks.slack.com/workflows/", 0}, {"hooks.slack.com/triggers/", 0},
	{"discord.com/api/webhooks/", 1}, {"discordapp.com/api/webhooks/", 1}, {"discord.com/api/v10/webhooks/", 1},
	{"/IncomingWebhook/", 0}, {"events.pagerduty.com/integration/", 0}, {"events.eu.pagerduty.com/integration/", 0},
	{"hooks.zapier.com/hooks/catch/", 0}, {"maker.ifttt.com/trigger/", 3}, {"hc-ping.com/", 0},
	{"alert.victorops.com/integrations/generic/", 2}, {"hooks.spotify.com/", 0},
}

// webhookHit redacts the path from the secret segment on.
func webhookHit(s *scan, at int, lit *literal) {
	text, start := s.text, at+len(lit.text)
	for _, w := range webhooks {
		if w.literal != lit.text {
			continue
		}
		for n := 0; n < w.skip; n++ {
			end := run(text, start, base64URL|dot, 200)
			if end == len(text) || text[end] != '/' {
				return
			}
			start = end + 1
		}
	}
	end := run(text, start, base64Any|dot|percent, 400)
	for end > start && (text[end-1] == '.' || text[end-1] == '/') {
		end--
	}
	if v := text[start:end]; len(v) >= 16 && measure(v).digit > 0 && measure(v).distinct >= 8 {
		s.add(&ruleWebhookURL, start, end)
		s.resume = end
	}
}

// dsnHit looks back from "@tcp(" and its kin for user:password.
func dsnHit(s *scan, at int, _ *literal) {
	start := at
	for start > s.dsnDone && at-start < 200 && !isSpace(s.text[start-1]) && !isNewline(s.text[start-1]) && !isQuote(s.text[start-1]) && s.text[start-1] != '=' && s.text[start-1] != '/' {
		start--
	}
	s.dsnDone = at
	user, password, ok := strings.Cut(s.text[start:at], ":")
	if ok && len(password) >= 3 && password != user && !isPlaceholder(password) && !isStandIn(password) {
		s.add(&ruleDSN, start+len(user)+1, at)
	}
}

// oracleHit looks at user/password@ after a thin driver's URL or a client's
// name.
func oracleHit(s *scan, at int, lit *literal) {
	text, start := s.text, at+len(lit.text)
	end := start
	for end < len(text) && end-start < 200 && !endsURL(text[end]) {
		end++
	}
	seg := text[start:end]
	if i := strings.LastIndexByte(seg, ':'); lit.text == "jdbc:oracle" && i >= 0 {
		if j := strings.IndexByte(seg, '/'); j > 0 {
			if k := strings.LastIndexByte(seg[:j], ':'); k >= 0 {
				start, seg = start+k+1, seg[k+1:]
			}
		}
	}
	user, rest, ok := strings.Cut(seg, "/")
	at = strings.LastIndexByte(rest, '@')
	if i := strings.Index(rest, "@//"); i >= 0 {
		at = i
	}
	if !ok || at < 3 || user == "" || rest[:at] == user || isPlaceholder(rest[:at]) || isStandIn(rest[:at]) {
		return
	}
	s.add(&ruleDSN, start+len(user)+1, start+len(user)+1+at)
}
