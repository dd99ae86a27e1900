package slash_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// replaces returns an editor that replaces a text in the file.
func replaces(old, new string) func(context.Context, string) error {
	return func(_ context.Context, path string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.ReplaceAll(string(data), old, new)), 0o600)
	}
}

func TestEdit(t *testing.T) {
	d := newDesk(t, nil)
	d.notes("db-host", "The database is db-7.")
	require.Contains(t, d.types("/memory show db-host"), "unconfirmed", "control")

	d.opts.Edit = replaces("db-7", "db-8")
	out := d.types("/memory edit DB-Host")
	require.Contains(t, out, "Changed in db-host: description, text, status.")
	require.Contains(t, out, "It is confirmed now (it was unconfirmed).")
	require.Contains(t, d.types("/memory show db-host"), "db-8")

	require.Equal(t, "Nothing in db-host has changed.\n", d.types("/memory edit db-host"))

	d.opts.Edit = func(context.Context, string) error { return errors.New("exit status 1") }
	out = d.types("/memory edit db-host")
	require.Contains(t, out, "The editor did not end well (exit status 1).")
	require.Contains(t, out, "Nothing in db-host has changed.")

	d.opts.Edit = func(_ context.Context, path string) error { return os.Remove(path) }
	require.Contains(t, d.types("/memory edit db-host"), "db-host.md is gone.")
	require.Contains(t, d.types("/memory edit db-host"), "no memory named “db-host”")
}

// A file that breaks in the editor is said to, and edit opens it again although
// it is no memory any more.
func TestEditRepairsWhatItBroke(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user shift: Ana works early.")
	d.opts.Edit = replaces("description: ", "description: \"")
	out := d.types("/memory edit shift")
	require.Contains(t, out, "cannot be read as a memory now")
	require.Contains(t, out, "shift.md, line ")
	d.opts.Edit = replaces("description: \"", "description: ")
	require.Contains(t, d.types("/memory edit shift"), "shift can be read now. It is confirmed.")
}

func TestEditWithoutAnEditor(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user Ana Ruiz: Ana works early.")
	require.Contains(t, d.types("/memory edit Ana Ruiz"), "$DIR/ana-ruiz.md\n")
}

// A cancelled edit leaves the folder as it was, byte for byte.
func TestCancelledEditChangesNothing(t *testing.T) {
	d := newDesk(t, nil)
	d.notes("db-host", "The database is db-7.")
	before := snapshot(t, d.store.Path())
	d.opts.Edit = func(context.Context, string) error { return nil }
	d.types("/memory edit db-host")
	require.Equal(t, before, snapshot(t, d.store.Path()))
}

// snapshot reads every file below dir.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	}))
	require.NotEmpty(t, files)
	return files
}
