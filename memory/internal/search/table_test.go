package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var rankers = []struct {
	name  string
	build builder
}{
	{"newest-first substring", newestSubstring},
	{"all words", allWords},
	{"plain BM25", plainBM25},
	{"daybook", ours},
}

// TestRecallTable prints the quality of each ranker on the public sets and
// holds ours to the floors. The macro is the mean over cells, so that a set
// with many queries does not outvote the others.
func TestRecallTable(t *testing.T) {
	cells := loadCells(t)
	for _, r := range rankers {
		table := new(strings.Builder)
		fmt.Fprintf(table, "%s\n%-28s %5s %6s %6s %6s %6s %6s %6s\n", r.name, "", "n", "r@1", "r@5", "r@10", "MRR", "nDCG", "empty")
		var macro metrics
		sets := make(map[string][]metrics)
		n := 0.0
		for _, c := range cells {
			m := measure(c, r.build)
			mark := " "
			if c.inMacro {
				macro, n, mark = macro.plus(m), n+1, "*"
				set, _, _ := strings.Cut(c.name, " ")
				sets[set] = append(sets[set], m)
			}
			fmt.Fprintf(table, "%-27s%s %5d %s\n", c.name, mark, len(c.queries), m)
			if r.name == "daybook" {
				require.Zero(t, m.withoutHits, "%s: every query shares words with the store or is spelled like one", c.name)
			}
		}
		for _, set := range []string{"locomo", "runbooks", "gitlab"} {
			fmt.Fprintf(table, "mean of %-19s  %5s %s\n", set, "", mean(sets[set]))
		}
		macro = macro.scale(1 / n)
		fmt.Fprintf(table, "macro of the %2.0f cells with *   %5s %s\n", n, "", macro)
		t.Log(table.String())
		if r.name == "daybook" {
			require.GreaterOrEqual(t, macro.r5, 0.85)
			require.GreaterOrEqual(t, macro.mrr, 0.76)
		}
	}
}

func (m metrics) String() string {
	return fmt.Sprintf("%6.3f %6.3f %6.3f %6.3f %6.3f %6.3f", m.r1, m.r5, m.r10, m.mrr, m.ndcg, m.withoutHits)
}

func mean(all []metrics) metrics {
	var sum metrics
	for _, m := range all {
		sum = sum.plus(m)
	}
	return sum.scale(1 / float64(len(all)))
}
