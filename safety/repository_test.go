package safety_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// root is the module's root seen from this package.
const root = ".."

// The repository's own documents and sources hold no finding: the rules are
// quiet on honest text, and no test writes a token out whole.
func TestRepositoryIsClean(t *testing.T) {
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if strings.HasPrefix(name, ".") && path != root || name == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".md" {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		text := string(raw)
		for _, f := range safety.Scan(text) {
			t.Errorf("%s:%d: %s", path, 1+strings.Count(text[:f.Start], "\n"), f.Rule)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 20)
}
