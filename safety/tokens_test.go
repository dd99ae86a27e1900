package safety_test

import "strings"

// token is a vendor's token: how it is made, and a near miss that is none.
type token struct {
	rule string
	make func(g gen) string
	miss func(g gen) string
}

// prefixed makes a token of a prefix and n characters of an alphabet.
func prefixed(prefix, alphabet string, n int) func(g gen) string {
	return func(g gen) string { return prefix + g.from(alphabet, n) }
}

func words(s string) func(g gen) string { return func(gen) string { return s } }

// tokens has at least one entry for each rule that matches vendors' tokens.
var tokens = []token{
	{"aws-access-key", prefixed("AK"+"IA", upper+"234567", 16), words("AK" + "IA is the prefix")},
	{"aws-access-key", prefixed("AS"+"IA", upper+"234567", 16), words("EURASIA2026SUMMITPLAN")},
	{"aws-bedrock-key", prefixed("ABSK", alnums, 128), prefixed("ABSK", alnums, 12)},
	{"aws-session-token", prefixed("IQoJb3JpZ2lu"+"X2Vj", alnums+"+/", 400), words("IQoJb3JpZ2lu" + "X2Vj...")},
	{"google-api-key", prefixed("AI"+"za", alnums+"-_", 35), prefixed("AI"+"za", alnums, 8)},
	{"google-oauth", prefixed("GOCSPX"+"-", alnums+"-_", 28), words("GOCSPX" + "-your-client-secret-goes-here")},
	{"google-oauth", prefixed("ya"+"29.a0", alnums+"-_", 120), words("ya" + "29. is how they start")},
	{"azure-client-secret", func(g gen) string {
		return g.alnum(3) + g.from(number, 1) + "Q" + "~" + g.from(alnums+"-_.~", 33) + g.alnum(1)
	}, words("FAQ" + "~draft")},
	{"azure-devops-token", func(g gen) string { return g.alnum(76) + "AZ" + "DO" + g.alnum(4) }, words("AZ" + "DO1234")},
	{"azure-ai-key", func(g gen) string { return g.alnum(52) + "JQQ" + "J99" + g.alnum(26) }, words("JQQ" + "J99")},
	{"digitalocean-token", prefixed("dop"+"_v1_", hexes, 64), words("dop" + "_v1_ tokens")},
	{"cloudflare-token", prefixed("cf"+"ut_", alnums, 40), words("cf" + "ut_short")},
	{"databricks-token", prefixed("da"+"pi", hexes, 32), prefixed("da"+"pi", hexes, 9)},
	{"heroku-token", prefixed("HRK"+"U-", alnums+"-_", 60), words("HRK" + "U-AA")},
	{"fly-token", prefixed("fm"+"2_", alnums+"+/", 120), words("fm" + "2_lock")},
	{"netlify-token", prefixed("nf"+"p_", alnums, 36), words("nf" + "p_port")},
	{"vercel-token", prefixed("vc"+"p_", alnums, 56), words("vc" + "p_state")},
	{"github-token", prefixed("gh"+"p_", alnums, 36), prefixed("gh"+"p_", "x", 36)},
	{"github-token", prefixed("gh"+"o_", lower, 36), words("gh" + "o_ and ghu are prefixes")},
	{"github-token", prefixed("github"+"_pat_11", alnums+"_", 80), words("github" + "_pat_ is fine-grained")},
	{"gitlab-token", prefixed("gl"+"pat-", alnums+"-_", 20), words("gl" + "pat-your-token-here-please")},
	{"gitlab-token", prefixed("GR13"+"48941", alnums+"-_", 20), words("GR13" + "48941")},
	{"atlassian-token", prefixed("ATA"+"TT3xFfGF0", alnums+"-_", 170), words("ATA" + "TT3")},
	{"buildkite-token", prefixed("bk"+"ua_", lower+number, 40), words("bk" + "ua_ user tokens")},
	{"circleci-token", func(g gen) string { return "CCI" + "PAT_" + g.alnum(22) + "_" + g.hex(40) }, words("CCI" + "PAT_")},
	{"sonar-token", prefixed("sq"+"p_", hexes, 40), words("sq" + "p_project")},
	{"slack-token", func(g gen) string {
		return "xox" + "b-" + g.from(number, 12) + "-" + g.from(number, 13) + "-" + g.alnum(24)
	}, words("xox" + "b-your-bot-token-goes-here")},
	{"slack-token", func(g gen) string {
		return "xa" + "pp-1-A" + g.from(upper+number, 10) + "-" + g.from(number, 13) + "-" + g.hex(64)
	}, words("xa" + "pp-level tokens")},
	{"newrelic-key", prefixed("NR"+"AK-", upper+number, 27), words("NR" + "AK-")},
	{"newrelic-license", func(g gen) string { return g.hex(36) + "NR" + "AL" }, func(g gen) string { return g.hex(12) + "NR" + "AL" }},
	{"grafana-token", func(g gen) string { return "gl" + "sa_" + g.alnum(32) + "_" + g.hex(8) }, words("gl" + "sa_ tokens")},
	{"grafana-token", func(g gen) string {
		return "gl" + "c_" + b64(`{"k":"`+g.alnum(40)+`","o":"`+g.from(number, 6)+`"}`)
	}, words("gl" + "c_")},
	{"sentry-token", prefixed("sntr"+"yu_", hexes, 64), words("sntr" + "yu_")},
	{"honeycomb-key", prefixed("hca"+"ik_", lower+number, 58), words("hca" + "ik_01")},
	{"dynatrace-token", func(g gen) string {
		return "dt0" + "c01." + g.from(upper+number, 24) + "." + g.from(upper+number, 64)
	}, words("dt0" + "c01.")},
	{"datadog-token", prefixed("dda"+"pp_", alnums, 34), words("dda" + "pp_id")},
	{"openai-key", prefixed("sk"+"-proj-", alnums+"-_", 120), words("sk" + "-proj-example-key-for-docs")},
	{"openai-key", func(g gen) string { return "sk" + "-" + g.alnum(20) + "T3Blbk" + "FJ" + g.alnum(20) }, words("risk" + "-assessment2026forthewholeteam")},
	{"anthropic-key", prefixed("sk"+"-ant-api03-", alnums+"-_", 93), words("sk" + "-ant-api03-...")},
	{"llm-key", prefixed("gs"+"k_", alnums, 52), words("gs" + "k_buffer")},
	{"huggingface-token", prefixed("h"+"f_", lower+upper, 34), words("h" + "f_transfer_enabled_by_default_since")},
	{"npm-token", prefixed("np"+"m_", alnums, 36), words("np" + "m_config_registry_and_other_settings_too")},
	{"pypi-token", prefixed("py"+"pi-AgEIcHlwaS5vcmc", alnums+"-_", 150), words("py" + "pi-AgE")},
	{"docker-token", prefixed("dckr"+"_pat_", alnums+"-_", 27), words("dckr" + "_pat_")},
	{"rubygems-key", prefixed("ruby"+"gems_", hexes, 48), words("ruby" + "gems_version")},
	{"nuget-key", prefixed("oy"+"2", lower+number, 43), words("oy" + "2")},
	{"artifactory-key", prefixed("AK"+"Cp8", alnums, 68), words("AK" + "Cp8")},
	{"crates-token", prefixed("ci"+"o", alnums, 32), words("ci" + "o")},
	{"vault-token", prefixed("hv"+"s.CAES", alnums+"-_", 90), words("hv" + "s.")},
	{"terraform-token", func(g gen) string { return g.alnum(14) + ".atlas" + "v1." + g.alnum(60) }, words(".atlas" + "v1.")},
	{"swarm-token", func(g gen) string {
		return "SWM" + "TKN-1-" + g.from(lower+number, 50) + "-" + g.from(lower+number, 25)
	}, words("SWM" + "TKN-1-")},
	{"tailscale-key", func(g gen) string { return "tsk" + "ey-auth-" + g.alnum(12) + "CNTRL-" + g.alnum(32) }, words("tsk" + "ey-auth keys")},
	{"age-key", prefixed("AGE-SECRET"+"-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58), words("AGE-SECRET" + "-KEY-1...")},
	{"onepassword-token", prefixed("ops"+"_eyJ", alnums, 300), words("ops" + "_eyJ")},
	{"doppler-token", prefixed("dp"+".st.prd.", alnums, 43), words("dp" + ".st.")},
	{"pulumi-token", prefixed("pu"+"l-", hexes, 40), words("pu" + "l-request")},
	{"planetscale-token", prefixed("pscale"+"_pw_", alnums+"-_", 43), words("pscale" + "_pw_")},
	{"supabase-key", prefixed("sb"+"_secret_", alnums, 31), words("sb" + "_secret_ keys")},
	{"stripe-key", prefixed("sk"+"_live_", alnums, 24), words("sk" + "_live_ keys")},
	{"webhook-secret", prefixed("wh"+"sec_", alnums+"+/", 32), words("wh" + "sec_")},
	{"sendgrid-key", func(g gen) string { return "SG" + "." + g.url64(22) + "." + g.url64(43) }, words("MSG" + ".format")},
	{"mailgun-key", prefixed("ke"+"y-", hexes, 32), prefixed("mon"+"key-", hexes, 32)},
	{"linear-key", prefixed("lin"+"_api_", alnums, 40), words("lin" + "_api_")},
	{"notion-token", prefixed("nt"+"n_", alnums, 46), words("nt" + "n_")},
	{"shopify-token", prefixed("shp"+"at_", hexes, 32), words("shp" + "at_")},
	{"figma-token", prefixed("fi"+"gd_", alnums+"-_", 40), words("fi" + "gd_")},
	{"openshift-token", prefixed("sha"+"256~", alnums+"-_", 43), func(g gen) string { return "sha" + "256:" + g.hex(64) }},
	{"postman-key", func(g gen) string { return "PM" + "AK-" + g.hex(24) + "-" + g.hex(34) }, words("PM" + "AK-")},
	{"alibaba-key", prefixed("LT"+"AI5t", alnums, 18), words("LT" + "AI5t")},
	{"posthog-key", prefixed("ph"+"x_", alnums, 43), words("ph" + "x_")},
	{"render-key", prefixed("rn"+"d_", alnums, 28), words("rn" + "d_state")},
	{"telegram-token", func(g gen) string { return g.from("123456789", 10) + ":A" + "A" + g.url64(33) }, func(g gen) string { return "10:42:A" + "A" }},
	{"discord-token", func(g gen) string {
		return "the dis" + "cord bot uses M" + g.alnum(23) + ".G" + g.alnum(5) + "." + g.url64(38)
	}, words("dis" + "cord.com/invite")},
	{"k3s-token", func(g gen) string { return "K1" + "0" + g.hex(64) + "::server:" + g.hex(32) }, words("K1" + "0::server:")},
	{"brevo-key", func(g gen) string { return "xkey" + "sib-" + g.hex(64) + "-" + g.alnum(16) }, words("xkey" + "sib-")},
	{"jwt", func(g gen) string {
		return jwtPart(`{"alg":"RS256","kid":"`+g.hex(8)+`"}`) + "." + jwtPart(`{"sub":"`+g.uuid()+`"}`) + "." + g.url64(86)
	}, words("ey" + "JhbGciOiJIUzI1NiJ9...")},
}

// jwtPart encodes a part of a JWT.
func jwtPart(s string) string {
	return strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(b64(s)), "=")
}

// tokenCarriers are the texts in which on-call people meet tokens. %s stands
// for the token.
var tokenCarriers = []string{
	"%s",
	"it is %s, please rotate",
	"(%s)",
	"<%s>",
	"**%s**",
	"`%s`",
	"```\n%s\n```",
	"export CI_VALUE=%s\n./run.sh\n",
	"key: %s\nother: 1\n",
	"  - \"%s\"\n",
	`{"value":"%s","n":1}`,
	`{\"value\":\"%s\"}`,
	"[section]\nvalue = \"%s\"\n",
	"<value>%s</value>",
	"<td>%s</td>",
	"| ci | %s | prod |",
	"> on Tuesday Bob wrote:\n> %s\n",
	"curl -H 'X-Auth: %s' https://api.internal/v1",
	"curl -H \"Authorization: token %s\" https://api.internal/v1",
	"GET /hook?x=%s&y=1 HTTP/1.1 200",
	"git clone https://oauth2:%s@git.example.net/x.git",
	"2026-03-01T10:00:00Z WARN auth rejected value=%s attempt=2",
	"level=error msg=\"bad credential %s\" svc=edge",
	"os.environ['X'] = '%s'",
	"const x = `%s`;",
	"helm upgrade api ./chart --set auth.value=%s,replicas=3",
	"terraform apply -var=\"value=%s\"",
	"docker run -e X=%s img:1",
	"kubectl create secret generic s --from-literal=x=%s -n p",
	"x,%s,y\n",
	"die Datei enthält %s, bitte ändern",
	"el fichero contiene %s desde ayer",
	"le fichier contient %s depuis hier",
	"o arquivo contém %s desde ontem",
	"в файле лежит %s, замените",
	"文件里有%s，请轮换",
	"ファイルに%sがあります",
	"\U0001f6a8%s\U0001f6a8",
	"a=1;b=%s;c=2",
	"%s\n",
	"see:%s.",
	"\"%s\",",
	"key_%s",
}
