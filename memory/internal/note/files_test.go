package note_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

func TestIsMemoryFile(t *testing.T) {
	for _, name := range []string{
		"a.md", "My Notes.md", "eks-prod-1.MD", "生产.md", "readme-first.md", "a (1).md", "conflicted.md", "sync-conflict.md", "a-conflict-2026.md",
		"postmortem (merge conflict) notes.md", "_x.md", "a.b.md", "base_2026.md", "backup-1.md",
	} {
		ok, leftover := note.IsMemoryFile(name)
		require.True(t, ok, name)
		require.Empty(t, leftover, name)
	}
	for _, name := range []string{
		"README.md", "readme.md", "MEMORY.md", "MORNING.md", "memory_summary.md", "AGENTS.md", "Claude.md",
		".hidden.md", ".a.md.swp", ".#a.md", ".a.md123456", ".syncthing.a.md.tmp", ".md", "notes.txt", "md", "", "a~", "x.yaml.bak",
	} {
		ok, leftover := note.IsMemoryFile(name)
		require.False(t, ok, name)
		require.Empty(t, leftover, name)
	}
	for _, name := range []string{
		"a.md~", "#a.md#", "a.md.bak", "a.md.orig", "a.md.swp", "a.md.tmp", "~$a.md", "~syncthing~a.md.tmp", "a.md.!sync", "a.md.part",
		"a.sync-conflict-20260310-101500-K2V.md", "a (conflicted copy).md", "a (Ana's conflicted copy 2026-03-10).md",
		"a (conflicted copy 2026-03-10 101500).md", "a (Case Conflict).md", "a (In Konflikt stehende Kopie von Ana 2026-03-10).md",
		"a_conflict-20260310-101500.md", "a_LOCAL_1234.md", "a_BASE_1234.md",
	} {
		ok, leftover := note.IsMemoryFile(name)
		require.False(t, ok, name)
		require.NotEmpty(t, leftover, name)
	}
}
