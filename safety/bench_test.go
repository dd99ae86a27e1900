package safety_test

import (
	"strings"
	"testing"

	"github.com/daybook-sre/daybook/safety"
)

// pieces makes n pieces of 4 KB of log and chat text as the tools return it:
// log lines of several formats, events, YAML, a table, sentences. One piece in
// eight holds a credential.
func pieces(n int) []string {
	g := newGen(99)
	var out []string
	for i := range n {
		var b strings.Builder
		for b.Len() < 4096 {
			b.WriteString(logLine(g))
		}
		piece := b.String()[:4000]
		if i%8 == 0 {
			piece += "\npassword: " + g.mixed(14) + "\n"
		}
		out = append(out, piece)
	}
	return out
}

func logLine(g gen) string {
	switch g.IntN(9) {
	case 0:
		return "2026-03-01T10:0" + g.from(number, 1) + ":00.123Z INFO " + g.service() + " request completed method=GET path=/v1/orders/" + g.from(number, 6) + " status=200 duration_ms=" + g.from(number, 2) + " trace_id=" + g.hex(32) + "\n"
	case 1:
		return `{"level":"warn","ts":1772359200.1,"caller":"cache/store.go:118","msg":"cache miss, falling back to origin","service":"` + g.service() + `","key":"sess:` + g.hex(12) + `","attempt":` + g.from(number, 1) + "}\n"
	case 2:
		return "10.0." + g.from("123456789", 2) + ".7 - - [01/Mar/2026:10:00:00 +0000] \"POST /oauth/token HTTP/1.1\" 401 734 \"-\" \"okhttp/4.12.0\" rt=0.0" + g.from(number, 2) + "\n"
	case 3:
		return "Mar  1 10:00:0" + g.from(number, 1) + " node-" + g.from(number, 2) + " kubelet[812]: Successfully pulled image \"registry.internal/" + g.service() + "@sha256:" + g.hex(64) + "\" in 3.2s\n"
	case 4:
		return "I looked at the dashboard again: error rate on " + g.service() + " went from 0.2% to 4% right after the deploy, the pods restart because the readiness probe fails, nothing else changed since Tuesday.\n"
	case 5:
		return "Warning  BackOff  3m (x12 over 9m)  kubelet  Back-off restarting failed container in pod " + g.service() + "-7d9f8b6c5d-x2k4q_payments(" + g.uuid() + ")\n"
	case 6:
		return "| " + g.service() + " | eu-west-1 | " + g.from(number, 3) + " ms | 99.9" + g.from(number, 1) + " % | authentication errors after the key rotation |\n"
	case 7:
		return "    at com.acme.orders.OrderRepository.findById(OrderRepository.java:" + g.from(number, 3) + ") ~[orders-1.42.0.jar:?] caused by session timeout while passing the request\n"
	}
	return "the secret is mounted at /etc/tls, the token refresher restarts with the pod and passes the key on; author: maria\n"
}

func BenchmarkScanLogs(b *testing.B) {
	texts := pieces(64)
	b.SetBytes(int64(len(strings.Join(texts, "")) / len(texts)))
	for i := 0; b.Loop(); i++ {
		safety.Scan(texts[i%len(texts)])
	}
}

func BenchmarkRedactLogs(b *testing.B) {
	texts := pieces(64)
	b.SetBytes(int64(len(strings.Join(texts, "")) / len(texts)))
	for i := 0; b.Loop(); i++ {
		safety.Redact(texts[i%len(texts)])
	}
}

func BenchmarkScanNote(b *testing.B) {
	note := "Production runs on eks-prod-1 in eu-west-1; staging on eks-stg-2. Ask maria before you restart the token refresher there"
	b.SetBytes(int64(len(note)))
	for b.Loop() {
		safety.Scan(note)
	}
}

// adversarial are inputs of 1 MB made to cost time: one literal repeated, or
// text whose every byte is looked at twice.
func adversarial() map[string]string {
	g := newGen(5)
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"password":     fill("password="),
		"password-sp":  fill("password "),
		"urls":         fill("://a"),
		"urls-at":      fill("://a:b@"),
		"jwt":          fill("ey" + "J"),
		"jwt-dots":     fill("ey" + "J."),
		"pem":          fill("-----" + "BEGIN"),
		"pem-keys":     fill("-----" + "BEGIN PRIVATE KEY-----\nAAAA "),
		"a-":           fill("a-"),
		"key-":         fill("key-"),
		"secrets":      fill("kind: Secret\n"),
		"secrets-json": fill(`{"kind":"Secret"`),
		"data":         fill("kind: Secret\ndata:\n  a: b\n---\n"),
		"quotes":       fill(`"`),
		"token-quote":  fill(`token="`),
		"base64":       g.std64(size),
		"echo":         fill("echo "),
		"echo-base64":  fill("base64 " + g.std64(60) + " "),
		"zero-width":   fill("\u200b"),
		"zero-mixed":   fill("a\u200b"),
		"backslashes":  fill(`\`),
		"mysql":        fill("mysql -p "),
		"curl":         fill("curl "),
		"curl-u":       fill("curl -u a:b "),
		"cookie":       fill("cookie: a="),
		"auth":         fill("authorization: "),
		"pgpass":       fill(":5432:"),
		"bars":         fill("|password"),
		"tabs":         fill("password\t"),
		"csv":          fill(strings.Repeat("password,", 43) + "x\n"),
		"is":           fill("password is "),
		"markers":      fill("[REDACTED:a] token=[REDACTED"),
		"kty":          fill(`"kty"`),
		"xml":          fill("<password>"),
		"creds":        fill("creds a/"),
		"plain":        fill("some plain words of a long tool output "),
		"slack":        fill("hooks.slack.com/services/"),
		"a":            fill("a"),
		"aA1":          fill("aB1c"),
		"cyrillic":     fill("пароль "),
		"as-password":  fill("as the password "),
		"dsn":          fill("a:b@tcp("),
		"pgpassword":   fill("pgpass\n"),
		"AZDO":         fill("AZ" + "DO"),
		"aws":          fill("AK" + "IA"),
		"glpat":        fill("gl" + "pat-"),
		"base64-words": fill("base64"),
		"auth-tight":   fill("authorization:"),
		"cookie-tight": fill("cookie:a="),
		"brackets":     fill("token=)"),
		"openers":      fill("token=("),
		"single":       fill("secret='"),
		"json":         fill(`{"password":"`),
		"yaml":         fill("password: |\n"),
		"percent":      fill("token%3D"),
		"basic-auth":   fill("basic auth "),
		"wrapped":      fill("gh" + "p_abcdefgh1\n"),
	}
}

func BenchmarkAdversarial(b *testing.B) {
	for name, text := range adversarial() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				safety.Scan(text)
			}
		})
	}
}
