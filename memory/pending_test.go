package memory

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// desk is a store with a clock, for tests about what waits for a person.
type desk struct {
	*Store
	t   *testing.T
	dir string
	now time.Time
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, dir: t.TempDir(), now: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)}
	d.open(nil)
	return d
}

// open begins again as another process would.
func (d *desk) open(step func(string)) {
	root, err := Open(d.dir, &Options{Now: func() time.Time { return d.now }, step: step})
	require.NoError(d.t, err)
	d.t.Cleanup(func() { root.Close() })
	d.Store = local(d.t, root)
}

func (d *desk) save(name, text string) {
	_, err := d.Save(d.t.Context(), Draft{Name: name, Type: Infrastructure, Description: text, Body: text + "."}, By{})
	require.NoError(d.t, err)
}

func (d *desk) propose(name, text string) (Result, error) {
	return d.Propose(d.t.Context(), Proposal{Draft: Draft{Name: name, Type: Infrastructure, Description: text, Body: text + "."}}, By{Session: "s"})
}

// contested saves a memory and proposes a change to it, which waits.
func (d *desk) contested() Waiting {
	d.save("bastion", "The bastion host is jump-1")
	res, err := d.propose("bastion", "The bastion host is jump-2")
	require.NoError(d.t, err)
	require.Equal(d.t, Waits, res.Outcome)
	require.Equal(d.t, Conflict, res.Why.Code)
	return d.waiting(1)[0]
}

func (d *desk) waiting(n int) []Waiting {
	list, err := d.Pending(d.t.Context())
	require.NoError(d.t, err)
	require.Len(d.t, list, n)
	return list
}

func (d *desk) says(name, text string) Record {
	rec, err := d.Get(d.t.Context(), name)
	require.NoError(d.t, err)
	require.Equal(d.t, text+".", rec.Body)
	return rec
}

// touch makes a write that notes what happened by hand.
func (d *desk) touch() {
	d.now = d.now.Add(time.Minute)
	d.save("clock", "The clock says "+d.now.Format(time.Kitchen))
}

func TestWhatWaitsIsNotServed(t *testing.T) {
	d := newDesk(t)
	w := d.contested()
	require.Equal(t, "The bastion host is jump-2.", w.Record.Body)
	require.Equal(t, "The bastion host is jump-1.", w.Replaces.Body)
	rec := d.says("bastion", "The bastion host is jump-1")
	require.True(t, rec.Contested)
	c, err := d.Context(t.Context(), "which bastion host?", nil)
	require.NoError(t, err)
	require.Contains(t, c.Stable, "jump-1")
	require.Contains(t, c.Stable, "contested")
	require.NotContains(t, c.Stable+c.Turn, "jump-2")
	got, err := d.Recall(t.Context(), Query{Text: "jump-2"})
	require.NoError(t, err)
	for _, h := range got.Hits {
		require.NotContains(t, h.Record.Body, "jump-2")
	}
}

func TestApproveServesAndRejectBars(t *testing.T) {
	d := newDesk(t)
	d.contested()
	res, err := d.Approve(t.Context(), "bastion", By{Actor: "ana"})
	require.NoError(t, err)
	require.Equal(t, Updated, res.Outcome)
	rec := d.says("bastion", "The bastion host is jump-2")
	require.Equal(t, Confirmed, rec.Status)
	require.Equal(t, FromAgent, rec.Source)
	require.False(t, rec.Contested)
	d.waiting(0)

	_, err = d.propose("bastion", "The bastion host is jump-3")
	require.NoError(t, err)
	out, err := d.Reject(t.Context(), "bastion", By{Reason: "jump-3 is the test host"})
	require.NoError(t, err)
	require.Equal(t, "The bastion host is jump-3.", out.Record.Body)
	d.waiting(0)
	_, err = d.propose("bastion", "The bastion host is jump-3")
	require.ErrorIs(t, err, &Refusal{Code: Forgotten})
	_, err = d.propose("other-name", "The bastion host is jump-3")
	require.ErrorIs(t, err, &Refusal{Code: Forgotten})
	res, err = d.propose("bastion", "The bastion host is jump-4")
	require.NoError(t, err, "only the rejected value is barred")
	require.Equal(t, Waits, res.Outcome)
	_, err = d.Approve(t.Context(), "no-such", By{})
	require.ErrorIs(t, err, ErrNotFound)
}

func TestMovingOutByHandApprovesAndDeletingRejects(t *testing.T) {
	for _, edited := range []bool{false, true} {
		t.Run(fmt.Sprintf("edited %v", edited), func(t *testing.T) {
			d := newDesk(t)
			d.contested()
			d.now = d.now.Add(time.Minute)
			_, err := d.propose("pager", "The pager rota is blue")
			require.NoError(t, err)
			_, err = d.Propose(t.Context(), Proposal{Draft: Draft{Name: "vault", Type: Infrastructure, Description: "Vault", Body: "Vault runs in zone 3."}, Wait: Ungrounded}, By{})
			require.NoError(t, err)
			list := d.waiting(2)
			mem := d.Path()
			from := d.pendingFile("vault")
			if edited {
				edit(t, from, "zone 3", "zone 4")
			}
			require.NoError(t, os.Rename(from, filepath.Join(mem, "vault.md")))
			require.NoError(t, os.Remove(d.pendingFile("bastion")))
			rec, err := d.Get(t.Context(), "vault")
			require.NoError(t, err)
			require.Equal(t, Confirmed, rec.Status, "whoever moves it out vouches for it")
			d.touch()
			rec, err = d.Get(t.Context(), "vault")
			require.NoError(t, err)
			require.Equal(t, Confirmed, rec.Status)
			d.waiting(0)
			_, err = d.propose("bastion", strings.TrimSuffix(list[0].Record.Body, "."))
			require.ErrorIs(t, err, &Refusal{Code: Forgotten}, "what was deleted from pending was rejected")
			require.False(t, d.says("bastion", "The bastion host is jump-1").Contested)
		})
	}
}

func (d *desk) pendingFile(slug string) string {
	list, err := filepath.Glob(filepath.Join(d.Path(), "pending", slug+"~*.md"))
	require.NoError(d.t, err)
	require.Len(d.t, list, 1)
	return list[0]
}

func TestWaitingIsBoundedAndEnds(t *testing.T) {
	d := newDesk(t)
	for i := range MaxPending {
		_, err := d.Propose(t.Context(), Proposal{Draft: Draft{Name: fmt.Sprintf("n%d", i), Type: User, Description: fmt.Sprintf("Note %d of many", i), Body: fmt.Sprintf("Body number %d.", i)}, Wait: Ungrounded}, By{})
		require.NoError(t, err)
	}
	again, err := d.Propose(t.Context(), Proposal{Draft: Draft{Name: "n7", Type: User, Description: "Note 7 of many", Body: "Body number 7."}, Wait: Ungrounded}, By{})
	require.NoError(t, err)
	require.Equal(t, Waits, again.Outcome, "the same claim waits once")
	d.waiting(MaxPending)
	_, err = d.Propose(t.Context(), Proposal{Draft: Draft{Name: "more", Type: User, Description: "One more", Body: "One too many."}, Wait: Ungrounded}, By{})
	require.ErrorIs(t, err, &Refusal{Code: Full})

	d.now = d.now.Add(PendingExpiry)
	d.touch()
	d.waiting(0)
	res, err := d.Propose(t.Context(), Proposal{Draft: Draft{Name: "n7", Type: User, Description: "Note 7 of many", Body: "Body number 7."}}, By{})
	require.NoError(t, err, "leaving by age is no judgement")
	require.Equal(t, Created, res.Outcome)
}

func TestForgetTakesWhatWaitsAlong(t *testing.T) {
	d := newDesk(t)
	d.contested()
	_, err := d.Forget(t.Context(), "bastion", By{})
	require.NoError(t, err)
	d.waiting(0)
	requireNowhere(t, d.dir, "jump-1")
	requireNowhere(t, d.dir, "jump-2")
}

// TestKillWhilePendingChanges stops a write about a proposal at each step and
// lets another process go on: it waits, or it is settled, never both.
func TestKillWhilePendingChanges(t *testing.T) {
	ops := map[string]func(*desk) error{
		"wait":    func(d *desk) error { _, err := d.propose("bastion", "The bastion host is jump-5"); return err },
		"approve": func(d *desk) error { _, err := d.Approve(context.Background(), "bastion", By{}); return err },
		"reject":  func(d *desk) error { _, err := d.Reject(context.Background(), "bastion", By{}); return err },
		"lapse":   func(d *desk) error { d.now = d.now.Add(PendingExpiry); d.save("x", "Any text at all"); return nil },
	}
	for name, op := range ops {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			if name == "wait" {
				d.save("bastion", "The bastion host is jump-1")
			} else {
				d.contested()
			}
			var stops []string
			d.open(func(step string) {
				to := filepath.Join(t.TempDir(), "root")
				require.NoError(t, os.CopyFS(to, os.DirFS(d.dir)))
				stops = append(stops, to)
			})
			require.NoError(t, op(d))
			require.GreaterOrEqual(t, len(stops), 3)
			for _, at := range stops {
				o := &desk{t: t, dir: at, now: d.now}
				o.open(nil)
				o.touch()
				list, err := o.Pending(t.Context())
				require.NoError(t, err)
				rec, err := o.Get(t.Context(), "bastion")
				require.NoError(t, err)
				c, err := o.Doctor(t.Context())
				require.NoError(t, err)
				require.True(t, c.Healthy(), "%+v", c)
				require.Equal(t, len(list), c.Waiting)
				require.Equal(t, len(list) > 0, rec.Contested)
				events, err := o.Log(t.Context(), LogQuery{})
				require.NoError(t, err)
				for _, e := range events {
					require.NotContains(t, e.Op, "by hand", "nobody did anything by hand")
				}
			}
		})
	}
}
