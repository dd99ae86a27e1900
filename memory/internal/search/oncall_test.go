package search

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A question has one right answer in testdata/oncall.txt.
type question struct{ text, answer string }

// readLines reads a list of testdata; lines that start with # are prose.
func readLines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	var out []string
	for line := range strings.Lines(string(data)) {
		if s := strings.TrimSpace(line); s != "" && s[0] != '#' {
			out = append(out, s)
		}
	}
	require.NotEmpty(t, out)
	return out
}

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
			questions = append(questions, question{parts[0], parts[1]})
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
		r := ix.Search(Query{Text: q.text, Limit: 3})
		require.NotEmpty(t, r.Hits, q.text)
		if r.Hits[0].ID == q.answer {
			right++
			continue
		}
		t.Logf("%q: want %s", q.text, q.answer)
		for _, h := range r.Hits {
			t.Logf("    got %s %.1f %v", h.ID, h.Score, h.Terms)
		}
	}
	t.Logf("%d of %d first", right, len(questions))
	require.GreaterOrEqual(t, right, len(questions)*9/10)
}
