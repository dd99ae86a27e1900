package agenttools_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

// clock is a time that moves by a minute at each look, so that no two memories
// are of the same age.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Minute)
	return c.now
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)} }

func openRoot(t *testing.T, opts *memory.Options) *memory.Root {
	t.Helper()
	if opts == nil {
		opts = &memory.Options{}
	}
	if opts.Now == nil {
		opts.Now = newClock().Now
	}
	root, err := memory.Open(t.TempDir(), opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, root.Close()) })
	return root
}

func newStore(t *testing.T) *memory.Store {
	t.Helper()
	store, err := openRoot(t, nil).Local()
	require.NoError(t, err)
	return store
}

// result is a tool's result as a harness sees it.
type result map[string]any

func (r result) status() string { s, _ := r["status"].(string); return s }
func (r result) code() string   { s, _ := r["error"].(string); return s }
func (r result) text(key string) string {
	s, _ := r[key].(string)
	return s
}

// names returns the names of a recall's entries.
func (r result) names() []string {
	out := []string{}
	for _, e := range r.entries() {
		out = append(out, e.text("name"))
	}
	return out
}

func (r result) entries() []result {
	var out []result
	list, _ := r["entries"].([]any)
	for _, e := range list {
		out = append(out, result(e.(map[string]any)))
	}
	return out
}

// strings returns an array of strings.
func (r result) strings(key string) []string {
	var out []string
	list, _ := r[key].([]any)
	for _, s := range list {
		out = append(out, s.(string))
	}
	return out
}

func (r result) object(key string) result {
	m, _ := r[key].(map[string]any)
	return m
}

type args = map[string]any

// call runs a tool. Arguments are a value to encode or, as a string, JSON.
func call(t *testing.T, tools *agenttools.Tools, name string, arguments any) result {
	t.Helper()
	out := rawCall(t, tools, name, arguments)
	var r result
	require.NoError(t, json.Unmarshal(out, &r), "not a JSON object: %s", out)
	require.NotEmpty(t, r.status(), "every result has a status: %s", out)
	if r.code() != "" {
		require.Equal(t, r.status(), r.code())
		require.NotEmpty(t, r.text("detail"), "an error without detail: %s", out)
	}
	return r
}

func rawCall(t *testing.T, tools *agenttools.Tools, name string, arguments any) json.RawMessage {
	t.Helper()
	raw, ok := arguments.(string)
	if !ok {
		b, err := json.Marshal(arguments)
		require.NoError(t, err)
		raw = string(b)
	}
	out, err := tools.Call(context.Background(), name, json.RawMessage(raw))
	require.NoError(t, err)
	return out
}

func remember(t *testing.T, tools *agenttools.Tools, name, content string) result {
	t.Helper()
	return call(t, tools, agenttools.Remember, fact(name, content))
}

// fact returns valid arguments of memory_remember.
func fact(name, content string) args {
	return args{"name": name, "type": "infrastructure", "description": "A fact", "content": content}
}

// save stores a memory as a person would.
func save(t *testing.T, store *memory.Store, d memory.Draft) {
	t.Helper()
	_, err := store.Save(context.Background(), d, memory.By{Actor: "ana"})
	require.NoError(t, err)
}

// writeByHand puts a file into a store's directory.
func writeByHand(t *testing.T, store *memory.Store, name, content string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(store.Path(), 0o700))
	path := filepath.Join(store.Path(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// githubToken returns a made-up token that package safety is certain about.
// Secrets are assembled at run time, so that no scanner takes this file for a
// leak.
func githubToken(seed uint64) string {
	return "ghp" + "_" + random(seed, 36, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

// password returns a made-up password with all kinds of signs.
func password(seed uint64) string {
	return random(seed, 6, "ABCDEFGHJK") + random(seed, 6, "23456789") + "!z" + random(seed+1, 4, "abcdefgh")
}

func random(seed uint64, n int, alphabet string) string {
	rng := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[rng.IntN(len(alphabet))])
	}
	return b.String()
}
