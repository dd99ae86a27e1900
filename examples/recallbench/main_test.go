package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, command(context.Background(), &out, args))
	return regexp.MustCompile(` +`).ReplaceAllString(out.String(), " ")
}

// TestTinyNotes guards the format and the meaning of the columns.
func TestTinyNotes(t *testing.T) {
	got := output(t, "-data", "testdata/tiny")
	for _, want := range []string{
		"newest first, whole question as substring\n",
		"notes question * 2 0.000 0.000 0.000 0.000 0.000 1.000\n",
		"notes word * 1 1.000 1.000 1.000 1.000 1.000 0.000\n", // the question that nothing answers is not counted
		"plain BM25\n",
		"daybook\n n recall@1 recall@5 recall@10 MRR nDCG@10 empty\n",
		"notes question * 2 1.000 1.000 1.000 1.000 1.000 0.000\n",
		"notes anon question * 2 1.000 1.000 1.000 1.000 1.000 0.000\n",
		"teams question * 1 1.000 1.000 1.000 1.000 1.000 0.000\nmacro of 5 rows 1.000",
		"needed memories in a prompt of 8000 characters\n n newest daybook off longest\n",
		"notes question 2 1.000 1.000 0.000 ",
	} {
		require.Contains(t, got, want)
	}
}

func TestWhatIsWrongWithTheData(t *testing.T) {
	dir := t.TempDir()
	err := command(context.Background(), os.Stderr, []string{"-data", dir})
	require.ErrorContains(t, err, "*.memories.jsonl")
	require.ErrorContains(t, command(context.Background(), os.Stderr, nil), "-data DIR")
	name := filepath.Join(dir, "x.memories.jsonl")
	require.NoError(t, os.WriteFile(name, []byte("# prose\n{\"slug\": 3}\n"), 0o600))
	require.ErrorContains(t, command(context.Background(), os.Stderr, []string{"-data", dir}), "line 2")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	require.ErrorIs(t, command(context.Background(), os.Stderr, []string{"-data", dir}), os.ErrNotExist)
}

// TestHolds fixes when a memory counts as shown to the model.
func TestHolds(t *testing.T) {
	long := bytes.Repeat([]byte("word "), 80)
	entry := "x (user): About it\n  " + string(long[:204]) + "\n"
	require.True(t, holds(entry, string(long)), "200 characters of a longer body")
	require.False(t, holds(entry[:len(entry)-10], string(long)), "fewer")
	require.True(t, holds("x (user): d\n  a ‹ b\n  c\n", "a < b\nc"), "all of a short body")
	require.False(t, holds("x (user): d\n", "a"), "an index line")
	require.False(t, holds("", ""), "not there at all")
	require.Equal(t, map[string]string{"a": "a (b): c\n  d\n", "e": "e (f): g\n"}, split("a (b): c\n  d\ne (f): g\n"))
}
