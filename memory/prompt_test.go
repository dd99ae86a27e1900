package memory_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// printEnv makes TestAnotherProcessPrintsTheBlock print the block of a root.
const printEnv = "DAYBOOK_TEST_PRINT"

func TestAnotherProcessPrintsTheBlock(t *testing.T) {
	dir := os.Getenv(printEnv)
	if dir == "" {
		t.Skip("run by TestTheSameStoreGivesTheSameBytes")
	}
	root, err := memory.Open(dir, &memory.Options{Now: func() time.Time { return monday }})
	require.NoError(t, err)
	store, err := root.Local()
	require.NoError(t, err)
	c, err := store.Prompt(ctx, nil)
	require.NoError(t, err)
	fmt.Printf("<<%s>>", c.Stable)
}

// twelve services, one saved each hour.
func services(d *desk) {
	for i := range 12 {
		d.propose(said(fmt.Sprintf("svc-%03d", i), fmt.Sprintf("Service svc-%03d runs in zone %d. ", i, i%7)+strings.Repeat("Detail. ", 90)))
		d.pass(time.Hour)
	}
}

// requireSame compares two blocks without printing them.
func requireSame(t *testing.T, a, b memory.Context, when string) {
	t.Helper()
	require.Equal(t, a.Version, b.Version, when)
	require.True(t, a.Stable == b.Stable, when)
	require.Equal(t, a.Included, b.Included, when)
}

func TestTheSameStoreGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	services(d)
	first := d.stable(nil)
	for range 50 {
		requireSame(t, first, d.stable(nil), "rendered again")
	}
	_, err := d.Recall(ctx, memory.Query{Text: "zone"})
	require.NoError(t, err)
	_, err = d.List(ctx)
	require.NoError(t, err)
	require.Equal(t, memory.Unchanged, d.propose(said("svc-003", "Service svc-003 runs in zone 3. "+strings.Repeat("Detail. ", 90))).Outcome)
	d.pass(48 * time.Hour)
	requireSame(t, first, d.stable(nil), "after recall, list, a save that changes nothing, and two days")

	cited := said("svc-003", "Service svc-003 runs in zone 3. "+strings.Repeat("Detail. ", 90))
	cited.Grounds = ground(d.now)
	require.Len(t, d.propose(cited).Record.Evidence, 1)
	requireSame(t, first, d.stable(nil), "a new citation is no news for the model")
	d.reopen()
	requireSame(t, first, d.stable(nil), "read anew")

	other := t.TempDir()
	require.NoError(t, os.CopyFS(other, os.DirFS(d.dir)))
	for _, dir := range []string{d.dir, other} {
		child := exec.Command(os.Args[0], "-test.run=^TestAnotherProcessPrintsTheBlock$")
		child.Env = append(os.Environ(), printEnv+"="+dir)
		out, err := child.CombinedOutput()
		require.NoError(t, err, string(out))
		_, got, _ := strings.Cut(string(out), "<<")
		got, _, _ = strings.Cut(got, ">>")
		require.Equal(t, first.Stable, got, "another process, another root")
	}
	d.propose(said("svc-003", "Service svc-003 runs in zone 4 now."))
	require.NotEqual(t, first.Version, d.stable(nil).Version, "a change shows")
}

func TestAnEmptyStoreSaysNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	require.Zero(t, d.stable(nil))
	c, err := d.Context(ctx, "which cluster is production?", nil)
	require.NoError(t, err)
	require.Zero(t, c)
	require.NoDirExists(t, d.Path(), "reading makes nothing")
	d.propose(said("a", vault))
	require.NotEmpty(t, d.stable(nil).Stable)
	d.forget("a")
	require.Zero(t, d.stable(nil))
}

func TestWhatIsSavedShowsInTheNextBlockHoweverItCame(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	shows := func(text string, want bool) {
		t.Helper()
		require.Equal(t, want, strings.Contains(d.stable(nil).Stable, text), text)
	}
	d.propose(said("a", "The rota is blue"))
	shows("rota is blue", true)
	d.save(said("b", "The rack is red").Draft)
	shows("rack is red", true)
	d.file("c.md", "The door is green\n")
	shows("door is green", true)
	d.rewrite("c.md", "green", "yellow")
	shows("door is green", false)
	shows("door is yellow", true)
	require.NoError(t, os.Remove(d.path("b.md")))
	shows("rack is red", false)
	d.forget("a")
	shows("rota is blue", false)
}

// entries splits a stable block into its entries, by name.
func entries(stable string) (names []string, text map[string]string) {
	text = map[string]string{}
	_, rest, _ := strings.Cut(stable, "\n\n")
	name := ""
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, " ") {
			if name, _, _ = strings.Cut(line, " ("); !strings.Contains(line, "): ") {
				break // what stands below the entries
			}
			names = append(names, name)
		}
		text[name] += line
	}
	return names, text
}

func TestEntriesArePrintedByTypeThenAgeThenName(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i, m := range []struct {
		name string
		typ  memory.Type
	}{
		{"inv", memory.InvestigationLearning}, {"infra", memory.Infrastructure}, {"zed", memory.Infrastructure}, {"pref", memory.Preference}, {"me", memory.User},
	} {
		d.save(memory.Draft{Name: m.name, Type: m.typ, Description: "About " + m.name, Body: fmt.Sprint("Text number ", i)})
		if m.name != "infra" { // infra and zed are of one second
			d.pass(time.Minute)
		}
	}
	d.file("odd.md", "---\nname: odd\ntype: runbook\ndescription: d\n---\nRestart order.\n")
	d.save(memory.Draft{Name: "alpha", Type: memory.Infrastructure, Description: "Newest", Body: "Of its type"})
	names, _ := entries(d.stable(nil).Stable)
	require.Equal(t, []string{"me", "pref", "infra", "zed", "alpha", "inv", "odd"}, names)
}

func TestAChangeMovesNothingElseWhileAllFits(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 9 {
		d.propose(said(fmt.Sprintf("svc-%d", i), fmt.Sprintf("Service %d runs in zone %d", i, i)))
		d.pass(time.Minute)
	}
	names, before := entries(d.stable(nil).Stable)
	unchanged := func(now []string, after map[string]string, but string) {
		t.Helper()
		require.Equal(t, names, now)
		for name, text := range before {
			if name != but {
				require.Equal(t, text, after[name])
			}
		}
	}
	d.pass(24 * time.Hour)
	d.propose(said("svc-4", "Service 4 was moved to zone 77"))
	now, after := entries(d.stable(nil).Stable)
	unchanged(now, after, "svc-4")
	require.Contains(t, after["svc-4"], "zone 77")
	require.Contains(t, after["svc-4"], "2026-12-01", "with the day of its saving")

	d.propose(said("svc-9", "Service 9 runs in zone 9"))
	now, after = entries(d.stable(nil).Stable)
	require.Equal(t, "svc-9", now[9])
	unchanged(now[:9], after, "svc-4")
	d.forget("svc-9")
	now, after = entries(d.stable(nil).Stable)
	unchanged(now, after, "svc-4")
}

func TestAnEntrySaysWhoseWordItIsAndSinceWhen(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	p := said("eks-prod-1", "The production EKS cluster")
	p.Body, p.Source, p.ValidFrom, p.ValidUntil = "Runs in eu-west-1.\nTwo node pools.", memory.FromUser, "2026-11-01", "2027-03-31"
	d.propose(p)
	note := said("pool", "The pool holds 40 connections")
	note.Source = memory.FromAgent
	d.propose(note)
	d.save(said("vault", vault).Draft)
	d.file("hand.md", "The door is green\n")
	_, text := entries(d.stable(nil).Stable)
	require.Equal(t, "eks-prod-1 (infrastructure · you said, 2026-11-30 · since 2026-11-01 · until 2027-03-31 · unconfirmed): The production EKS cluster\n"+
		"  Runs in eu-west-1.\n  Two node pools.\n", text["eks-prod-1"])
	require.Equal(t, "pool (infrastructure · agent's note, 2026-11-30 · unconfirmed): The pool holds 40 connections\n", text["pool"])
	require.Contains(t, text["vault"], "you said, 2026-11-30 · confirmed")
	require.Contains(t, text["hand"], "(infrastructure · written by hand, ")
	stable := d.stable(nil).Stable
	require.Contains(t, stable, "check live state")
	require.Contains(t, stable, "not instructions")

	change := said("vault", "Vault runs in eu-north-1 instead")
	change.Grounds = ground(d.now.Add(time.Second))
	d.waits(memory.Conflict, change)
	_, text = entries(d.stable(nil).Stable)
	require.Contains(t, text["vault"], "contested")
	require.NotContains(t, text["pool"], "contested")
	require.NotContains(t, d.stable(nil).Stable, "eu-north-1")
}
