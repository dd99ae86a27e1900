package memory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestEventsAreToldAfterTheLockIsGone(t *testing.T) {
	t.Parallel()
	var d *desk
	var told []memory.Event
	d = newDesk(t, &memory.Options{OnEvent: func(e memory.Event) {
		told = append(told, e)
		if e.Op != "created" || e.Name != "rack" {
			return
		}
		// A handler may use the store: nothing is held while it runs.
		rec, err := d.Get(ctx, "rack")
		require.NoError(t, err)
		require.Equal(t, "The rack is in row 4", rec.Body, "it is committed")
		_, err = d.Save(ctx, said("from-a-handler", "The handler ran").Draft, memory.By{Actor: "handler"})
		require.NoError(t, err)
	}})
	_, err := d.Propose(ctx, said("rack", "The rack is in row 4"), memory.By{Actor: "oncall", Session: "inc-42"})
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"rack", "from-a-handler"}, d.slugs())

	p := said("rack", "The rack is in row 4")
	p.Grounds = ground(d.now)
	d.propose(p)
	d.save(said("rack", "The rack was moved to row 5").Draft)
	d.file("hand.md", "The door is green\n")
	d.file("gone.md", "The lamp is off\n")
	d.propose(said("pool", "The pool holds 40 connections"))
	require.NoError(t, os.Remove(d.path("gone.md")))
	d.rewrite("hand.md", "green", "red")
	d.forget("pool")
	d.refuses(memory.Forgotten, said("pool", "The pool holds 40 connections"))
	require.NoError(t, d.SetEnabled(ctx, false, memory.By{}))

	var lines []string
	seq := int64(0)
	for _, e := range told {
		lines = append(lines, strings.TrimSpace(e.Op+" "+e.Name))
		require.NotZero(t, e.Seq, e.Op)
		require.Equal(t, monday, e.At)
		require.NotContains(t, fmt.Sprintf("%+v", e), "row", "no text")
		if e.Name != "from-a-handler" {
			require.Greater(t, e.Seq, seq, "in the order of the journal: %s", e.Op)
			seq = e.Seq
		}
	}
	require.Equal(t, []string{"created rack", "created from-a-handler", "said again rack", "updated rack",
		"added by hand gone", "added by hand hand", "created pool", "edited by hand hand", "deleted by hand",
		"forgotten", "refused pool", "switched off"}, lines)
	require.Equal(t, "inc-42", told[0].Session)
	require.Equal(t, "oncall", told[0].Actor)
	require.True(t, told[0].Auto)
	require.Equal(t, memory.Forgotten, told[10].Code)

	// The log has the same numbers.
	log, err := d.Log(ctx, memory.LogQuery{})
	require.NoError(t, err)
	have := map[int64]string{}
	for _, e := range log {
		have[e.Seq] = e.Op
	}
	for _, e := range told {
		require.Equal(t, e.Op, have[e.Seq])
	}
}

func TestNothingIsToldOfWhatDidNotHappen(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("rack", "The rack is in row 4"))
	d.events = nil
	d.propose(said("rack", "The rack is in row 4"))
	_, err := d.Save(ctx, memory.Draft{}, memory.By{})
	require.Error(t, err)
	_, err = d.Forget(ctx, "unknown", memory.By{})
	require.Error(t, err)
	_, err = d.RequestForget(ctx, memory.ForgetRequest{Name: "unknown"}, memory.By{})
	require.Error(t, err)
	require.Empty(t, d.events)
	d.propose(said("pool", "The pool holds 40 connections"))
	require.Len(t, d.events, 1, "the control")
}

// Who acts comes from outside: whatever it is, it is one clean line on disk.
func TestIdsAreCleaned(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	token := githubToken(9)
	by := memory.By{Actor: "ana\x1b[31m\n{\"op\":\"open\"}", Session: "s " + token, Turn: "7\u202e" + strings.Repeat("x", 5000), Reason: "use " + token + "\x07 please"}
	p := said("rack", "The rack is in row 4")
	p.Grounds = []memory.Ground{{Session: token, Turn: "1\u200b]", Text: token}}
	_, err := d.Propose(ctx, p, by)
	require.NoError(t, err, "what describes an act is no reason not to act")
	_, err = d.Save(ctx, said("pool", "The pool holds 40 connections").Draft, by)
	require.NoError(t, err)
	require.NoError(t, d.SetEnabled(ctx, false, by))
	require.NoError(t, d.SetEnabled(ctx, true, by))
	_, err = d.Forget(ctx, "pool", by)
	require.NoError(t, err)
	d.nowhere(token, "row 4")
	d.nowhere("\x1b", "row 4")
	d.nowhere("\u202e", "row 4")
	log, err := d.Log(ctx, memory.LogQuery{})
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprint(log), token)
	require.Contains(t, log[1].Actor, "ana ")
	require.Contains(t, log[1].Reason, "use [REDACTED:github-token] please")
	rec, err := d.Get(ctx, "rack")
	require.NoError(t, err)
	require.Len(t, rec.Evidence, 1)
}

func TestACredentialInTheUsersWordsIsRedacted(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	token := githubToken(10)
	p := said("bot", "The deploy bot is called hermes")
	p.Quote = "the deploy bot is called hermes, its token is " + token
	res := d.propose(p)
	require.Equal(t, memory.Created, res.Outcome)
	require.Equal(t, "the deploy bot is called hermes, its token is [REDACTED:github-token]", res.Record.Quote)
	d.nowhere(token, "hermes")
}
