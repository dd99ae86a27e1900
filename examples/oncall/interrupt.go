package main

import (
	"context"
	"os"
	"sync"
	"syscall"
)

// interrupts gives Ctrl-C its meaning: the first one ends the turn, a second one
// or one between turns ends the program.
type interrupts struct {
	quit context.CancelFunc

	mu   sync.Mutex
	stop context.CancelFunc // of the turn; nil between turns and once it was called
}

// watch acts on signals until ctx ends. It runs in a goroutine of its own.
func (i *interrupts) watch(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case sig := <-signals:
			i.handle(sig)
		}
	}
}

func (i *interrupts) handle(sig os.Signal) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.stop != nil && sig != syscall.SIGTERM {
		i.stop()
		i.stop = nil
		return
	}
	i.quit()
}

// turn returns the context of one turn; done must be called at its end.
func (i *interrupts) turn(ctx context.Context) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	i.mu.Lock()
	i.stop = cancel
	i.mu.Unlock()
	return ctx, func() {
		i.mu.Lock()
		i.stop = nil
		i.mu.Unlock()
		cancel()
	}
}
