package safety_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// baseline has a regular expression for each rule, as a table-driven scanner
// would write it: the yardstick for speed. One combined pass over the text with
// all of them is what the engine is compared with.
var baseline = map[string]string{
	"aws-access-key":       `\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`,
	"aws-bedrock-key":      `\bABSK[A-Za-z0-9+/=]{100,}`,
	"aws-session-token":    `(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=]{80,}`,
	"google-api-key":       `AIza[\w-]{35}`,
	"google-oauth":         `(?:GOCSPX-|ya29\.)[\w.-]{24,}`,
	"azure-client-secret":  `\b\w{3}\dQ~[\w.~-]{30,36}`,
	"azure-devops-token":   `[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}`,
	"azure-ai-key":         `[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}`,
	"digitalocean-token":   `do[por]_v1_[a-f0-9]{40,}`,
	"cloudflare-token":     `cf(?:ut|at|k)_[\w-]{40,}`,
	"databricks-token":     `\bdapi[a-f0-9]{32}`,
	"heroku-token":         `HRKU-[\w-]{36,}`,
	"fly-token":            `fm(?:2|1r|1a)_[\w+/=-]{50,}`,
	"netlify-token":        `\bnf[pcuob]_[\w-]{30,}`,
	"vercel-token":         `\bvc[piark]_[\w-]{40,}`,
	"github-token":         `gh[pour]_[A-Za-z0-9]{36}|ghs_[\w.-]{36,}|github_pat_\w{22,}`,
	"gitlab-token":         `(?:gl(?:pat|ptt|dt|rt|rtr|cbt|ft|imt|agent|oas|soat|ffct|wt)-|GR1348941)[\w.-]{20,}`,
	"atlassian-token":      `(?:ATATT3|ATCTT3|ATBB)[\w=-]{24,}`,
	"buildkite-token":      `bk(?:ua|ct|aa|at|pt|cj|aj)_[A-Za-z0-9]{38,}`,
	"circleci-token":       `CCIP(?:AT|RJ)_[\w-]{40,}`,
	"sonar-token":          `sq[pua]_[a-f0-9]{40}`,
	"slack-token":          `(?:xox[bparsocde][-.]|xapp-|xwfp-)[\w.+/=%-]{20,}`,
	"newrelic-key":         `NR(?:AK|II|IQ|RA|SP|JS)-[\w-]{19,}`,
	"newrelic-license":     `[a-f0-9]{36}NRAL\b`,
	"grafana-token":        `glsa_\w{36,}|glc_[A-Za-z0-9+/=]{36,}|\beyJrIjoi[A-Za-z0-9+/=]{36,}`,
	"sentry-token":         `sntry[su]_[\w+/=-]{40,}`,
	"honeycomb-key":        `hc[a-z][iml]k_[a-z0-9]{26,}`,
	"dynatrace-token":      `dt0[cs]0\d\.[A-Z0-9.]{60,}`,
	"datadog-token":        `ddapp_[A-Za-z0-9]{34,}`,
	"openai-key":           `sk-(?:proj|svcacct|admin|None)-[\w-]{20,}|\bsk-[A-Za-z0-9]{20,}`,
	"anthropic-key":        `sk-ant-[\w-]{20,}`,
	"llm-key":              `\b(?:sk-or-v1-|sk-lf-|gsk_|xai-|pplx-|lsv2_[ps][tk]_|r8_|tvly-|csk-|nvapi-)[\w-]{30,}`,
	"huggingface-token":    `\b(?:hf_|api_org_)[A-Za-z0-9]{30,}`,
	"npm-token":            `npm_[A-Za-z0-9]{36}`,
	"pypi-token":           `pypi-AgE[\w-]{50,}`,
	"docker-token":         `dckr_[po]at_[\w-]{20,}`,
	"rubygems-key":         `rubygems_[a-f0-9]{48}`,
	"nuget-key":            `\boy2[a-z0-9]{43}\b`,
	"artifactory-key":      `\bAKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,}`,
	"crates-token":         `\bcio[A-Za-z0-9]{32}\b`,
	"vault-token":          `hv[sbr]\.[\w-]{22,}`,
	"terraform-token":      `[A-Za-z0-9]{10,18}\.atlasv1\.[\w-]{40,}`,
	"swarm-token":          `SWM(?:TKN|KEY)-1-[\w+/=-]{40,}`,
	"tailscale-key":        `tskey-[\w-]{20,}`,
	"age-key":              `AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}`,
	"onepassword-token":    `ops_eyJ[\w.+/=-]{100,}`,
	"doppler-token":        `dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}`,
	"pulumi-token":         `\bpul-[a-f0-9]{40}`,
	"planetscale-token":    `pscale_(?:pw|tkn|oauth)_[\w.-]{32,}`,
	"supabase-key":         `\b(?:sb_secret_|sbp_)[\w-]{20,}`,
	"stripe-key":           `[sr]k_(?:live|test)_[A-Za-z0-9]{16,}`,
	"webhook-secret":       `whsec_[A-Za-z0-9+/=]{24,}`,
	"sendgrid-key":         `\bSG\.[\w.-]{60,}`,
	"mailgun-key":          `\bkey-[a-z0-9]{32}\b`,
	"linear-key":           `lin_(?:api|oauth)_[A-Za-z0-9]{30,}`,
	"notion-token":         `\bntn_[A-Za-z0-9]{40,}`,
	"shopify-token":        `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
	"figma-token":          `figd_[\w-]{32,}`,
	"openshift-token":      `sha256~[\w-]{40,44}`,
	"postman-key":          `PMAK-[\w-]{40,}`,
	"alibaba-key":          `\bLTAI5t[A-Za-z0-9]{16,20}`,
	"posthog-key":          `\bphx_[\w-]{32,}`,
	"render-key":           `\brnd_[A-Za-z0-9]{24,}`,
	"telegram-token":       `\b\d{8,10}:AA[\w-]{32,35}`,
	"discord-token":        `(?i:discord).{0,160}[MNO][\w-]{22,}\.[\w-]{6}\.[\w-]{27,}`,
	"k3s-token":            `K10[a-f0-9]{64}::\w+:\w+`,
	"brevo-key":            `xkeysib-[\w-]{64,}`,
	"private-key":          `-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]{40,}?(?:-----END|\z)`,
	"armour":               `-----BEGIN [A-Z ]+-----\s*$`,
	"base64-private-key":   `LS0tLS1CRUdJTi[A-Za-z0-9+/=]+`,
	"putty-key":            `Private-Lines: \d+\n[A-Za-z0-9+/=\s]+`,
	"private-jwk":          `"kty"[^}]*"(?:d|p|q|dp|dq|qi|k)"\s*:\s*"[\w-]{16,}"`,
	"jwt":                  `\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
	"url-password":         `://[^\s/:@]*:[^\s@]{3,}@`,
	"url-credential":       `://[\w-]{20,}:?@`,
	"signed-url":           `(?i)(?:x-amz-signature|x-goog-signature|x-amz-security-token|[?&]sig|[?&]signature)=[\w%~+/=-]{16,}`,
	"webhook-url":          `hooks\.slack\.com/(?:services|workflows|triggers)/[\w/]{16,}|discord(?:app)?\.com/api/(?:v10/)?webhooks/\d+/[\w-]+|/IncomingWebhook/[\w/-]+|events\.(?:eu\.)?pagerduty\.com/integration/\w+|hooks\.zapier\.com/hooks/catch/[\w/]+`,
	"dsn-password":         `[^\s:/=]+:[^\s@]{3,}@(?:tcp|unix|udp)\(|(?:jdbc:oracle:thin:|sqlplus )\w+/[^\s@]+@`,
	"authorization-header": `(?i)authorization["']?\s*[:=,]\s*["']?(?:\w+\s+)?[\w.~+/=-]{8,}`,
	"bearer-token":         `(?i)\bbearer\s+[\w.~+/=-]{16,}`,
	"cookie":               `(?i)(?:set-)?cookie["']?\s*:\s*[^\n]*=[\w%.-]{16,}|(?:jsessionid|phpsessid|connect\.sid)=[\w%.-]{16,}`,
	"cli-password":         `(?:curl|http)\s[^\n|]*(?:-u|--user|-a)[ =]?\S+:\S+|(?:mysql|mariadb|mongo|sshpass|docker login|redis-cli|ldap|sqlcmd)\S*\s[^\n|]*-[paPw]\s?\S{4,}`,
	"netrc":                `login\s+\S+\s+password\s+\S+`,
	"pgpass":               `(?m)^[\w.*-]+:(?:\d+|\*):[\w*-]+:[\w.-]+:\S{4,}$`,
	"sql-password":         `(?i)identified\s+(?:with\s+\w+\s+)?by\s+'[^']+'`,
	"xml-password":         `(?i)<[\w.:-]*password>[^<]+</`,
	"pair-password":        `(?i)name["']?\s*[:=]\s*["']?\w*(?:password|token|secret|key)["']?,?\s+["']?value["']?\s*[:=]\s*\S+`,
	"password-hash":        `\$(?:1|5|6|y|2[aby]|apr1|argon2\w*|pbkdf2[\w-]*|scrypt)\$[\w./$=,+-]{20,}|SCRAM-SHA-256\$\S+|\{SSHA\}\S+`,
	"kubernetes-secret":    `kind:\s*Secret\b[\s\S]{0,1000}?\bdata:\s*(?:\n\s+[\w.-]+:\s*[A-Za-z0-9+/=]{8,})+`,
	"kubeadm-token":        `token\s*[:= ]\s*[a-z0-9]{6}\.[a-z0-9]{16}\b`,
	"registry-auth":        `"?_?auth"?\s*[:=]\s*"?[A-Za-z0-9+/=]{8,}`,
	"wireguard-key":        `(?i)(?:private|preshared)_?key\s*=\s*[A-Za-z0-9+/]{43}=`,
	"base64-credential":    `(?i)(?:base64|b64|payload|echo )\W{0,20}[A-Za-z0-9+/=_-]{16,}`,
	"opaque-text":          `\b[A-Za-z0-9+/=_-]{40,}\b`,
	"labeled-password":     `(?i)[\w.-]*(?:pass(?:word|wd|phrase|code|wort)?|pwd|contraseña|senha|пароль|密码|パスワード)[\w.-]*["'\]*]*\s*(?:[:=|]+|=>|->|\bis\b|\bto\b|\s)\s*["']?[^\s"']{4,}`,
	"labeled-secret":       `(?i)[\w.-]*(?:dsn|psk|cred(?:ential)?s?|secret)["'\]*]*\s*(?:[:=|]+|=>|\bis\b)\s*["']?[^\s"']{16,}`,
	"labeled-token":        `(?i)[\w.-]*(?:token|jwt|pat)["'\]*]*\s*(?:[:=|]+|=>|\bis\b|\s)\s*["']?[^\s"']{16,}`,
	"labeled-api-key":      `(?i)[\w.-]*(?:api|access|secret|private|account|signing|encryption|license)[ _-]?key["'\]*]*\s*(?:[:=|]+|=>|\bis\b)\s*["']?[^\s"']{16,}`,
}

// combined is all of the baseline as one alternation.
func combined() *regexp.Regexp {
	var parts []string
	for _, r := range safety.Rules() {
		parts = append(parts, "(?:"+baseline[r.ID]+")")
	}
	return regexp.MustCompile(strings.Join(parts, "|"))
}

func TestBaselineHasEveryRule(t *testing.T) {
	rules := safety.Rules()
	for _, r := range rules {
		require.NotEmpty(t, baseline[r.ID], "no regular expression for %s", r.ID)
		_, err := regexp.Compile(baseline[r.ID])
		require.NoError(t, err, r.ID)
	}
	require.Len(t, baseline, len(rules), "a regular expression without a rule")
	t.Logf("%d rules", len(rules))
}

// BenchmarkBaselineLogs is the combined pass over the texts of
// BenchmarkScanLogs.
func BenchmarkBaselineLogs(b *testing.B) {
	texts := pieces(64)
	re := combined()
	b.SetBytes(int64(len(strings.Join(texts, "")) / len(texts)))
	for i := 0; b.Loop(); i++ {
		re.FindAllStringIndex(texts[i%len(texts)], -1)
	}
}

// BenchmarkBaselineSeparate runs the expressions one after the other, which is
// kinder to Go's regexp: each can look for its literal prefix.
func BenchmarkBaselineSeparate(b *testing.B) {
	texts := pieces(64)
	var all []*regexp.Regexp
	for _, r := range safety.Rules() {
		all = append(all, regexp.MustCompile(baseline[r.ID]))
	}
	b.SetBytes(int64(len(strings.Join(texts, "")) / len(texts)))
	for i := 0; b.Loop(); i++ {
		for _, re := range all {
			re.FindAllStringIndex(texts[i%len(texts)], -1)
		}
	}
}
