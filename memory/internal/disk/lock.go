package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Writers queue: whoever holds the queue file waits for the lock, all others
// wait for the queue. Without it the writer that just released the lock has it
// again before anybody else looks.
const (
	lockName  = StateDir + "/lock"
	queueName = StateDir + "/queue"
)

// Polling starts fast, because a writer that sleeps through many short holds
// starves: with a 3 ms critical section, eight processes polling at 25 ms wait
// up to 4.6 s, at 1 ms 0.9 s. The one at the head of the queue stays fast.
const (
	pollMin = time.Millisecond
	pollMax = 10 * time.Millisecond
)

// staleTries bounds how often a stale handle of a network file system is
// tried again before the error is returned.
const staleTries = 3

// ErrBusy reports that the lock was not obtained in the time allowed.
var ErrBusy = errors.New("the lock is held by another writer")

// Lock takes the exclusive lock of the directory, waiting until ctx is done or
// wait has passed, and returns the function that releases it. The lock file is
// never removed: a process that waits on a removed file would share a lock
// with nobody.
//
// Each call opens its own handle, so it also excludes goroutines of the same
// process. The error matches ErrBusy (and ctx's error when that ended the
// wait), ErrMoved when the locked file is no longer the one at the path,
// *LinkError, or the file system's own error.
func (d *Dir) Lock(ctx context.Context, wait time.Duration) (unlock func(), err error) {
	deadline := time.NewTimer(wait)
	defer deadline.Stop()
	queue, fl := d.flock(queueName), d.flock(lockName)
	err = poll(ctx, deadline.C, pollMax, queue.TryLock)
	if err == nil {
		err = poll(ctx, deadline.C, pollMin, fl.TryLock)
	}
	queue.Close()
	if err == nil {
		err = d.holds(fl)
	} else if !errors.Is(err, ErrBusy) {
		err = d.explain(lockName, d.explain(queueName, err))
	}
	if err != nil {
		fl.Close()
		return nil, err
	}
	return func() { fl.Close() }, nil
}

// ownerOnly gives a file its mode whatever the umask was when it was made.
func (d *Dir) ownerOnly(name string) error {
	info, err := d.root.Lstat(name)
	if err != nil || info.Mode().Perm() == filePerm {
		return err
	}
	return d.root.Chmod(name, filePerm)
}

// flock returns a lock of its own on a file of the state folder.
func (d *Dir) flock(name string) *flock.Flock {
	return flock.New(filepath.Join(d.Path(), name),
		flock.SetFlag(os.O_CREATE|os.O_RDWR|noFollow), flock.SetPermissions(filePerm))
}

// holds checks that the locked file is the one inside the opened directory and
// that the directory is still the one at the path.
func (d *Dir) holds(fl *flock.Flock) error {
	locked, err := fl.Stat()
	if err != nil {
		return err
	}
	here, err := d.root.Lstat(lockName)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(locked, here) {
		return ErrMoved
	}
	if err != nil {
		return err
	}
	for _, name := range []string{lockName, queueName} {
		if err := d.ownerOnly(name); err != nil {
			return err
		}
	}
	return d.Check()
}

// poll calls try until it succeeds, fails for good, or the time is up. The
// pauses grow up to longest.
func poll(ctx context.Context, deadline <-chan time.Time, longest time.Duration, try func() (bool, error)) error {
	stale := 0
	for delay := pollMin; ; delay = min(delay+delay/4, longest) {
		ok, err := try()
		switch {
		case errors.Is(err, syscall.ESTALE) && stale < staleTries:
			stale++
		case errors.Is(err, syscall.ENOLCK):
			return fmt.Errorf("this file system gives no locks (network mounts often do not): keep the memory directory on a local disk: %w", err)
		case err != nil:
			return err
		case ok:
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
		case <-deadline:
			return ErrBusy
		case <-time.After(delay/2 + rand.N(delay)):
		}
	}
}
