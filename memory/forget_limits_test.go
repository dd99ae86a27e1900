package memory_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestForgettingLeavesNoTextBehind(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	p := said("eks-prod-1", cluster)
	p.Quote, p.Grounds = "zanzibar "+oldQuote, ground(d.now)
	by := memory.By{Session: "s1", Turn: "3", Reason: "the zanzibar move"}
	_, err := d.Propose(ctx, p, by)
	require.NoError(t, err)
	_, err = d.Save(ctx, said("eks-prod-1", "Zanzibar is where production has moved").Draft, by)
	require.NoError(t, err)
	d.rewrite("eks-prod-1.md", "Zanzibar", "ZANZIBAR")
	d.save(said("eks-prod-1", "zanzibar is production").Draft)
	d.propose(said("vault", "Vault has control words in it"))
	for _, text := range []string{"zanzibar", "Zanzibar", "ZANZIBAR", "eks-prod-1"} {
		require.True(t, d.grep(text), "%s: the history holds every version until then", text)
	}
	d.forget("eks-prod-1")
	for _, text := range []string{"zanzibar", "Zanzibar", "ZANZIBAR", "eks-prod-1"} {
		d.nowhere(text, "control words")
	}
	require.NotContains(t, d.raw("MEMORY.md"), "eks-prod-1")
	require.Contains(t, d.raw("MEMORY.md"), "vault")
	d.refuses(memory.Forgotten, said("z", "Zanzibar is where production has moved"), "every version is barred")
	d.nowhere("anzibar", "control words")
}

func TestForgettingTakesWhatWaitsAlong(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(said("prod", cluster).Draft)
	change := said("prod", "Production has moved to gke-blue-7")
	change.Grounds = ground(d.now.Add(time.Second))
	d.waits(memory.Conflict, change)
	copied := said("clusters", "The eks-prod-1 cluster in eu-west-1 is production")
	copied.Wait = "unsure"
	d.waits("unsure", copied)
	other := said("page", paging)
	other.Wait = "unsure"
	d.waits("unsure", other)
	d.forget("prod")
	for range 2 {
		waiting, err := d.Pending(ctx)
		require.NoError(t, err)
		require.Len(t, waiting, 1)
		require.Equal(t, "page", waiting[0].Name)
		d.propose(said("vault", vault)) // a write notes what a hand did: nothing
	}
	d.nowhere("eks-prod-1", "sre-oncall")
	d.nowhere("gke-blue-7", "sre-oncall")
	log, err := d.Log(ctx, memory.LogQuery{})
	require.NoError(t, err)
	for _, e := range log {
		require.NotContains(t, e.Op, "hand", "nobody rejected anything")
	}
}

func TestForgettingAFileDeletedByHandRemovesItsHistory(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	d.propose(said("vault", vault))
	require.NoError(t, os.Remove(d.path("prod.md")))
	d.propose(said("page", paging))
	require.True(t, d.grep("eks-prod-1"), "its history is kept for a day")
	d.forget("prod")
	d.nowhere("eks-prod-1", "eu-central-1")
	_, err := d.Forget(ctx, "prod", memory.By{})
	require.ErrorIs(t, err, memory.ErrNotFound, "there is nothing left to forget")
	d.refuses(memory.Forgotten, said("x", cluster))
}

func TestForgetTakesExactlyOne(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, name := range []string{"spare-1", "spare-2", "test", "load-test", "Hall plan 大阪 (2027)", "café"} {
		d.propose(said(name, "The memory called "+name+" says "+name))
	}
	before := d.slugs()
	for _, name := range []string{"spare", "spare nonsense", "*", "spare-?", "", "  ", "tes", "../memory/test", "test.md/.."} {
		_, err := d.Forget(ctx, name, memory.By{})
		require.Error(t, err, name)
		_, err = d.RequestForget(ctx, memory.ForgetRequest{Name: name}, memory.By{Session: "s"})
		require.Error(t, err, name)
	}
	require.Equal(t, before, d.slugs())
	for _, name := range []string{"test", "Hall plan 大阪 (2027)", "CAFE\u0301"} {
		got, err := d.Forget(ctx, name, memory.By{})
		require.NoError(t, err, name)
		require.NotEmpty(t, got.Record.Body, "the text is given back")
	}
	require.ElementsMatch(t, []string{"spare-1", "spare-2", "load-test"}, d.slugs())
}

func TestAToolMayForgetLittle(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 8 {
		d.propose(said(fmt.Sprint("note ", i), fmt.Sprintf("Rack %d stands in row %d", i, i)))
	}
	d.rewrite("note-0.md", "\n---\n", "\npinned: true\n---\n")
	d.save(said("vault", vault).Draft)
	request := func(name, session string) (memory.Removal, error) {
		return d.RequestForget(ctx, memory.ForgetRequest{Name: name}, memory.By{Session: session})
	}
	for _, name := range []string{"note 0", "vault"} {
		_, err := request(name, "s")
		require.Equal(t, memory.NeedsPerson, codeOf(t, err), name)
		require.Contains(t, err.Error(), "/memory forget ", "it says what to type")
	}
	for i := range memory.MaxSessionForgets {
		got, err := request(fmt.Sprint("note ", i+1), "s")
		require.NoError(t, err)
		require.True(t, got.Auto)
	}
	_, err := request("note 5", "s")
	require.Equal(t, memory.NeedsPerson, codeOf(t, err))
	d.reopen()
	_, err = request("note 5", "s")
	require.Equal(t, memory.NeedsPerson, codeOf(t, err), "another process knows the session, too")
	_, err = request("note 5", "another session")
	require.NoError(t, err)
	d.forget("note 6") // a person may
	d.refuses(memory.Forgotten, said("again", "Rack 1 stands in row 1"), "what a tool forgot is forgotten")
	require.ElementsMatch(t, []string{"note-0", "vault", "note-4", "note-7"}, d.slugs())
}

func TestAJobInFlightIsCheckedWhenItWrites(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	job := said("clusters", cluster)
	job.Quote, job.Grounds = oldQuote, ground(d.now.Add(-time.Second))
	other := said("page", paging)

	// The jobs start while another writer holds the lock. Whether the
	// forgetting comes before or after them, it wins.
	lock := flock.New(d.path(".daybook/lock"))
	require.NoError(t, lock.Lock())
	store, err := d.root.Local()
	require.NoError(t, err)
	var wg sync.WaitGroup
	results := make([]error, 2)
	for i, p := range []memory.Proposal{job, other} {
		wg.Go(func() { _, results[i] = store.Propose(context.Background(), p, memory.By{Session: "job"}) })
	}
	another, err := memory.Open(d.dir, &d.opts)
	require.NoError(t, err)
	defer another.Close()
	elsewhere, err := another.Local()
	require.NoError(t, err)
	wg.Go(func() { _, err = elsewhere.Forget(context.Background(), "prod", memory.By{}) })
	require.NoError(t, lock.Unlock())
	wg.Wait()
	require.NoError(t, err)
	require.NoError(t, results[1], "the control is stored")
	if results[0] != nil {
		require.Equal(t, memory.Forgotten, codeOf(t, results[0]))
	}
	require.Equal(t, []string{"page"}, d.slugs())
	d.nowhere("eks-prod-1", "sre-oncall")
}
