package extraction_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

// TestAlertsTypedAsTheyAreAreNotKept types the texts of real alerts, as somebody
// does who pastes one line without a paste showing: they tell what is so now.
func TestAlertsTypedAsTheyAreAreNotKept(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("set DAYBOOK_CASES to the folder of the public cases")
	}
	f, err := os.Open(filepath.Join(dir, "recall", "runbooks.queries.jsonl"))
	require.NoError(t, err)
	defer f.Close()
	all, kept := 0, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q struct{ Kind, Q string }
		if strings.HasPrefix(lines.Text(), "#") || json.Unmarshal(lines.Bytes(), &q) != nil || q.Kind != "description" && q.Kind != "summary" {
			continue
		}
		all++
		turns := []extraction.Turn{{ID: "1", Role: extraction.RoleUser, Content: strings.Join(strings.Fields(q.Q), " ")}}
		p, err := extraction.Rules{}.Propose(t.Context(), extraction.Request{Turns: turns})
		require.NoError(t, err)
		e := extraction.NewGates(nil).Read(turns)
		for _, item := range p.Items {
			if e.Check(item).Outcome == extraction.Served {
				kept++
				t.Logf("kept: %s", item.Content)
				break
			}
		}
	}
	require.NoError(t, lines.Err())
	t.Logf("%d of %d alert texts kept", kept, all)
	require.Greater(t, all, 200)
	require.LessOrEqual(t, float64(kept), .05*float64(all))
}
