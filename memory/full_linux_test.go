package memory_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// onSmallDisk opens a store on a file system of its own, or skips where none can
// be made.
func onSmallDisk(t *testing.T) *notebook {
	dir := t.TempDir()
	if err := syscall.Mount("daybook", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	n := openNotebookAt(t, dir, "", nil)
	t.Cleanup(func() {
		n.root.Close()
		require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH))
	})
	return n
}

// fill leaves at most room bytes of the disk.
func (n *notebook) fill(room int) (free func()) {
	path := n.dir + "/ballast"
	f, err := os.Create(path)
	require.NoError(n.t, err)
	defer f.Close()
	for {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			require.ErrorIs(n.t, err, syscall.ENOSPC)
			break
		}
	}
	info, err := f.Stat()
	require.NoError(n.t, err)
	require.NoError(n.t, f.Truncate(info.Size()-int64(room)))
	return func() { require.NoError(n.t, os.Remove(path)) }
}

// TestAFullDisk at every size of the last room: the caller is told, what was
// there is there, nothing is left over, and it works again with room.
func TestAFullDisk(t *testing.T) {
	for _, room := range []int{0, 4096, 8192, 12288, 16384, 20480} {
		t.Run(fmt.Sprint(room), func(t *testing.T) {
			n := onSmallDisk(t)
			n.noted("keep", "Keep what is here")
			n.noted("pool", poolNoted)
			free := n.fill(room)
			big := memory.Draft{Name: "pool", Type: memory.Infrastructure, Description: "Big", Body: strings.Repeat("The pool is big. ", 580)}
			fresh := big
			fresh.Name = "fresh"
			for _, d := range []memory.Draft{big, fresh} {
				for range 2 {
					_, err := n.Save(t.Context(), d, memory.By{Reason: "why"})
					require.ErrorIs(t, err, syscall.ENOSPC)
					require.ErrorContains(t, err, "no space")
				}
			}
			n.has("keep", "Keep what is here", memory.Unconfirmed)
			n.has("pool", poolNoted, memory.Unconfirmed)
			n.lacks("fresh")
			n.reopen()
			n.has("pool", poolNoted, memory.Unconfirmed)
			n.lacks("fresh")

			free()
			_, err := n.Save(t.Context(), fresh, memory.By{})
			require.NoError(t, err)
			n.noted("pool", poolHand)
			n.tidy()
			require.True(t, n.checkup().Healthy(), "%+v", n.checkup())
			require.NotContains(t, strings.Join(n.told("pool"), " "), "hand")
			require.NotContains(t, strings.Join(n.told("keep"), " "), "hand")
		})
	}
}

// TestForgettingOnAFullDisk is done or not done, never half.
func TestForgettingOnAFullDisk(t *testing.T) {
	for _, room := range []int{0, 4096} {
		n := onSmallDisk(t)
		n.noted("keep", "Keep what is here")
		n.noted("pool", poolNoted)
		free := n.fill(room)
		_, err := n.Forget(t.Context(), "pool", memory.By{})
		if err != nil {
			require.ErrorIs(t, err, syscall.ENOSPC)
			n.has("pool", poolNoted, memory.Unconfirmed)
		} else {
			n.lacks("pool")
		}
		free()
		if err != nil {
			_, err = n.Forget(t.Context(), "pool", memory.By{})
			require.NoError(t, err)
		}
		n.lacks("pool")
		n.barred("pool", poolNoted)
		n.tidy()
	}
}

// TestAFileSystemThatIsReadOnly reads and renders.
func TestAFileSystemThatIsReadOnly(t *testing.T) {
	n := onSmallDisk(t)
	n.noted("pool", poolNoted)
	require.NoError(t, syscall.Mount("daybook", n.dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=256k"))
	before := treeOf(t, n.dir)
	n.refusesToWrite(memory.ErrReadOnly)
	n.reopen()
	n.refusesToWrite(memory.ErrReadOnly)
	require.Equal(t, before, treeOf(t, n.dir))
	require.NoError(t, syscall.Mount("daybook", n.dir, "tmpfs", syscall.MS_REMOUNT, "size=256k"))
	n.saved("pool", poolHand)
}
