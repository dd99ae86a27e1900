package lexicon_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
)

func TestPhraseFilesAreWellFormed(t *testing.T) {
	require.NoError(t, lexicon.Check())
	require.Equal(t, []string{"de", "en", "es", "fr", "ja", "pt", "ru", "zh"}, lexicon.Languages())
}

func TestLanguage(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"our prod cluster is eks-prod-1", []string{"en"}},
		{"unser Cluster heißt eks-prod-1", []string{"de"}},
		{"nuestro clúster es eks-prod-1", []string{"es"}},
		{"notre cluster est eks-prod-1", []string{"fr"}},
		{"nosso cluster é o eks-prod-1", []string{"pt"}},
		{"наш кластер eks-prod-1", []string{"ru"}},
		{"我们的集群是 eks-prod-1", []string{"zh"}},
		{"本番はeks-prod-1です", []string{"ja"}},
		{"payments-api", []string{"en", "de", "es", "fr", "pt"}},
		{"zapamiętaj, że nasz klaster to atlas", nil},
		{"il nostro cluster di produzione sono due", nil},
		{"наш кластер називається їжак", nil},
		{"우리 클러스터는 eks-prod-1 입니다", nil},
		{"ο κύριος κόμβος είναι ο ένα", nil},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, lexicon.Read(tt.text).Languages, tt.text)
	}
}

func TestLongerPhraseWins(t *testing.T) {
	has := func(text string, c lexicon.Class) bool {
		return slices.ContainsFunc(lexicon.Read(text).Matches, func(m lexicon.Match) bool { return m.Class == c })
	}
	require.True(t, has("it is down now", lexicon.Now))
	require.False(t, has("from now on page me", lexicon.Now))
	require.True(t, has("from now on page me", lexicon.Standing))
	require.True(t, has("restart it", lexicon.Order))
	require.True(t, has("ok, please restart it", lexicon.Order), "after interjections")
	require.True(t, has("IT ISN’T THE DATABASE", lexicon.Deny), "case and apostrophes do not matter")
	require.True(t, has("das würde ich nicht", lexicon.Hypothetical))
	require.False(t, has("das wurde ersetzt", lexicon.Hypothetical), "an umlaut is more than an accent")
}

func TestTokens(t *testing.T) {
	var words []string
	var sentences []int
	for _, tok := range lexicon.Tokens(nil, "It's at https://a.b/c?d=[1,2] — 98 % full. 本番 down?") {
		words = append(words, tok.Word)
		sentences = append(sentences, tok.Sentence)
	}
	require.Equal(t, []string{"it", "s", "at", "https://a.b/c", "d", "1", "2", "98", "%", "full", "本", "番", "down", "?"}, words)
	require.Equal(t, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, sentences)
}

func FuzzRead(f *testing.F) {
	f.Add("we don't use 本番 — it’s at 98 %… 😂?")
	f.Fuzz(func(t *testing.T, text string) {
		r := lexicon.Read(text)
		end := 0
		for _, tok := range r.Tokens {
			require.LessOrEqual(t, end, tok.Start)
			require.Less(t, tok.Start, tok.End)
			end = tok.End
		}
		require.LessOrEqual(t, end, len(text))
		for _, m := range r.Matches {
			require.LessOrEqual(t, m.First, m.Last)
			require.Less(t, m.Last, len(r.Tokens))
		}
	})
}
