package memory

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/internal/disk"
)

// Export writes everything the principal's directory holds as a tar archive:
// memories, also those that cannot be read, what waits, the index, the journal and the
// history; not the key and the lock. Files are as they are on disk: what a
// person wrote into one is in it. Links are left out.
//
// A person's data leave the store through it, so it works while memory is
// switched off. It takes no lock: each file is whole, and the journal is read
// first, so that it never tells of what is not in the archive yet.
func (s *Store) Export(ctx context.Context, w io.Writer) error {
	if err := s.allowed(); err != nil {
		return err
	}
	dir, err := disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return tar.NewWriter(w).Close()
	}
	if err != nil {
		return classifyRead(err)
	}
	defer dir.Close()
	names, err := dir.Files(pendingDir)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !exported(n) })
	out := tar.NewWriter(w)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := exportFile(out, dir, name); err != nil {
			return fmt.Errorf("export %s: %w", name, err)
		}
	}
	return out.Close()
}

// exported leaves out what is of no use elsewhere and what would let a reader
// test guesses about forgotten text.
func exported(name string) bool {
	rest, state := strings.CutPrefix(name, disk.StateDir+"/")
	return !state || rest != "lock" && !strings.HasPrefix(rest, "key")
}

func exportFile(out *tar.Writer, dir *disk.Dir, name string) error {
	f, _, err := dir.OpenFile(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrNotRegular) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head := &tar.Header{Name: name, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime()}
	if err := out.WriteHeader(head); err != nil {
		return err
	}
	// A journal that grows meanwhile is cut at the size announced.
	_, err = io.CopyN(out, f, head.Size)
	return err
}
