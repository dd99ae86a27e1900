package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// MaxFile is the largest file that is read, in bytes. A memory is a note: one
// of this size is a mistake, and reading it on every turn would be another.
const MaxFile = 1 << 20

// ErrTooLarge reports a file of more than MaxFile bytes.
var ErrTooLarge = fmt.Errorf("the file is larger than %d bytes", MaxFile)

// ErrNotRegular reports a directory, a link or a device where a file belongs.
var ErrNotRegular = errors.New("not a regular file")

// Key tells two states of a file apart without opening it. The change time is
// in it because a tool may set the modification time back.
type Key struct {
	Size       int64
	ModTime    int64 // nanoseconds since 1970
	ChangeTime int64 // nanoseconds since 1970, 0 where the platform has none
	Inode      uint64
}

// Entry is one directory entry. Info is nil for entries that were not asked
// for.
type Entry struct {
	Name string
	Mode fs.FileMode
	Key  Key
	Stat bool // Mode and Key hold the file's own values, not just its type
}

// Scan lists the directory in no particular order, through one handle. want
// says which entries need more than their name and type. An entry that
// vanishes meanwhile is left out.
func (d *Dir) Scan(want func(name string) bool) ([]Entry, error) { return d.scan(".", want) }

// ScanSub is Scan for a folder inside the directory, which must be a real
// directory. Names are relative to the folder.
func (d *Dir) ScanSub(name string, want func(name string) bool) ([]Entry, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &LinkError{Path: filepath.Join(d.Path(), name), Link: info.Mode()&fs.ModeSymlink != 0}
	}
	return d.scan(name, want)
}

func (d *Dir) scan(dir string, want func(name string) bool) ([]Entry, error) {
	f, err := d.root.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(list))
	for _, e := range list {
		if !want(e.Name()) {
			out = append(out, Entry{Name: e.Name(), Mode: e.Type()})
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, Entry{Name: e.Name(), Mode: info.Mode(), Key: keyOf(info), Stat: true})
	}
	return out, nil
}

// Read returns the content of a regular file and the key it had when it was
// read. Links are not followed. Errors match fs.ErrNotExist, ErrNotRegular or
// ErrTooLarge where these apply.
func (d *Dir) Read(name string) ([]byte, Key, error) {
	f, key, err := d.open(name)
	if err != nil {
		return nil, Key{}, err
	}
	defer f.Close()
	if key.Size > MaxFile {
		return nil, key, ErrTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, key, err
	}
	if len(data) > MaxFile {
		return nil, key, ErrTooLarge
	}
	return data, key, nil
}

// open opens a regular file. O_NONBLOCK keeps a planted pipe from blocking; a
// link that took the file's place after Lstat shows in the second comparison.
func (d *Dir) open(name string) (*os.File, Key, error) {
	before, err := d.root.Lstat(name)
	if err != nil {
		return nil, Key{}, err
	}
	if !before.Mode().IsRegular() {
		return nil, Key{}, ErrNotRegular
	}
	f, err := d.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, Key{}, err
	}
	now, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, Key{}, err
	}
	if !now.Mode().IsRegular() {
		f.Close()
		return nil, Key{}, ErrNotRegular
	}
	if !os.SameFile(before, now) {
		// Replaced by a link or by another writer between the two looks. A link
		// is refused; a replacement is read again by the next call.
		if again, err := d.root.Lstat(name); err != nil || !os.SameFile(again, now) {
			f.Close()
			return nil, Key{}, ErrNotRegular
		}
	}
	return f, keyOf(now), nil
}

// Stat returns the key of a file without opening it, or an error matching
// fs.ErrNotExist.
func (d *Dir) Stat(name string) (Key, fs.FileMode, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return Key{}, 0, err
	}
	return keyOf(info), info.Mode(), nil
}
