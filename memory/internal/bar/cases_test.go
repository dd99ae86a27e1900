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

// Forgetting one memory of a real store must leave the others alone. At most one in a hundred may refuse another true
// one, with the memories as they are and with descriptions alone, and even if nothing the user said is newer.
func TestForgettingOneRefusesNoOther(t *testing.T) {
	for _, shape := range []struct {
		name       string
		bar, other func(memoryCase) bar.Claim
	}{
		{"descriptions", memoryCase.oneLiner, memoryCase.oneLiner},
		{"whole memories", memoryCase.claim, memoryCase.claim},
		{"description, then whole memories", memoryCase.oneLiner, memoryCase.claim},
	} {
		for _, newer := range []bool{false, true} {
			key := bar.Key{1}
			var total, refusing, pending int
			rules := map[string]int{}
			sets := map[string]int{}
			for store, memories := range recallStores(t) {
				var bars []bar.Bar
				var cands []bar.Candidate
				for _, m := range memories {
					bars = append(bars, bar.Bar{Digests: key.Digest(shape.bar(m))})
					c := key.Candidate(shape.other(m))
					c.Newer = newer
					cands = append(cands, c)
				}
				for i := range bars {
					refuses, holds := false, false
					for j := range cands {
						if i == j || memories[i].Description == memories[j].Description || memories[i].Slug == memories[j].Slug {
							continue // an equal claim is not another one
						}
						d := bar.Decide(bars[i], cands[j])
						if d.Outcome == bar.Refused && !refuses && os.Getenv("SHOW") == shape.name && newer {
							t.Logf("%s %s\n  T %s | %.80s | %s\n  C %s | %.80s | %s", store, d.Rule, memories[i].Description, memories[i].Body, memories[i].Quote, memories[j].Description, memories[j].Body, memories[j].Quote)
						}
						if d.Outcome == bar.Refused && !refuses {
							refuses = true
							rules[string(d.Rule)]++
							sets[strings.Split(store, "/")[0]]++
						}
						holds = holds || d.Outcome == bar.Pending
					}
					total++
					if refuses {
						refusing++
					}
					if holds {
						pending++
					}
				}
			}
			t.Logf("%s newer=%v: %d of %d refuse another (%.2f%%) %v %v, %d hold one (%.2f%%)", shape.name, newer, refusing, total, 100*float64(refusing)/float64(total), rules, sets, pending, 100*float64(pending)/float64(total))
		}
	}
}
