package memory

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func (d *desk) ground(text string) Ground {
	d.now = d.now.Add(time.Minute)
	return Ground{Session: "s", Turn: "9", Text: text, At: d.now}
}

func (d *desk) deny(name string, instead bool) Fate {
	fate, err := d.Deny(d.t.Context(), Denial{Name: name, Ground: d.ground("no, that's wrong"), Instead: instead}, By{Session: "s"})
	require.NoError(d.t, err)
	return fate
}

// note saves an unconfirmed memory and a sibling that must stay.
func (d *desk) note() {
	for name, text := range map[string]string{"pool": "The pool holds 40 connections", "rota": "The rota changes on Mondays"} {
		_, err := d.propose(name, text)
		require.NoError(d.t, err)
	}
}

func TestADeniedNoteIsOutOfServiceAtOnce(t *testing.T) {
	for _, instead := range []bool{false, true} {
		d := newDesk(t)
		d.note()
		fate := d.deny("pool", instead)
		_, err := d.Get(t.Context(), "pool")
		require.ErrorIs(t, err, ErrNotFound)
		d.says("rota", "The rota changes on Mondays")
		c, err := d.Context(t.Context(), "how many connections does the pool hold?", nil)
		require.NoError(t, err)
		require.NotContains(t, c.Stable+c.Turn, "40 connections")
		require.Contains(t, c.Stable, "Mondays")
		if instead {
			require.Equal(t, Rejected, fate)
			d.waiting(0)
			history, err := d.History(t.Context(), "pool")
			require.NoError(t, err)
			require.Equal(t, "The pool holds 40 connections.", history[0].Record.Body, "kept for the post-mortem")
			_, err = d.propose("pool", "The pool holds 40 connections")
			require.ErrorIs(t, err, &Refusal{Code: Forgotten})
			res, err := d.propose("pool", "The pool holds 60 connections")
			require.NoError(t, err, "what is so instead is welcome")
			require.Equal(t, Created, res.Outcome)
			continue
		}
		require.Equal(t, Disputed, fate)
		require.Equal(t, Denied, d.waiting(1)[0].Code)
		_, err = d.Approve(t.Context(), "pool", By{})
		require.NoError(t, err, "it can be taken back")
		d.says("pool", "The pool holds 40 connections")
	}
}

func TestWhatAPersonVouchesForIsOnlyMarked(t *testing.T) {
	d := newDesk(t)
	d.save("pool", "The pool holds 40 connections")
	require.Equal(t, Contested, d.deny("pool", false))
	require.True(t, d.says("pool", "The pool holds 40 connections").Contested)
	d.open(nil)
	require.True(t, d.says("pool", "The pool holds 40 connections").Contested, "lasting")
	d.save("pool", "The pool holds 60 connections")
	require.False(t, d.says("pool", "The pool holds 60 connections").Contested)

	_, err := d.Deny(t.Context(), Denial{Name: "pool", Ground: Ground{Text: "no", At: d.now.Add(-time.Hour)}}, By{})
	require.ErrorIs(t, err, &Refusal{Code: Stale}, "words older than the memory deny nothing")
	_, err = d.Deny(t.Context(), Denial{Name: "nothing", Ground: d.ground("no")}, By{})
	require.ErrorIs(t, err, ErrNotFound)
}

func TestKillWhileDenying(t *testing.T) {
	for _, instead := range []bool{false, true} {
		d := newDesk(t)
		d.note()
		var stops []string
		d.open(func(string) {
			to := filepath.Join(t.TempDir(), "root")
			require.NoError(t, os.CopyFS(to, os.DirFS(d.dir)))
			stops = append(stops, to)
		})
		d.deny("pool", instead)
		require.Greater(t, len(stops), 3)
		for i, at := range stops {
			o := &desk{t: t, dir: at, now: d.now}
			o.open(nil)
			o.touch()
			_, err := o.Get(t.Context(), "pool")
			if i > 0 {
				require.ErrorIs(t, err, ErrNotFound, "stop %d", i)
			}
			events, err := o.Log(t.Context(), LogQuery{})
			require.NoError(t, err)
			for _, e := range events {
				require.NotContains(t, e.Op, "by hand")
			}
			c, err := o.Doctor(t.Context())
			require.NoError(t, err)
			require.True(t, c.Healthy(), "%+v", c)
		}
	}
}

func TestTheUsersOwnRequestForgetsAnything(t *testing.T) {
	d := newDesk(t)
	d.save("pool", "The pool holds 40 connections")
	_, err := d.RequestForget(t.Context(), ForgetRequest{Name: "pool"}, By{})
	require.ErrorIs(t, err, &Refusal{Code: NeedsPerson})
	old := Ground{Text: "forget the pool", At: d.now.Add(-time.Hour)}
	_, err = d.RequestForget(t.Context(), ForgetRequest{Name: "pool", Asked: &old}, By{})
	require.ErrorIs(t, err, &Refusal{Code: NeedsPerson}, "an older request is about what was there then")
	asked := d.ground("forget the pool")
	_, err = d.RequestForget(t.Context(), ForgetRequest{Name: "pool", Asked: &asked}, By{})
	require.NoError(t, err)
	_, err = d.Get(t.Context(), "pool")
	require.ErrorIs(t, err, ErrNotFound)
}
