package bar_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// memoryCase is a memory of the public retrieval sets.
type memoryCase struct {
	Store, Slug, Type, Description, Body, Quote string
}

func (m memoryCase) claim() bar.Claim {
	return bar.Claim{Type: m.Type, Description: m.Description, Body: m.Body, Quote: m.Quote, Slug: m.Slug}
}

func (m memoryCase) oneLiner() bar.Claim {
	c := m.claim()
	c.Body = ""
	return c
}

// recallStores reads the memories of the folder DAYBOOK_CASES names, by store.
func recallStores(t testing.TB) map[string][]memoryCase {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the public sets")
	}
	files, err := filepath.Glob(filepath.Join(dir, "recall", "*.memories.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	stores := map[string][]memoryCase{}
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "#") {
				continue
			}
			var m memoryCase
			require.NoError(t, json.Unmarshal(lines.Bytes(), &m))
			base, _, _ := strings.Cut(filepath.Base(name), ".")
			store := base + "/" + m.Store
			stores[store] = append(stores[store], m)
		}
		require.NoError(t, lines.Err())
	}
	return stores
}

// Forgetting one memory of a real store must leave the others alone: at most one in a hundred may refuse another true one,
// with descriptions alone as with whole memories, and even if nothing the user said is newer.
func TestForgettingOneRefusesNoOther(t *testing.T) {
	stores := recallStores(t)
	for _, shape := range []struct {
		name             string
		forgotten, other func(memoryCase) bar.Claim
	}{
		{"description against descriptions", memoryCase.oneLiner, memoryCase.oneLiner},
		{"description against memories", memoryCase.oneLiner, memoryCase.claim},
		{"memory against memories", memoryCase.claim, memoryCase.claim},
	} {
		for _, newer := range []bool{true, false} {
			var total, refuse, hold, pairs, refused int
			rules := map[bar.Rule]int{}
			for _, memories := range stores {
				var bars []bar.Bar
				var candidates []bar.Candidate
				for _, m := range memories {
					bars = append(bars, bar.Bar{Digests: key.Digest(shape.forgotten(m))})
					c := key.Candidate(shape.other(m))
					c.Newer = newer
					candidates = append(candidates, c)
				}
				for i := range bars {
					seen := map[bar.Outcome]bool{}
					for _, c := range candidates {
						if repeats(bars[i].Digests, c.Digests) {
							continue
						}
						pairs++
						d := bar.Decide(bars[i], c)
						if d.Outcome == bar.Refused {
							refused++
						}
						if !seen[d.Outcome] && d.Outcome != bar.Free {
							seen[d.Outcome] = true
							rules[d.Rule]++
						}
					}
					total++
					if seen[bar.Refused] {
						refuse++
					}
					if seen[bar.Pending] {
						hold++
					}
				}
			}
			t.Logf("%s, newer=%v: of %d, %d (%.2f %%) refuse another, %d (%.1f %%) hold one; %d of %d pairs; %v",
				shape.name, newer, total, refuse, percent(refuse, total), hold, percent(hold, total), refused, pairs, rules)
			require.LessOrEqual(t, percent(refuse, total), 1.0)
		}
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(of) }

// repeats reports whether two memories of a set are one: the sets hold pages twice, with other case, plural or file name.
func repeats(a, b bar.Digests) bool {
	same := func(x, y bar.Set) bool {
		i, _ := x.MarshalText()
		j, _ := y.MarshalText()
		return string(i) == string(j)
	}
	return a.Slug == b.Slug || a.Claim == b.Claim || same(a.Words, b.Words)
}
