package bar_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// sentencesOf splits a text as a model does that saves each sentence as a memory of its own.
func sentencesOf(text string) []string {
	var out []string
	for _, s := range strings.SplitAfter(text, ". ") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// dressUp changes what a reader does not see.
func dressUp(s string) string {
	return strings.NewReplacer("a", "а", "e", "e\u200b", "o", "ο", "T", "Ｔ", " ", "\u00a0 ").Replace(s)
}

// Every real memory that returns in another form is held back, whatever the form.
func TestRealMemoriesStayForgotten(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shuffled := func(s string) string {
		var out []string
		for _, sentence := range sentencesOf(s) {
			words := strings.Fields(strings.TrimSuffix(sentence, "."))
			if len(words) < 2 {
				continue
			}
			// The last word stays: what stands at the end of a sentence is read in its own way.
			random.Shuffle(len(words)-1, func(i, j int) { words[i], words[j] = words[j], words[i] })
			out = append(out, strings.Join(words, " ")+".")
		}
		return strings.Join(out, " ")
	}
	forms := []struct {
		name    string
		back    func(m memoryCase) []string // bodies or descriptions that come back, one a memory
		refused float64                     // at least, in percent
		held    float64
	}{
		{"dressed up", func(m memoryCase) []string { return []string{dressUp(m.Description + ". " + m.Body)} }, 99, 100},
		{"upper case", func(m memoryCase) []string { return []string{strings.ToUpper(m.Description + ". " + m.Body)} }, 99, 100},
		{"shuffled", func(m memoryCase) []string { return []string{shuffled(m.Description + ". " + m.Body)} }, 97, 99},
		{"with fillers", func(m memoryCase) []string {
			return []string{"Please note that, as the team already said, " + m.Description + ". Currently " + m.Body}
		}, 95, 100},
		{"with a sentence more", func(m memoryCase) []string {
			return []string{m.Description + ". " + m.Body + " The auditors asked about it."}
		}, 0, 99.5},
		{"sentence by sentence", func(m memoryCase) []string {
			var out []string
			for _, s := range sentencesOf(m.Body) {
				if len(strings.Fields(s)) > 4 {
					out = append(out, s)
				}
			}
			return out
		}, 90, 98},
	}
	stores := recallStores(t)
	for _, form := range forms {
		var total, refused, held int
		for _, memories := range stores {
			for _, m := range memories {
				c := m.claim()
				c.Quote = ""
				b := barOf(c)
				for _, text := range form.back(m) {
					got := bar.Decide(b, key.Candidate(bar.Claim{Type: "preference", Description: text, Slug: "elsewhere"}))
					total++
					if got.Outcome == bar.Refused {
						refused++
					}
					if got.Outcome != bar.Free {
						held++
					}
				}
			}
		}
		t.Logf("%s: %d returns, %.1f %% refused, %.1f %% held back", form.name, total, percent(refused, total), percent(held, total))
		require.GreaterOrEqual(t, percent(refused, total), form.refused, form.name)
		require.GreaterOrEqual(t, percent(held, total), form.held, form.name)
	}
}
