package analysis_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/analysis"
)

// terms writes tokens as "term", stop words in parentheses, and other kinds
// than words and parts as "term:kind".
func terms(text string) string {
	var out []string
	for _, t := range analysis.Tokens(text) {
		s := t.Term
		switch {
		case t.Stop:
			s = "(" + s + ")"
		case t.Kind != analysis.Word && t.Kind != analysis.Part:
			s += ":" + t.Kind.String()
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestTokens(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{" .,;!? — … ", ""},
		{"The pods are restarting", "(the) pod (are) restart"},
		{"S3, DB and CI", "s3:identifier db (and) ci"},
		{"OS or os", "os (or) (os)"},
		{"k8s p99 5xx i18n", "k8s:identifier p99:identifier 5xx:identifier i18n:identifier"},
		{"30s 512Mi 12.4% 2026-11-01 19:02", "30s:number 30:number 512mi:number 512:number 12.4:number 2026-11-01:number 19:02:number"},
		{"don't, can't, won't, not, never, nicht, não, не", "not not not not not not not not"},
		{"the node's l'instance d'accord O'Brien", "(the) node instanc accord brien"},

		{"eks-prod-1", "eksprod1:identifier eks prod 1:number"},
		{"eks-prod-10", "eksprod10:identifier eks prod 10:number"},
		{"db-1-1 db-11", "db1-1:identifier db 1-1:number db11:identifier db 11:number"},
		{"not_in_channel", "notinchannel:identifier not (in) channel"},
		{"KubePodCrashLooping", "kubepodcrashloop:identifier kube pod crash loop"},
		{"kube-pod-crash-looping", "kubepodcrashloop:identifier kube pod crash loop"},
		{"kube_pod_crash_looping", "kubepodcrashloop:identifier kube pod crash loop"},
		{"HTTPServer OOMKilled", "httpserver:identifier http server oomkil:identifier oom kill"},
		{"APIs VMs", "api vm"},
		{"IPv4 eBPF", "ipv4:identifier ebpf"},
		{"postgres15", "postgres15:identifier postgr 15:number"},
		{"v1.33.2 10.0.3.17", "v1.33.2:identifier 10.0.3.17:identifier"},
		{"10.0.3.17:9100", "10.0.3.17:9100:identifier 10.0.3.17:identifier 9100:number"},
		{"db-1.internal:5432", "db1.internal:5432:identifier db1.internal:identifier db1:identifier db 1:number intern 5432:number"},
		{"arn:aws:iam::123456789012:role/deploy-bot", "arn:aws:iam::123456789012:role/deploybot:identifier arn aws iam 123456789012:number role deploybot:identifier deploy bot"},
		{"superset.alert.delivery", "superset.alert.delivery:identifier superset alert deliveri"},
		{"checkout-api-5d8c7b9f6d-x2lkq", "checkoutapi5d8c7b9f6dx2lkq:identifier checkoutapi:identifier checkout api 5d8c7b9f6d:hash x2lkq:hash"},
		{"3f2a1b9c 123e4567-e89b-12d3-a456-426614174000", "3f2a1b9c:hash 123e4567-e89b-12d3-a456-426614174000:hash"},
		{"https://example.internal/x?tab=errors", "https://example.internal/x:identifier https example.internal:identifier exampl intern (x) tab error"},

		{"Straße STRASSE ｓｔｒａｓｓｅ", "strass strass strass"},
		{"PRODUÇÃO produção producao", "producao producao producao"},
		{"Ærø İstanbul ΣΊΣΥΦΟΣ", "aero istanbul σισυφοσ"},
		{"e\u0301te\u0301 soft\u00adhyphen", "ete softhyphen"},
		{"серверы сервера ёлка елка", "сервер сервер елк елк"},
		{"多租户", "多租:pair 租户:pair"},
		{"税 x2", "税:pair x2:identifier"},
		{"本番クラスタはatlas-euで", "本番:pair 番ク:pair クラ:pair ラス:pair スタ:pair タは:pair atlaseu:identifier atlas eu で:pair"},
		{"ｸﾗｽﾀ", "クラ:pair ラス:pair スタ:pair"},
		{"서버 장애", "서버:pair 장애:pair"},
		{"ระบบ", "ระ:pair ะบ:pair บบ:pair"},
		{"سيرفر الإنتاج", "سيرفر الإنتاج"},
		{"a\xffb", "(a) (b)"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, terms(tt.text), "%q", tt.text)
	}
}

func TestInflectionsShareATerm(t *testing.T) {
	for _, words := range []string{
		"restart restarts restarted restarting",
		"certificate certificates",
		"policy policies",
		"кластер кластеры кластеров кластерами",
		"очередь очереди очередью",
		"дежурный дежурного дежурному",
	} {
		want := ""
		for _, w := range strings.Fields(words) {
			got := terms(w)
			if want == "" {
				want = got
			}
			require.Equal(t, want, got, w)
		}
	}
}

func TestOffsetsPointIntoTheText(t *testing.T) {
	const text = "  Büro: eks-prod-1, 多租户 ok"
	var got []string
	for _, tok := range analysis.Tokens(text) {
		got = append(got, text[tok.Start:tok.End])
	}
	require.Equal(t, []string{"Büro", "eks-prod-1", "eks-prod-1", "eks-prod-1", "eks-prod-1", "多租户", "多租户", "ok"}, got)
}

func TestDepth(t *testing.T) {
	var got []string
	for _, tok := range analysis.Tokens("word a/eks-prod") {
		got = append(got, fmt.Sprint(tok.Depth, tok.Term))
	}
	require.Equal(t, []string{"0word", "0a/eksprod", "1a", "1eksprod", "2eks", "2prod"}, got)
}

func TestLongChunksAreCut(t *testing.T) {
	for _, unit := range []string{"a", "a'", "a-", "aB", "1-", "x.y/"} {
		for _, tok := range analysis.Tokens(strings.Repeat(unit, 5000)) {
			require.LessOrEqual(t, len(tok.Term), 256)
		}
	}
}

// TestAnalyzerAgreesWithTokens also runs past the limit of what an Analyzer
// remembers.
func TestAnalyzerAgreesWithTokens(t *testing.T) {
	var a analysis.Analyzer
	var buf []analysis.Token
	for i := range 2500 {
		text := fmt.Sprintf("word%d eks-prod-%d 多租户 the KubePod%dDown", i, i%50, i%7)
		buf = a.Append(buf[:0], text)
		require.Equal(t, analysis.Tokens(text), buf)
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"plain":         "plain",
		"Plain Text":    "plain text",
		"Straße":        "strasse",
		"ﬁle №":         "file no",
		"Ελλάς":         "ελλασ",
		"Ёж й":          "еж й",
		"zero\u200bwid": "zerowid",
		"ｶﾞ":            "ガ",
		"मुंबई":         "मुंबई",
	} {
		require.Equal(t, want, analysis.Fold(text), "%q", text)
		require.Equal(t, want, analysis.Fold(want), "folding twice: %q", text)
	}
}

func TestHasTerm(t *testing.T) {
	require.True(t, analysis.HasTerm("... a"))
	require.True(t, analysis.HasTerm("多"))
	require.False(t, analysis.HasTerm("。、?!"))
	require.False(t, analysis.HasTerm(""))
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"eks-prod-1", "arn:aws:iam::1:role/x", "don't l'a 'x' a''b", "多租户。", "\xff\xfe", "İ\u0307ß\u200d", "A-B_C.D/E:F@G+H~I", strings.Repeat("aB1", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, tok := range analysis.Tokens(text) {
			require.NotEmpty(t, tok.Term)
			require.True(t, tok.Start < tok.End && tok.End <= len(text))
			require.True(t, utf8.ValidString(tok.Term) || !utf8.ValidString(text))
		}
		folded := analysis.Fold(text)
		require.True(t, utf8.ValidString(folded))
	})
}

func ExampleTokens() {
	for _, t := range analysis.Tokens("eks-prod-1 restarts") {
		fmt.Println(t.Kind, t.Term)
	}
	// Output:
	// identifier eksprod1
	// part eks
	// part prod
	// number 1
	// word restart
}
