package memory_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// story returns the log as "operation name" lines.
func (d *desk) story(q memory.LogQuery) []string {
	d.t.Helper()
	events, err := d.Log(ctx, q)
	require.NoError(d.t, err)
	var out []string
	for _, e := range events {
		out = append(out, strings.TrimSpace(e.Op+" "+e.Name))
	}
	return out
}

func TestTheLogTellsWhoDidWhat(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	require.Empty(t, d.story(memory.LogQuery{}))
	_, err := d.Propose(ctx, said("pool", "The pool holds 40 connections"), memory.By{Actor: "oncall", Session: "inc-42", Turn: "7", Reason: "seen in the alert"})
	require.NoError(t, err)
	d.pass(time.Hour)
	d.propose(said("vault", vault))
	d.rewrite("pool.md", "description: The pool holds 40", "description: The pool holds 45")
	d.pass(time.Hour)
	_, err = d.Save(ctx, said("rack", "The rack is in row 4").Draft, memory.By{Actor: "ana", Reason: "token " + githubToken(11)})
	require.NoError(t, err)
	d.forget("vault")
	d.refuses(memory.Forgotten, said("secrets", vault))
	d.refuses(memory.Forgotten, said("secrets", vault))
	d.file("hand.md", "The door is green\n")
	require.NoError(t, os.Remove(d.path("rack.md")))

	want := []string{"begun", "created pool", "created", "edited by hand pool", "created rack", "forgotten", "refused"}
	require.Equal(t, append(want, "added by hand hand", "deleted by hand rack"), d.story(memory.LogQuery{}), "also before a write has noted it")
	d.propose(said("lamp", "The lamp is off"))
	want = append(want, "added by hand hand", "deleted by hand rack", "created lamp")
	require.Equal(t, want, d.story(memory.LogQuery{}))
	d.reopen()
	require.Equal(t, want, d.story(memory.LogQuery{}))

	events, err := d.Log(ctx, memory.LogQuery{})
	require.NoError(t, err)
	e := events[1]
	require.Equal(t, memory.Event{Seq: e.Seq, At: monday, Op: "created", Name: "pool", Status: memory.Unconfirmed,
		Source: memory.FromExtraction, Actor: "oncall", Session: "inc-42", Reason: "seen in the alert", Auto: true}, e)
	require.Equal(t, memory.FromHand, events[3].Source)
	require.Equal(t, memory.Confirmed, events[3].Status)
	require.Equal(t, "token [REDACTED:github-token]", events[4].Reason)
	require.Equal(t, memory.Forgotten, events[6].Code)
	require.NotContains(t, fmt.Sprint(events), "balancer")
	require.NotContains(t, fmt.Sprint(events), "vault", "a forgotten memory has no name")

	require.Equal(t, []string{"created vault", "forgotten vault"}, d.story(memory.LogQuery{Name: "Vault"}), "unless one asks for it")
	require.Equal(t, []string{"created rack", "deleted by hand rack"}, d.story(memory.LogQuery{Name: "rack"}))
	require.Empty(t, d.story(memory.LogQuery{Name: "unknown"}))
	require.Equal(t, want[len(want)-2:], d.story(memory.LogQuery{Limit: 2}))
	require.Equal(t, want[3:], d.story(memory.LogQuery{Since: monday.Add(2 * time.Hour)}))
	_, err = d.Log(ctx, memory.LogQuery{Name: "?"})
	require.Equal(t, memory.InvalidName, codeOf(t, err))
}

func TestARenameKeepsTheStory(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("pool", "The pool holds 40 connections"))
	d.rewrite("pool.md", "name: pool", "name: basin")
	require.NoError(t, os.Rename(d.path("pool.md"), d.path("basin.md")))
	require.Equal(t, []string{"begun", "created basin", "renamed by hand basin"}, d.story(memory.LogQuery{}))
	d.propose(said("vault", vault))
	require.Equal(t, []string{"created basin", "renamed by hand basin"}, d.story(memory.LogQuery{Name: "basin"}))
	history, err := d.History(ctx, "basin")
	require.NoError(t, err)
	require.Contains(t, history[len(history)-1].Record.Body, "40 connections")
}

func TestAFailureIsTold(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("pool", "The pool holds 40 connections"))
	if os.Geteuid() == 0 {
		// Root writes everywhere, so something has to lie in the way.
		require.NoError(t, os.MkdirAll(d.path("vault.md/x"), 0o700))
		_, err := d.Propose(ctx, said("vault", vault), memory.By{})
		require.Equal(t, memory.UnreadableFile, codeOf(t, err))
		require.NotContains(t, d.story(memory.LogQuery{}), "created vault")
		return
	}
	require.NoError(t, os.Chmod(d.Path(), 0o500))
	defer os.Chmod(d.Path(), 0o700)
	_, err := d.Propose(ctx, said("vault", vault), memory.By{})
	require.ErrorIs(t, err, memory.ErrReadOnly)
	require.NotContains(t, d.story(memory.LogQuery{}), "created vault")
	require.Equal(t, []string{"pool"}, d.slugs(), "reading goes on")
}

func TestHistoryKeepsEveryText(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	_, err := d.History(ctx, "pool")
	require.ErrorIs(t, err, memory.ErrNotFound)
	d.propose(said("pool", "The pool holds 40 connections"))
	d.pass(time.Minute)
	d.save(said("pool", "The pool holds 50 connections").Draft)
	d.rewrite("pool.md", "\nThe pool holds 50 connections", "\nThe pool holds 60 connections")
	texts := func(name string) (out []string) {
		t.Helper()
		history, err := d.History(ctx, name)
		require.NoError(t, err)
		for _, r := range history {
			out = append(out, fmt.Sprintf("%s %s %t", r.Record.Body, r.Source, r.Live))
		}
		return out
	}
	want := []string{"The pool holds 60 connections hand true", "The pool holds 50 connections user false", "The pool holds 40 connections extraction false"}
	require.Equal(t, want, texts("POOL"))
	d.save(said("pool", "The pool holds 70 connections").Draft)
	require.Equal(t, "The pool holds 60 connections hand false", texts("pool")[1], "a text of a person's is kept when it is replaced")
	require.NoError(t, os.Remove(d.path("pool.md")))
	gone := texts("pool")
	require.Len(t, gone, 4)
	require.Equal(t, "The pool holds 70 connections user false", gone[0])
	d.propose(said("vault", vault))
	require.Equal(t, gone, texts("pool"))
	d.pass(25 * time.Hour)
	d.propose(said("page", paging))
	_, err = d.History(ctx, "pool")
	require.ErrorIs(t, err, memory.ErrNotFound, "after a day of absence")
	require.Contains(t, d.story(memory.LogQuery{Name: "pool"}), "history removed pool")
	d.nowhere("70 connections", "sre-oncall")
}

func TestAMishapIsNotTakenForADecision(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	kept := map[string]string{}
	for i := range 6 {
		name := fmt.Sprintf("m-%d.md", i)
		d.propose(said(fmt.Sprint("m-", i), fmt.Sprintf("Machine %d stands in rack %d", i, i*7)))
		kept[name] = d.raw(name)
	}
	lose := func() {
		for name := range kept {
			require.NoError(t, os.Remove(d.path(name)))
		}
	}
	lose()
	checkup, err := d.Doctor(ctx)
	require.NoError(t, err)
	require.True(t, checkup.MassGone, "before a write has noted it")
	require.Equal(t, 6, checkup.Gone)
	require.Contains(t, strings.Join(checkup.Advice, " "), "/memory doctor confirm")
	d.refuses(memory.Forgotten, said("m-1", "Machine 1 stands in rack 7"), "meanwhile it is barred")
	d.pass(72 * time.Hour)
	d.propose(said("page", paging))
	require.True(t, d.grep("stands in rack"), "nothing is removed")
	for name, text := range kept {
		d.file(name, text)
	}
	require.Len(t, d.slugs(), 7)
	require.Equal(t, memory.Unchanged, d.propose(said("x", "Machine 1 stands in rack 7")).Outcome)
	checkup, err = d.Doctor(ctx)
	require.NoError(t, err)
	require.False(t, checkup.MassGone)

	lose()
	d.propose(said("lamp", "The lamp is off"))
	require.NoError(t, d.ConfirmGone(ctx, memory.By{Actor: "ana"}))
	d.pass(25 * time.Hour)
	d.propose(said("door", "The door is green"))
	d.nowhere("stands in rack", "sre-oncall")
	checkup, err = d.Doctor(ctx)
	require.NoError(t, err)
	require.True(t, checkup.Healthy())
}

func TestALostJournalStopsAutomaticWritersUntilAPersonAcceptsIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("pool", "The pool holds 40 connections"))
	d.propose(said("vault", vault))
	d.forget("vault")
	for name, lose := range map[string]string{"all of it": ".daybook", "the key": ".daybook/key"} {
		require.NoError(t, os.RemoveAll(d.path(lose)))
		d.reopen()
		require.Contains(t, d.slugs(), "pool", "memories are served")
		checkup, err := d.Doctor(ctx)
		require.NoError(t, err)
		require.True(t, checkup.Lost, name)
		require.False(t, checkup.Healthy())
		require.Contains(t, strings.Join(checkup.Advice, " "), "/memory doctor reset")
		r := d.refuses(memory.Forgotten, said("page", paging), name)
		require.Contains(t, r.Detail, "/memory doctor")
		d.save(said("by-hand", "A person goes on "+name).Draft)
		d.refuses(memory.Forgotten, said("page", paging), "a person's write accepts nothing")
		require.NoError(t, d.Reset(ctx, memory.By{Actor: "ana"}))
		checkup, err = d.Doctor(ctx)
		require.NoError(t, err)
		require.False(t, checkup.Lost)
		d.propose(said("page "+name, paging+" "+name))
	}
	require.NoError(t, d.Reset(ctx, memory.By{}), "with nothing lost it does nothing")
}

func TestExportHoldsEverythingButKeyAndLock(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	export := func() map[string]string {
		t.Helper()
		var b bytes.Buffer
		require.NoError(t, d.Export(ctx, &b))
		files := map[string]string{}
		for r := tar.NewReader(&b); ; {
			head, err := r.Next()
			if errors.Is(err, io.EOF) {
				return files
			}
			require.NoError(t, err)
			data, err := io.ReadAll(r)
			require.NoError(t, err)
			require.EqualValues(t, tar.TypeReg, head.Typeflag)
			files[head.Name] = string(data)
		}
	}
	require.Empty(t, export(), "an empty archive, and a readable one")
	require.NoDirExists(t, d.Path())

	d.propose(said("pool", "The pool holds 40 connections"))
	_, err := d.Save(ctx, said("pool", "The pool holds 50 connections").Draft, memory.By{Reason: "raised"})
	require.NoError(t, err)
	waiting := said("page", paging)
	waiting.Wait = "unsure"
	d.waits("unsure", waiting)
	d.file("bad.md", "---\nx: [\n---\n")
	d.file("My Notes.md", "Notes\n")
	d.file("notes.txt", "no memory\n")
	require.NoError(t, os.Symlink("/etc/hostname", d.path("link.md")))
	require.NoError(t, d.SetEnabled(ctx, false, memory.By{}), "it works while off")

	files := export()
	var want []string
	require.NoError(t, filepath.WalkDir(d.Path(), func(path string, e os.DirEntry, err error) error {
		rel, _ := filepath.Rel(d.Path(), path)
		if err == nil && e.Type().IsRegular() && rel != ".daybook/key" && rel != ".daybook/lock" {
			want = append(want, rel)
			require.Equal(t, d.raw(rel), files[rel], rel)
		}
		return err
	}))
	for _, name := range []string{"pool.md", "bad.md", "MEMORY.md", ".daybook/journal.jsonl", ".daybook/history/2.md"} {
		require.Contains(t, want, name)
	}
	require.True(t, slices.ContainsFunc(want, func(s string) bool { return strings.HasPrefix(s, "pending/page~") }))
	require.Len(t, files, len(want))
}
