// Package coalesce is a queue with one worker in which a newer job replaces an
// older one of the same key that still waits.
package coalesce

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// ErrRunning is returned by a second Run while the first has not ended.
var ErrRunning = errors.New("coalesce: the queue is running already")

// Queue runs jobs one at a time, in the order in which their keys were first
// added. It starts no goroutine: Run works in its caller's. It is safe for
// concurrent use.
type Queue[K comparable, J any] struct {
	run func(context.Context, K, J)
	// worker holds a token while nobody runs jobs. A channel can be waited for
	// together with a context, and testing/synctest sees it.
	worker chan struct{}
	wake   chan struct{} // holds a token when there may be something to do

	mu      sync.Mutex
	order   []K
	waiting map[K]J
	running bool // a Run has begun
	current []J  // the job that runs, if one does
	closed  bool
	idle    chan struct{} // closed when nothing waits and nothing runs; nil if so
}

// New returns a queue that runs each job by calling run. The context that run
// gets is the one of Run, or of the Close that runs the job.
func New[K comparable, J any](run func(context.Context, K, J)) *Queue[K, J] {
	q := &Queue[K, J]{run: run, worker: make(chan struct{}, 1), wake: make(chan struct{}, 1), waiting: map[K]J{}}
	q.worker <- struct{}{}
	return q
}

// Add leaves a job and returns at once. A job of the same key that still waits
// is replaced in its place. Add reports false, and drops the job, once the
// queue is closed.
func (q *Queue[K, J]) Add(key K, job J) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	if _, ok := q.waiting[key]; !ok {
		q.order = append(q.order, key)
	}
	q.waiting[key] = job
	if q.idle == nil {
		q.idle = make(chan struct{})
	}
	q.wakeLocked()
	return true
}

// Len returns how many jobs wait.
func (q *Queue[K, J]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// Unfinished returns the job that runs and those that wait, in order. It leaves
// them where they are.
func (q *Queue[K, J]) Unfinished() []J {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := slices.Clone(q.current)
	for _, key := range q.order {
		out = append(out, q.waiting[key])
	}
	return out
}

// Run runs jobs until ctx ends, or until the queue is closed and empty. It
// returns ctx's error, nil, or ErrRunning. A job that is running when ctx ends
// is told so by its context; Run returns when it does.
func (q *Queue[K, J]) Run(ctx context.Context) error {
	if !q.begin() {
		return ErrRunning
	}
	defer q.end()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-q.worker: // a Close may be finishing a job
	}
	defer func() { q.worker <- struct{}{} }()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if q.next(ctx) {
			continue
		}
		if q.finished() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-q.wake:
		}
	}
}

// Wait returns when no job waits or runs, or when ctx ends, with its error. It
// runs nothing itself: there must be a Run.
func (q *Queue[K, J]) Wait(ctx context.Context) error {
	for {
		q.mu.Lock()
		idle := q.idle
		q.mu.Unlock()
		if idle == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-idle:
		}
	}
}

// Close takes no more jobs, and returns when the others are done or ctx ends,
// with its error. If nothing runs the jobs, because the context of Run has
// ended before, they run in the caller's goroutine. Jobs that still wait when
// ctx ends stay, so that a later Close may finish them.
func (q *Queue[K, J]) Close(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	q.wakeLocked()
	idle := q.idle
	q.mu.Unlock()
	if idle == nil {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-idle:
		return nil
	case <-q.worker:
	}
	defer func() { q.worker <- struct{}{} }()
	return q.drain(ctx)
}

func (q *Queue[K, J]) begin() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running {
		return false
	}
	q.running = true
	return true
}

func (q *Queue[K, J]) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running = false
}

func (q *Queue[K, J]) drain(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !q.next(ctx) {
			return nil
		}
	}
}

// next runs the oldest waiting job. It reports false if there is none.
func (q *Queue[K, J]) next(ctx context.Context) bool {
	q.mu.Lock()
	if len(q.order) == 0 {
		q.mu.Unlock()
		return false
	}
	key := q.order[0]
	job := q.waiting[key]
	q.order = q.order[1:]
	delete(q.waiting, key)
	q.current = []J{job}
	q.mu.Unlock()

	// A job that panics must not leave the queue busy for ever; the panic
	// itself is its owner's.
	defer func() {
		q.mu.Lock()
		q.current = nil
		q.settleLocked()
		q.mu.Unlock()
	}()
	q.run(ctx, key, job)
	return true
}

func (q *Queue[K, J]) settleLocked() {
	if len(q.current) == 0 && len(q.order) == 0 && q.idle != nil {
		close(q.idle)
		q.idle = nil
	}
}

func (q *Queue[K, J]) finished() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed && len(q.order) == 0
}

func (q *Queue[K, J]) wakeLocked() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
