package search

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readOncall reads testdata/oncall.txt; its header describes the format.
func readOncall(t testing.TB) (*Index, []question) {
	t.Helper()
	ix := New()
	var questions []question
	for _, line := range readLines(t, "oncall.txt") {
		kind, rest, _ := strings.Cut(line, ": ")
		parts := strings.Split(rest, " | ")
		switch kind {
		case "note":
			require.Len(t, parts, 3, line)
			ix.Put(Doc{ID: parts[0], Name: parts[0], Description: parts[1], Body: parts[2]})
		case "ask":
			require.Len(t, parts, 2, line)
			questions = append(questions, question{Q: parts[0], Relevant: parts[1:]})
		default:
			require.Fail(t, "neither note nor ask", line)
		}
	}
	require.Len(t, questions, 40)
	return ix, questions
}

func TestOncallQuestions(t *testing.T) {
	ix, questions := readOncall(t)
	right := 0
	for _, q := range questions {
		r := ix.Search(Query{Text: q.Q, Limit: 3})
		require.NotEmpty(t, r.Hits, q.Q)
		if r.Hits[0].ID == q.Relevant[0] {
			right++
			continue
		}
		t.Logf("%q: want %s", q.Q, q.Relevant[0])
		for _, h := range r.Hits {
			t.Logf("    got %s %.1f %v", h.ID, h.Score, h.Terms)
		}
	}
	t.Logf("%d of %d first", right, len(questions))
	require.GreaterOrEqual(t, right, len(questions)*9/10)
}
