package extraction_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

type transcript struct {
	ID    string
	Turns []struct{ S, T string }
}

type groundingCase struct {
	Src, Kind, Transcript string
	User                  []string
	Item                  struct{ Type, Text string }
	Evidence              []int
	Grounded              bool
}

// casesDir returns the folder of the shared cases, which are not part of the
// repository.
func casesDir(t testing.TB) string {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the shared cases")
	}
	return dir
}

func readLines(t testing.TB, path string, each func(line []byte)) {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		if len(sc.Bytes()) > 0 && sc.Bytes()[0] != '#' {
			each(sc.Bytes())
		}
	}
	require.NoError(t, sc.Err())
}

func readGrounding(t testing.TB) (map[string]transcript, []groundingCase) {
	dir := filepath.Join(casesDir(t), "grounding")
	transcripts := map[string]transcript{}
	readLines(t, filepath.Join(dir, "transcripts.jsonl"), func(b []byte) {
		var tr transcript
		require.NoError(t, json.Unmarshal(b, &tr))
		transcripts[tr.ID] = tr
	})
	var cases []groundingCase
	readLines(t, filepath.Join(dir, "items.jsonl"), func(b []byte) {
		var c groundingCase
		require.NoError(t, json.Unmarshal(b, &c))
		cases = append(cases, c)
	})
	return transcripts, cases
}

func (c groundingCase) turns(tr transcript) []extraction.Turn {
	at := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	turns := make([]extraction.Turn, len(tr.Turns))
	for i, t := range tr.Turns {
		role := extraction.RoleAssistant
		if slices.Contains(c.User, t.S) {
			role = extraction.RoleUser
		}
		turns[i] = extraction.Turn{ID: fmt.Sprint(i), Role: role, Content: t.T, At: at.Add(time.Duration(i) * time.Minute)}
	}
	return turns
}

// quote picks the turn that a proposer quotes: for a grounded claim its
// evidence, for another the user turn that shares most words with it.
func (c groundingCase) quote(turns []extraction.Turn) int {
	best, at := -1, -1
	for i, t := range turns {
		if t.Role != extraction.RoleUser || c.Grounded && len(c.Evidence) > 0 && !slices.Contains(c.Evidence, i) {
			continue
		}
		if n := sharedWords(c.Item.Text, t.Content); n > best {
			best, at = n, i
		}
	}
	return at
}

func sharedWords(a, b string) int {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(b), notWord) {
		words[w] = true
	}
	n := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(a), notWord) {
		if len(w) > 3 && words[w] {
			n++
		}
	}
	return n
}

func notWord(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }
