package memory_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// What one principal keeps is nowhere in what another reads, and a file that
// names its principal is served to that principal alone.
func TestPrincipalsDoNotShareAnything(t *testing.T) {
	root, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	defer root.Close()
	ana, err := root.Store("ana@example.test")
	require.NoError(t, err)
	ben, err := root.Store("Ben")
	require.NoError(t, err)
	saved, err := ana.Save(ctx, draft("vault", "The vault runs on eks-prod-1"), memory.By{})
	require.NoError(t, err)
	_, err = ben.Save(ctx, draft("editor", "The editor is ed"), memory.By{})
	require.NoError(t, err)

	// A file copied by hand from one folder into another's.
	text, err := os.ReadFile(filepath.Join(ana.Path(), saved.Record.Path))
	require.NoError(t, err)
	require.Contains(t, string(text), "\nprincipal: ana@example.test\n")
	require.NoError(t, os.WriteFile(filepath.Join(ben.Path(), "vault.md"), text, 0o600))

	for store, served := range map[*memory.Store]bool{ana: true, ben: false} {
		seen, err := store.Context(ctx, "where does the vault run?", nil)
		require.NoError(t, err)
		got, err := store.Recall(ctx, memory.Query{Text: "vault"})
		require.NoError(t, err)
		_, err = store.Get(ctx, "vault")
		if served {
			require.NoError(t, err)
			require.Contains(t, seen.Stable, "eks-prod-1")
			require.Len(t, got.Hits, 1)
			continue
		}
		require.Error(t, err)
		require.NotContains(t, seen.Stable+seen.Turn, "eks-prod-1")
		require.Empty(t, got.Hits)
	}
	list, err := ben.List(ctx)
	require.NoError(t, err)
	require.Len(t, list.Problems, 1)
	require.Equal(t, memory.Elsewhere, list.Problems[0].Kind)
}
