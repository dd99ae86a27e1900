package slash_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var allowLine = regexp.MustCompile(`(?m)^ +--allow (\S+)$`)

// linkAway replaces a directory by a link to it, which a store refuses to use.
func linkAway(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, os.Rename(dir, dir+".away"))
	require.NoError(t, os.Symlink(dir+".away", dir))
}

func TestDoctorReset(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add user shift: Ana works early.")
	require.Contains(t, d.hears("/memory doctor"), "Everything is in order.")
	require.Contains(t, d.hears("/memory doctor reset"), "nothing to reset")
	require.NoError(t, os.Remove(filepath.Join(d.store.Path(), ".daybook", "key")))
	d.restarts()
	out := d.hears("/memory doctor")
	require.Contains(t, out, "/memory doctor reset")
	require.NotContains(t, out, "Everything is in order.")
	require.Contains(t, d.hears("/memory doctor reset"), "Begun anew.")
	require.Contains(t, d.hears("/memory doctor"), "Everything is in order.")
	d.notes("db-host", "The database is db-7.")
	require.Contains(t, d.types("/memory"), "db-host")
}

func TestDoctorConfirm(t *testing.T) {
	d := newDesk(t, nil)
	for i := range 8 {
		d.types(fmt.Sprintf("/memory add infrastructure svc-%d: Service %d runs in zone %d.", i, i, i))
	}
	require.Contains(t, d.hears("/memory doctor confirm"), "nothing to confirm")
	for i := range 7 {
		d.deletes(fmt.Sprintf("svc-%d.md", i))
	}
	d.notes("db-host", "The database is db-7.") // a write notices what is gone
	require.Contains(t, d.hears("/memory doctor"), "/memory doctor confirm")
	require.Contains(t, d.hears("/memory doctor confirm"), "Confirmed")
	require.NotContains(t, d.hears("/memory doctor"), "/memory doctor confirm")
}
