package safety_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// labelled is a text with the places of its credentials.
type labelled struct {
	id, kind, tier string
	text           string
	spans          [][2]int // byte offsets, end exclusive; none in a clean text
}

// tally counts one tier.
type tally struct{ texts, refused, spans, hidden int }

// score counts per tier how many texts with credentials are refused, how many
// credentials are gone to the last byte, and how many clean texts are not.
func score(t *testing.T, corpus []labelled) map[string]*tally {
	t.Helper()
	tiers := make(map[string]*tally)
	for _, c := range corpus {
		if tiers[c.tier] == nil {
			tiers[c.tier] = &tally{}
		}
		n := tiers[c.tier]
		n.texts++
		found := safety.Scan(c.text)
		if len(found) > 0 {
			n.refused++
		}
		missed := len(c.spans) > 0 && len(found) == 0 || len(c.spans) == 0 && len(found) > 0
		for _, s := range c.spans {
			n.spans++
			if covered(found, s) {
				n.hidden++
			} else {
				missed = true
			}
		}
		if missed && testing.Verbose() {
			t.Logf("%s %s: found %v, want %v", c.id, c.kind, found, c.spans)
		}
	}
	return tiers
}

// covered reports whether every byte of the span lies in a finding.
func covered(found []safety.Finding, span [2]int) bool {
	at := span[0]
	for _, f := range found {
		if f.Start <= at && at < f.End {
			at = f.End
		}
	}
	return at >= span[1]
}

func table(tiers map[string]*tally) string {
	var names []string
	for name := range tiers {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-12s %6s %8s %6s %8s\n", "tier", "texts", "found", "spans", "hidden")
	for _, name := range names {
		n := tiers[name]
		hidden := "-"
		if n.spans > 0 {
			hidden = fmt.Sprintf("%.1f %%", 100*float64(n.hidden)/float64(n.spans))
		}
		fmt.Fprintf(&b, "%-12s %6d %6.1f %% %6d %8s\n", name, n.texts, 100*float64(n.refused)/float64(n.texts), n.spans, hidden)
	}
	return b.String()
}

// requireFloors asserts the quality floors.
func requireFloors(t *testing.T, tiers map[string]*tally) {
	t.Helper()
	var all tally
	for name, n := range tiers {
		if name == "clean" {
			require.LessOrEqual(t, float64(n.refused)/float64(n.texts), 0.015, "clean texts with a finding")
			continue
		}
		all.texts += n.texts
		all.refused += n.refused
		all.spans += n.spans
		all.hidden += n.hidden
	}
	require.GreaterOrEqual(t, float64(all.refused)/float64(all.texts), 0.98, "texts refused")
	require.GreaterOrEqual(t, float64(all.hidden)/float64(all.spans), 0.98, "credentials hidden to the last byte")
	if p := tiers["prefixed"]; p != nil {
		require.Equal(t, p.texts, p.refused, "prefixed tokens refused")
		require.Equal(t, p.spans, p.hidden, "prefixed tokens hidden")
	}
}

// casesDir returns the folder of the shared cases, or skips the test.
func casesDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES is not set: the shared cases are not here")
	}
	return dir
}

// eachLine calls f with every line of a JSON-lines file.
func eachLine(t *testing.T, path string, f func(line []byte)) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f(lines.Bytes())
	}
	require.NoError(t, lines.Err())
}

// devCorpus reads the labelled texts; they are stored reversed and in base64.
func devCorpus(t *testing.T) []labelled {
	t.Helper()
	var out []labelled
	eachLine(t, filepath.Join(casesDir(t), "secrets-dev.jsonl"), func(line []byte) {
		var c struct {
			ID, Kind, Tier string
			Spans          [][2]int
			Text           string `json:"text_b64r"`
		}
		require.NoError(t, json.Unmarshal(line, &c))
		if c.ID == "" || c.Text == "" {
			return
		}
		raw, err := base64.StdEncoding.DecodeString(c.Text)
		require.NoError(t, err)
		slices.Reverse(raw)
		out = append(out, labelled{c.ID, c.Kind, c.Tier, string(raw), c.Spans})
	})
	require.NotEmpty(t, out)
	return out
}

func TestDevCorpus(t *testing.T) {
	corpus := devCorpus(t)
	tiers := score(t, corpus)
	t.Log(table(tiers))
	requireFloors(t, tiers)
}
