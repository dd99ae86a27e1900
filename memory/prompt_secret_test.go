package memory_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// githubToken and passwordOf make values that look like credentials and are
// none.
func githubToken(seed uint64) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	rnd := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range 36 {
		b.WriteByte(alphabet[rnd.IntN(len(alphabet))])
	}
	return "gh" + "p_" + b.String()
}

func passwordOf(seed uint64) string { return fmt.Sprintf("Kite-%s!", githubToken(seed)[5:12]) }

// shown collects everything a store says about itself.
func (d *desk) shown(queries ...string) string {
	d.t.Helper()
	var b strings.Builder
	say := func(v any, err error) {
		fmt.Fprintf(&b, "%+v %v\n", v, err)
	}
	for _, o := range []*memory.ContextOptions{nil, {MaxChars: 1500}, {Audience: memory.Room}} {
		for _, q := range queries {
			say(d.Context(ctx, q, o))
		}
	}
	for _, q := range append(queries, "") {
		say(d.Recall(ctx, memory.Query{Text: q, Limit: 20}))
		say(d.Get(ctx, q))
		say(d.Near(ctx, q, 5))
		say(d.History(ctx, q))
		_, err := d.Forget(ctx, q+" nonsense", memory.By{})
		say(nil, err)
	}
	say(d.List(ctx))
	say(d.Doctor(ctx))
	say(d.Log(ctx, memory.LogQuery{}))
	say(d.Pending(ctx))
	b.WriteString(d.log.String())
	b.WriteString(fmt.Sprint(d.events))
	if index, err := os.ReadFile(d.path("MEMORY.md")); err == nil {
		b.Write(index)
	}
	return b.String()
}

func TestASecretInAHandWrittenFileIsShownNowhere(t *testing.T) {
	t.Parallel()
	token, password := githubToken(1), passwordOf(2)
	head := "---\nname: deploy\ntype: infrastructure\ndescription: The deploy bot\n"
	for name, file := range map[string]string{
		"in the text":              head + "---\nUse " + token + " for the deploy bot.\n",
		"in the description":       "---\nname: deploy\ntype: infrastructure\ndescription: deploy uses " + token + "\n---\nSee above.\n",
		"in the name":              "---\nname: deploy " + token + "\ntype: infrastructure\ndescription: The deploy bot\n---\nSee above.\n",
		"in the type":              "---\nname: deploy\ntype: " + token + "\ndescription: The deploy bot\n---\nSee above.\n",
		"in a label":               head + "labels: [edge, " + token + "]\ntags: [" + token + "]\n---\nSee above.\n",
		"in the quote":             head + "quote: use " + token + "\n---\nSee above.\n",
		"in the evidence":          head + "evidence: [" + token + "#1@abc]\n---\nSee above.\n",
		"in the validity":          head + "valid_from: " + token + "\n---\nSee above.\n",
		"in what is let pass":      head + "allow: [" + token + "]\n---\nSee above.\n",
		"in a key of their own":    head + "bot: " + token + "\n---\nSee above.\n",
		"in a broken file":         head + token + ": \"x\"y\n---\nSee above.\n",
		"twice as a key":           head + token + ": 1\n" + token + ": 2\n---\nSee above.\n",
		"without front matter":     "# The deploy bot\n\nIts token is " + token + "\n",
		"as a heading":             "# " + token + "\n\nThe deploy bot\n",
		"label and value apart":    "---\nname: deploy\ntype: infrastructure\ndescription: The deploy bot's password is\n---\n" + password + "\n",
		"a password in a sentence": head + "---\nThe admin password is " + password + "\n",
		"with invisible signs":     head + "---\nUse " + token[:9] + "\u200b" + token[9:] + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			d.file("deploy.md", file)
			d.file("control.md", "The deploy control runs at gitea-7\n")
			_, err := d.Propose(ctx, said("other", "The rack is in row 4"), memory.By{}) // notes the files
			require.NoError(t, err)
			_, err = d.Propose(ctx, said("deploy", "The deploy bot was renamed"), memory.By{})
			got := d.shown("deploy", "deploy bot") + fmt.Sprint(err)
			require.Contains(t, got, "gitea-7", "the control is shown")
			require.NotContains(t, got, token)
			require.NotContains(t, got, token[9:])
			require.NotContains(t, got, password)
			require.NotContains(t, strings.ToLower(got), strings.ToLower(token[4:]), "in no other spelling either")
			require.Contains(t, d.raw("deploy.md"), "---"[:0]+file[:20], "the file is the person's")
			list, err := d.List(ctx)
			require.NoError(t, err)
			require.Equal(t, "deploy.md", list.Problems[0].Path, "people are told which file to mend")
		})
	}
}

func TestASecretAsAFileNameIsShownNowhere(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	token := githubToken(3)
	d.file(token+".md", "The deploy bot\n")
	d.file("x "+token+".md", "---\nbroken: [\n---\n")
	d.propose(said("control", "The deploy control runs at gitea-7"))
	_, err := d.Get(ctx, token)
	got := d.shown("deploy") + fmt.Sprint(err)
	require.Contains(t, got, "gitea-7")
	require.Contains(t, got, "The deploy bot", "its text is served")
	require.NotContains(t, strings.ToLower(got), strings.ToLower(token[4:]))
}

func TestWhatAPersonLetsPassIsLabelled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	password := passwordOf(4)
	text := fact("lab", "The lab's demo password is "+password)
	_, err := d.Save(ctx, text, memory.By{})
	require.Equal(t, memory.SensitiveContent, codeOf(t, err))
	var r *memory.Refusal
	require.ErrorAs(t, err, &r)
	text.Allow = r.Rules
	p := memory.Proposal{Draft: text}
	d.refuses(memory.SensitiveContent, p, "an automatic writer cannot vouch for anything")

	res := d.save(text)
	require.Equal(t, []string{"secret"}, res.Record.Labels)
	require.Equal(t, memory.Unchanged, d.save(text).Outcome)
	require.Contains(t, d.stable(nil).Stable, password)
	got, err := d.Recall(ctx, memory.Query{Text: "lab password"})
	require.NoError(t, err)
	require.Contains(t, got.Hits[0].Record.Labels, "secret")
	require.NotContains(t, d.raw("lab.md"), "labels", "the label is of the reading, not of the file")

	// A certain credential is not let pass, whatever the file says.
	token := githubToken(5)
	d.rewrite("lab.md", password, password+" and "+token)
	d.rewrite("lab.md", "allow: [", "allow: [github-token, ")
	require.NotContains(t, d.shown("lab password"), token)
	require.Contains(t, d.stable(nil).Stable, password)
	require.Equal(t, []string{"github-token"}, d.stable(nil).Hidden)
}

func TestARefusalSaysNoSecret(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	token := githubToken(6)
	for name, m := range map[string]memory.Draft{
		"content":                  {Name: "a", Type: memory.User, Description: "d", Body: token},
		"description":              {Name: "a", Type: memory.User, Description: token, Body: "x"},
		"name":                     {Name: "note " + token, Type: memory.User, Description: "d", Body: "x"},
		"name, and another fault":  {Name: "note " + token, Type: "gossip", Description: token, Body: token},
		"name, and no description": {Name: token, Type: memory.User},
		"label":                    {Name: "a", Type: memory.User, Description: "d", Body: "x", Labels: []string{token}},
		"tag":                      {Name: "a", Type: memory.User, Description: "d", Body: "x", Tags: []string{token}},
		"validity":                 {Name: "a", Type: memory.User, Description: "d", Body: "x", ValidFrom: token},
		"behind the cut":           {Name: "a", Type: memory.User, Description: strings.Repeat("x", 190) + " " + token, Body: "x"},
	} {
		_, err := d.Save(ctx, m, memory.By{})
		require.Error(t, err, name)
		require.NotContains(t, strings.ToLower(fmt.Sprintf("%v %+v", err, err)), strings.ToLower(token[4:]), name)
		require.NotEmpty(t, codeOf(t, err), name)
	}
	_, err := d.Get(ctx, token)
	require.ErrorIs(t, err, memory.ErrNotFound)
	require.NotContains(t, strings.ToLower(err.Error()), strings.ToLower(token[4:]))
	_, err = d.Get(ctx, "plain")
	require.ErrorContains(t, err, "plain", "the control")
	require.NoDirExists(t, d.Path(), "nothing of it was written")
	require.Empty(t, d.log.String())
}
