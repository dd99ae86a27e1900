package extraction

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// Conversation is what one pass looks at.
type Conversation struct {
	// Store is whose memory it is. Holding it is the permission to write.
	Store *memory.Store
	// Session names the conversation; it is cited as evidence.
	Session string
	// Owner is the Author of the person whose store it is; see GateOptions.
	Owner string
	// Turns are the turns so far, oldest first.
	Turns []Turn
	// Cited are the names of memories that were recalled or cited just before
	// the last user turn, so that "no, that's wrong" finds what it is about.
	Cited []string
}

// Options configure an Extractor. The zero value of each field means its
// default.
type Options struct {
	// Logger receives one line for each pass that proposed something: counts by
	// gate, never a text. Default: nothing is logged.
	Logger *slog.Logger
}

// Extractor looks back over conversations and keeps what is worth keeping. It is
// safe for concurrent use.
type Extractor struct {
	proposer Proposer
	log      *slog.Logger

	mu    sync.Mutex
	known map[passKey]progress
}

// passKey tells conversations apart: one session id may occur in two stores.
type passKey struct{ store, session string }

// progress is how far a conversation was read, as the IDs of turns. Empty is
// nothing.
type progress struct {
	done  string // the last one that a finished pass has read
	heard string // the last one whose denials were acted on
}

// maxKnown bounds how many conversations are remembered; a forgotten one is read
// again from its last DigestTurns turns, which saves nothing twice.
const maxKnown = 1024

// New returns an Extractor. opts may be nil and is copied.
func New(p Proposer, opts *Options) *Extractor {
	x := &Extractor{proposer: p, log: slog.New(slog.DiscardHandler), known: map[passKey]progress{}}
	if opts != nil && opts.Logger != nil {
		x.log = opts.Logger
	}
	return x
}

// Run makes one pass: it asks the proposer, holds each item against what the
// user wrote, and offers what is left to the store. It asks nobody and does
// nothing while the automatic pass is off, or when no person said anything since
// the last finished pass.
//
// The error is the proposer's, or the store's when that cannot be used at all;
// what was refused is in the report. A pass that failed counts as not made.
func (x *Extractor) Run(ctx context.Context, c Conversation) (Report, error) {
	var r Report
	if !c.Store.AutoExtract(ctx) {
		return r, nil
	}
	if err := x.dispute(ctx, c, &r); err != nil {
		return r, err
	}
	if err := x.pass(ctx, c, &r); err != nil {
		return r, err
	}
	x.note(keyOf(c), func(p *progress) { p.done = lastID(c.Turns) })
	return r, x.count(ctx, c, r)
}

// pass asks the proposer, if there is anything to ask about.
func (x *Extractor) pass(ctx context.Context, c Conversation, r *Report) error {
	done := x.progress(keyOf(c)).done
	digest := NewDigest(c.Turns, done, safety.Redact)
	if digest.Spoken == 0 {
		return nil
	}
	proposals, err := x.proposer.Propose(ctx, Request{Turns: c.Turns, Done: done, Digest: digest})
	if err != nil {
		return &proposerError{err}
	}
	r.dropped("reply", len(proposals.Drops))
	return keep(ctx, c, NewGates(&GateOptions{Owner: c.Owner, Slug: slug}).Read(c.Turns), proposals.Items, r)
}

// proposerError is an error of the proposer, so that it is told from the
// store's.
type proposerError struct{ error }

func (e *proposerError) Unwrap() error { return e.error }

func keyOf(c Conversation) passKey { return passKey{c.Store.Path(), c.Session} }

func (x *Extractor) progress(key passKey) progress {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.known[key]
}

func (x *Extractor) note(key passKey, change func(*progress)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.known[key]; !ok && len(x.known) >= maxKnown {
		clear(x.known)
	}
	p := x.known[key]
	change(&p)
	x.known[key] = p
}

// count records what came of a pass.
func (x *Extractor) count(ctx context.Context, c Conversation, r Report) error {
	if r.Empty() {
		return nil
	}
	x.log.Info("memory: extraction", "session", c.Session, "counts", r.Counts())
	return c.Store.NotePass(ctx, r.Counts(), memory.By{Session: c.Session})
}

func lastID(turns []Turn) string {
	if len(turns) == 0 {
		return ""
	}
	return turns[len(turns)-1].ID
}

// keep holds the items against the conversation and offers what is left to the
// store, in the order in which the user said it: of two statements about one
// thing the later one wins.
func keep(ctx context.Context, c Conversation, e *Evidence, items []Item, r *Report) error {
	type kept struct {
		item    Item
		verdict Verdict
		place   int
	}
	var list []kept
	for _, item := range items {
		v := e.Check(item)
		if v.Outcome == Dropped {
			r.dropped(v.Gate, 1)
			continue
		}
		list = append(list, kept{item, v, e.place(v)})
	}
	slices.SortStableFunc(list, func(a, b kept) int { return a.place - b.place })
	for _, k := range list {
		if len(r.Saved)+len(r.Pending) >= MaxItems {
			r.dropped("limit", 1)
			continue
		}
		p := propose(ctx, c.Store, k.item, k.verdict, e, c.Session)
		known, err := said(ctx, c.Store, p)
		if err != nil {
			return err
		}
		if known != nil && !vouches(&p, known) {
			r.Unchanged++
			continue
		}
		if known == nil {
			old, err := revised(ctx, c.Store, e, p, c.Session)
			if err != nil {
				return err
			}
			if old != nil {
				p.Name = old.Name
			}
		}
		res, err := c.Store.Propose(ctx, p, memory.By{Session: c.Session, Turn: k.verdict.Grounding[0].Turn})
		var refusal *memory.Refusal
		switch {
		case errors.As(err, &refusal):
			r.refused(refusal)
		case err != nil:
			return err
		default:
			r.add(res)
		}
	}
	return nil
}

// place returns where in the conversation a verdict's words stand.
func (e *Evidence) place(v Verdict) int {
	return slices.IndexFunc(e.turns, func(w witness) bool { return w.ID == v.Grounding[0].Turn })
}

// propose turns an item that passed the gates into a proposal. An item that says
// which memory it replaces is written under that name, so that the former text
// becomes its history instead of a second opinion.
func propose(ctx context.Context, store *memory.Store, item Item, v Verdict, e *Evidence, session string) memory.Proposal {
	name := item.Name
	if item.Supersedes != "" && store != nil {
		if old, err := store.Get(ctx, item.Supersedes); err == nil {
			name = old.Slug
		}
	}
	p := memory.Proposal{
		Draft: memory.Draft{Name: name, Type: memory.Type(item.Type), Description: item.Description, Body: item.Content,
			ValidFrom: bound(v.ValidFrom), ValidUntil: bound(v.ValidUntil)},
		Source: memory.FromExtraction, Quote: safety.Redact(v.Quote), Explicit: v.Explicit,
	}
	if v.Outcome == Pending {
		p.Wait = memory.Ungrounded
	}
	for _, g := range slices.Backward(v.Grounding) {
		p.Grounds = append(p.Grounds, memory.Ground{Session: session, Turn: g.Turn, Text: g.Text, At: g.At})
		for _, l := range g.Labels {
			if !slices.Contains(p.Labels, l) {
				p.Labels = append(p.Labels, l)
			}
		}
	}
	return p
}

// slug is the store's rule for names, in the form the gates ask for.
func slug(name string) string {
	s, err := memory.Slug(name)
	if err != nil {
		return ""
	}
	return s
}

// bound writes one end of a validity as the store takes it; zero is open.
func bound(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
