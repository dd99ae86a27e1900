package note_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// update parses the file, applies the change and returns the new file.
func update(t *testing.T, file string, change func(*note.Fields)) string {
	t.Helper()
	n, err := note.Parse([]byte(file))
	require.NoError(t, err)
	change(&n.Fields)
	out, err := note.Update([]byte(file), &n.Fields)
	require.NoError(t, err)
	return string(out)
}

func TestUpdateTouchesOnlyTheLinesItMust(t *testing.T) {
	describe := func(s string) func(*note.Fields) { return func(f *note.Fields) { f.Description = s } }
	for _, c := range []struct {
		what, file string
		change     func(*note.Fields)
		want       string
	}{
		{"body", "---\n# checked in March\nname: lb\nowner: team-edge\nreviewed: 2026-03-02\ntags:\n  - net\n  - ingress\n---\nhaproxy 2.8\n",
			func(f *note.Fields) { f.Body = "haproxy 2.9" },
			"---\n# checked in March\nname: lb\nowner: team-edge\nreviewed: 2026-03-02\ntags:\n  - net\n  - ingress\n---\nhaproxy 2.9\n"},
		{"CRLF and byte order mark", "\uFEFF---\r\nname: shift  \r\n# c\r\n---\r\n\r\nEarly.\r\nTwo.",
			func(f *note.Fields) { f.Type, f.Body = "user", "Late.\nTwo." },
			"\uFEFF---\r\nname: shift  \r\ntype: user\r\n# c\r\n---\r\n\r\nLate.\r\nTwo.\r\n"},
		{"mixed line breaks", "---\r\nname: x\nowner: y\r\ndescription: a\n---\nb\r\nc\n", describe("d"),
			"---\r\nname: x\nowner: y\r\ndescription: d\n---\nb\r\nc\n"},
		{"trailing comment and spacing", "---\nname:   x   # the name\ndescription:\ta\t# why\n---\n",
			func(f *note.Fields) { f.Name, f.Description = "z", "b # c" },
			"---\nname:   z   # the name\ndescription:\t\"b # c\"\t# why\n---\n"},
		{"reference that looks like a comment", "---\ndescription: see INC #4471\nname: x\n---\n", describe("b"), "---\ndescription: b\nname: x\n---\n"},
		{"loose line", "---\ndescription: a: b # c\nowner: d: e\n---\n", describe("f: g"), "---\ndescription: \"f: g\"\nowner: d: e\n---\n"},
		{"empty value", "---\ndescription:\nname: x\nquote: # none yet\n---\n",
			func(f *note.Fields) { f.Description, f.Quote = "d", "q" }, "---\ndescription: d\nname: x\nquote: q # none yet\n---\n"},
		{"block list", "---\ntags: # mine\n  - a # one\n  - b\n\n# about the owner\nowner: x\n---\n",
			func(f *note.Fields) { f.Tags = []string{"c", "d"} }, "---\ntags: [c, d] # mine\n\n# about the owner\nowner: x\n---\n"},
		{"block list without indentation", "---\ntags:\n- a\n- b\nowner: x\n---\n",
			func(f *note.Fields) { f.Tags = append(f.Tags, "c") }, "---\ntags: [a, b, c]\nowner: x\n---\n"},
		{"block scalar", "---\ndescription: |\n  one\n\n  # two\n\n# about the owner\nowner: x\n---\n", describe("d"),
			"---\ndescription: d\n# about the owner\nowner: x\n---\n"},
		{"folded scalar kept", "---\ndescription: >-\n  one\n  two\nname: x\n---\n",
			func(f *note.Fields) { f.Name = "z" }, "---\ndescription: >-\n  one\n  two\nname: z\n---\n"},
		{"quoted over lines", "---\ndescription: \"one\n  # two\n  three\" # why\n# c\nname: x\n---\n", describe("d"), "---\ndescription: d\n# c\nname: x\n---\n"},
		{"single quotes", "---\ndescription: 'it''s: x' # why\nname: x\n---\n", describe("d"), "---\ndescription: d # why\nname: x\n---\n"},
		{"quoted key", "---\n\"description\" : a\n---\n", describe("d"), "---\n\"description\" : d\n---\n"},
		{"indented keys", "---\n  name: x\n  owner: y\n---\n", describe("d"), "---\n  name: x\n  description: d\n  owner: y\n---\n"},
		{"new keys in the format's order", "---\nowner: o\nquote: q\nname: x\n---\n",
			func(f *note.Fields) { f.Type, f.Description, f.Created = "user", "d", "2026-11-01" },
			"---\nowner: o\nquote: q\ncreated: 2026-11-01\nname: x\ntype: user\ndescription: d\n---\n"},
		{"new key in an empty block", "---\n# c\n---\nb", describe("d"), "---\n# c\ndescription: d\n---\nb"},
		{"key removed", "---\nname: x\n# c\nexpires: 2026-11-01\n\nowner: y\n---\n", func(f *note.Fields) { f.Expires = "" },
			"---\nname: x\n# c\n\nowner: y\n---\n"},
		{"pinned", "---\nname: x\n---\n", func(f *note.Fields) { f.Pinned = true }, "---\nname: x\npinned: true\n---\n"},
		{"alias of updated", "---\nname: x\nmodified: 2026-01-01\n---\n", func(f *note.Fields) { f.Updated = "2026-11-29T19:02:11Z" },
			"---\nname: x\nmodified: 2026-11-29T19:02:11Z\n---\n"},
		{"alias of status", "---\nverified: false # ana\n---\n", func(f *note.Fields) { f.Status = note.StatusConfirmed }, "---\nverified: true # ana\n---\n"},
		{"status an alias cannot say", "---\nverified: true\nowner: x\n---\n", func(f *note.Fields) { f.Status = "disputed" },
			"---\nverified: true\nstatus: disputed\nowner: x\n---\n"},
		{"type below metadata", "---\nname: x\nmetadata:\n  type: feedback\n  node_type: memory\n---\n", func(f *note.Fields) { f.Type = "user" },
			"---\nname: x\ntype: user\nmetadata:\n  type: feedback\n  node_type: memory\n---\n"},
		{"another word for the type", "---\ntype: feedback\n---\n", func(f *note.Fields) { f.Type = "preference" }, "---\ntype: feedback\n---\n"},
		{"list read from text", "---\ntags: a, b\n---\n", func(f *note.Fields) { f.Tags = []string{"a", "b"} }, "---\ntags: a, b\n---\n"},
		{"list in braces", "---\nlabels: [a,\n  b] # two\nname: x\n---\n", func(f *note.Fields) { f.Labels = []string{"c"} }, "---\nlabels: [c]\nname: x\n---\n"},
		{"fence at the end", "---\nname: x\n---", func(f *note.Fields) { f.Body = "b" }, "---\nname: x\n---\nb\n"},
		{"body like a block", "---\nname: x\n---\nb\n", func(f *note.Fields) { f.Body = "---\nname: y\n---" }, "---\nname: x\n---\n\n---\nname: y\n---\n"},
		{"body emptied", "---\nname: x\n---\n\nb\n", func(f *note.Fields) { f.Body = "" }, "---\nname: x\n---\n"},
		{"empty lines above", "\n\n---\nname: x\n---\nb\n", describe("d"), "\n\n---\nname: x\ndescription: d\n---\nb\n"},
		{"no front matter", "\uFEFF# Title\r\n\r\ntext", func(f *note.Fields) { f.Status = "confirmed" },
			"\uFEFF---\r\nstatus: confirmed\r\n---\r\n# Title\r\n\r\ntext"},
		{"no front matter, empty first line", "\n---\ntext\n", describe("d"), "---\ndescription: d\n---\n\n\n---\ntext\n"},
		{"no front matter, only the text", "old\r\n", func(f *note.Fields) { f.Body = "new\ntwo" }, "new\r\ntwo\r\n"},
		{"no front matter, text like a block", "old\n", func(f *note.Fields) { f.Body = "---\nname: x\n---\ny" }, "---\n---\n\n---\nname: x\n---\ny\n"},
	} {
		t.Run(c.what, func(t *testing.T) {
			require.Equal(t, c.want, update(t, c.file, c.change))
			require.Equal(t, c.file, update(t, c.file, func(*note.Fields) {}), "nothing asked, nothing changed")
		})
	}
}

func TestUpdateRefusesWhatItCannotDoLineByLine(t *testing.T) {
	for _, c := range []struct{ what, file string }{
		{"braces", "---\n{name: x, owner: y}\n---\n"},
		{"anchor that another key uses", "---\ndescription: &d a\nowner: *d\n---\n"},
		{"complex key", "---\n? description\n: a\nowner: y\n---\n"},
		{"type that only metadata has", "---\nmetadata:\n  type: user\n---\n"},
	} {
		n, err := note.Parse([]byte(c.file))
		require.NoError(t, err, c.what)
		n.Description, n.Type = "b", ""
		out, err := note.Update([]byte(c.file), &n.Fields)
		require.ErrorIs(t, err, note.ErrNotEditable, c.what)
		require.Nil(t, out)
	}
}

// fragments of front matter as people and programs write it. Whatever is put
// together from them, an update keeps every line of the keys it was not asked
// about.
var fragments = []string{
	"# a comment", "", "a: x\n  # indented comment", "looser: a: b\n  # indented", "owner: team-edge # edge", "reviewed: 2026-03-02", "links:\n  - a\n  - b: c\n    d: e",
	"notes: |\n  one\n\n  # two\n", "quoted: \"a # b\n  c\"", "nested:\n  name: not ours\n  tags: [x]", "loose: a: b", "folded: >\n  x\n\n\n  y",
	"list:\n- a\n# in between\n- b", "plain: one\n  two # three", "empty:", "inline: {a: [1, 2]}", "\"odd key\" : 'it''s'", "\u00fcber: \u2026",
}

var ownFragments = []string{
	"name: x", "name: 'x' # n", "description: a: b", "description: INC #1", "description: [a][b] c", "description: |\n  a\n  # b\n", "description: \"a\n  b\"", "description:",
	"tags:\n  - a\n  # c\n  - b", "tags: [a,\n  b]", "tags: a, b # t", "status: confirmed", "verified: true", "modified: 2026-01-01",
	"updated: '2026-01-01' # u", "metadata:\n  type: user\n  x: y", "type: feedback",
}

func TestUpdateOverRandomFrontMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	readable := 0
	for range 1500 {
		lines := slicesOf(rng, fragments, 6)
		own := slicesOf(rng, ownFragments, 4)
		all := append(append([]string{}, lines...), own...)
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		lineEnd := []string{"\n", "\r\n"}[rng.IntN(2)]
		file := strings.ReplaceAll("---\n"+strings.Join(all, "\n")+"\n---\nbody\n", "\n", lineEnd)
		n, err := note.Parse([]byte(file))
		if err != nil { // one key twice
			continue
		}
		readable++
		want := n.Fields
		changes := []func(){
			func() { want.Description = "new: #1" }, func() { want.Tags = []string{"t"} }, func() { want.Updated = "2026-11-29" },
			func() { want.Status = "unconfirmed" }, func() { want.Name = "1.10" }, func() { want.Description = "" }, func() { want.Tags = nil },
			func() { want.Body = "x" }, func() { want.Quote = "q" },
		}
		for range 1 + rng.IntN(3) {
			changes[rng.IntN(len(changes))]()
		}
		out, err := note.Update([]byte(file), &want)
		require.NoError(t, err, "%s", file)
		got, err := note.Parse(out)
		require.NoError(t, err)
		require.Equal(t, want, got.Fields, "%s\n%s", file, out)
		rest := string(out)
		for _, fragment := range all {
			if !contains(lines, fragment) {
				continue
			}
			_, after, found := strings.Cut(rest, strings.ReplaceAll(fragment, "\n", lineEnd)+lineEnd)
			require.True(t, found, "%q is gone from\n%s", fragment, out)
			rest = after
		}
	}
	require.Greater(t, readable, 500)
}

func slicesOf(rng *rand.Rand, from []string, most int) []string {
	var out []string
	for _, i := range rng.Perm(len(from))[:rng.IntN(most)] {
		out = append(out, from[i])
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
