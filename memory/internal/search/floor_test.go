package search

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readLines reads a list of testdata; lines that start with # are prose.
func readLines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	var out []string
	for line := range bytes.Lines(data) {
		if s := strings.TrimSpace(string(line)); s != "" && s[0] != '#' {
			out = append(out, s)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// cellOf returns the named cell and the index of its store.
func cellOf(t testing.TB, name string) (cell, *Index) {
	t.Helper()
	for _, c := range loadCells(t) {
		if c.name == name {
			return c, build(c.stores[""])
		}
	}
	t.Fatalf("no cell %s", name)
	return cell{}, nil
}

// aboveFloor returns the queries that find something above the floor.
func aboveFloor(ix *Index, queries []string) []string {
	var above []string
	for _, q := range queries {
		if r := ix.Search(Query{Text: q, Limit: 5}); len(r.Hits) > 0 && !r.Weak {
			above = append(above, fmt.Sprintf("%q finds %s by %v", q, r.Hits[0].ID, r.Hits[0].Terms))
		}
	}
	return above
}

func TestSmallTalkStaysBelowTheFloor(t *testing.T) {
	talk := readLines(t, "smalltalk.txt")
	require.Len(t, talk, 40)
	for _, name := range []string{"runbooks description", "gitlab description"} {
		_, ix := cellOf(t, name)
		above := aboveFloor(ix, talk)
		t.Logf("%s: %d of %d turns above the floor\n%s", name, len(above), len(talk), strings.Join(above, "\n"))
		require.LessOrEqual(t, len(above), len(talk)/10)
	}
}

func TestUnanswerableQuestionsStayBelowTheFloor(t *testing.T) {
	questions := readLines(t, "unanswerable.txt")
	require.Len(t, questions, 20)
	_, ix := cellOf(t, "runbooks description")
	above := aboveFloor(ix, questions)
	t.Logf("%d of %d questions above the floor\n%s", len(above), len(questions), strings.Join(above, "\n"))
	require.LessOrEqual(t, len(above), 2)
}

func TestFloorCostsAlertsLittle(t *testing.T) {
	for _, name := range []string{"runbooks summary", "runbooks description", "runbooks anon summary", "runbooks anon description", "gitlab title", "gitlab description"} {
		c, ix := cellOf(t, name)
		var all, whole, each float64
		first, firstAbove := 0, 0
		for _, q := range c.queries {
			var got, kept []string
			r := ix.Search(Query{Text: q.Q, Limit: 5})
			for _, h := range r.Hits {
				got = append(got, h.ID)
				if !h.Weak {
					kept = append(kept, h.ID)
				}
			}
			all += recall(got, q.Relevant, 5)
			each += recall(kept, q.Relevant, 5)
			if !r.Weak {
				whole += recall(got, q.Relevant, 5)
			}
			if slices.Contains(q.Relevant, got[0]) {
				first++
				if !r.Hits[0].Weak {
					firstAbove++
				}
			}
		}
		n := float64(len(c.queries))
		t.Logf("%-26s recall@5 %.3f; results above the floor %.3f, hits above it %.3f; first right %.3f, and above the floor %.3f",
			name, all/n, whole/n, each/n, float64(first)/n, float64(firstAbove)/n)
		require.GreaterOrEqual(t, whole/n, all/n-0.01, name)
		if name == "runbooks description" {
			require.GreaterOrEqual(t, float64(firstAbove)/n, 0.7)
		}
	}
}
