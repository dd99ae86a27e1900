package extraction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/daybook-sre/daybook/extraction/internal/coalesce"
	"github.com/daybook-sre/daybook/memory"
)

// Queue makes passes beside the conversation, one at a time. Adding never waits,
// and a newer snapshot of a conversation replaces an older one that still waits:
// a burst of turns costs one pass. It is safe for concurrent use.
//
// It starts no goroutine: Run works in one that the embedder owns, Wait and
// Close finish what is left. A pass whose proposer failed is kept in the store,
// redacted, and tried again when the next job of that store runs, or by Retry,
// also by another process. Nothing that goes wrong here fails a turn.
type Queue struct {
	extractor *Extractor
	jobs      *coalesce.Queue[passKey, Conversation]
	done      func(Conversation, Report, error)
	log       *slog.Logger
}

// QueueOptions configure a Queue. The zero value of each field means its default.
type QueueOptions struct {
	// Done is called after each pass, in the goroutine that made it: for the
	// quiet line that says what was remembered. It must not call the Queue's
	// Wait or Close. Default: nobody is told.
	Done func(Conversation, Report, error)
	// Logger receives one line for each pass that failed. Default: none.
	Logger *slog.Logger
}

// ErrRunning is returned by a second Run while the first has not ended.
var ErrRunning = coalesce.ErrRunning

// NewQueue returns a queue of passes by x. opts may be nil and is copied.
func NewQueue(x *Extractor, opts *QueueOptions) *Queue {
	q := &Queue{extractor: x, done: func(Conversation, Report, error) {}, log: slog.New(slog.DiscardHandler)}
	if opts != nil && opts.Done != nil {
		q.done = opts.Done
	}
	if opts != nil && opts.Logger != nil {
		q.log = opts.Logger
	}
	q.jobs = coalesce.New(q.pass)
	return q
}

// Add leaves a conversation for a pass and returns at once. The turns are kept,
// not copied: do not change them afterwards, append to a copy. It reports false
// after Close.
func (q *Queue) Add(c Conversation) bool {
	return q.jobs.Add(keyOf(c), c)
}

// Run makes passes until ctx ends, or until the queue is closed and empty. It
// returns ctx's error, nil, or ErrRunning.
func (q *Queue) Run(ctx context.Context) error { return q.jobs.Run(ctx) }

// Wait returns when nothing waits or runs, or with ctx's error. There must be a
// Run.
func (q *Queue) Wait(ctx context.Context) error { return q.jobs.Wait(ctx) }

// Close takes no more jobs and returns when the others are done, or with ctx's
// error. Without a Run they are done here. What is not done when ctx ends is kept
// in its store like a pass that failed.
func (q *Queue) Close(ctx context.Context) error {
	err := q.jobs.Close(ctx)
	if err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), parkWait)
	defer cancel()
	for _, c := range q.jobs.Unfinished() {
		q.keep(ctx, keyOf(c), c)
	}
	return err
}

// pass runs one conversation, then what earlier passes of that store left.
func (q *Queue) pass(ctx context.Context, key passKey, c Conversation) {
	r, err := q.extractor.Run(ctx, c)
	if err != nil {
		q.failed(ctx, key, c, err)
	} else {
		q.succeeded(ctx, key, c)
	}
	q.done(c, r, err)
	if err == nil {
		// The endpoint answers again: what it did not answer before may go, too.
		if err := q.Retry(ctx, c.Store); err != nil && ctx.Err() == nil {
			q.log.Warn("memory: extraction retry", "error", err)
		}
	}
}

// failed parks a pass for a later try, unless trying again is useless.
func (q *Queue) failed(ctx context.Context, key passKey, c Conversation, err error) {
	q.log.Warn("memory: extraction failed", "session", c.Session, "error", err)
	if !passing(err) {
		return
	}
	// The pass may have failed because ctx ended; parking is worth a moment more.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), parkWait)
	defer cancel()
	q.keep(ctx, key, c)
}

// passing reports whether what failed a pass may have passed by the next try.
func passing(err error) bool {
	var model *ModelError
	if errors.As(err, &model) {
		return !model.Permanent()
	}
	var proposer *proposerError
	return errors.As(err, &proposer) || errors.Is(err, memory.ErrLocked)
}

func (q *Queue) keep(ctx context.Context, key passKey, c Conversation) {
	if err := park(ctx, key, c); err != nil {
		q.log.Warn("memory: extraction pass not kept", "session", c.Session, "error", err)
	}
}

// succeeded drops what an earlier, failed pass of the same conversation left.
func (q *Queue) succeeded(ctx context.Context, key passKey, c Conversation) {
	if err := c.Store.DropJob(ctx, jobName(key)); err != nil && ctx.Err() == nil {
		q.log.Warn("memory: parked extraction pass not removed", "session", c.Session, "error", err)
	}
}

// Retry makes the passes that failed earlier and were kept in the store, oldest
// first, until one fails. Those that are done, or that can never be, are removed.
// It returns the store's error, or the one that stopped it.
func (q *Queue) Retry(ctx context.Context, store *memory.Store) error {
	if !store.AutoExtract(ctx) {
		return nil
	}
	jobs, err := store.Jobs(ctx)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		c, err := unpark(j, store)
		if err == nil {
			var r Report
			r, err = q.extractor.Run(ctx, c)
			if err != nil && passing(err) {
				return err
			}
			q.done(c, r, err)
		}
		if err := store.DropJob(ctx, j.Name); err != nil {
			return err
		}
	}
	return nil
}
