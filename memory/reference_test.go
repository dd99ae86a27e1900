package memory_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// referenceAreas are the parts of the reference system that this package has a
// counterpart of. What tools and commands do is tested in their packages.
var referenceAreas = []string{"store", "slug", "frontmatter", "cache", "index", "search", "settings", "scope", "forget"}

// referenceCase is a behaviour of the reference system, restated.
type referenceCase struct {
	ID, Area, Era string
	Given         map[string]any
}

// TestReference drives every behaviour of the reference system that this package
// has a counterpart of. Where ours differs on purpose, differs says why, and the
// check shows what we do instead.
func TestReference(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the reference cases")
	}
	data, err := os.ReadFile(filepath.Join(dir, "reference.json"))
	require.NoError(t, err)
	var all []referenceCase
	require.NoError(t, json.Unmarshal(data, &all))
	ran := 0
	for _, c := range all {
		if !slices.Contains(referenceAreas, c.Area) || c.Era == "new" {
			continue
		}
		check, ok := referenceChecks[c.ID]
		require.True(t, ok, "%s is neither tested nor listed as a difference", c.ID)
		ran++
		t.Run(c.ID, func(t *testing.T) { check.run(newDesk(t, nil), c.Given) })
	}
	require.Equal(t, len(referenceChecks), ran, "a check without a case")
}

type referenceCheck struct {
	differs string // from the reference, and why; "" when it does not
	run     func(*desk, map[string]any)
}

const fleetText = "The first fleet is gke-red-3."

// draftOf reads the memory that a case saves.
func draftOf(v any) memory.Draft {
	m := v.(map[string]any)
	return memory.Draft{Name: m["slug"].(string), Type: memory.Type(m["type"].(string)),
		Description: m["description"].(string), Body: m["body"].(string)}
}

// repeated expands the texts that a case gives as a count.
func repeated(v any) string {
	if m, ok := v.(map[string]any); ok {
		return strings.Repeat(m["repeat"].(string), int(m["n"].(float64)))
	}
	return v.(string)
}

var referenceChecks = map[string]referenceCheck{
	"SLUG-002": {"", func(d *desk, given map[string]any) {
		_, err := memory.Slug(given["slug"].(string))
		require.Equal(d.t, memory.InvalidName, codeOf(d.t, err))
	}},
	"SLUG-004": {"names are folded, not refused: a model or a person need not know the rules", slugBecomes("shout")},
	"SLUG-005": {"names are folded, not refused: a model or a person need not know the rules", slugBecomes("two-words")},
	"STORE-001": {"", func(d *desk, given map[string]any) {
		m := draftOf(given["save"])
		d.save(m)
		d.reopen()
		rec, err := d.Get(ctx, m.Name)
		require.NoError(d.t, err)
		require.Equal(d.t, []any{m.Name, memory.Infrastructure, m.Description, m.Body}, []any{rec.Slug, rec.Type, rec.Description, rec.Body})
	}},
	"STORE-003": {"a name is no path: what is no letter or digit becomes a hyphen, so nothing can escape", func(d *desk, given map[string]any) {
		res := d.save(fact(given["slug"].(string), fleetText))
		require.Equal(d.t, "escape.md", res.Record.Path)
		names, err := filepath.Glob(filepath.Join(d.dir, "*"))
		require.NoError(d.t, err)
		require.Equal(d.t, []string{d.Path()}, names)
	}},
	"STORE-004": {"", func(d *desk, given map[string]any) {
		for i, text := range given["description"].([]any) {
			m := fact(fmt.Sprint("m", i), fleetText)
			m.Description = repeated(text)
			rec := d.save(m).Record
			require.NotContains(d.t, rec.Description, "\n")
			require.LessOrEqual(d.t, utf8.RuneCountInString(rec.Description), 200)
		}
	}},
	"STORE-008": {"", func(d *desk, given map[string]any) {
		for _, v := range given["save"].([]any) {
			pair := v.([]any)
			at, err := time.Parse(time.RFC3339, pair[1].(string))
			require.NoError(d.t, err)
			d.now = at
			d.save(fact(pair[0].(string), "Text of "+pair[0].(string)))
		}
		require.Equal(d.t, []string{"newer", "older"}, d.slugs())
	}},
	"STORE-009": {"a file without a header is a memory: people drop notes into the folder; MEMORY.md is none here either", func(d *desk, given map[string]any) {
		m := draftOf(given["save"])
		d.save(m)
		file := given["file"].([]any)
		d.file(file[0].(string), file[1].(string))
		require.FileExists(d.t, d.path("MEMORY.md"))
		require.ElementsMatch(d.t, []string{m.Name, strings.TrimSuffix(file[0].(string), ".md")}, d.slugs())
	}},
	"STORE-010": {"", func(d *desk, _ map[string]any) {
		require.Empty(d.t, d.slugs())
		require.NoDirExists(d.t, d.Path())
	}},
	"STORE-011": {"", func(d *desk, given map[string]any) {
		m := draftOf(given["save"])
		d.save(m)
		d.forget(m.Name)
		_, err := d.Forget(ctx, m.Name, memory.By{})
		require.ErrorIs(d.t, err, memory.ErrNotFound)
		_, err = d.Get(ctx, m.Name)
		require.ErrorIs(d.t, err, memory.ErrNotFound)
	}},
	"STORE-012": {"", func(d *desk, given map[string]any) {
		n := int(given["parallel"].(float64))
		var wg sync.WaitGroup
		results, errs := make([]memory.Result, n), make([]error, n)
		for i := range n {
			wg.Go(func() {
				results[i], errs[i] = d.Save(ctx, fact(given["same_slug"].(string), fmt.Sprint("Body number ", i)), memory.By{})
			})
		}
		wg.Wait()
		created := 0
		for i := range n {
			require.NoError(d.t, errs[i])
			if results[i].Outcome == memory.Created {
				created++
			}
		}
		require.Equal(d.t, 1, created)
		list, err := d.List(ctx)
		require.NoError(d.t, err)
		require.Len(d.t, list.Records, 1)
		require.Regexp(d.t, `^Body number [0-7]$`, list.Records[0].Body)
	}},
	"STORE-013": {"opening and reading make nothing; the first write makes the folder and its index", func(d *desk, _ map[string]any) {
		require.NoDirExists(d.t, d.Path())
		d.save(fact("a", fleetText))
		require.FileExists(d.t, d.path("MEMORY.md"))
	}},
	"SEARCH-001": {"", func(d *desk, given map[string]any) {
		text := given["body"].(string)
		d.save(fact("a", text))
		last := strings.Trim(text[strings.LastIndex(text, " "):], " .")
		require.Equal(d.t, []string{"a"}, found(d.recall(memory.Query{Text: strings.ToUpper(last)})))
	}},
	"SEARCH-002": {"", func(d *desk, given map[string]any) {
		d.save(fact("a", given["body"].(string)))
		require.Empty(d.t, d.recall(memory.Query{Text: "nowhereatall"}).Hits)
	}},
	"INDEX-002": {"", func(d *desk, _ map[string]any) { require.Empty(d.t, d.stable(nil).Stable) }},
	"INDEX-005": {"", func(d *desk, given map[string]any) {
		for i := range 10 {
			d.save(fact(fmt.Sprint("m", i), strings.Repeat("nine char", 10)))
		}
		c := d.stable(&memory.ContextOptions{MaxChars: int(given["max_chars"].(float64))})
		require.Contains(d.t, c.Stable, "memory_recall")
		require.Equal(d.t, 10, c.Omitted)
	}},
	"FM-001": {"", func(d *desk, given map[string]any) {
		d.save(fact("a", given["body"].(string)))
		d.reopen()
		rec, err := d.Get(ctx, "a")
		require.NoError(d.t, err)
		require.Equal(d.t, given["body"], rec.Body)
	}},
	"FM-003": {"a text without a header is a memory, named after its file", func(d *desk, given map[string]any) {
		d.file("a.md", given["text"].(string))
		rec, err := d.Get(ctx, "a")
		require.NoError(d.t, err)
		require.Equal(d.t, given["text"], rec.Body)
	}},
	"FM-004": {"", func(d *desk, given map[string]any) {
		d.file("a.md", given["text"].(string))
		list, err := d.List(ctx)
		require.NoError(d.t, err)
		require.Empty(d.t, list.Records)
		require.Equal(d.t, memory.Unreadable, list.Problems[0].Kind, "and the person is told")
	}},
	"FM-006": {"a type nobody knows is served as it is written, with a warning: a person's file is not dropped for a word", func(d *desk, _ map[string]any) {
		d.file("a.md", "---\nname: a\ntype: gossip\ndescription: d\n---\ntext\n")
		list, err := d.List(ctx)
		require.NoError(d.t, err)
		require.Equal(d.t, memory.Type("gossip"), list.Records[0].Type)
		require.Equal(d.t, memory.Odd, list.Problems[0].Kind)
	}},
	"SET-002":   {"", gates(memory.Terminal, true, false)},
	"SET-003":   {"", gates(memory.Terminal, false, false)},
	"SET-004":   {"", gates(memory.Gateway, false, false)},
	"SET-005":   {"", gates(memory.Gateway, true, true)},
	"CACHE-001": {"", func(d *desk, _ map[string]any) { cached(d, func() { d.save(fact("b", "Text b")) }, "a", "b") }},
	"CACHE-002": {"", func(d *desk, _ map[string]any) {
		cached(d, func() { d.save(fact("a", "Body B")) }, "a")
		rec, err := d.Get(ctx, "a")
		require.NoError(d.t, err)
		require.Equal(d.t, "Body B", rec.Body)
	}},
	"CACHE-003": {"", func(d *desk, _ map[string]any) {
		d.save(fact("b", "Text b"))
		cached(d, func() { d.forget("a") }, "b")
	}},
	"CACHE-005": {"", func(d *desk, _ map[string]any) {
		for _, who := range []string{"ana", "ben"} {
			path := filepath.Join(d.dir, "users", who, "memory", "home.md")
			require.NoError(d.t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(d.t, os.WriteFile(path, []byte("It is "+who+"'s\n"), 0o600))
			require.NoError(d.t, os.Chtimes(path, monday, monday))
		}
		for range 2 {
			for _, who := range []string{"ana", "ben"} {
				store, err := d.root.Store(who)
				require.NoError(d.t, err)
				rec, err := store.Get(ctx, "home")
				require.NoError(d.t, err)
				require.Equal(d.t, "It is "+who+"'s", rec.Body)
			}
		}
	}},
	"OLDX-025": {"", func(d *desk, given map[string]any) {
		store, err := d.root.Store(given["bound_scope"].(string))
		require.NoError(d.t, err)
		done := make(chan error)
		go func() { done <- second(store.Propose(ctx, said("a", fleetText), memory.By{})) }() // a job carries its store
		require.NoError(d.t, <-done)
		rec, err := store.Get(ctx, "a")
		require.NoError(d.t, err)
		require.Equal(d.t, fleetText, rec.Body)
		require.Empty(d.t, d.slugs(), "nobody else's")
	}},
	"GAP-001": {"", func(d *desk, _ map[string]any) {
		p := said("main-cluster", "The main cluster is gke-red-3")
		p.Quote, p.Grounds = "our main cluster is gke-red-3", ground(d.now)
		d.propose(p)
		d.pass(time.Hour)
		d.forget("main-cluster")
		d.refuses(memory.Forgotten, p)
		p.Name, p.Description = "cluster", "gke-red-3 is the main cluster"
		d.refuses(memory.Forgotten, p)
		require.Empty(d.t, d.slugs())
	}},
	"GAP-003": {"nothing is merged or archived here; the copies there are (history, what waits) go too", func(d *desk, _ map[string]any) {
		d.propose(said("fleet", fleetText))
		d.save(said("fleet", "The fleet is gke-green-8.").Draft)
		again := said("copy", "gke-green-8 is the fleet")
		again.Wait = "unsure"
		d.waits("unsure", again)
		d.save(fact("control", "The rack is in row 4"))
		d.forget("fleet")
		d.nowhere("gke-red-3", "row 4")
		d.nowhere("gke-green-8", "row 4")
		d.refuses(memory.Forgotten, said("x", fleetText))
		require.NotContains(d.t, d.shown("fleet", "gke"), "gke-green-8")
	}},
	"GAP-004": {"there are no session summaries; all other memories stay as they are", func(d *desk, _ map[string]any) {
		d.propose(said("a", "The rack is in row 4"))
		d.propose(said("b", fleetText))
		before := d.raw("a.md")
		d.forget("b")
		require.Equal(d.t, before, d.raw("a.md"))
		require.Contains(d.t, d.stable(nil).Stable, "row 4")
	}},
	"GAP-030": {"", func(d *desk, _ map[string]any) {
		for name, head := range map[string]string{"bom": "\ufeff---\n", "blank": "---\n\n", "comment": "---\n# mine\n"} {
			d.file(name+".md", head+"name: "+name+"\ntype: user\ndescription: d\n---\nText of "+name+"\n")
			rec, err := d.Get(ctx, name)
			require.NoError(d.t, err)
			require.Equal(d.t, memory.User, rec.Type, name)
			m := fact(name, "New text of "+name)
			m.Type = memory.User
			d.save(m)
			require.True(d.t, strings.HasPrefix(d.raw(name+".md"), head), "an update keeps it")
		}
	}},
	"GAP-031": {"", func(d *desk, _ map[string]any) {
		d.file("file-name.md", "---\nname: Header Name\ntype: user\ndescription: d\n---\ntext\n")
		require.Equal(d.t, []string{"header-name"}, d.slugs())
		for _, name := range []string{"header-name", "Header Name", "file-name"} {
			rec, err := d.Get(ctx, name)
			require.NoError(d.t, err)
			require.Equal(d.t, "header-name", rec.Slug)
		}
		d.forget("file-name")
		require.Empty(d.t, d.slugs())
		require.NoFileExists(d.t, d.path("file-name.md"))
	}},
	"GAP-032": {"", func(d *desk, _ map[string]any) {
		long := strings.Repeat("x", 64)
		d.save(fact(long+" first", "One text"))
		d.save(fact(long+" second", "Another text"))
		require.Len(d.t, d.slugs(), 2)
	}},
}

func slugBecomes(want string) func(*desk, map[string]any) {
	return func(d *desk, given map[string]any) {
		got, err := memory.Slug(given["slug"].(string))
		require.NoError(d.t, err)
		require.Equal(d.t, want, got)
	}
}

// gates checks what the switches of a case's environment mean. The reference's
// chat surfaces are the gateway here.
func gates(on memory.Surface, available, extract bool) func(*desk, map[string]any) {
	return func(d *desk, given map[string]any) {
		env, _ := given["env"].(map[string]any)
		for name, value := range env {
			d.t.Setenv(name, value.(string))
		}
		s, err := memory.SettingsFromEnv("OPENSRE")
		require.NoError(d.t, err)
		is, _ := s.Available(on)
		require.Equal(d.t, available, is)
		require.Equal(d.t, extract, s.AutoExtract(on))
	}
}

// cached lists before and after a change: the second list is never the first.
func cached(d *desk, change func(), want ...string) {
	d.save(fact("a", "Body A"))
	require.Contains(d.t, d.slugs(), "a")
	change()
	require.ElementsMatch(d.t, want, d.slugs())
}
