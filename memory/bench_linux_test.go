package memory_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// rawScan is the scan without package os: getdents and one stat per name.
func rawScan(b testing.TB, n int, dir string) float64 {
	buf := make([]byte, 1<<16)
	return per(n, func(int) {
		fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		require.NoError(b, err)
		defer unix.Close(fd)
		var names []string
		for {
			k, err := unix.ReadDirent(fd, buf)
			require.NoError(b, err)
			if k <= 0 {
				break
			}
			_, _, names = unix.ParseDirent(buf[:k], -1, names)
		}
		var st unix.Stat_t
		for _, name := range names {
			require.NoError(b, unix.Fstatat(fd, name, &st, unix.AT_SYMLINK_NOFOLLOW))
		}
	})
}
