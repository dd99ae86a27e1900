// Package disk is the only place that touches a principal's files. It opens
// the directory so that no link can lead elsewhere, locks it, scans it, and
// makes, replaces and removes files so that a reader sees whole files and a
// crash leaves the old or the new state.
//
// It knows nothing of memories: names are file names, contents are bytes. What
// a state after a crash means is decided by package ledger.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// StateDir is the folder inside a principal's directory that holds this
// machine's own state: lock, key, journal, history.
const StateDir = ".daybook"

const (
	dirPerm  fs.FileMode = 0o700
	filePerm fs.FileMode = 0o600
)

// ErrMoved reports that the directory at the path is no longer the one that
// was opened. The caller opens it again.
var ErrMoved = errors.New("the directory at this path is not the one that was opened")

// LinkError reports a component of a principal's path that is a link or not a
// directory, or a file of the state folder that is not a regular one. Following
// it could lead into another principal's files.
type LinkError struct {
	Path string // absolute path of the offending component
	Link bool   // a link; otherwise something of the wrong kind
	File bool   // a file belongs there, not a directory
}

// Error names the path and what to do.
func (e *LinkError) Error() string {
	switch {
	case e.File && e.Link:
		return fmt.Sprintf("%s is a link; it must be a real file: move it away", e.Path)
	case e.File:
		return fmt.Sprintf("%s is not a regular file; move it away", e.Path)
	case e.Link:
		return fmt.Sprintf("%s is a link; a memory directory must be a real directory: move the files there and remove the link", e.Path)
	}
	return fmt.Sprintf("%s is not a directory; move it away or choose another memory directory", e.Path)
}

// Place is where a principal's files belong: a base directory and the
// components below it. Components are single path elements.
type Place struct {
	Base string
	Rel  []string
}

// Path returns the absolute path of the directory.
func (p Place) Path() string { return filepath.Join(append([]string{p.Base}, p.Rel...)...) }

// Dir is an open principal's directory. Its methods are safe for concurrent
// use; exclusion between writers is the caller's business (see Lock).
type Dir struct {
	place Place
	root  *os.Root
	info  fs.FileInfo

	ignored bool // the state folder was seen to be out of version control; under the lock
}

// Open opens the directory of p. With create false it creates nothing and
// returns an error matching fs.ErrNotExist when the directory is absent. With
// create true it makes what is missing, 0700 whatever the umask.
func Open(p Place, create bool) (*Dir, error) {
	if create {
		if err := mkdirAll(p.Base); err != nil {
			return nil, err
		}
	}
	r, err := os.OpenRoot(p.Base)
	if err != nil {
		if info, serr := os.Stat(p.Base); serr == nil && !info.IsDir() {
			return nil, &LinkError{Path: p.Base}
		}
		return nil, err
	}
	at := p.Base
	for _, name := range p.Rel {
		at = filepath.Join(at, name)
		sub, err := descend(r, name, at, create)
		r.Close()
		if err != nil {
			return nil, err
		}
		r = sub
	}
	info, err := r.Stat(".")
	if err != nil {
		r.Close()
		return nil, err
	}
	return &Dir{place: p, root: r, info: info}, nil
}

// descend opens one component below r. The Lstat before and the comparison
// after OpenRoot close the gap in which the component could become a link.
func descend(r *os.Root, name, at string, create bool) (*os.Root, error) {
	before, err := r.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) && create {
		if err := mkdir(r, name); err != nil {
			return nil, err
		}
		before, err = r.Lstat(name)
	}
	if err != nil {
		return nil, err
	}
	if !before.IsDir() {
		return nil, &LinkError{Path: at, Link: before.Mode()&fs.ModeSymlink != 0}
	}
	sub, err := r.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if now, err := sub.Stat("."); err != nil || !os.SameFile(before, now) {
		sub.Close()
		return nil, &LinkError{Path: at, Link: true}
	}
	return sub, nil
}

// mkdir makes a directory that its owner can use whatever the umask.
func mkdir(r *os.Root, name string) error {
	if err := r.Mkdir(name, dirPerm); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := r.Lstat(name)
	if err != nil {
		return err
	}
	if info.IsDir() && info.Mode().Perm()&dirPerm != dirPerm {
		if err := r.Chmod(name, dirPerm); err != nil {
			return err
		}
	}
	return syncDir(r, ".")
}

// mkdirAll is os.MkdirAll that also works under a umask that would make its
// own directories unusable.
func mkdirAll(path string) error {
	info, err := os.Stat(path)
	if err == nil {
		if !info.IsDir() {
			return &LinkError{Path: path}
		}
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if parent := filepath.Dir(path); parent != path {
		if err := mkdirAll(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, dirPerm); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	}
	if err := os.Chmod(path, dirPerm); err != nil {
		return err
	}
	parent, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil // made, but its parent may not be read: nothing more can be promised
	}
	defer parent.Close()
	return syncDir(parent, ".")
}

// Check returns an error matching ErrMoved when the path no longer leads to
// the opened directory, or *LinkError when a component became a link.
func (d *Dir) Check() error {
	at := d.place.Base
	var info fs.FileInfo
	for _, name := range d.place.Rel {
		at = filepath.Join(at, name)
		var err error
		if info, err = os.Lstat(at); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return ErrMoved
			}
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return &LinkError{Path: at, Link: true}
		}
	}
	if info == nil || !os.SameFile(info, d.info) {
		return ErrMoved
	}
	return nil
}

// Path returns the absolute path of the directory.
func (d *Dir) Path() string { return d.place.Path() }

// Close releases the handle. Operations after Close fail.
func (d *Dir) Close() error { return d.root.Close() }

// explain returns err, or the *LinkError behind it when something of the wrong
// kind lies where the named file of the state folder belongs.
func (d *Dir) explain(name string, err error) error {
	info, serr := d.root.Lstat(StateDir)
	if serr == nil && !info.IsDir() {
		return &LinkError{Path: filepath.Join(d.Path(), StateDir), Link: info.Mode()&fs.ModeSymlink != 0}
	}
	info, serr = d.root.Lstat(name)
	if serr == nil && !info.Mode().IsRegular() {
		return &LinkError{Path: filepath.Join(d.Path(), name), Link: info.Mode()&fs.ModeSymlink != 0, File: true}
	}
	return err
}

// EnsureState makes the state folder and checks that it is a real directory. It
// needs no lock: the lock lies in it.
func (d *Dir) EnsureState() error {
	if err := d.EnsureSub(StateDir); err != nil {
		return err
	}
	return d.EnsureSub(historyDir)
}

// Ignore keeps the state folder out of version control. It must be called under
// the lock.
func (d *Dir) Ignore() error {
	if d.ignored {
		return nil
	}
	const name = StateDir + "/.gitignore"
	if _, err := d.root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		d.ignored = err == nil
		return err
	}
	return d.writePlain(name, []byte("# This machine's own state: not for version control or sync.\n*\n"))
}

// EnsureSub makes a folder inside the directory and checks that it is a real
// directory: the error is a *LinkError when it is not.
func (d *Dir) EnsureSub(name string) error {
	info, err := d.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err := mkdir(d.root, name); err != nil {
			return err
		}
		info, err = d.root.Lstat(name)
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &LinkError{Path: filepath.Join(d.Path(), name), Link: info.Mode()&fs.ModeSymlink != 0}
	}
	return nil
}
