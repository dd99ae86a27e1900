package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Propose offers a memory on behalf of an automatic writer: an agent's tool or
// extraction. The store decides, under its lock, from what it holds and from
// the user turns the proposal rests on. An explicit request of the user makes it
// confirmed, anything else unconfirmed.
//
// A proposal that was understood and not stored returns a *Refusal. Other
// errors match ErrDisabled, ErrLocked, ErrReadOnly, ErrDirectory or ErrClosed, or are the
// file system's. ctx bounds the wait for the lock; a write that has begun
// finishes.
func (s *Store) Propose(ctx context.Context, p Proposal, by By) (Result, error) {
	c, err := prepare(p.Draft, p.Quote, false)
	if err != nil {
		return Result{}, err
	}
	var res Result
	err = s.mutate(ctx, true, by, func(t *tx) error {
		var err error
		res, err = t.propose(c, p)
		return err
	})
	return res, err
}

// propose decides about a checked proposal.
func (t *tx) propose(c *clean, p Proposal) (Result, error) {
	if t.view.off {
		return Result{}, errSwitchedOff
	}
	if err := t.ready(c.slug); err != nil {
		return Result{}, err
	}
	if same := t.sameAs(c); same != nil {
		return t.repeat(same, p, c)
	}
	past, why, err := t.barred(c, p)
	if err != nil {
		return Result{}, err
	}
	old := t.view.bySlug[c.slug]
	contest, err := t.mayReplace(old, c, p)
	if err != nil {
		return Result{}, err
	}
	if why == nil {
		why = contest
	}
	if why == nil && p.Wait != "" {
		why = refuse(p.Wait, c.slug, "", "it is not certain that the user said this, so a person has to look: /memory review")
	}
	if why != nil {
		return t.park(c, p, why)
	}
	if err := t.room(old, true); err != nil {
		return Result{}, err
	}
	w, err := t.proposed(old, c, p)
	if err != nil {
		return Result{}, err
	}
	w.past, w.auto = past, true
	return t.write(w)
}

// ready makes sure that tombstones can be read before an automatic writer
// relies on there being none.
func (t *tx) ready(slug string) error {
	if t.journalEmpty() && !hadJournal(t.dir, t.view) {
		return t.start()
	}
	if err := t.state.journal.Usable(); err != nil {
		return refuse(Forgotten, slug, "", "what was forgotten here cannot be read (%v), so nothing is stored automatically. A person has to look: /memory doctor says how", err)
	}
	return nil
}

// sameAs returns the served memory that says what the draft says already, the one
// of its own name first. There, other words for the same text are a change, unless
// a person vouches for the words it has.
func (t *tx) sameAs(c *clean) *entry {
	cand := t.key().Bars().Candidate(c.value())
	repeats := func(e *entry) bool {
		m := t.ledger().Memories[e.id]
		return m != nil && m.Last.Value != nil && bar.Repeats(*m.Last.Value, cand) &&
			e.rec.ValidFrom == c.ValidFrom && e.rec.ValidUntil == c.ValidUntil
	}
	if own := t.view.bySlug[c.slug]; own != nil && repeats(own) &&
		(own.rec.Status == Confirmed || own.rec.hand || t.says(own, c)) {
		return own
	}
	for _, e := range t.view.entries {
		if e.rec.Slug != c.slug && repeats(e) && (t.says(e, c) || !bar.Apart(e.rec.Slug, c.slug)) {
			return e
		}
	}
	return nil
}

// repeat answers a proposal that says nothing new. Its labels are added under its
// own name, and a request of the user makes the memory confirmed. A citation that
// is new is added without a word: the day of the last change stays.
func (t *tx) repeat(e *entry, p Proposal, c *clean) (Result, error) {
	res := Result{Outcome: Unchanged, Record: e.rec.copy(), Cut: c.cut}
	if !e.file.fenced {
		return res, nil // a text without front matter is not given one for this
	}
	w, err := t.rewrite(e)
	if err != nil {
		return Result{}, err
	}
	w.fields.Evidence = t.evidence(w.fields.Evidence, p)
	w.newest, w.auto = newest(p.Grounds), true
	if e.rec.Slug == c.slug {
		w.fields.Labels = union(w.fields.Labels, c.Labels)
	}
	vouched := p.Explicit && e.rec.Status != Confirmed
	if vouched {
		w.status, w.source = Confirmed, p.source()
	}
	if vouched || !slices.Equal(w.fields.Labels, w.had.Labels) {
		return t.write(w)
	}
	if slices.Equal(w.fields.Evidence, w.had.Evidence) {
		return res, nil
	}
	w.cites = true
	done, err := t.write(w)
	if err != nil {
		return Result{}, err
	}
	res.Record = done.Record
	return res, nil
}

// barred checks the proposal against what a person forgot or took out. It
// returns the bar that an explicit request of the user passes, if any, and why
// a person has to look, if that is what a bar asks for.
func (t *tx) barred(c *clean, p Proposal) (past int64, why *Refusal, err error) {
	cand := t.key().Bars().Candidate(c.value())
	cand.Explicit = p.Explicit
	at := newest(p.Grounds)
	var hit *ledger.Bar
	worst := bar.Decision{}
	for _, b := range t.ledger().Bars {
		if b.Lifted || slices.Contains(b.Past, cand.Claim) {
			continue
		}
		cand.Newer = at.After(b.At)
		d := bar.Decide(barOf(b), cand)
		if d.Exempt {
			past = b.Seq
		}
		if d.Outcome > worst.Outcome {
			worst, hit = d, b
		}
	}
	if hit == nil {
		return past, t.denied(c, cand, at), nil
	}
	day := hit.At.Format(time.DateOnly)
	if worst.Outcome == bar.Pending {
		return 0, refuse(Forgotten, c.slug, "", "it holds what %s on %s, so a person has to look: /memory review", barText(hit.Cause), day), nil
	}
	r := refuse(Forgotten, c.slug, "", "this is what %s on %s. It is not stored again by itself; a person can allow it: /memory add %s %s: …",
		barText(hit.Cause), day, c.Type, c.slug)
	r.At = hit.At
	return 0, nil, t.refused(r, digestText(cand.Claim))
}

// denied returns why a person has to look at what says the same as a memory that
// the user denied and that waits: it must not come back under another name.
func (t *tx) denied(c *clean, cand bar.Candidate, at time.Time) *Refusal {
	for _, w := range t.ledger().Waiting {
		if w.Code != string(Denied) || w.Value == nil {
			continue
		}
		cand.Newer = at.After(w.Turn)
		if bar.Decide(bar.Bar{Digests: *w.Value}, cand).Outcome != bar.Free {
			return refuse(Denied, c.slug, "", "the user said that this is not so, so a person has to look: /memory review")
		}
	}
	return nil
}

// barText completes "this is what …".
func barText(c ledger.Cause) string {
	switch c {
	case ledger.Vanished:
		return "a person deleted by hand, as was noticed"
	case ledger.Superseded:
		return "a person replaced by something else"
	case ledger.Rejected:
		return "a person rejected as wrong"
	}
	return "a person had forgotten"
}

// refused notes a refusal, once for each reason, text and session.
func (t *tx) refused(r *Refusal, digest string) error {
	if !t.ledger().Refused(t.by.Session, string(r.Code), digest) {
		line := t.signed(ledger.Line{Op: ledger.OpRefused, ID: t.key().Name(r.Name), Code: string(r.Code), Digest: digest})
		line.Seq = t.nextSeq()
		if err := t.note(line); err != nil {
			return errors.Join(r, err)
		}
		t.emit(line, r.Name)
	}
	return r
}

// mayReplace decides whether an automatic writer may put its text in the place
// of what lies under the name now. A text that a person vouches for is not
// replaced: contest then says why a person has to look.
func (t *tx) mayReplace(old *entry, c *clean, p Proposal) (contest *Refusal, err error) {
	if p, ok := t.view.blocked[c.slug]; ok {
		return nil, unreadable(p)
	}
	if old == nil {
		return nil, t.nameFree(c.slug)
	}
	at := newest(p.Grounds)
	if !at.IsZero() && t.outdated(old, at) {
		return nil, refuse(Stale, c.slug, "", "what is stored as %s is newer than the words this rests on. Read it first; if it is wrong, ask the user", c.slug)
	}
	if (old.rec.Status == Confirmed || old.rec.hand) && !(p.Explicit && !at.IsZero()) {
		return refuse(Conflict, c.slug, "", "%s says something else and a person vouches for it, so it is not replaced. A person has to look: /memory review", c.slug), nil
	}
	return nil, nil
}

// nameFree refuses a new memory whose file name is taken by a memory of another
// name.
func (t *tx) nameFree(slug string) error {
	for _, e := range t.view.entries {
		if e.file.alias == slug {
			return refuse(Conflict, slug, "name", "the file %s holds the memory %s; use that name, or another one", e.file.name, e.rec.Slug)
		}
	}
	return nil
}

// room applies the bounds, which are said aloud and never silent.
func (t *tx) room(old *entry, auto bool) error {
	if limit := t.store.root.opts.MaxMemories; old == nil && len(t.view.entries) >= limit {
		return refuse(Full, "", "", "this store holds its limit of %d memories; a person has to forget some first", limit)
	}
	if auto && t.by.Session != "" && t.ledger().Saves(t.by.Session) >= MaxSessionSaves {
		return refuse(Full, "", "", "this session has saved its limit of %d memories; save no more in it", MaxSessionSaves)
	}
	return nil
}

// proposed turns a proposal into the file to write.
func (t *tx) proposed(old *entry, c *clean, p Proposal) (*writing, error) {
	w, err := t.draft(old, c, true)
	if err != nil {
		return nil, err
	}
	w.status, w.source = Unconfirmed, p.source()
	if p.Explicit {
		w.status = Confirmed
	}
	w.newest = newest(p.Grounds)
	w.fields.Quote = c.quote
	w.fields.Evidence = t.evidence(w.fields.Evidence, p)
	return w, nil
}

// evidence adds the proposal's citations to those a memory has. The newest
// MaxEvidence are kept.
func (t *tx) evidence(had []string, p Proposal) []string {
	out := slices.Clone(had)
	for _, g := range p.Grounds {
		cite := citation(t.key(), g)
		if !slices.Contains(out, cite) {
			out = append(out, cite)
		}
	}
	if len(out) > MaxEvidence {
		out = out[len(out)-MaxEvidence:]
	}
	return out
}

// citation names a user turn: session, turn and a digest of its words.
func citation(key ledger.Key, g Ground) string {
	return fmt.Sprintf("%s#%s@%s", citable(g.Session), citable(g.Turn), key.Turn(g.Text))
}

// citable keeps an id inside a flow list and apart from the separators of a
// citation.
func citable(id string) string {
	r := []rune(cleanLine(id, maxID))
	if len(r) > 64 {
		r = r[:64]
	}
	for i, c := range r {
		if c <= ' ' || c == '#' || c == '@' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}' || c == '"' || c == '\'' {
			r[i] = '_'
		}
	}
	return string(r)
}

// newest returns the time of the newest ground, or the zero time.
func newest(grounds []Ground) time.Time {
	var at time.Time
	for _, g := range grounds {
		if g.At.After(at) {
			at = g.At
		}
	}
	return at
}

func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// digestText is how a digest is written into the journal.
func digestText(s bar.Sum) string {
	b, _ := s.MarshalText() // never fails
	return string(b)
}
