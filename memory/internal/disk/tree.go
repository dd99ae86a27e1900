package disk

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// detached marks a principal's directory that is being removed. No principal's
// directory name holds it, because ids that do are hashed.
const detached = "erased~~"

// Detach gives a principal's directory a name under which nobody looks for it.
// It is the moment at which the principal is erased; what is left to do is
// removing the files.
func Detach(base, parent, name string) error {
	r, err := openSub(base, parent)
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Lstat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &LinkError{Path: base + "/" + parent + "/" + name, Link: info.Mode()&fs.ModeSymlink != 0}
	}
	// An erasure that was killed may have left its files under that name.
	if err := r.RemoveAll(detached + name); err != nil {
		return err
	}
	if err := r.Rename(name, detached+name); err != nil {
		return err
	}
	return syncDir(r, ".")
}

// RemoveDetached removes what Detach left, and a directory that was never
// locked because it holds no memories. Absence is no error.
func RemoveDetached(base, parent, name string) error {
	r, err := openSub(base, parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer r.Close()
	for _, n := range []string{detached + name, name} {
		info, err := r.Lstat(n)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return &LinkError{Path: base + "/" + parent + "/" + n, Link: info.Mode()&fs.ModeSymlink != 0}
		}
		if err := removeAll(r, n); err != nil {
			return err
		}
	}
	return syncDir(r, ".")
}

// removals bounds how often a removal begins again because somebody wrote into
// the directory meanwhile.
const removals = 20

// removeAll is RemoveAll for a directory in which a writer that was on its way may
// still make a file.
func removeAll(r *os.Root, name string) (err error) {
	for range removals {
		if err = r.RemoveAll(name); !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return err
}

// openSub opens a directory below base that must not be a link.
func openSub(base, name string) (*os.Root, error) {
	r, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return descend(r, name, base+"/"+name, false)
}

// Subdirs lists the directories in base/name that are not links and not being
// removed. Absence is no error.
func Subdirs(base, name string) ([]string, error) {
	r, err := openSub(base, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := r.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range list {
		if e.IsDir() && !strings.HasPrefix(e.Name(), detached) {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// Exists reports whether there is a directory at p.
func Exists(p Place) (bool, error) {
	d, err := Open(p, false)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, d.Close()
}

// Files lists the regular files of the directory and of the named folders in it,
// the journal before everything else.
func (d *Dir) Files(folders ...string) ([]string, error) {
	out := []string{}
	for _, sub := range append([]string{StateDir, historyDir, "."}, folders...) {
		list, err := d.scan(sub, func(string) bool { return false })
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if !e.Mode.IsRegular() {
				continue
			}
			if sub == "." {
				out = append(out, e.Name)
			} else {
				out = append(out, sub+"/"+e.Name)
			}
		}
	}
	return out, nil
}
