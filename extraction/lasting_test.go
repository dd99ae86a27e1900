package extraction_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

type labelledLine struct {
	language, label, text string
}

func readLabelled(t *testing.T, path string) []labelledLine {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var out []labelledLine
	for line := range strings.Lines(string(b)) {
		parts := strings.SplitN(strings.TrimRight(line, "\n"), "\t", 3)
		if len(parts) == 3 && !strings.HasPrefix(line, "#") {
			out = append(out, labelledLine{parts[0], parts[1], parts[2]})
		}
	}
	return out
}

// verdictOn lets a model propose the line word for word, as one that remembers
// everything would.
func verdictOn(gates *extraction.Gates, text string) extraction.Verdict {
	turns := []extraction.Turn{
		{ID: "1", Role: extraction.RoleAssistant, Content: "Hello, what can I do?"},
		{ID: "2", Role: extraction.RoleUser, Content: text},
	}
	item := extraction.Item{Type: "infrastructure", Name: "line", Description: text, Content: text, Quote: text, Turn: "2"}
	return gates.Read(turns).Check(item)
}

func checkLasting(t *testing.T, path string, minLines int, maxSaved, maxRefused float64) {
	lines := readLabelled(t, path)
	require.GreaterOrEqual(t, len(lines), minLines)
	gates := extraction.NewGates(nil)
	total, wrong := map[bool]float64{}, map[bool]float64{}
	languages := map[string]bool{}
	for _, l := range lines {
		languages[l.language] = true
		lasting := l.label == "lasting"
		v := verdictOn(gates, l.text)
		total[lasting]++
		if (v.Outcome == extraction.Served) != lasting {
			wrong[lasting]++
			t.Logf("%s %s: %s %s %s: %s", l.language, l.label, v.Outcome, v.Gate, v.Reason, l.text)
		}
	}
	require.Len(t, languages, 8)
	t.Logf("saved that should not be: %.0f of %.0f; lasting and not served: %.0f of %.0f",
		wrong[false], total[false], wrong[true], total[true])
	require.LessOrEqual(t, wrong[false]/total[false], maxSaved)
	require.LessOrEqual(t, wrong[true]/total[true], maxRefused)
}

func TestLastingInEightLanguages(t *testing.T) {
	checkLasting(t, "testdata/lasting.tsv", 160, .05, .10)
}
