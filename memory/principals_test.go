package memory_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// principalIDs are ids that real systems give, and crafted ones.
func principalIDs() []string {
	return []string{
		"ana", "ana1", "an", "an*", "Ana", "ANA", "ana ", " ana", "ana.", "ana..", "a.", "a", ".ana", "-", "_", "a-", "~", "ana~", "an~a",
		"a.b@x.test", "a_b@x_test", "a/b@x.test", "a.b@x.test ", "A.B@x.test", "ü@x", "u\u0308@x", "u@x", "Ops", "ops", "ＯＰＳ", "оps",
		"..", ".", "/", "../bob@example.test", "..\\bob", "a/../b", "/etc/passwd", "\\\\host\\share", "C:\\x", "con", "nul", "memory", "users", ".daybook",
		"U024BE7LH", "T024BE7LD:U024BE7LH", "slack:C0123/U024BE7LH", "auth0|5f7c8ec7c33c6c004bbafe82", "google-oauth2|108745656462764123456",
		"00u1a2b3c4d5e6f7g8h9", "S-1-5-21-3623811015-3361044348-30300820-1013", "arn:aws:iam::123456789012:user/ana",
		"CN=Ana Lu,OU=SRE,DC=example,DC=test", "c56a4180-65aa-42ec-a945-5fd21dec0538", "user@realm#tag", "a: b", "- a", "# a", "'a'", `"a"`, "{a}", "[a]", "*a", "&a", "!a", "%a", "@a", "`a`", "a,b", "no", "null", "12", "1e3", "2026-01-01",
		"名前", "🚀", "a\u200bb", "a\ufeffb", "erased~~ana", strings.Repeat("a", 64), strings.Repeat("a", 65), strings.Repeat("a", 5000), strings.Repeat("ü", 5000),
		strings.Repeat("a", 24) + "~aaaaaaaaaaaaaaaaaaaaaaaaaa",
	}
}

// TestPrincipalsNeverCross: each sees its own memory and nothing else, in a new
// run too, and its directory lies strictly below users/.
func TestPrincipalsNeverCross(t *testing.T) {
	dir := t.TempDir()
	root, err := memory.Open(dir, &memory.Options{CacheStores: 4})
	require.NoError(t, err)
	defer root.Close()
	local, err := root.Local()
	require.NoError(t, err)
	_, err = local.Save(t.Context(), claim("home", "The local one lives here"), memory.By{})
	require.NoError(t, err)
	dirs := map[string]string{}
	for i, id := range principalIDs() {
		s, err := root.Store(id)
		require.NoError(t, err, id)
		require.Equal(t, id, s.Principal())
		rel, err := filepath.Rel(filepath.Join(dir, "users"), s.Path())
		require.NoError(t, err)
		parts := strings.Split(rel, string(filepath.Separator))
		require.Len(t, parts, 2, "%q lies in %s", id, rel)
		require.Equal(t, "memory", parts[1])
		folded := strings.ToLower(parts[0])
		require.Empty(t, dirs[folded], "%q and %q share a directory", id, dirs[folded])
		require.LessOrEqual(t, len(folded), 64)
		dirs[folded] = id
		_, err = s.Save(t.Context(), claim("home", fmt.Sprintf("Principal number %d lives here", i)), memory.By{})
		require.NoError(t, err, "%q", id)
	}
	again, err := memory.Open(dir, &memory.Options{CacheStores: 4})
	require.NoError(t, err)
	defer again.Close()
	for range 2 {
		for i, id := range principalIDs() {
			s, err := again.Store(id)
			require.NoError(t, err)
			list, err := s.List(t.Context())
			require.NoError(t, err)
			require.Empty(t, list.Problems, "%q", id)
			require.Len(t, list.Records, 1, "%q", id)
			require.Equal(t, fmt.Sprintf("Principal number %d lives here.", i), list.Records[0].Body)
			c, err := s.Prompt(t.Context(), nil)
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(c.Stable, "lives here."))
		}
	}
	ids := []string{""}
	listed, err := again.Principals(t.Context())
	require.NoError(t, err)
	for _, p := range listed {
		ids = append(ids, p.ID)
	}
	require.ElementsMatch(t, append([]string{"", ""}, principalIDs()...), ids)

	// A journal copied from another's directory does not give it that name.
	from, to := openNotebookAt(t, dir, "Ana", nil), openNotebookAt(t, dir, "ANA", nil)
	to.hand(journalFile, from.raw(journalFile))
	listed, err = again.Principals(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, count(listed, "Ana"))
	require.Equal(t, 0, count(listed, "ANA"))
}

func count(list []memory.Principal, id string) (n int) {
	for _, p := range list {
		if p.ID == id {
			n++
		}
	}
	return n
}

// TestIdsThatAreNone are an error, never a default.
func TestIdsThatAreNone(t *testing.T) {
	root, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	for _, id := range []string{"", "\x00", "a\x00b", "a\nb", "\ta", "a\x7f", "a\u0085b", "a\u2028b", "a\u2029b", "\xff", "a\xc3"} {
		_, err := root.Store(id)
		require.ErrorIs(t, err, memory.ErrPrincipal, "%q", id)
		require.ErrorIs(t, root.Erase(t.Context(), id, memory.By{}), memory.ErrPrincipal, "%q", id)
	}
	require.NoDirExists(t, filepath.Join(root.Path(), "users"))
	require.NoDirExists(t, filepath.Join(root.Path(), "memory"))
}

// FuzzPrincipalDir: an id is refused, or has a directory of its own that is one
// plain path element, on a case-insensitive file system too.
func FuzzPrincipalDir(f *testing.F) {
	for i, id := range principalIDs() {
		f.Add(id, principalIDs()[(i*7+1)%len(principalIDs())])
	}
	f.Add("a", "A")
	root, err := memory.Open(f.TempDir(), nil)
	require.NoError(f, err)
	dirOf := func(id string) string {
		s, err := root.Store(id)
		if err != nil {
			return ""
		}
		return filepath.Base(filepath.Dir(s.Path()))
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := dirOf(a), dirOf(b)
		if a != b && x != "" {
			require.False(t, strings.EqualFold(x, y), "%q and %q share %q", a, b, x)
		}
		for _, d := range []string{x, y} {
			require.NotContains(t, d, "/")
			require.NotContains(t, d, "\\")
			require.NotContains(t, []string{".", ".."}, d)
			require.False(t, strings.HasPrefix(d, ".") || strings.HasSuffix(d, "."), d)
			require.False(t, strings.HasPrefix(d, "erased~~"), d)
			require.LessOrEqual(t, len(d), 64)
			require.Equal(t, strings.ToLower(d), d)
		}
		if x != "" {
			s, err := root.Store(a)
			require.NoError(t, err)
			require.Equal(t, filepath.Join(root.Path(), "users", x, "memory"), s.Path())
		}
	})
}

// TestAnotherPrincipalsFileIsNotServed, whatever brought it there.
func TestAnotherPrincipalsFileIsNotServed(t *testing.T) {
	dir := t.TempDir()
	ana, bob := openNotebookAt(t, dir, "ana", nil), openNotebookAt(t, dir, "Bob", nil)
	bob.saved("pool", poolHand)
	ana.noted("rota", "The rota changes on Tuesdays")
	ana.hand("pool.md", bob.raw("pool.md"))
	ana.lacks("pool")
	require.Equal(t, memory.Elsewhere, ana.checkup().Problems[0].Kind)
	found, err := ana.Recall(t.Context(), memory.Query{Text: "checkout pool"})
	require.NoError(t, err)
	require.Empty(t, found.Hits)
	_, err = ana.tool("pool", poolNoted)
	require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
	require.Equal(t, bob.raw("pool.md"), ana.raw("pool.md"))

	// Control: without the line it is the folder's.
	ana.change("pool.md", "principal: Bob\n", "")
	ana.has("pool", poolHand, memory.Confirmed)
}

// TestACacheOfSixteenServesTwoHundred principals in turn, each with its own.
func TestACacheOfSixteenServesTwoHundred(t *testing.T) {
	root, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	defer root.Close()
	const count = 200
	var stores []*memory.Store
	for i := range count {
		s, err := root.Store(fmt.Sprintf("user-%d", i))
		require.NoError(t, err)
		stores = append(stores, s)
		require.NoError(t, os.MkdirAll(s.Path(), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(s.Path(), "home.md"), fmt.Appendf(nil, "Number %d lives here.\n", i), 0o600))
	}
	before := openFiles()
	for round := range 3 {
		for i, s := range stores {
			c, err := s.Context(t.Context(), "who lives here", nil)
			require.NoError(t, err)
			require.Contains(t, c.Stable, fmt.Sprintf("Number %d lives here.", i), "round %d", round)
			found, err := s.Recall(t.Context(), memory.Query{Text: "lives"})
			require.NoError(t, err)
			require.Len(t, found.Hits, 1)
			require.Equal(t, fmt.Sprintf("Number %d lives here.", i), found.Hits[0].Record.Body)
		}
	}
	require.LessOrEqual(t, openFiles(), before+memory.DefaultCacheStores+8, "directories that left the cache are closed")
}

// openFiles counts the descriptors of this process, where it can be told.
func openFiles() int {
	entries, _ := os.ReadDir("/dev/fd") // none where there is no such folder
	return len(entries)
}

// treeOf returns path and bytes of every file below dir.
func treeOf(t testing.TB, dir string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	}))
	return out
}

// TestErasingOneOfAThousand leaves no byte of it and no change in the others.
func TestErasingOneOfAThousand(t *testing.T) {
	dir := t.TempDir()
	var books []*notebook
	for i := range 1000 {
		n := openNotebookAt(t, dir, fmt.Sprintf("User %d", i), nil)
		if i%200 == 0 {
			n.saved("home", fmt.Sprintf("Number <%d> lives at the harbour", i))
		} else {
			n.hand("home.md", fmt.Sprintf("Number <%d> lives at the harbour.\n", i))
		}
		books = append(books, n)
	}
	gone := books[400]
	gone.noted("pool", poolNoted)
	gone.change("pool.md", "40 connections.", "41 connections.")
	_, err := gone.Forget(t.Context(), "home", memory.By{Reason: "number <400> asked for it"})
	require.NoError(t, err)
	gone.saved("home", "Number <400> lives at the harbour again")
	before := treeOf(t, dir)
	userDir := filepath.Dir(gone.Path())

	// A store that is held by another root, with everything in its cache.
	held := openNotebookAt(t, dir, "User 400", nil)
	held.has("home", "Number <400> lives at the harbour again", memory.Confirmed)

	require.NoError(t, books[0].root.Erase(t.Context(), "User 400", memory.By{Actor: "ana"}))
	require.NoError(t, books[0].root.Erase(t.Context(), "User 400", memory.By{Actor: "ana"}), "who has nothing is no error")
	after := treeOf(t, dir)
	for path, data := range before {
		if strings.HasPrefix(path, userDir+string(filepath.Separator)) {
			require.NotContains(t, after, path)
		} else {
			require.Equal(t, data, after[path])
		}
	}
	for path, data := range after {
		require.Contains(t, before, path)
		require.NotContains(t, data, "<400>")
	}
	require.NoDirExists(t, userDir)
	for _, n := range []*notebook{gone, held} {
		list, err := n.List(t.Context())
		require.NoError(t, err)
		require.Empty(t, list.Records)
	}
	listed, err := books[0].root.Principals(t.Context())
	require.NoError(t, err)
	require.Len(t, listed, 999)
	require.False(t, slices.ContainsFunc(listed, func(p memory.Principal) bool { return p.ID == "User 400" }))

	// Nothing is kept that could bar what is said later.
	held.noted("pool", poolNoted)
	held.noted("home", "Number <400> lives at the harbour")
	books[3].has("home", "Number <3> lives at the harbour", memory.Confirmed)
}

// TestErasingWorksWhateverStateTheStoreIsIn.
func TestErasingWorksWhateverStateTheStoreIsIn(t *testing.T) {
	for name, spoil := range map[string]func(n *notebook){
		"a later version's journal": func(n *notebook) { n.hand(journalFile, n.raw(journalFile)+"{\"v\":9,\"seq\":99,\"op\":\"x\"}\n") },
		"a garbled journal":         func(n *notebook) { n.hand(journalFile, "garbage\n\x00\x01\n") },
		"the journal is a folder": func(n *notebook) {
			n.remove(journalFile)
			require.NoError(n.t, os.MkdirAll(n.path(journalFile+"/x"), 0o700))
		},
		"no key":        func(n *notebook) { n.remove(keyFile) },
		"switched off":  func(n *notebook) { require.NoError(n.t, n.SetEnabled(n.t.Context(), false, memory.By{})) },
		"broken files":  func(n *notebook) { n.hand("x.md", "---\nbroken") },
		"an open write": func(n *notebook) { n.hand(journalFile, n.raw(journalFile)+`{"v":1,"seq":`) },
		"an earlier erasure that was killed": func(n *notebook) {
			user := filepath.Dir(n.Path())
			left := filepath.Join(filepath.Dir(user), "erased~~"+filepath.Base(user), "memory")
			require.NoError(n.t, os.MkdirAll(left, 0o700))
			require.NoError(n.t, os.WriteFile(filepath.Join(left, "old.md"), []byte(poolNoted), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := openNotebookAt(t, t.TempDir(), "Ana", nil)
			other := openNotebookAt(t, n.dir, "Bob", nil)
			other.noted("rota", "The rota changes on Tuesdays")
			n.noted("pool", poolNoted)
			spoil(n)
			n.reopen()
			require.NoError(t, n.root.Erase(context.Background(), "Ana", memory.By{}))
			n.nowhere("checkout pool", "on Tuesdays")
			entries, err := os.ReadDir(filepath.Join(n.dir, "users"))
			require.NoError(t, err)
			require.Len(t, entries, 1)
		})
	}
}

// Writers that hold a store of whoever is erased go on writing: erasing works all
// the same, and they get an answer or an error.
func TestErasingWhileOthersWrite(t *testing.T) {
	t.Parallel()
	n := openNotebookAt(t, t.TempDir(), "Carol", nil)
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for w := range 3 {
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					name := fmt.Sprintf("note-%d-%d", w, i)
					_, _ = n.Save(context.Background(), claim(name, "carolines words, number "+name), memory.By{}) // any outcome
				}
			}
		})
	}
	for range 20 {
		require.NoError(t, n.root.Erase(t.Context(), "Carol", memory.By{}))
	}
	close(stop)
	writers.Wait()
	n.saved("last", "carolines words are stored again")
	require.NoError(t, n.root.Erase(t.Context(), "Carol", memory.By{}))
	require.NoDirExists(t, n.Path())
	left, err := os.ReadDir(filepath.Dir(filepath.Dir(n.Path())))
	require.NoError(t, err)
	require.Empty(t, left)
}
