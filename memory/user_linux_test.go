package memory_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// asOrdinaryUser runs f on files that belong to a user who is not root. Root may
// do everything, so a test that runs as root becomes somebody else as far as the
// file system is concerned, in this thread alone.
func asOrdinaryUser(t *testing.T, dir string, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	const nobody = 65534
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, nobody, nobody)
	}))
	for at := dir; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		require.NoError(t, os.Chmod(at, 0o755))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	require.NoError(t, syscall.Setfsuid(nobody))
	defer func() { require.NoError(t, syscall.Setfsuid(0)) }()
	if err := os.WriteFile("/daybook-test-probe", nil, 0o600); err == nil {
		os.Remove("/daybook-test-probe")
		t.Skip("this system lets every user write everywhere")
	}
	f()
}
