package search

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func indexOf(docs ...Doc) *Index {
	ix := New()
	for _, d := range docs {
		if d.ID == "" {
			d.ID = d.Name
		}
		ix.Put(d)
	}
	return ix
}

func ids(r Result) []string {
	var ids []string
	for _, h := range r.Hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func TestQueryWithoutTermsFindsNothing(t *testing.T) {
	ix := indexOf(Doc{Name: "t", Body: "多租户隔离已开启。"}, Doc{Name: "x", Body: "Ana reads Go. Why???"})
	tests := []struct {
		query   string
		noTerms bool
		want    []string
	}{
		{"多租户", false, []string{"t"}},
		{"户", false, []string{"t"}},
		{"。、", true, nil},
		{"。", true, nil},
		{"???", true, nil},
		{"", true, nil},
		{" \n\t", true, nil},
		{"zzzabsent", false, nil},
		{"ana", false, []string{"x"}},
	}
	for _, tt := range tests {
		got := ix.Search(Query{Text: tt.query})
		require.Equal(t, tt.want, ids(got), "%q", tt.query)
		require.Equal(t, tt.noTerms, got.NoTerms, "%q", tt.query)
		require.Equal(t, len(tt.want), got.Total, "%q", tt.query)
	}
}

func TestRawSearchFindsEmoji(t *testing.T) {
	ix := indexOf(Doc{Name: "a", Body: "🔥 means sev 1"}, Doc{Name: "b", Body: "nothing"})
	require.Equal(t, []string{"a"}, ids(ix.Search(Query{Text: "🔥"})))
}

func TestFoldedOnBothSides(t *testing.T) {
	ix := indexOf(
		Doc{Name: "p", Body: "Produção fica em atlas-eu."},
		Doc{Name: "q", Body: "prod = atlas-eu"},
		Doc{Name: "s", Body: "Büro in der Lindenstraße."})
	for query, want := range map[string]string{
		"producao": "p", "PRODUÇÃO": "p", "ｐｒｏｄ": "q", "strasse": "s", "STRASSE": "s", "buro": "s", "lindenstrasse": "s",
	} {
		got := ids(ix.Search(Query{Text: query}))
		require.NotEmpty(t, got, query)
		require.Equal(t, want, got[0], query)
	}
}

func TestTwoLetterTermsNeedBoundaries(t *testing.T) {
	ix := indexOf(Doc{Name: "database"}, Doc{Name: "s3-retention", Body: "S3 keeps artifacts"}, Doc{Name: "ci", Body: "CI is slow"})
	require.Empty(t, ids(ix.Search(Query{Text: "da"})))
	require.Equal(t, []string{"s3-retention"}, ids(ix.Search(Query{Text: "sobre s3"})))
	require.Equal(t, []string{"ci"}, ids(ix.Search(Query{Text: "CI"})))
	require.Equal(t, []string{"database"}, ids(ix.Search(Query{Text: "DB"})), "by synonym")
}

func TestStopWordsOnlyWhenNothingElseIsLeft(t *testing.T) {
	ix := indexOf(Doc{Name: "a", Body: "the who"}, Doc{Name: "b", Body: "the kafka broker"})
	require.Equal(t, []string{"b"}, ids(ix.Search(Query{Text: "what is the kafka"})))
	r := ix.Search(Query{Text: "who"})
	require.Equal(t, []string{"a"}, ids(r))
	require.True(t, r.Weak)
}

func TestExactNameFirst(t *testing.T) {
	ix := indexOf(
		Doc{Name: "redis", Description: "A note on caches"},
		Doc{Name: "redis-eviction", Description: "redis redis redis", Body: "redis redis redis redis redis"})
	r := ix.Search(Query{Text: "Redis"})
	require.Equal(t, []string{"redis", "redis-eviction"}, ids(r))
	require.True(t, r.Hits[0].Exact)
	require.False(t, r.Hits[1].Exact)
	require.Equal(t, "redis-eviction", ids(ix.Search(Query{Text: "redis eviction"}))[0])
}

// TestWholeIdentifierOutranksPrefix puts the right identifier where it weighs
// least and the wrong one where it weighs most.
func TestWholeIdentifierOutranksPrefix(t *testing.T) {
	filler := strings.Repeat("unrelated words about many other things ", 60)
	for _, tt := range []struct{ right, wrong string }{
		{"eks-prod-1", "eks-prod-10"},
		{"eks-prod-10", "eks-prod-1"},
		{"db-1.internal:5432", "db-1.internal:5433"},
		{"arn:aws:iam::123456789012:role/deploy-bot", "arn:aws:iam::123456789012:role/deploy-bot-2"},
		{"checkout_api", "checkout_api_v2"},
		{"KubePodNotReady", "KubePodReady"},
		{"v1.33.2", "v1.33.20"},
	} {
		ix := indexOf(
			Doc{Name: "right", Body: filler + tt.right},
			Doc{Name: tt.wrong, Description: tt.wrong + " " + tt.wrong, Body: strings.Repeat(tt.wrong+" ", 20)})
		require.Equal(t, "right", ids(ix.Search(Query{Text: tt.right}))[0], tt.right)
		require.Equal(t, "right", ids(ix.Search(Query{Text: "what do we know about " + tt.right + "?"}))[0], tt.right)
	}
}

func TestIdentifierSpellings(t *testing.T) {
	ix := indexOf(Doc{Name: "kube-pod-crash-looping", Description: "x"}, Doc{Name: "other", Description: "y"})
	for _, q := range []string{"KubePodCrashLooping", "kube_pod_crash_looping", "kube pod crash looping", "crashlooping pods", "crash-looping"} {
		got := ids(ix.Search(Query{Text: q}))
		require.NotEmpty(t, got, q)
		require.Equal(t, "kube-pod-crash-looping", got[0], q)
	}
}

func TestLimitAndTotal(t *testing.T) {
	ix := New()
	for i := range 300 {
		ix.Put(Doc{ID: fmt.Sprint(i), Name: fmt.Sprintf("note %03d", i), Body: "kafka " + strings.Repeat("x ", i%7)})
	}
	all := ids(ix.Search(Query{Text: "kafka"}))
	require.Len(t, all, 300)
	for _, limit := range []int{1, 5, 29, 30, 31, 120, 299, 300, 1000} {
		r := ix.Search(Query{Text: "kafka", Limit: limit})
		require.Equal(t, all[:min(limit, 300)], ids(r), "limit %d", limit)
		require.Equal(t, 300, r.Total)
	}
}

func TestTiesByName(t *testing.T) {
	ix := indexOf(Doc{ID: "1", Name: "c", Body: "kafka"}, Doc{ID: "2", Name: "a", Body: "kafka"}, Doc{ID: "3", Name: "b", Body: "kafka"})
	require.Equal(t, []string{"2", "3", "1"}, ids(ix.Search(Query{Text: "kafka"})))
}

func TestKeepFiltersBeforeLimit(t *testing.T) {
	ix := indexOf(Doc{Name: "a", Body: "kafka kafka"}, Doc{Name: "b", Body: "kafka is a broker of events and more"}, Doc{Name: "户"})
	require.Equal(t, "a", ids(ix.Search(Query{Text: "kafka", Limit: 1}))[0], "control")
	keep := func(id string) bool { return id == "b" }
	r := ix.Search(Query{Text: "kafka", Limit: 1, Keep: keep})
	require.Equal(t, []string{"b"}, ids(r))
	require.Equal(t, 1, r.Total)
	require.Len(t, ids(ix.Search(Query{Text: "户"})), 1, "control")
	require.Empty(t, ids(ix.Search(Query{Text: "户", Keep: keep})))
}

func TestHitsSayWhy(t *testing.T) {
	ix := indexOf(Doc{Name: "pager", Description: "Who is on call", Labels: "payments", Quote: "Ana has it", Body: "until June"}, Doc{Name: "x", Body: "y"})
	r := ix.Search(Query{Text: "who has the payments pager until June?"})
	require.Equal(t, []string{"pager"}, ids(r))
	require.Equal(t, []string{"payments", "pager", "june"}, r.Hits[0].Terms)
	require.Equal(t, []string{"name", "description", "labels", "body"}, r.Hits[0].Fields, "description by synonym")
	require.Equal(t, []string{"payments", "pager", "june"}, r.Used)
	require.Empty(t, r.Dropped)
	require.False(t, r.Weak)
	require.Positive(t, r.Hits[0].Score)
}

func TestTermBudgetKeepsIdentifiersAndRareTerms(t *testing.T) {
	ix := indexOf(Doc{Name: "a", Body: "not_in_channel is handled by inviting the app"}, Doc{Name: "b", Body: "zebra"})
	var log strings.Builder
	for i := range 500 {
		fmt.Fprintf(&log, "q%c%cq ", 'a'+i%26, 'a'+i/26)
	}
	r := ix.Search(Query{Text: log.String() + "zebra not_in_channel"})
	require.Len(t, r.Used, 64)
	require.Equal(t, "not_in_channel", r.Used[0])
	require.Contains(t, r.Used, "zebra")
	require.NotEmpty(t, r.Dropped)
	require.ElementsMatch(t, []string{"a", "b"}, ids(r))
}

func TestSimilarityOfTheHost(t *testing.T) {
	ix := indexOf(Doc{Name: "a", Body: "kafka retention"}, Doc{Name: "b", Body: "how long events are kept"}, Doc{Name: "c", Body: "something else"})
	similar := func(ids []string) []float64 {
		values := make([]float64, len(ids))
		for i, id := range ids {
			switch id {
			case "b":
				values[i] = 0.9
			case "c":
				values[i] = math.NaN()
			}
		}
		return values
	}
	require.Equal(t, []string{"a"}, ids(ix.Search(Query{Text: "kafka"})), "control")
	r := ix.Search(Query{Text: "kafka", Similarity: similar})
	require.ElementsMatch(t, []string{"a", "b"}, ids(r))
	for _, h := range r.Hits {
		require.False(t, h.Weak, h.ID)
	}
	r = ix.Search(Query{Text: "kafka", Similarity: similar, Keep: func(id string) bool { return id != "b" }})
	require.Equal(t, []string{"a"}, ids(r))
	r = ix.Search(Query{Text: "kafka", Similarity: func([]string) []float64 { return nil }})
	require.Equal(t, []string{"a"}, ids(r), "a result of the wrong length is ignored")
}

// TestUpdatesEqualRebuild writes, replaces and removes documents in a long
// random-looking sequence and compares with an index built at once.
func TestUpdatesEqualRebuild(t *testing.T) {
	docs := synthetic(120)
	ix := New()
	want := make(map[string]Doc)
	for step := range 600 {
		d := docs[step*37%len(docs)]
		if step%5 == 4 {
			ix.Remove(d.ID)
			delete(want, d.ID)
			continue
		}
		d.Body = docs[step*53%len(docs)].Body
		ix.Put(d)
		want[d.ID] = d
	}
	ix.Remove("never there")
	rebuilt := New()
	for _, d := range want {
		rebuilt.Put(d)
	}
	require.Equal(t, len(want), ix.Len())
	require.Equal(t, len(rebuilt.ids), len(ix.ids), "terms that no document holds are forgotten")
	for i := range 40 {
		q := Query{Text: docs[i].Description, Limit: 20}
		require.Equal(t, rebuilt.Search(q), ix.Search(q), q.Text)
	}
	for id := range want {
		ix.Remove(id)
	}
	require.Zero(t, ix.Len())
	require.Empty(t, ix.ids)
	require.Empty(t, ids(ix.Search(Query{Text: docs[0].Description})))
}

func TestConcurrentSearches(t *testing.T) {
	docs := synthetic(50)
	ix := indexOf(docs...)
	want := ix.Search(Query{Text: docs[3].Description})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				require.Equal(t, want, ix.Search(Query{Text: docs[3].Description}))
				ix.Similar(docs[4], 3, nil)
			}
		})
	}
	group.Wait()
}

func TestEmptyIndex(t *testing.T) {
	r := New().Search(Query{Text: "anything", Limit: 5})
	require.Empty(t, r.Hits)
	require.True(t, r.Weak)
	require.False(t, r.NoTerms)
	require.Empty(t, New().Similar(Doc{Body: "anything"}, 5, nil))
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"", "eks-prod-1", "多租户 \xff", "a'b'c", "on call", strings.Repeat("-_./:", 40), "ß\u0301\u200d'", "KubePodNotReady 10.0.3.17:9100"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, text, query string) {
		ix := indexOf(Doc{ID: "a", Name: text, Description: query, Body: text}, Doc{ID: "b", Body: query})
		r := ix.Search(Query{Text: query, Limit: 1})
		require.LessOrEqual(t, len(r.Hits), 1)
		require.LessOrEqual(t, len(r.Hits), r.Total)
		if !r.NoTerms {
			require.NotZero(t, r.Total, "a text finds itself")
		}
		ix.Similar(Doc{ID: "c", Body: query}, 2, nil)
		ix.Remove("a")
		ix.Remove("b")
		require.Empty(t, ix.ids)
	})
}
