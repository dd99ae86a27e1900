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
func cellOf(t testing.TB, cells []cell, name string) (cell, *Index) {
	t.Helper()
	for _, c := range cells {
		if c.name == name {
			return c, build(c.stores[""])
		}
	}
	t.Fatalf("no cell %s", name)
	return cell{}, nil
}

// weak and unsure are the two floors.
func weak(h Hit) bool   { return h.Weak }
func unsure(h Hit) bool { return !h.Sure }

// aboveFloor returns the queries that find something above a floor.
func aboveFloor(ix *Index, queries []string, below func(Hit) bool) []string {
	var above []string
	for _, q := range queries {
		r := ix.Search(Query{Text: q, Limit: 5})
		if i := slices.IndexFunc(r.Hits, func(h Hit) bool { return !below(h) }); i >= 0 {
			above = append(above, fmt.Sprintf("%q finds %s by %v", q, r.Hits[i].ID, r.Hits[i].Terms))
		}
	}
	return above
}

func TestSmallTalkStaysBelowTheFloor(t *testing.T) {
	talk := readLines(t, "smalltalk.txt")
	require.Len(t, talk, 40)
	cells := loadCells(t)
	for _, name := range []string{"runbooks description", "gitlab description"} {
		_, ix := cellOf(t, cells, name)
		above := aboveFloor(ix, talk, weak)
		t.Logf("%s: %d of %d turns above the floor\n%s", name, len(above), len(talk), strings.Join(above, "\n"))
		require.LessOrEqual(t, len(above), len(talk)/10)
	}
}

func TestUnanswerableQuestionsFindNothingSure(t *testing.T) {
	cells := loadCells(t)
	_, ix := cellOf(t, cells, "runbooks description")
	for _, name := range []string{"unanswerable.txt", "unanswerable-near.txt"} {
		questions := readLines(t, name)
		require.Len(t, questions, 20)
		sure := aboveFloor(ix, questions, unsure)
		t.Logf("%s: %d of %d questions find something sure, %d something not weak\n%s",
			name, len(sure), len(questions), len(aboveFloor(ix, questions, weak)), strings.Join(sure, "\n"))
		require.LessOrEqual(t, len(sure), 2)
	}
}

// TestFloorCostsAlertsLittle compares alert texts with and without the floor,
// over both stores: results that are weak as a whole count as empty.
func TestFloorCostsAlertsLittle(t *testing.T) {
	cells := loadCells(t)
	var all, kept, queries float64
	for _, name := range []string{"runbooks summary", "runbooks description", "gitlab description", "runbooks anon summary", "runbooks anon description", "gitlab title"} {
		c, ix := cellOf(t, cells, name)
		f := throughFloor(c, ix)
		n := float64(len(c.queries))
		t.Logf("%-26s recall@5 %.3f, above the floor %.3f; first right %.3f, and sure %.3f",
			name, f.all/n, f.kept/n, f.first/n, f.firstSure/n)
		if strings.Contains(name, "anon") || strings.Contains(name, "title") {
			continue
		}
		all, kept, queries = all+f.all, kept+f.kept, queries+n
		if name == "runbooks description" {
			require.GreaterOrEqual(t, f.firstSure/n, 0.7, "alert descriptions with a right page first and sure")
		}
	}
	require.GreaterOrEqual(t, kept/queries, all/queries-0.01)
}

type floorCounts struct{ all, kept, first, firstSure float64 }

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
			if r.Hits[0].Sure {
				f.firstSure++
			}
		}
	}
	return f
}
