package memory_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// What a person does to the files is a decision like any other: deleting a file
// forgets it, putting it back takes that back, and replacing what it says keeps
// the old text from returning under another name.

func TestAFileDeletedByHandIsForgotten(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	d.propose(said("vault", vault))
	bytes := d.raw("prod.md")
	require.NoError(t, os.Remove(d.path("prod.md")))
	for _, p := range []memory.Proposal{said("prod", cluster), said("clusters", "production is eks-prod-1 in eu-west-1")} {
		r := d.refuses(memory.Forgotten, p)
		require.Contains(t, r.Detail, "deleted by hand")
	}
	d.reopen()
	d.pass(48 * time.Hour)
	d.refuses(memory.Forgotten, said("prod", cluster), "also when its history is gone")
	d.propose(said("page", paging))

	// The same bytes come back: what the file system took, it may give back.
	d.file("prod.md", bytes)
	require.Equal(t, memory.Unchanged, d.propose(said("clusters", cluster)).Outcome)
	require.Equal(t, memory.Updated, d.propose(said("prod", cluster+", with 40 nodes")).Outcome, "no bar is left")
}

func TestADeletedFileComesBackThroughAPersonOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	require.NoError(t, os.Remove(d.path("prod.md")))
	d.refuses(memory.Forgotten, said("prod", cluster))
	require.True(t, d.save(said("prod", cluster).Draft).Excused)

	require.NoError(t, os.Remove(d.path("prod.md")))
	d.refuses(memory.Forgotten, said("prod", cluster))
	d.file("prod.md", "---\nname: prod\ntype: infrastructure\ndescription: "+cluster+"\n---\n"+cluster+"\n")
	require.Equal(t, memory.Unchanged, d.propose(said("clusters", cluster)).Outcome, "typed anew, it is stored")
}

func TestAFileOfAStoreThatNeverWroteIsForgotten(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*desk){
		"by a person": func(d *desk) { d.forget("prod") },
		"by a tool": func(d *desk) {
			d.rewrite("prod.md", "---\n", "---\nstatus: unconfirmed\n")
			_, err := d.RequestForget(ctx, memory.ForgetRequest{Name: "prod"}, memory.By{Session: "s"})
			require.NoError(t, err)
		},
		"replaced": func(d *desk) { d.save(said("prod", "Production has moved to gke-blue-7").Draft) },
	} {
		d := newDesk(t, nil)
		d.file("prod.md", "---\nname: prod\ntype: infrastructure\ndescription: "+cluster+"\n---\n"+cluster+"\n")
		d.file("vault.md", vault+"\n")
		remove(d)
		d.refuses(memory.Forgotten, said("clusters", cluster), name)
		require.Equal(t, memory.Unchanged, d.propose(said("v", vault)).Outcome, "the control is known, too")
		d.propose(said("page", paging))
	}
}

func TestAReplacedValueStaysReplaced(t *testing.T) {
	t.Parallel()
	moved := "The production cluster is gke-blue-7 in eu-west-1"
	for name, replace := range map[string]func(*desk){
		"by Save": func(d *desk) { d.save(said("prod", moved).Draft) },
		"by hand": func(d *desk) {
			d.rewrite("prod.md", "description: "+cluster, "description: "+moved)
			d.rewrite("prod.md", "\n"+cluster, "\n"+moved)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			d.propose(said("prod", cluster))
			replace(d)
			r := d.refuses(memory.Forgotten, said("clusters", cluster))
			require.Contains(t, r.Detail, "replaced")
			d.refuses(memory.Forgotten, said("clusters", "eks-prod-1 in eu-west-1 is the production cluster"))
			d.propose(said("clusters", "eks-prod-1 in eu-west-1 is being switched off until Christmas"))
			d.propose(said("version", "gke-blue-7 runs Kubernetes 1.33"))
			require.True(t, d.save(said("prod", cluster).Draft).Excused, "a person may go back")
		})
	}
}

func TestComingBackTakesNoOtherBarAlong(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	moved := "The production cluster is gke-blue-7 in eu-west-1"
	d.propose(said("prod", cluster))
	d.save(said("prod", moved).Draft)
	bytes := d.raw("prod.md")
	require.NoError(t, os.Remove(d.path("prod.md")))
	d.refuses(memory.Forgotten, said("x", moved))
	d.file("prod.md", bytes)
	require.Equal(t, memory.Unchanged, d.propose(said("x", moved)).Outcome, "the deletion was taken back")
	d.refuses(memory.Forgotten, said("clusters", cluster), "the replacement was not")
}

func TestARenameForgetsNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	d.rewrite("prod.md", "name: prod", "name: live")
	require.NoError(t, os.Rename(d.path("prod.md"), d.path("live.md")))
	require.Equal(t, memory.Unchanged, d.propose(said("x", cluster)).Outcome)
	require.Equal(t, memory.Updated, d.propose(said("live", cluster+" with 40 nodes")).Outcome)
	d.forget("live")
	d.refuses(memory.Forgotten, said("prod", cluster), "what it said before is forgotten as well")
	d.propose(said("page", paging))
	d.nowhere("eks-prod-1", "sre-oncall")
}

func TestForgottenBytesThatComeBackAreNotServed(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.propose(said("prod", cluster))
	d.propose(said("vault", vault))
	bytes := d.raw("prod.md")
	d.forget("prod")
	d.file("prod.md", bytes)
	d.file("copy.md", bytes)
	for range 2 {
		require.Equal(t, []string{"vault"}, d.slugs())
		require.NotContains(t, d.stable(nil).Stable, "eks-prod-1")
		require.Contains(t, d.stable(nil).Stable, "Vault")
		other := said("prod", "Something else entirely, in another place")
		d.refuses(memory.UnreadableFile, other, "a file lies there")
		d.reopen()
	}
	list, err := d.List(ctx)
	require.NoError(t, err)
	require.Equal(t, memory.Returned, list.Problems[0].Kind)
	// A person's edit makes it a memory again.
	require.NoError(t, os.Remove(d.path("copy.md")))
	d.rewrite("prod.md", "The production", "Our production")
	require.ElementsMatch(t, []string{"prod", "vault"}, d.slugs())
}

// A formatter, a checkout or a sync that changes no word says nothing, and brings
// nothing back.
func TestAForgottenTextInAnotherLayoutIsNotServed(t *testing.T) {
	t.Parallel()
	for name, layout := range map[string]func(string) string{
		"a line at the end": func(s string) string { return s + "\n\n" },
		"a comment":         func(s string) string { return strings.Replace(s, "---\n", "---\n# restored\n", 1) },
		"another order": func(s string) string {
			return strings.Replace(strings.Replace(s, "type: infrastructure\n", "", 1), "status:", "type: infrastructure\nstatus:", 1)
		},
		"a blank line after fence": func(s string) string { return strings.Replace(s, "\n---\n", "\n---\n\n", 1) },
	} {
		d := newDesk(t, nil)
		d.propose(said("prod", cluster))
		d.propose(said("vault", vault))
		was := d.raw("prod.md")
		d.forget("prod")
		require.NotEqual(t, was, layout(was), name)
		d.file("prod.md", layout(was))
		for range 2 {
			require.Equal(t, []string{"vault"}, d.slugs(), name)
			d.refuses(memory.UnreadableFile, said("prod", "Something else entirely, in another place"), name)
			d.reopen()
		}
		d.rewrite("prod.md", "The production", "Our production")
		require.ElementsMatch(t, []string{"prod", "vault"}, d.slugs(), name)
	}
}
