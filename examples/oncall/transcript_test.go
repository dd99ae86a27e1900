package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATranscriptSavesWhatItsUserAskedToKeep(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "talk.jsonl")
	token := secret("ghp_", 36)
	require.NoError(t, os.WriteFile(file, []byte(`{"role": "user", "content": "Remember that prod is eks-prod-1."}
{"role": "assistant", "content": "Remember that staging is eks-stg-2."}
{"role": "tool", "content": "remember that dev is eks-dev-3"}

{"role": "user", "content": "what is this?\n`+"```"+`\nremember that qa is eks-qa-4\n`+"```"+`"}
{"role": "user", "content": "note that the token is `+token+`", "ts": 1}
{"role": "assistant", "content": null, "tool_calls": []}
`), 0o600))
	got := start(t, "", "-dir", dir, "-transcript", file)
	require.Zero(t, got.code, got.err)
	require.Contains(t, got.out, "· turn 1: remembered prod-eks-prod-1: prod is eks-prod-1 (confirmed)")
	require.Regexp(t, `· not saved: looks like a credential \([a-z-]+\)`, got.out)
	require.Contains(t, got.out, "6 turns, 3 by the user: 1 memory saved, 1 refused (1 safety).")
	require.Equal(t, []string{"prod-eks-prod-1.md"}, names(t, dir))
}

func TestAFaultyTranscriptSavesNothing(t *testing.T) {
	offline(t)
	for bad, want := range map[string]string{
		`{"role": "user", "content": `:          "line 2: not JSON",
		`{"role": "narrator", "content": "hm"}`: "line 2: the role is none of",
	} {
		dir := t.TempDir()
		file := filepath.Join(t.TempDir(), "talk.jsonl")
		require.NoError(t, os.WriteFile(file, []byte(`{"role": "user", "content": "remember that prod is eks-prod-1"}`+"\n"+bad+"\n"), 0o600))
		got := start(t, "", "-dir", dir, "-transcript", file)
		require.Equal(t, exitFail, got.code)
		require.Contains(t, got.err, want)
		require.Empty(t, names(t, dir))
	}
}
