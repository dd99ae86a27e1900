package memory

import (
	"context"
	"fmt"

	"github.com/daybook-sre/daybook/memory/internal/disk"
)

// Store holds the memories of one principal. It is safe for concurrent use by
// any number of goroutines and processes of one machine; any number of Store
// values for one principal work on the same files.
//
// The methods fall in two groups, and the method is the authority: automatic
// writers (tools, extraction) call Propose and RequestForget; Save, Forget,
// SetEnabled and Reset are for people, through /memory or the embedder's own
// interface. Recall, Context, Prompt, Propose and RequestForget serve a model
// and return an error matching ErrDisabled while memory is off; the others
// serve people and work while a person has switched memory off, but not while
// the operator has.
type Store struct {
	root      *Root
	principal string
	place     disk.Place
}

// Principal returns the id the store was opened for, "" for the local one.
func (s *Store) Principal() string { return s.principal }

// Path returns the absolute path of the principal's directory. It need not
// exist yet.
func (s *Store) Path() string { return s.place.Path() }

// Surface returns where the process said that it meets its users.
func (s *Store) Surface() Surface { return s.root.opts.Surface }

// Available returns nil when memory is on for the model: by the operator's
// Settings for this surface and by the principal's own switch. Otherwise the
// error matches ErrDisabled and says who switched it off.
func (s *Store) Available(ctx context.Context) error {
	if err := s.allowed(); err != nil {
		return err
	}
	v, err := s.read(ctx)
	if err != nil {
		return err
	}
	return v.available()
}

// AutoExtract reports whether the automatic pass over conversations is on: by
// the operator's Settings and by the principal's own switches. When that cannot
// be read it is not.
func (s *Store) AutoExtract(ctx context.Context) bool {
	if !s.root.opts.Settings.AutoExtract(s.root.opts.Surface) {
		return false
	}
	v, err := s.read(ctx)
	return err == nil && v.available() == nil && !v.autoOff
}

// allowed applies the operator's switches.
func (s *Store) allowed() error {
	if ok, why := s.root.opts.Settings.Available(s.root.opts.Surface); !ok {
		return fmt.Errorf("%w: %s", ErrDisabled, why)
	}
	return nil
}

// errSwitchedOff is what a principal's own switch answers.
var errSwitchedOff = fmt.Errorf("%w: switched off with /memory off; /memory on brings it back", ErrDisabled)
