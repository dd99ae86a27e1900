package bar_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// pair is a forgotten claim, one that is proposed afterwards, and what has to come of it.
type pair struct {
	Name                 string
	Forgotten, Candidate bar.Claim
	Newer, Explicit      bool
	ValueOnly            bool
	Want                 string
	Rule                 bar.Rule // where it matters which
}

// readPairs reads the pairs of one file of testdata.
func readPairs(t testing.TB, name string) []pair {
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	var file struct {
		About string
		Pairs []pair
	}
	require.NoError(t, json.Unmarshal(data, &file))
	require.NotEmpty(t, file.About)
	require.NotEmpty(t, file.Pairs)
	return file.Pairs
}

func (p pair) decide() bar.Decision {
	c := key.Candidate(p.Candidate)
	c.Newer, c.Explicit = p.Newer, p.Explicit
	return bar.Decide(bar.Bar{Digests: key.Digest(p.Forgotten), ValueOnly: p.ValueOnly}, c)
}

func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	total := 0
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			for _, p := range readPairs(t, name) {
				total++
				got := p.decide()
				assert.Equal(t, p.Want, got.Outcome.String(), "%s (%s)", p.Name, got.Rule)
				if p.Rule != "" {
					assert.Equal(t, p.Rule, got.Rule, p.Name)
				}
				assert.Equal(t, p.Want == "free" && p.Rule != "", got.Exempt, p.Name)
			}
		})
	}
	require.GreaterOrEqual(t, total, 80)
}
