package agenttools_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// statuses are all that a harness may have to switch on.
var statuses = []string{
	"created", "updated", "unchanged", "pending", "found", "index", "nothing_matched", "nothing_stored", "forgotten",
	"invalid_arguments", "invalid_name", "invalid_type", "empty_description", "empty_content", "invalid_interval", "sensitive_content",
	"ungrounded", "sample", "stale", "conflict", "unreadable_file", "full", "read_only", "locked", "no_store", "write_failed",
	"read_failed", "not_found", "needs_person",
}

type faultStep struct {
	Op, Principal string
	Args          map[string]any
}

// TestFaultsOfOtherProducts replays the tool calls of every recorded fault and
// holds them to what is always true of a result. What each fault is about is
// tested by name elsewhere.
func TestFaultsOfOtherProducts(t *testing.T) {
	t.Parallel()
	played := 0
	eachLine(t, "faults.jsonl", func(line string) {
		var fault struct {
			ID    string
			Input struct {
				Setup struct {
					Memories []map[string]any
					Files    []struct {
						Path string
						Text any
					}
				}
				Steps []faultStep
			}
		}
		// The mark keeps the made-up credentials in that file from being taken
		// for real ones.
		line = strings.ReplaceAll(line, "\u241f", "")
		if json.Unmarshal([]byte(line), &fault) != nil {
			return // a shape that has nothing to do with tools
		}
		t.Run(fault.ID, func(t *testing.T) {
			root := openRoot(t, nil)
			var byHand []string
			for _, step := range fault.Input.Steps {
				tool := map[string]string{"remember": agenttools.Remember, "recall": agenttools.Recall, "forget": agenttools.Forget}[step.Op]
				if tool == "" || step.Args == nil {
					continue
				}
				store, err := root.Store(step.Principal)
				if err != nil {
					require.ErrorIs(t, err, memory.ErrPrincipal)
					continue
				}
				for _, m := range fault.Input.Setup.Memories {
					call(t, agenttools.New(store, nil), agenttools.Remember, described(m))
				}
				for _, f := range fault.Input.Setup.Files {
					if s, ok := f.Text.(string); ok && filepath.Base(f.Path) == f.Path {
						byHand = append(byHand, writeByHand(t, store, f.Path, s))
					}
				}
				fault.Input.Setup.Memories, fault.Input.Setup.Files = nil, nil
				requireSound(t, agenttools.New(store, nil), tool, described(expanded(step.Args)))
				played++
			}
			requireNothingFlaggedOnDisk(t, root.Path(), byHand...)
		})
	})
	require.Greater(t, played, 50)
}

// expanded replaces {"repeat": s, "times": n} by s repeated.
func expanded(a map[string]any) map[string]any {
	for k, v := range a {
		if m, ok := v.(map[string]any); ok {
			if s, ok := m["repeat"].(string); ok {
				a[k] = strings.Repeat(s, int(m["times"].(float64)))
			}
		}
	}
	return a
}

// described adds the description that the recorded calls leave out.
func described(a map[string]any) map[string]any {
	if _, ok := a["content"]; ok && a["description"] == nil {
		a["description"] = "A fact"
	}
	return a
}

func requireSound(t *testing.T, tools *agenttools.Tools, tool string, a any) result {
	t.Helper()
	got := call(t, tools, tool, a)
	require.True(t, slices.Contains(statuses, got.status()), "unknown status %q", got.status())
	eachString(map[string]any(got), func(s string) {
		require.Empty(t, safety.Scan(s), "a credential in the result")
	})
	return got
}

func eachString(v any, visit func(string)) {
	switch v := v.(type) {
	case string:
		visit(v)
	case []any:
		for _, item := range v {
			eachString(item, visit)
		}
	case map[string]any:
		for _, item := range v {
			eachString(item, visit)
		}
	}
}

// requireNothingFlaggedOnDisk checks what the library wrote.
func requireNothingFlaggedOnDisk(t *testing.T, dir string, byHand ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || slices.Contains(byHand, path) {
			return err
		}
		b, err := os.ReadFile(path)
		require.Empty(t, safety.RuleIDs(safety.Scan(string(b))), path)
		return err
	})
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
}

// Whatever text a model hands to the tools, nothing that is flagged in it comes
// back.
func TestNothingFlaggedIsEchoed(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	remember(t, tools, "bot", "The bot posts alerts.")
	texts := 0
	eachLine(t, "secrets-dev.jsonl", func(line string) {
		var item struct {
			Text string `json:"text_b64r"`
		}
		if json.Unmarshal([]byte(line), &item) != nil || item.Text == "" {
			return // the licence
		}
		b, err := base64.StdEncoding.DecodeString(item.Text)
		require.NoError(t, err)
		slices.Reverse(b)
		secret := string(b)
		texts++
		requireSound(t, tools, agenttools.Recall, args{"query": secret})
		requireSound(t, tools, agenttools.Recall, args{"name": secret})
		requireSound(t, tools, agenttools.Forget, args{"name": secret})
		if len(safety.Scan(secret)) > 0 {
			a := fact("note", secret)
			require.Equal(t, "sensitive_content", requireSound(t, tools, agenttools.Remember, a).code())
		}
	})
	require.Greater(t, texts, 500)
	requireNothingFlaggedOnDisk(t, store.Path())
	_, err := store.Get(context.Background(), "bot")
	require.NoError(t, err)
}

func eachLine(t *testing.T, file string, visit func(line string)) {
	t.Helper()
	f, err := os.Open(filepath.Join(casesDir(t), file))
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		visit(lines.Text())
	}
	require.NoError(t, lines.Err())
}
