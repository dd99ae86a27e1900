// Package slash is /memory: what people type to see, correct and remove what an
// agent remembers of them.
//
//	h := slash.New(store, nil)
//	handled, err := h.Run(ctx, os.Stdout, line)
//
// Run prints what a person did wrong as a sentence that says what to do. Names
// are printed as they can be typed: what list shows, show and forget take.
//
// A line counts as typed by the person whom the store belongs to, with all
// authority that has. Pass on only what somebody typed; never what a model, a
// tool or a web hook wrote.
//
// On a chat surface the answer is for the person who asked: it holds their
// memories of every type and label. Show it to them alone. No control or escape
// sequence of a memory, a file name or an error reaches the output (see package
// terminal), but chat markup does: print it as preformatted text.
package slash

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory"
)

// DefaultWidth is the width of the output in cells when Options name none.
const DefaultWidth = 80

// minWidth keeps a terminal that reports nonsense from hiding everything.
const minWidth = 20 // cells

// Options configure a Handler. The zero value of each field means its default.
type Options struct {
	// Actor is who types: it is recorded with every change. Default: nobody in
	// particular.
	Actor string
	// Session is recorded with every change. Default: none.
	Session string
	// Surface decides what may be shown: on memory.Gateway no paths and no
	// editor. Default: the store's.
	Surface memory.Surface
	// Width is how many cells a line has. Default DefaultWidth; less than 20
	// counts as 20. Names, paths and the text of a memory are never broken.
	Width int
	// Color lets names stand out. Default: plain text.
	Color bool
	// Edit opens an editor on the file and returns when the person is done. Nil
	// prints the path instead. It is not called on memory.Gateway. An error
	// means that the editor could not be started or was abandoned.
	Edit func(ctx context.Context, path string) error
	// Now is the clock for "--since 1h" and for what is valid. Default time.Now.
	Now func() time.Time
}

// Handler answers /memory lines for one store. It is safe for concurrent use.
type Handler struct {
	store *memory.Store
	opts  Options
}

// New returns a Handler. opts may be nil and is copied.
func New(store *memory.Store, opts *Options) *Handler {
	h := &Handler{store: store}
	if opts != nil {
		h.opts = *opts
	}
	if h.opts.Surface == "" {
		h.opts.Surface = store.Surface()
	}
	if h.opts.Width == 0 {
		h.opts.Width = DefaultWidth
	}
	h.opts.Width = max(h.opts.Width, minWidth)
	if h.opts.Now == nil {
		h.opts.Now = time.Now
	}
	return h
}

// Run answers line on w if it begins with the word /memory, in any case; else
// handled is false and nothing is printed. What follows may span several lines.
//
// err is w's, or matches ctx.Err(). What was done before ctx ended is still
// printed. Everything else that goes wrong is part of the output.
func (h *Handler) Run(ctx context.Context, w io.Writer, line string) (handled bool, err error) {
	rest, ok := command(line)
	if !ok {
		return false, nil
	}
	if err := ctx.Err(); err != nil {
		return true, err
	}
	p := newPage(h)
	err = h.answer(ctx, p, rest)
	if _, failed := w.Write(p.bytes()); failed != nil {
		return true, failed
	}
	return true, err
}

// command returns what follows the word /memory.
func command(line string) (string, bool) {
	word, rest := firstWord(line)
	return rest, strings.EqualFold(word, "/memory")
}

// answer runs one verb. Only ctx's errors come back.
func (h *Handler) answer(ctx context.Context, p *page, rest string) error {
	word, arg := firstWord(rest)
	if word == "" {
		word = "list"
	}
	v, ok := find(word)
	if !ok {
		h.unknown(ctx, p, word, arg)
		return ctx.Err()
	}
	err := v.run(h, ctx, p, arg)
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return err
	}
	if err != nil {
		h.explain(ctx, p, v, err)
	}
	if !v.switches && !errors.Is(err, memory.ErrDisabled) {
		h.sayIfOff(ctx, p)
	}
	return nil
}

// sayIfOff reminds a person that the agent does not see what they look at.
func (h *Handler) sayIfOff(ctx context.Context, p *page) {
	if off := h.store.Available(ctx); errors.Is(off, memory.ErrDisabled) {
		p.gap()
		p.say("%s", sentence(off.Error()))
	}
}

func (h *Handler) gateway() bool { return h.opts.Surface == memory.Gateway }

func (h *Handler) by() memory.By {
	return memory.By{Actor: h.opts.Actor, Session: h.opts.Session}
}
