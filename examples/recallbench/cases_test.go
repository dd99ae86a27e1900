package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// lines reads a list of testdata; lines that begin with # are prose.
func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	all := strings.Split(strings.TrimSpace(string(data)), "\n")
	return slices.DeleteFunc(all, func(s string) bool { return strings.HasPrefix(s, "#") })
}

// TestPublicSets holds the library to its floors on the public sets, and prints
// the tables.
func TestPublicSets(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES does not name the folder of public cases")
	}
	b, err := prepare(t.TempDir(), filepath.Join(dir, "recall"))
	require.NoError(t, err)
	defer b.root.Close()
	t.Run("ranking", b.testRanking)
	t.Run("budget", b.testBudget)
	t.Run("small talk", b.testSmallTalk)
	t.Run("unanswerable", b.testUnanswerable)
	t.Run("floors cost alerts little", b.testFloors)
}

func (b *bench) testRanking(t *testing.T) {
	var rows []row
	for _, c := range contestants { // ours is the last
		var err error
		rows, err = b.rank(context.Background(), c)
		require.NoError(t, err)
		var out bytes.Buffer
		printRows(&out, c, rows)
		t.Log("\n" + out.String())
	}
	all, n := macro(rows)
	require.Equal(t, 13, n)
	require.GreaterOrEqual(t, all.recall5, 0.85)
	require.GreaterOrEqual(t, all.mrr, 0.76)
	for _, r := range rows {
		require.Zero(t, r.empty, "%s: every question shares words with its store or is spelled like one", r.name())
	}
}

func (b *bench) testBudget(t *testing.T) {
	shares, err := b.shares(context.Background())
	require.NoError(t, err)
	var out bytes.Buffer
	printShares(&out, shares)
	t.Log("\n" + out.String())
	floor := map[string]float64{"locomo all": 0.83, "runbooks description": 0.97}
	for _, s := range shares {
		require.LessOrEqual(t, s.longest, memory.DefaultChars, s.name())
		require.Zero(t, s.off, s.name())
		require.GreaterOrEqual(t, s.ours, floor[s.name()], s.name())
		require.Greater(t, s.ours, s.newest, s.name())
	}
}

// store returns the only store of a set.
func (b *bench) store(name string) *memory.Store { return b.stores[name][""] }

func (b *bench) testSmallTalk(t *testing.T) {
	for _, list := range []string{"smalltalk.txt", "smalltalk-more.txt"} {
		for _, set := range []string{"runbooks", "gitlab"} {
			talk := lines(t, list)
			var withTurn []string
			for _, text := range talk {
				c, err := b.store(set).Context(context.Background(), text, nil)
				require.NoError(t, err)
				if c.Turn != "" {
					withTurn = append(withTurn, text)
				}
			}
			t.Logf("%s, %s: %d of %d turns bring memories in: %q", set, list, len(withTurn), len(talk), withTurn)
			require.LessOrEqual(t, len(withTurn), len(talk)/10)
		}
	}
}

func (b *bench) testUnanswerable(t *testing.T) {
	for _, list := range []string{"unanswerable.txt", "unanswerable-near.txt"} {
		questions := lines(t, list)
		require.Len(t, questions, 20)
		var sure []string
		for _, q := range questions {
			got, err := b.store("runbooks").Recall(context.Background(), memory.Query{Text: q})
			require.NoError(t, err)
			if got.Sure {
				sure = append(sure, q)
			}
		}
		t.Logf("%s: %d of %d questions find something sure: %q", list, len(sure), len(questions), sure)
		require.LessOrEqual(t, len(sure), 2)
	}
}

// testFloors compares alert texts with and without the floors: results that are
// weak as a whole count as empty, and a right page that is first but not sure as
// not cited.
func (b *bench) testFloors(t *testing.T) {
	var all, kept, asked float64
	for _, s := range b.sets {
		for _, c := range s.cells() {
			if !slices.Contains([]string{"runbooks summary", "runbooks description", "gitlab description"}, c.name()) {
				continue
			}
			f := b.throughFloors(t, c)
			n := float64(len(c.asked))
			t.Logf("%-22s recall@5 %.3f, not weak %.3f; right page first %.3f, and sure %.3f", c.name(), f.all/n, f.kept/n, f.first/n, f.sure/n)
			all, kept, asked = all+f.all, kept+f.kept, asked+n
			if c.name() == "runbooks description" {
				require.GreaterOrEqual(t, f.sure/n, 0.7)
			}
		}
	}
	require.NotZero(t, asked)
	require.GreaterOrEqual(t, kept/asked, all/asked-0.01)
}

type floorCounts struct{ all, kept, first, sure float64 }

func (b *bench) throughFloors(t *testing.T, c cell) floorCounts {
	var f floorCounts
	for _, q := range c.asked {
		got, err := b.store(c.set).Recall(context.Background(), memory.Query{Text: q.Text})
		require.NoError(t, err)
		var names []string
		for _, h := range got.Hits {
			names = append(names, h.Record.Name)
		}
		found := recall(names, q.Relevant, 5)
		f.all += found
		if !got.Weak {
			f.kept += found
		}
		if len(names) > 0 && slices.Contains(q.Relevant, names[0]) {
			f.first++
			if got.Hits[0].Sure {
				f.sure++
			}
		}
	}
	return f
}
