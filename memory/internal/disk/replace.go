//go:build linux || darwin

package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// Supported reports whether this platform has the file operations the write
// protocol needs.
const Supported = true

const noFollow = syscall.O_NOFOLLOW

// Temp is a finished file that is not visible under its name yet.
type Temp struct {
	dir  *Dir
	file *renameio.PendingFile
	tmp  string
	name string
}

// NewTemp writes data to a hidden file beside name and syncs it.
//
// Expected system calls: openat(O_EXCL, 0600), write, fsync.
func (d *Dir) NewTemp(name string, data []byte) (*Temp, error) {
	f, err := renameio.NewPendingFile(name, renameio.WithRoot(d.root), renameio.WithStaticPermissions(filePerm))
	if err != nil {
		return nil, err
	}
	t := &Temp{dir: d, file: f, tmp: filepath.Base(f.Name()), name: name}
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if err != nil {
		t.Discard()
		return nil, err
	}
	return t, nil
}

// Discard removes the temporary file. After Create or Replace it does nothing.
func (t *Temp) Discard() {
	if t.file == nil {
		return
	}
	// The file is of no use any more; a leftover is hidden and swept later.
	_ = t.file.Cleanup()
	t.file = nil
}

// Create makes the file visible under its name, which must not exist: the
// error then matches fs.ErrExist and nothing has changed.
//
// Expected system calls: linkat, unlinkat. The directory is not synced.
func (t *Temp) Create() error {
	err := t.dir.root.Link(t.tmp, t.name)
	if noLinks(err) {
		// Without hard links a window stays between the look and the rename.
		if _, serr := t.dir.root.Lstat(t.name); serr == nil {
			return &fs.PathError{Op: "create", Path: t.name, Err: fs.ErrExist}
		}
		return t.rename()
	}
	if err != nil {
		return err
	}
	t.Discard()
	return nil
}

// Replace makes the file visible in the place of an existing one and keeps the
// old one under aside, so that the caller can look at what it really replaced.
// The error matches fs.ErrNotExist when there is nothing to replace; nothing
// has changed then.
//
// Expected system calls: linkat, renameat. The directory is not synced.
func (t *Temp) Replace(aside string) error {
	err := t.dir.root.Link(t.name, aside)
	if noLinks(err) {
		err = t.dir.copy(t.name, aside)
	}
	if err != nil {
		return err
	}
	if err := t.rename(); err != nil {
		_ = t.dir.root.Remove(aside) // nothing was replaced: the second name is all there is to undo
		return err
	}
	return nil
}

func (t *Temp) rename() error {
	if err := t.dir.root.Rename(t.tmp, t.name); err != nil {
		return err
	}
	err := t.file.File.Close()
	t.file = nil
	return err
}

// noLinks tells errors that mean "this file system has no hard links".
func noLinks(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOTSUP) ||
		errors.Is(err, syscall.EOPNOTSUPP) || errors.Is(err, syscall.ENOSYS) || errors.Is(err, syscall.EMLINK)
}

func (d *Dir) copy(from, to string) error {
	src, _, err := d.open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := d.root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, filePerm)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		dst.Close()
		_ = d.root.Remove(to) // a partial copy is worth nothing
		return err
	}
	return dst.Close()
}

// WriteSynced writes a new file below the state folder and syncs it and its
// folder.
//
// Expected system calls: openat(O_EXCL, 0600), write, fsync, fsync(folder).
func (d *Dir) WriteSynced(name string, data []byte) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|noFollow, filePerm)
	if err != nil {
		return err
	}
	err = finish(f, data, true)
	if err != nil {
		_ = d.root.Remove(name) // a partial copy is worth nothing
		return err
	}
	return syncDir(d.root, filepath.Dir(name))
}

// writePlain writes a small file through a hidden one, without syncing: for
// what can be made again.
func (d *Dir) writePlain(name string, data []byte) error {
	tmp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".tmp")
	_ = d.root.Remove(tmp) // a leftover of a killed process
	f, err := d.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, filePerm)
	if err != nil {
		return err
	}
	if err = finish(f, data, false); err == nil {
		err = d.root.Rename(tmp, name)
	}
	if err != nil {
		_ = d.root.Remove(tmp)
	}
	return err
}

// WriteDerived replaces a file that is made from others and can be made again
// at any time: readers see it whole, a crash may lose it.
func (d *Dir) WriteDerived(name string, data []byte) error { return d.writePlain(name, data) }

func finish(f *os.File, data []byte, sync bool) error {
	_, err := f.Write(data)
	if err == nil {
		err = ownerOnly(f)
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// Rename moves a file within the directory. The directory is not synced.
func (d *Dir) Rename(from, to string) error { return d.root.Rename(from, to) }

// PutBack gives a file that was set aside its name again, unless somebody has
// taken the name meanwhile: the error then matches fs.ErrExist.
func (d *Dir) PutBack(aside, name string) error {
	err := d.root.Link(aside, name)
	if noLinks(err) {
		if _, serr := d.root.Lstat(name); serr == nil {
			return &fs.PathError{Op: "restore", Path: name, Err: fs.ErrExist}
		}
		return d.root.Rename(aside, name)
	}
	if err != nil {
		return err
	}
	return d.root.Remove(aside)
}

// Remove removes a file; absence is no error. The directory is not synced.
func (d *Dir) Remove(name string) error {
	err := d.root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Sync makes the directory's own entries durable.
func (d *Dir) Sync() error { return syncDir(d.root, ".") }

// SyncSub makes the entries of a folder inside the directory durable. An absent
// folder has none.
func (d *Dir) SyncSub(name string) error {
	err := syncDir(d.root, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// SyncState makes the entries of the state folder and its history durable.
func (d *Dir) SyncState() error {
	if err := syncDir(d.root, historyDir); err != nil {
		return err
	}
	return syncDir(d.root, StateDir)
}

func syncDir(r *os.Root, name string) error {
	f, err := r.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) {
		// Some file systems refuse to sync a directory with EINVAL; there is
		// nothing better to do on them.
		return fmt.Errorf("sync %s: %w", name, err)
	}
	return nil
}
