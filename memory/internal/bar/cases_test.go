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
	if testing.Short() {
		t.Skip("compares a million pairs of memories")
	}
	stores := recallStores(t)
	for name, claim := range map[string]func(memoryCase) bar.Claim{
		"descriptions":   memoryCase.oneLiner,
		"whole memories": memoryCase.claim,
	} {
		var total, refuse, hold, pairs int
		rules := map[bar.Rule]int{}
		for _, memories := range stores {
			bars, candidates := make([]bar.Bar, len(memories)), make([]bar.Candidate, len(memories))
			words := make([]string, len(memories))
			for i, m := range memories {
				bars[i], candidates[i] = barOf(claim(m)), key.Candidate(claim(m))
				words[i] = wordsOf(bars[i].Digests)
			}
			for i, b := range bars {
				seen := map[bar.Outcome]bool{}
				for j, c := range candidates {
					// The sets hold pages twice, with other case, plural or file name: those are not other memories.
					if b.Slug == c.Slug || b.Claim == c.Claim || words[i] == words[j] {
						continue
					}
					pairs++
					if d := bar.Decide(b, c); d.Outcome != bar.Free && !seen[d.Outcome] {
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
		t.Logf("%s: of %d, %d (%.2f %%) refuse another, %d (%.1f %%) hold one; %d pairs; %v",
			name, total, refuse, percent(refuse, total), hold, percent(hold, total), pairs, rules)
		require.LessOrEqual(t, percent(refuse, total), 1.0, name)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(of) }

func wordsOf(d bar.Digests) string {
	text, _ := d.Words.MarshalText()
	return string(text)
}
