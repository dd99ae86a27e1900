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

// TestFloorCostsAlertsLittle compares alert texts with and without the floor,
// over both stores: results that are weak as a whole count as empty.
func TestFloorCostsAlertsLittle(t *testing.T) {
	var all, kept, queries float64
	for _, name := range []string{"runbooks summary", "runbooks description", "gitlab description", "runbooks anon summary", "runbooks anon description", "gitlab title"} {
		c, ix := cellOf(t, name)
		f := throughFloor(c, ix)
		n := float64(len(c.queries))
		t.Logf("%-26s recall@5 %.3f, above the floor %.3f; first right %.3f, and above the floor %.3f",
			name, f.all/n, f.kept/n, f.first/n, f.firstKept/n)
		if strings.Contains(name, "anon") || strings.Contains(name, "title") {
			continue
		}
		all, kept, queries = all+f.all, kept+f.kept, queries+n
		if name == "runbooks description" {
			require.GreaterOrEqual(t, f.firstKept/n, 0.7, "alert descriptions with a right page first and above the floor")
		}
	}
	require.GreaterOrEqual(t, kept/queries, all/queries-0.01)
}

type floorCounts struct{ all, kept, first, firstKept float64 }

func throughFloor(c cell, ix *Index) floorCounts {
	var f floorCounts
	for _, q := range c.queries {
		r := ix.Search(Query{Text: q.Q, Limit: 5})
		var got []string
		for _, h := range r.Hits {
			got = append(got, h.ID)
		}
		found := recall(got, q.Relevant, 5)
		f.all += found
		if !r.Weak {
			f.kept += found
		}
		if len(got) > 0 && slices.Contains(q.Relevant, got[0]) {
			f.first++
			if !r.Hits[0].Weak {
				f.firstKept++
			}
		}
	}
	return f
}
