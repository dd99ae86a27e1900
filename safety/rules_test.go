package safety_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// structuralCases has a hit and a near miss for each rule that knows a context.
// A hit is a template; a near miss differs in what makes it none.
var structuralCases = []struct{ rule, hit, miss string }{
	{"armour", begin("ACME VAULT BLOB") + "\n{{pem}}\n", "the file begins with " + begin("CERTIFICATE") + " and ends so"},
	{"base64-private-key", "client-key-data: {{b64key}}", "client-certificate-data: {{b64cert}}"},
	{"putty-key", "Private-Lines: 3\n{{pem}}\n", "Public-Lines: 3\nPrivate-Lines: see the manual\n"},
	{"private-key", begin("EC PRIVATE KEY") + "\n{{pem}}\n" + end("EC PRIVATE KEY"), "it must start with `" + begin("EC PRIVATE KEY") + "`"},
	{"private-jwk", `{"kty":"OKP","crv":"Ed25519","d":"{{url64}}"}`, `{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFb","e":"AQAB"}`},
	{"url-password", "amqp://{{user}}:{{rnd}}@{{host}}/v", "amqp://guest:guest@localhost/v"},
	{"url-credential", "https://{{key40}}@git.example.net/x.git", "https://deploy-bot-account-name@git.example.net/x.git"},
	{"signed-url", "https://b.s3.amazonaws.com/o?X-Amz-Signature={{hex64}}", "https://b.s3.amazonaws.com/o?X-Amz-Signature=<signature>"},
	{"webhook-url", "https://hooks.zapier.com/hooks/catch/1234567/{{key20}}/", "https://hooks.zapier.com/hooks/catch/..."},
	{"dsn-password", "{{user}}:{{rnd}}@tcp({{host}}:3306)/x", "user:password@tcp(localhost:3306)/x"},
	{"authorization-header", "Authorization: Token {{key}}", "Authorization: Token required"},
	{"bearer-token", "we sent Bearer {{key}} along", "we sent Bearer authentication along"},
	{"cookie", "Cookie: sid={{key}}", "Cookie: theme=solarized-dark-contrast"},
	{"cli-password", "mysqldump -u root -p{{rnd}} shop", "mysqldump -u root -p shop"},
	{"netrc", "machine {{host}} login {{user}} password {{rnd}}", "machine {{host}} login {{user}} password prompt"},
	{"pgpass", "{{host}}:5432:app:{{user}}:{{rnd}}", "{{host}}:5432:app:ready"},
	{"sql-password", "CREATE USER a IDENTIFIED BY '{{pw}}'", "rows are identified by 'id' alone"},
	{"xml-password", "<password>{{rnd}}</password>", "<password>${db.password}</password>"},
	{"pair-password", "- name: DB_PASSWORD\n  value: {{rnd}}\n", "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db2}\n"},
	{"password-hash", "deploy:{{crypt}}:19000", "hashes start with $6$ there"},
	{"kubernetes-secret", "kind: Secret\ndata:\n  password: {{b64pw}}\n", "kind: SecretStore\ndata:\n  note: aGVsbG8gd29ybGQ=\n"},
	{"kubeadm-token", "kubeadm join 10.0.0.1:6443 --token {{boot}}", "kubeadm join 10.0.0.1:6443 --token <token>"},
	{"registry-auth", `{"auths":{"r.internal":{"auth":"{{basic}}"}}}`, `{"auths":{"r.internal":{"auth":""}}}`},
	{"wireguard-key", "PrivateKey = {{wg}}", "PublicKey = 9Jo6bi+o//Y96JaBrCbxtARR9eEO0MmKqXq1U2ogeZ8="},
	{"base64-credential", "echo {{b64url}} | base64 -d", "echo aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ= | base64 -d"},
	{"opaque-text", "she pasted {{opaque}} and left", "she pasted {{plainhex}} and left"},
	{"labeled-password", "db_password: {{pw}}", "db_password_file: /run/secrets/db2"},
	{"labeled-secret", "client_secret={{key}}", "client_secret_name=orders-oauth-2026"},
	{"labeled-token", "auth_token={{key}}", "auth_token_ttl=86400s"},
	{"labeled-api-key", "api key: {{key}}", "cache key: {{plainhex}}"},
	{"jwt", "id token eyJ{{jwtbody}}", "a JWT begins with eyJ"},
}

// Every rule has a hit that it names and a near miss in which nothing is found.
func TestEveryRuleHasAHitAndANearMiss(t *testing.T) {
	seen := make(map[string]bool)
	for _, tok := range tokens {
		seen[tok.rule] = true // TestTokenRules asserts these
	}
	g := newGen(21)
	for _, c := range structuralCases {
		seen[c.rule] = true
		hit := parse(c.rule, "", expand(g, c.hit))
		found := safety.Scan(hit.text)
		require.Contains(t, safety.RuleIDs(found), c.rule, "hit of %s", c.rule)
		for _, s := range hit.spans {
			require.True(t, covered(found, s), "the value of %s to its last byte", c.rule)
		}
		miss := parse(c.rule, "", expand(g, c.miss))
		require.Empty(t, safety.Scan(miss.text), "near miss of %s", c.rule)
	}
	for _, r := range safety.Rules() {
		require.True(t, seen[r.ID], "no hit and near miss for %s", r.ID)
		require.NotEmpty(t, r.Matches, r.ID)
		require.NotEmpty(t, r.Source, r.ID)
	}
}

func TestRuleIDsAreDistinct(t *testing.T) {
	ids := make(map[string]bool)
	for _, r := range safety.Rules() {
		require.False(t, ids[r.ID], r.ID)
		ids[r.ID] = true
	}
}

// What is certain can never be let pass, so it must be beyond doubt; a label's
// value never is.
func TestClasses(t *testing.T) {
	g := newGen(22)
	class := func(template string) safety.Class {
		found := safety.Scan(parse("", "", expand(g, template)).text)
		require.Len(t, found, 1, template)
		return found[0].Class
	}
	require.Equal(t, safety.Suspected, class("password: {{pw}}"))
	require.Equal(t, safety.Suspected, class("she pasted {{opaque}} here"))
	require.Equal(t, safety.Suspected, class("id token eyJ{{jwtbody}}"))
	require.Equal(t, safety.Suspected, class(begin("CERTIFICATE")))
	require.Equal(t, safety.Certain, class("postgres://a:{{rnd}}@h/x"))
	require.Equal(t, safety.Certain, class("token: "+tokens[0].make(g)), "a certain rule names the union with a label's")
	require.Equal(t, safety.Certain, class(begin("RSA PRIVATE KEY")))
	require.Equal(t, "certain", safety.Certain.String())
	require.Equal(t, "suspected", safety.Suspected.String())
}

func TestRedactKeepsWhatIsNoSecret(t *testing.T) {
	g := newGen(23)
	for _, c := range []struct{ template, want string }{
		{"DB_PASSWORD={{rnd}}", "DB_PASSWORD=[REDACTED:labeled-password]"},
		{"postgres://app:{{rnd}}@db/x", "postgres://app:[REDACTED:url-password]@db/x"},
		{"redis://:{{rnd}}@cache:6379/0", "redis://:[REDACTED:url-password]@cache:6379/0"},
		{"https://{{key40}}@git/x", "https://[REDACTED:url-credential]@git/x"},
		{"Authorization: Bearer {{key}}", "Authorization: Bearer [REDACTED:authorization-header]"},
		{"Cookie: theme=dark; sid={{key}}; a=b", "Cookie: theme=dark; sid=[REDACTED:cookie]; a=b"},
		{"X-Api-Key: {{key}}\r\nHost: x", "X-Api-Key: [REDACTED:labeled-api-key]\r\nHost: x"},
		{"mysql -u root -p{{rnd}} x", "mysql -u root -p[REDACTED:cli-password] x"},
		{begin("PRIVATE KEY") + "\n{{pem}}\n" + end("PRIVATE KEY") + "\nafter", begin("PRIVATE KEY") + "\n[REDACTED:private-key]\nafter"},
		{`{"password":"{{rnd}}","port":1}`, `{"password":"[REDACTED:labeled-password]","port":1}`},
		{"the password is {{pw}}, and so on", "the password is [REDACTED:labeled-password], and so on"},
	} {
		require.Equal(t, c.want, safety.Redact(parse("", "", expand(g, c.template)).text))
	}
}

// Markers that users write stay as they are and hide nothing beside them.
func TestMarkersOfUsers(t *testing.T) {
	g := newGen(24)
	for _, marker := range []string{"[REDACTED]", "[REDACTED:x]", "[REDACTED:labeled-password]"} {
		for _, text := range []string{"password: " + marker, "postgres://a:" + marker + "@h/x", "token=" + marker + "&a=1", "Authorization: Bearer " + marker} {
			require.Empty(t, safety.Scan(text), text)
		}
		secret := g.mixed(14)
		clean := safety.Redact(marker + " password: " + secret + " " + marker)
		require.NotContains(t, clean, secret)
		require.Equal(t, marker+" password: [REDACTED:labeled-password] "+marker, clean)
	}
}

func TestNew(t *testing.T) {
	g := newGen(25)
	scanner, err := safety.New(safety.Rule{ID: "zzk-token", Class: safety.Certain, Literals: []string{"zzk_"}, Pattern: `\bzzk_([0-9A-Za-z]{12})\b`})
	require.NoError(t, err)
	own := "zzk_" + g.alnum(12)
	require.Empty(t, safety.Scan("extended: "+own), "unknown to the built-in rules")
	require.Equal(t, []safety.Finding{{Rule: "zzk-token", Class: safety.Certain, Start: 14, End: 26}}, scanner.Scan("extended: "+own))
	require.Equal(t, "zzk_[REDACTED:zzk-token]", scanner.Redact(own))
	require.NotEmpty(t, scanner.Scan("password: "+g.mixed(12)), "built-in rules stay")
	for _, name := range []string{"", "Upper", "labeled-password", "zzk-token"} {
		_, err := safety.New(safety.Rule{ID: "zzk-token", Literals: []string{"zzk_"}, Pattern: "zzk_x"}, safety.Rule{ID: name, Literals: []string{"abc"}, Pattern: "abc"})
		require.Error(t, err, name)
	}
}
