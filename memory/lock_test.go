//go:build linux || darwin

package memory_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// hold takes a lock file of the store as another process does, until release.
func (n *notebook) hold(name string) (release func()) {
	n.t.Helper()
	l := flock.New(n.path(filepath.Join(".daybook", name)))
	ok, err := l.TryLock()
	require.NoError(n.t, err)
	require.True(n.t, ok)
	return func() { require.NoError(n.t, l.Close()) }
}

// TestALockThatIsHeldForEver ends in an error, and readers do not wait for it.
func TestALockThatIsHeldForEver(t *testing.T) {
	for _, name := range []string{"lock", "queue"} {
		t.Run(name, func(t *testing.T) {
			n := openNotebook(t, nil)
			n.noted("pool", poolNoted)
			n.opts.LockWait = 20 * time.Millisecond
			n.reopen()
			release := n.hold(name)
			before := treeOf(t, n.dir)
			ctx := t.Context()

			_, save := n.Save(ctx, claim("pool", poolHand), memory.By{})
			_, propose := n.tool("pool", poolHand)
			_, forget := n.Forget(ctx, "pool", memory.By{})
			for what, err := range map[string]error{"save": save, "propose": propose, "forget": forget,
				"off": n.SetEnabled(ctx, false, memory.By{}), "reset": n.Reset(ctx, memory.By{})} {
				require.ErrorIs(t, err, memory.ErrLocked, what)
				require.NotErrorIs(t, err, context.DeadlineExceeded, what)
			}
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					_, err := n.Save(ctx, claim("pool", poolHand), memory.By{})
					require.ErrorIs(t, err, memory.ErrLocked)
				})
			}
			wg.Wait()
			n.has("pool", poolNoted, memory.Unconfirmed)
			c, err := n.Context(ctx, "pool", nil)
			require.NoError(t, err)
			require.Contains(t, c.Stable, poolNoted)
			require.True(t, n.checkup().Healthy())
			require.Equal(t, before, treeOf(t, n.dir))

			release()
			n.saved("pool", poolHand)
		})
	}
}

// TestAContextEndsTheWait with its own error beside ErrLocked; a context that is
// done before does nothing.
func TestAContextEndsTheWait(t *testing.T) {
	n := openNotebook(t, nil)
	n.noted("pool", poolNoted)
	before := treeOf(t, n.dir)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 { // a choice between two ready channels would fall either way
		_, err := n.Save(done, claim("pool", poolHand), memory.By{})
		require.ErrorIs(t, err, context.Canceled)
		_, err = n.Propose(done, memory.Proposal{Draft: claim("pool", poolHand)}, memory.By{})
		require.ErrorIs(t, err, context.Canceled)
		_, err = n.Forget(done, "pool", memory.By{})
		require.ErrorIs(t, err, context.Canceled)
		_, err = n.List(done)
		require.ErrorIs(t, err, context.Canceled)
	}
	require.ErrorIs(t, n.root.Erase(done, "ana", memory.By{}), context.Canceled)
	require.Equal(t, before, treeOf(t, n.dir))

	release := n.hold("lock")
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err := n.Save(soon, claim("pool", poolHand), memory.By{})
	require.ErrorIs(t, err, memory.ErrLocked)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	// Waiting behind a writer of the same process ends, too.
	waiting, cancel := context.WithCancel(t.Context())
	ends := make(chan error)
	for range 2 {
		go func() {
			_, err := n.Save(waiting, claim("pool", poolHand), memory.By{})
			ends <- err
		}()
	}
	cancel()
	for range 2 {
		require.ErrorIs(t, <-ends, context.Canceled)
	}
	require.Equal(t, before, treeOf(t, n.dir))
	release()
	n.saved("pool", poolHand)
}

// TestALockFileThatIsRemovedWhileHeld does not let two writers in: the one that
// waits takes the new file's lock only when it is the one at the path.
func TestALockFileThatIsRemovedWhileHeld(t *testing.T) {
	m := newMeanwhile(t)
	m.noted("pool", poolNoted)
	m.at("intent", func(n *notebook) { n.remove(".daybook/lock") })
	m.noted("pool", poolHand)
	m.noted("rota", "The rota changes on Tuesdays")
	m.has("pool", poolHand, memory.Unconfirmed)
	m.tidy()
}
