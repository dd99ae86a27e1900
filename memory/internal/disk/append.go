package disk

import (
	"errors"
	"io/fs"
	"os"
)

// OpenFile opens a regular file for reading without following links and
// returns the key it has. Errors match fs.ErrNotExist or ErrNotRegular where
// these apply.
func (d *Dir) OpenFile(name string) (*os.File, Key, error) { return d.open(name) }

// OpenState is OpenFile for a file of the state folder: the error is a
// *LinkError when something else lies there.
func (d *Dir) OpenState(name string) (*os.File, Key, error) {
	f, key, err := d.open(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = d.explain(name, err)
	}
	return f, key, err
}

// ReadState is Read for a file of the state folder: the error is a *LinkError
// when something else lies there.
func (d *Dir) ReadState(name string) ([]byte, Key, error) {
	data, key, err := d.Read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = d.explain(name, err)
	}
	return data, key, err
}

// StatState is Stat for a file of the state folder: the error is a *LinkError
// when something else lies there.
func (d *Dir) StatState(name string) (Key, error) {
	key, mode, err := d.Stat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && !mode.IsRegular() {
		err = d.explain(name, err)
	}
	return key, err
}

// Append adds data to the end of a file, making it if need be, and returns the
// file's key afterwards. Nothing is synced. On an error a part of data may have
// been written.
func (d *Dir) Append(name string, data []byte) (Key, error) {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|noFollow, filePerm)
	if err != nil {
		return Key{}, err
	}
	defer f.Close()
	if err := ownerOnly(f); err != nil {
		return Key{}, err
	}
	if _, err := f.Write(data); err != nil {
		return Key{}, err
	}
	after, err := f.Stat()
	if err != nil {
		return Key{}, err
	}
	return keyOf(after), nil
}

// SyncFile makes the content of a file durable.
func (d *Dir) SyncFile(name string) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|noFollow, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// Truncate cuts a file to size bytes.
func (d *Dir) Truncate(name string, size int64) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|noFollow, filePerm)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(size)
}

// ownerOnly gives a file of ours its mode whatever the umask was.
func ownerOnly(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Mode().Perm() == filePerm {
		return err
	}
	return f.Chmod(filePerm)
}
