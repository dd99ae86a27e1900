package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// readCases decodes the rows of a file of the cases, and skips the test where
// there are none.
func readCases[T any](t *testing.T, name string) []T {
	t.Helper()
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES does not name the folder of the cases")
	}
	f, err := os.Open(filepath.Join(dir, name))
	require.NoError(t, err)
	defer f.Close()
	var rows []T
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		var row T
		require.NoError(t, json.Unmarshal(sc.Bytes(), &row))
		rows = append(rows, row)
	}
	require.NoError(t, sc.Err())
	require.NotEmpty(t, rows)
	return rows
}

type page struct {
	Slug        string `json:"slug"`
	Type        string `json:"type"`
	Description string `json:"description"`
	Body        string `json:"body"`
}

type alert struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"q"`
	Relevant []string `json:"relevant"`
}

// quotedFirst finds the first memory that an answer quotes.
var quotedFirst = regexp.MustCompile(`(?m)^\[([^\]]+)\]`)

// TestRunbooksDroppedIntoTheFolderAnswerAlerts writes real runbook pages into
// the folder as a person would, every second one without front matter.
func TestRunbooksDroppedIntoTheFolderAnswerAlerts(t *testing.T) {
	pages := readCases[page](t, "recall/runbooks.memories.jsonl")
	offline(t)
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "memory"), 0o700))
	for i, p := range pages {
		text := "# " + p.Description + "\n\n" + p.Body + "\n"
		if i%2 == 0 {
			name, err := json.Marshal(p.Description) // a JSON string is a YAML string
			require.NoError(t, err)
			text = fmt.Sprintf("---\nname: %s\ntype: %s\ndescription: %s\n---\n%s\n", p.Slug, p.Type, name, p.Body)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", p.Slug+".md"), []byte(text), 0o600))
	}

	block := start(t, "", "-dir", dir, "-prompt")
	require.Zero(t, block.code, block.err)
	require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(block.out, "\n")), 8000)
	more := regexp.MustCompile(`(\d+) more`).FindStringSubmatch(block.out)
	require.NotNil(t, more, "the block does not say how many more there are")

	var script strings.Builder
	var alerts []alert
	for _, a := range readCases[alert](t, "recall/runbooks.queries.jsonl") {
		if a.Kind == "description" && len(a.Relevant) > 0 {
			a.Text = strings.Join(strings.Fields(a.Text), " ")
			alerts = append(alerts, a)
			script.WriteString(a.Text + "\n")
		}
	}
	got := start(t, script.String(), "-dir", dir)
	require.Contains(t, got.out, fmt.Sprintf("(%d memories)", len(pages)))
	right := 0
	for _, a := range alerts {
		m := quotedFirst.FindStringSubmatch(got.answer(t, a.Text))
		if m != nil && slices.Contains(a.Relevant, m[1]) {
			right++
		}
	}
	t.Logf("%d of %d alerts cite a right page first", right, len(alerts))
	require.GreaterOrEqual(t, float64(right), 0.7*float64(len(alerts)))
}
