//go:build linux || darwin

package memory_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// walk is a random sequence of things that happen to a store, of which the model
// predicts what is served.
type walk struct {
	*notebook
	*folder
	rng   *rand.Rand
	texts int
	old   map[string][]string // bytes a file once had, by file
	said  map[string]string   // a forgotten text, by the name it was under
	trail []string
}

// TestTenThousandRandomOperations by tools, persons and hands: what is served is
// what the model says, and files, index and journal agree at the end.
func TestTenThousandRandomOperations(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w := &walk{notebook: openNotebook(t, nil), rng: rand.New(rand.NewPCG(seed, 26)), old: map[string][]string{}, said: map[string]string{},
				folder: &folder{files: map[string]string{}, known: map[string]*noted{}, taken: map[string]bool{}}}
			for i := range 2500 {
				w.step()
				if i%50 == 49 {
					w.compare()
				}
			}
			w.end()
		})
	}
}

// text returns a text that has no word in common with any other.
func (w *walk) text() string {
	w.texts++
	return fmt.Sprintf("alpha%d bravo%d charlie%d delta%d echo%d", w.texts, w.texts, w.texts, w.texts, w.texts)
}

func (w *walk) do(format string, args ...any) {
	w.trail = append(w.trail, fmt.Sprintf(format, args...))
	if len(w.trail) > 40 {
		w.trail = w.trail[1:]
	}
}

// any returns one of the files, "" when there is none.
func (w *walk) any() string {
	if len(w.files) == 0 {
		return ""
	}
	return slices.Sorted(maps.Keys(w.files))[w.rng.IntN(len(w.files))]
}

// put writes a file by hand.
func (w *walk) put(file, bytes string) {
	if before, ok := w.files[file]; ok {
		w.old[file] = append(w.old[file], before)
	}
	w.files[file] = bytes
	w.hand(file, bytes)
}

// wrote takes over what the store wrote.
func (w *walk) wrote(file string) {
	if before, ok := w.files[file]; ok {
		w.old[file] = append(w.old[file], before)
	}
	w.files[file] = w.raw(file)
}

func (w *walk) step() {
	file := w.any()
	roll := w.rng.IntN(100)
	switch {
	case file == "" || roll < 1 || len(w.files) < 5 && roll < 20:
		w.create()
	case roll < 2:
		w.save(file)
	case roll < 3:
		w.propose(file)
	case roll < 4:
		w.forget(file)
	case roll < 5:
		w.proposeForgotten()
	case roll < 6:
		w.do("reopen")
		w.reopen()
	case roll < 12 && len(w.files) < 30:
		name := fmt.Sprintf("hand-%d.md", w.texts+1)
		w.do("add %s", name)
		w.put(name, w.text()+"\n")
	case roll < 20:
		w.do("delete %s", file)
		w.old[file] = append(w.old[file], w.files[file])
		delete(w.files, file)
		w.remove(file)
	case roll < 30:
		w.restore()
	case roll < 34:
		w.rename(file)
	default:
		w.edit(file, roll)
	}
}

// create stores something new, as a person or as a tool.
func (w *walk) create() {
	name := fmt.Sprintf("memory-%d", w.texts+1)
	text := w.text()
	w.note()
	status := memory.Confirmed
	if w.rng.IntN(2) == 0 {
		w.do("save new %s", name)
		w.saved(name, text)
	} else {
		w.do("propose new %s", name)
		res, err := w.Propose(w.t.Context(), memory.Proposal{Draft: claim(name, text)}, memory.By{Session: name})
		require.NoError(w.t, err, w.trail)
		require.Equal(w.t, memory.Created, res.Outcome, w.trail)
		status = memory.Unconfirmed
	}
	w.wrote(name + ".md")
	w.accept(name+".md", status)
}

// accept notes bytes that the store wrote.
func (w *walk) accept(file string, status memory.Status) {
	v, _ := readVersion(file, w.files[file])
	v.status = status
	w.learn(v)
}

// save changes what lies under a name as a person.
func (w *walk) save(file string) {
	v, readable := readVersion(file, w.files[file])
	w.do("save %s in %s", v.slug, file)
	w.note()
	_, err := w.Save(w.t.Context(), claim(v.slug, w.text()), memory.By{})
	if !readable {
		require.ErrorIs(w.t, err, &memory.Refusal{Code: memory.UnreadableFile}, w.trail)
		return
	}
	require.NoError(w.t, err, w.trail)
	w.wrote(file)
	w.accept(file, memory.Confirmed)
}

// propose changes what lies under a name as a tool. What a person vouches for
// stays; the rest may be held back, never promoted.
func (w *walk) propose(file string) {
	v, _ := readVersion(file, w.files[file])
	w.do("propose %s in %s", v.slug, file)
	before := w.note()[v.slug]
	res, err := w.Propose(w.t.Context(), memory.Proposal{Draft: claim(v.slug, w.text())}, memory.By{Session: v.slug})
	if err != nil || res.Outcome == memory.Waits {
		return
	}
	require.Equal(w.t, memory.Updated, res.Outcome, w.trail)
	require.Equal(w.t, memory.Unconfirmed, before.status, "a person vouches for it: %v", w.trail)
	w.wrote(file)
	w.accept(file, memory.Unconfirmed)
}

func (w *walk) forget(file string) {
	v, readable := readVersion(file, w.files[file])
	w.do("forget %s in %s", v.slug, file)
	served := w.note()
	_, err := w.Forget(w.t.Context(), v.slug, memory.By{})
	if !readable {
		require.ErrorIs(w.t, err, &memory.Refusal{Code: memory.UnreadableFile}, w.trail)
		return
	}
	require.NoError(w.t, err, w.trail)
	require.NoFileExists(w.t, w.path(file), w.trail)
	w.old[file] = append(w.old[file], w.files[file])
	delete(w.files, file)
	v.status = served[v.slug].status
	w.folder.forget(v)
	w.said[v.slug] = v.body
}

// proposeForgotten tries to bring a forgotten text back under another name.
func (w *walk) proposeForgotten() {
	if len(w.said) == 0 {
		return
	}
	slugs := slices.Sorted(maps.Keys(w.said))
	slug := slugs[w.rng.IntN(len(slugs))]
	w.do("propose what was forgotten as %s", slug)
	served := w.note()
	res, err := w.tool("again-"+slug, strings.TrimSuffix(w.said[slug], "."))
	for _, v := range served {
		if v.body == w.said[slug] {
			require.False(w.t, err == nil && res.Outcome == memory.Created, w.trail)
			return // a person brought it back
		}
	}
	require.ErrorIs(w.t, err, &memory.Refusal{Code: memory.Forgotten}, w.trail)
}

// restore puts bytes back that a file once had.
func (w *walk) restore() {
	names := slices.Sorted(maps.Keys(w.old))
	if len(names) == 0 {
		return
	}
	file := names[w.rng.IntN(len(names))]
	bytes := w.old[file][w.rng.IntN(len(w.old[file]))]
	v, _ := readVersion(file, bytes)
	for other, have := range w.files {
		if o, _ := readVersion(other, have); other != file && o.slug == v.slug {
			return // two files of one name are another test
		}
	}
	w.do("restore %s (%s)", file, v.body)
	w.put(file, bytes)
}

// rename gives a memory another name, in the file or of the file.
func (w *walk) rename(file string) {
	bytes := w.files[file]
	v, ok := readVersion(file, bytes)
	for _, k := range w.known {
		if k.last.claim == v.claim && k.last.slug != v.slug {
			return // of two that said the same, either may be meant
		}
	}
	if !ok {
		return
	}
	w.texts++
	name := fmt.Sprintf("renamed-%d", w.texts)
	w.do("rename %s (%s) to %s", file, v.slug, name)
	w.old[file] = append(w.old[file], bytes)
	delete(w.files, file)
	w.remove(file)
	w.put(name+".md", strings.Replace(bytes, "name: "+v.slug, "name: "+name, 1))
}

// edit changes a file in one of the ways people and programs do.
func (w *walk) edit(file string, roll int) {
	bytes := w.files[file]
	v, readable := readVersion(file, bytes)
	fenced := strings.HasPrefix(bytes, "---")
	// Another layout of forgotten words says nothing; forget_hand_test.go has that.
	forgotten := w.known[v.slug] != nil && w.known[v.slug].forgotten
	switch {
	case !readable, roll < 60, forgotten:
		w.do("edit the text of %s", file)
		if !readable {
			w.put(file, w.text()+"\n")
			return
		}
		w.put(file, strings.Replace(bytes, v.body, w.text()+".", 1))
	case roll < 70:
		w.do("convert the line ends of %s", file)
		lf := strings.ReplaceAll(bytes, "\r\n", "\n")
		if lf == bytes {
			lf = strings.ReplaceAll(bytes, "\n", "\r\n")
		}
		w.put(file, lf)
	case roll < 78 && fenced:
		w.do("label %s", file)
		w.put(file, strings.Replace(bytes, "---", fmt.Sprintf("---\n# looked at, number %d", w.rng.IntN(1000)), 1))
	case roll < 86 && fenced && v.stamp != "":
		w.do("another program changes %s", file)
		w.now = w.now.Add(time.Second)
		bytes = strings.Replace(bytes, v.stamp, w.now.Format(time.RFC3339), 1)
		w.put(file, strings.Replace(bytes, v.body, w.text()+".", 1))
	case roll < 92 && v.line != "":
		other := memory.Confirmed
		if v.line == string(other) {
			other = memory.Unconfirmed
		}
		w.do("%s of %s by hand", other, file)
		w.put(file, strings.Replace(bytes, "status: "+v.line, "status: "+string(other), 1))
	case roll < 95:
		w.do("break %s", file)
		w.put(file, "---\nname: "+v.slug+"\ndescription: \"never closed\n")
	default:
		w.do("write %s as it is", file)
		w.hand(file, bytes)
	}
}

// compare requires that the store serves what the model says.
func (w *walk) compare() {
	w.t.Helper()
	list, err := w.List(w.t.Context())
	require.NoError(w.t, err)
	got, want := map[string]string{}, map[string]string{}
	for _, r := range list.Records {
		got[r.Slug] = string(r.Status) + " " + r.Body
	}
	for slug, v := range w.served() {
		want[slug] = string(v.status) + " " + v.body
	}
	require.Equal(w.t, want, got, strings.Join(w.trail, "\n"))
}

// end looks at everything that was left.
func (w *walk) end() {
	w.compare()
	w.note()
	w.settle()
	w.compare()
	for file, bytes := range w.files {
		require.Equal(w.t, bytes, w.raw(file), "no file changes behind the model's back")
	}
	index := w.raw("MEMORY.md")
	list, err := w.List(w.t.Context())
	require.NoError(w.t, err)
	require.Equal(w.t, len(list.Records), strings.Count(index, "\n- ["))
	for _, r := range list.Records {
		require.Contains(w.t, index, "["+r.Slug+"]("+r.Path+")")
		found, err := w.Recall(w.t.Context(), memory.Query{Text: r.Body, Limit: 1})
		require.NoError(w.t, err)
		require.Equal(w.t, r.Body, found.Hits[0].Record.Body)
	}
	prompt, err := w.Prompt(w.t.Context(), nil)
	require.NoError(w.t, err)
	w.reopen()
	w.compare()
	again, err := w.Prompt(w.t.Context(), nil)
	require.NoError(w.t, err)
	require.Equal(w.t, prompt, again)
	c := w.checkup()
	require.False(w.t, c.Lost || c.Newer)
	require.Zero(w.t, c.Damaged+c.Unsettled)
	for _, p := range c.Problems {
		require.Contains(w.t, []memory.ProblemKind{memory.Unreadable, memory.Returned, memory.Odd}, p.Kind)
	}
	w.tidy()
}
