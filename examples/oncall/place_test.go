package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestWhereMemoriesLive(t *testing.T) {
	for name, c := range map[string]struct {
		opts      options
		xdg, home string
		want      string
	}{
		"flag":         {options{dir: "/x/y", settings: memory.Settings{Dir: "/s"}}, "/data", "/home/a", "/x/y"},
		"setting":      {options{settings: memory.Settings{Dir: "/s"}}, "/data", "/home/a", "/s"},
		"data home":    {options{}, "/data", "/home/a", "/data/daybook"},
		"relative XDG": {options{}, "data", "/home/a", "/home/a/.local/share/daybook"},
		"home":         {options{}, "", "/home/a", "/home/a/.local/share/daybook"},
		"no home":      {options{}, "", "", ""},
		"root as home": {options{}, "", "/", ""},
	} {
		t.Setenv("XDG_DATA_HOME", c.xdg)
		t.Setenv("HOME", c.home)
		got, err := rootDir(c.opts)
		if c.want == "" {
			require.ErrorContains(t, err, "-dir DIR", name)
			continue
		}
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
}

func TestMarkdownOutsideTheMemoryFolderIsPointedOut(t *testing.T) {
	offline(t)
	dir := filepath.Join(t.TempDir(), "notes")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("A note\n"), 0o600))
	got := start(t, "", "-dir", dir)
	require.Zero(t, got.code)
	require.Contains(t, got.err, dir+" holds 1 markdown file")
	require.Contains(t, got.err, filepath.Join(dir, "memory"))

	inner := filepath.Join(filepath.Dir(dir), "memory")
	require.NoError(t, os.Rename(dir, inner))
	got = start(t, "", "-dir", inner)
	require.Contains(t, got.err, "start with -dir "+filepath.Dir(inner))
	got = start(t, "", "-dir", filepath.Dir(inner))
	require.Empty(t, got.err)
	require.Contains(t, got.out, "1 memory")
}

func TestMistakesOnTheCommandLine(t *testing.T) {
	offline(t)
	t.Setenv("HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-h"}, exitOK, "OPENAI_API_KEY"},
		{[]string{"-nonsense"}, exitUsage, "-h lists the flags"},
		{[]string{"which", "cluster"}, exitUsage, "unexpected argument"},
		{[]string{"-audience", "everybody"}, exitUsage, "private or room"},
		{[]string{"-prompt", "-transcript", "x"}, exitUsage, "exclude each other"},
		{nil, exitUsage, "no home directory"},
		{[]string{"-dir", t.TempDir(), "-transcript", "/nowhere.jsonl"}, exitFail, "no such file"},
	} {
		got := start(t, "", c.args...)
		require.Equal(t, c.code, got.code, c.args)
		require.Contains(t, got.err, c.want, c.args)
	}
	t.Setenv("DAYBOOK_MEMORY_DISABLED", "perhaps")
	got := start(t, "", "-dir", t.TempDir())
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.err, "DAYBOOK_MEMORY_DISABLED")
}

func TestFoldersOfOtherProgramsWorkInPlace(t *testing.T) {
	offline(t)
	for name, file := range map[string]string{
		".opensre":                            "---\nname: eks-prod-1\ndescription: The production cluster, eu-west-1\ntype: infrastructure\ncreated_at: 2026-03-01T10:00:00Z\n---\nPayments runs there.\n",
		".claude/projects/-home-ana-payments": "---\nname: eks-prod-1\ndescription: The production cluster, eu-west-1\nmetadata:\n  node_type: memory\n  type: project\n  originSessionId: 5b1c\n---\nPayments runs there.\n",
	} {
		dir := filepath.Join(t.TempDir(), name)
		path := filepath.Join(dir, "memory", "project_cluster.md")
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(file), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "MEMORY.md"), []byte("- [Cluster](project_cluster.md)\n"), 0o644))
		got := start(t, "which cluster is production?\nremember that deploys stop on Friday\nwhen do deploys stop?\n", "-dir", dir)
		require.Zero(t, got.code, got.err)
		require.Contains(t, got.answer(t, "which cluster is production?"), "Payments runs there.", name)
		require.Contains(t, got.answer(t, "when do deploys stop?"), "Friday", name)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, file, string(data), name)
		index, err := os.ReadFile(filepath.Join(dir, "memory", "MEMORY.md"))
		require.NoError(t, err)
		require.Contains(t, string(index), "- [Cluster](project_cluster.md)")
	}
}
