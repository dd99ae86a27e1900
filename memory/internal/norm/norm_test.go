package norm_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

func TestSameToTheReader(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"case", "Prod Is EKS-PROD-1", "prod is eks-prod-1"},
		{"white space", "\t prod  is\r\n\u00a0eks\u3000prod \u2028", "prod is eks prod"},
		{"full width", "ＥＫＳ－ｐｒｏｄ－１", "eks-prod-1"},
		{"mathematical letters", "𝐞𝐤𝐬-𝓅𝓇𝑜𝒹-𝟏", "eks-prod-1"},
		{"ligature", "oﬃce conﬁg", "office config"},
		{"superscript", "x²", "x2"},
		{"zero width", "e\u200bk\u200cs\u2060-pr\ufeffod", "eks-prod"},
		{"soft hyphen, variation selector, tag", "pro\u00add\ufe0f \U000e0041eks", "prod eks"},
		{"direction marks", "\u202eeks\u202c \u2066prod\u2069", "eks prod"},
		{"control characters", "e\x00k\x1bs\x7f\u0085prod", "eks prod"},
		{"decomposed", "Re\u0301plica Zu\u0308rich", "réplica zürich"},
		{"full fold", "STRASSE Straße ΣΊΣΥΦΟΣ", "strasse strasse σίσυφοσ"},
		{"Turkish capital", "İstanbul", "istanbul"},
		{"dotless", "ıstanbul", "istanbul"},
		{"Cherokee has one case", "ꭰᎠ", "ᎠᎠ"},
		{"Cyrillic inside Latin", "еks-рrоd-1 раypal", "eks-prod-1 paypal"},
		{"Cyrillic capitals inside Latin", "ВACKUP МySQL НTTP", "backup mysql http"},
		{"Greek inside Latin", "gοοgle κubernetes", "google kubernetes"},
		{"Armenian inside Latin", "dօcker", "docker"},
		{"accent on a look-alike", "Zооё cаfe\u0301", "zooë café"},
		{"whole word among Latin ones", "restart the арр in the ассерtance соре", "restart the app in the acceptance cope"},
		{"dashes and apostrophes", "eks‑prod–1 don’t l’équipe", "eks-prod-1 don't l'équipe"},
		{"micro sign", "30 µs", "30 us"},
		{"not UTF-8", "a\xffb", "a\ufffdb"},
		{"nothing left", " \u200b\u00ad\n", ""},
	} {
		require.Equal(t, tt.want, norm.Text(tt.in), tt.name)
	}
}

// What is genuinely another script stays what it is: the look-alike rule is per word, and one letter without a
// look-alike keeps the word.
func TestGenuineWordsStay(t *testing.T) {
	for _, s := range []string{
		"сор и оса рядом с рестартом",
		"сервер упал, рестарт nginx не помог",
		"podы и кластер",
		"место, тест, она",
		"ο κόμβοσ eks-prod-1 έπεσε",
		"本番クラスタは eks です",
		"الخادم prod",
		"सर्वर prod",
		"कि",
		"сосо",
	} {
		require.Equal(t, s, norm.Text(s))
	}
	require.Equal(t, "coco restarts", norm.Text("сосо restarts"), "control: nothing Russian beside it")
}

// A code point that Unicode 15.0 did not assign is opaque, whatever newer tables say about it.
func TestUnassignedPassesThrough(t *testing.T) {
	const later = "\U0001C8A0" // beyond every block of 15.0
	require.False(t, norm.Known([]rune(later)[0]))
	require.Equal(t, "e"+later+"\u0301 ab", norm.Text("E"+later+"\u0301\u200b\tAB"))
}

func TestClaimKeepsPartsApart(t *testing.T) {
	require.Equal(t, norm.Claim("Prod ", "eks"), norm.Claim("prod", "ＥＫＳ"))
	require.NotEqual(t, norm.Claim("ab", "c"), norm.Claim("a", "bc"))
	require.NotEqual(t, norm.Claim("a\x00b"), norm.Claim("a", "b"))
	require.NotEqual(t, norm.Claim("a", ""), norm.Claim("a"))
}

// The short way for ASCII must agree with the long way, which every text with one other rune takes.
func TestASCIIAgreesWithTheLongWay(t *testing.T) {
	for c := range rune(utf8.RuneSelf) {
		in := "A" + string(c) + " \t" + string(c) + "Z" + string(c)
		long, ok := strings.CutSuffix(norm.Text(in+" 本"), "本")
		require.True(t, ok)
		require.Equal(t, strings.TrimSuffix(long, " "), norm.Text(in), "%q", c)
	}
}

func TestIdempotentForEveryCodePoint(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !norm.Known(r) || unicode.Is(unicode.Co, r) || unicode.In(r, unicode.Han, unicode.Hangul) && r%16 != 0 {
			continue // nothing happens to private use, and tens of thousands of Han and Hangul are alike
		}
		once := norm.Text(string(r) + " i" + string(r) + " a" + string(r) + "\u0301")
		if twice := norm.Text(once); twice != once {
			require.Equal(t, once, twice, "%U", r)
		}
	}
}

func FuzzTextIsIdempotent(f *testing.F) {
	for _, s := range []string{"Prod is EKS", "раypal сосо ё й", "ŉ İ i\u0307\u0301", "\u0345α ᾳ", "ﬁ Ꭰ", "가\u11a8 \u1160",
		"a" + strings.Repeat("\u0301", 40) + "\u0327", "e\U0001C8A0\u0301", "\u1FB7\u0345", "\u03d2\u0301", "k8ѕ", "ι nη ο"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := norm.Text(s)
		require.True(t, utf8.ValidString(once))
		require.Equal(t, strings.TrimSpace(once), once)
		require.Equal(t, once, norm.Text(once))
		require.Equal(t, once, norm.Text(" "+s+"\u200b\n"))
	})
}

func BenchmarkText(b *testing.B) {
	ascii := strings.Repeat("Production runs on eks-prod-1; staging on eks-stg-2. ", 12)
	for name, s := range map[string]string{"ascii": ascii, "mixed": ascii + "größe", "cyrillic": strings.Repeat("Сервер базы данных упал. ", 24)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				norm.Text(s)
			}
		})
	}
}
