//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

// Supported reports whether this platform has the file operations the write
// protocol needs. Where it does not, memory.Open refuses before anything here
// is called; the declarations below only let the module compile.
const Supported = false

const noFollow = 0

// Temp is a finished file that is not visible under its name yet.
type Temp struct{}

// NewTemp returns errors.ErrUnsupported.
func (d *Dir) NewTemp(string, []byte) (*Temp, error) { return nil, errors.ErrUnsupported }

// Discard does nothing.
func (t *Temp) Discard() {}

// Create returns errors.ErrUnsupported.
func (t *Temp) Create() error { return errors.ErrUnsupported }

// Replace returns errors.ErrUnsupported.
func (t *Temp) Replace(string) error { return errors.ErrUnsupported }

// WriteSynced returns errors.ErrUnsupported.
func (d *Dir) WriteSynced(string, []byte) error { return errors.ErrUnsupported }

// WriteDerived returns errors.ErrUnsupported.
func (d *Dir) WriteDerived(string, []byte) error { return errors.ErrUnsupported }

func (d *Dir) writePlain(string, []byte) error { return errors.ErrUnsupported }

// Rename returns errors.ErrUnsupported.
func (d *Dir) Rename(string, string) error { return errors.ErrUnsupported }

// PutBack returns errors.ErrUnsupported.
func (d *Dir) PutBack(string, string) error { return errors.ErrUnsupported }

// Remove returns errors.ErrUnsupported.
func (d *Dir) Remove(string) error { return errors.ErrUnsupported }

// Sync returns errors.ErrUnsupported.
func (d *Dir) Sync() error { return errors.ErrUnsupported }

// SyncSub returns errors.ErrUnsupported.
func (d *Dir) SyncSub(string) error { return errors.ErrUnsupported }

// SyncState returns errors.ErrUnsupported.
func (d *Dir) SyncState() error { return errors.ErrUnsupported }

func syncDir(*os.Root, string) error { return errors.ErrUnsupported }
