package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// The crash model: an operation stops after each of its steps, because the
// process was killed or because the machine lost what was not synced yet; then
// a person does nothing, edits, deletes, or puts old or new bytes back; then
// another process goes on. What is served must be the old text, the new one or
// the person's, and the journal must not tell of anything nobody did.
//
// It runs in-process: the hook that production leaves empty copies the
// directory at each step, and each copy is a machine that stopped there.

const (
	oldText  = "The pool holds 40 connections"
	newText  = "The pool holds 50 connections"
	handText = "The pool holds 60 connections, says the person"
)

// crashOp is an operation under test, on a store that setUp prepared.
type crashOp struct {
	name    string
	setUp   func(*testing.T, *Store)
	run     func(*Store) error
	creates bool
	forgets bool
	byHand  bool // the text that is replaced was written by a person
}

func crashOps() []crashOp {
	ctx := context.Background()
	propose := func(text string) func(*Store) error {
		return func(s *Store) error {
			_, err := s.Propose(ctx, Proposal{Draft: Draft{Name: "pool", Type: Infrastructure, Description: "Pool size", Body: text}}, By{Session: "s"})
			return err
		}
	}
	have := func(t *testing.T, s *Store) { require.NoError(t, propose(oldText)(s)) }
	return []crashOp{
		{name: "create", setUp: func(*testing.T, *Store) {}, run: propose(newText), creates: true},
		{name: "update", setUp: have, run: propose(newText)},
		{name: "save over a person's text", byHand: true,
			setUp: func(t *testing.T, s *Store) {
				have(t, s)
				edit(t, filepath.Join(s.Path(), "pool.md"), oldText, "The pool holds 45 connections")
			},
			run: func(s *Store) error {
				_, err := s.Save(ctx, Draft{Name: "pool", Type: Infrastructure, Description: "Pool size", Body: newText}, By{})
				return err
			}},
		{name: "forget", setUp: have, forgets: true, run: func(s *Store) error {
			_, err := s.Forget(ctx, "pool", By{})
			return err
		}},
	}
}

func edit(t *testing.T, path, from, to string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(data), from)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(data), from, to, 1)), 0o600))
}

// stop is a machine that stopped: a copy of the root directory.
type stop struct {
	name string
	dir  string
}

// record runs the operation and returns a stop for each step and each way to
// lose what was not synced by then.
func (op crashOp) record(t *testing.T) (stops []stop, before, after []byte) {
	dir := t.TempDir()
	var steps []stop
	root := openAt(t, dir, func(step string) {})
	op.setUp(t, local(t, root))
	file := filepath.Join(dir, "memory", "pool.md")
	before, _ = os.ReadFile(file) // absent before a create
	root = openAt(t, dir, func(step string) {
		to := filepath.Join(t.TempDir(), "root")
		require.NoError(t, os.CopyFS(to, os.DirFS(dir)))
		steps = append(steps, stop{fmt.Sprintf("%02d %s", len(steps), step), to})
	})
	require.NoError(t, op.run(local(t, root)))
	end := filepath.Join(t.TempDir(), "root")
	require.NoError(t, os.CopyFS(end, os.DirFS(dir)))
	steps = append(steps, stop{fmt.Sprintf("%02d end", len(steps)), end})
	after, _ = os.ReadFile(file) // absent after a forget
	for i, s := range steps {
		stops = append(stops, s)
		stops = append(stops, lose(t, s, steps[:i], before)...)
	}
	return stops, before, after
}

// lose returns the variants of a stop in which effects that were not synced by
// then are missing.
func lose(t *testing.T, s stop, earlier []stop, before []byte) []stop {
	variant := func(what string, change func(mem string)) stop {
		to := filepath.Join(t.TempDir(), "root")
		require.NoError(t, os.CopyFS(to, os.DirFS(s.dir)))
		change(filepath.Join(to, "memory"))
		return stop{s.name + ", lost " + what, to}
	}
	file := func(mem string) string { return filepath.Join(mem, "pool.md") }
	asideGone := func(mem string) { removeGlob(t, filepath.Join(mem, ".daybook", "aside-*")) }
	nameBack := func(mem string) {
		if before == nil {
			os.Remove(file(mem))
		} else {
			require.NoError(t, os.WriteFile(file(mem), before, 0o600))
		}
	}
	switch step := s.name[3:]; step {
	case "aside", "expose":
		return []stop{
			variant("the rename", nameBack),
			variant("the second name", asideGone),
			variant("both", func(mem string) { nameBack(mem); asideGone(mem) }),
		}
	case "unlink", "history":
		if len(earlier) == 0 || !strings.Contains(earlier[len(earlier)-1].name, "folder") && step == "unlink" {
			return nil
		}
		if step == "unlink" || strings.HasSuffix(earlier[len(earlier)-1].name, "unlink") {
			return []stop{variant("the removal", func(mem string) {
				from := stopWith(earlier, "folder")
				copyGlob(t, filepath.Join(from, "memory", ".daybook", "aside-*"), filepath.Join(mem, ".daybook"))
				copyGlob(t, filepath.Join(from, "memory", ".daybook", "history", "*"), filepath.Join(mem, ".daybook", "history"))
			})}
		}
	case "end":
		return []stop{variant("the outcome line", func(mem string) {
			path := filepath.Join(mem, ".daybook", "journal.jsonl")
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			cut := bytes.LastIndexByte(data[:len(data)-1], '\n')
			require.NoError(t, os.WriteFile(path, data[:cut+1], 0o600))
		}), variant("half of the outcome line", func(mem string) {
			path := filepath.Join(mem, ".daybook", "journal.jsonl")
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			cut := bytes.LastIndexByte(data[:len(data)-1], '\n')
			require.NoError(t, os.WriteFile(path, data[:cut+20], 0o600))
		})}
	}
	return nil
}

func stopWith(list []stop, step string) string {
	for _, s := range list {
		if strings.HasSuffix(s.name, step) {
			return s.dir
		}
	}
	return ""
}

func removeGlob(t *testing.T, pattern string) {
	list, err := filepath.Glob(pattern)
	require.NoError(t, err)
	for _, f := range list {
		require.NoError(t, os.Remove(f))
	}
}

func copyGlob(t *testing.T, pattern, to string) {
	list, err := filepath.Glob(pattern)
	require.NoError(t, err)
	for _, f := range list {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(to, filepath.Base(f)), data, 0o600))
	}
}

func openAt(t *testing.T, dir string, step func(string)) *Root {
	t.Helper()
	root, err := Open(dir, &Options{step: step})
	require.NoError(t, err)
	t.Cleanup(func() { root.Close() })
	return root
}

func local(t *testing.T, r *Root) *Store {
	t.Helper()
	s, err := r.Local()
	require.NoError(t, err)
	return s
}

// hands are what a person does after the crash.
var hands = []string{"nothing", "edit", "delete", "old bytes", "new bytes"}

func TestCrashLeavesOldOrNewAndInventsNothing(t *testing.T) {
	states := 0
	for _, op := range crashOps() {
		stops, before, after := op.record(t)
		for _, s := range stops {
			for _, hand := range hands {
				states++
				t.Run(op.name+"/"+s.name+"/"+hand, func(t *testing.T) {
					t.Parallel()
					op.check(t, s, hand, before, after)
				})
			}
		}
	}
	t.Logf("%d states", states)
	require.Greater(t, states, 150)
}

// check goes on after a crash and compares what is served and told with what
// happened.
func (op crashOp) check(t *testing.T, s stop, hand string, before, after []byte) {
	dir := filepath.Join(t.TempDir(), "root")
	require.NoError(t, os.CopyFS(dir, os.DirFS(s.dir)))
	file := filepath.Join(dir, "memory", "pool.md")
	found, err := os.ReadFile(file)
	if err != nil {
		found = nil
	}
	announced := intentIn(t, dir)
	switch hand {
	case "edit":
		if found == nil {
			t.Skip("nothing to edit")
		}
		text := bodyLine(found)
		edit(t, file, text, handText)
	case "delete":
		if found == nil {
			t.Skip("nothing to delete")
		}
		require.NoError(t, os.Remove(file))
	case "old bytes", "new bytes":
		put := before
		if hand == "new bytes" {
			put = after
		}
		if put == nil || hand == "new bytes" && !op.announcedBy(s) {
			t.Skip("there are no such bytes yet")
		}
		require.NoError(t, os.WriteFile(file, put, 0o600))
		found = put
	}

	ctx := context.Background()
	store := local(t, openAt(t, dir, nil))
	reader, rerr := store.Get(ctx, "pool")
	lines := linesIn(t, dir)
	_, err = store.Save(ctx, Draft{Name: "other", Type: User, Description: "Another memory", Body: "Something else entirely."}, By{})
	require.NoError(t, err)
	rec, err := store.Get(ctx, "pool")
	told := linesIn(t, dir)[len(lines):]

	// Readers without the lock and readers after settling agree.
	require.Equal(t, rerr == nil, err == nil, "reader %v, after settling %v", rerr, err)
	if err == nil {
		require.Equal(t, reader.Body, rec.Body)
		require.Equal(t, reader.Status, rec.Status)
	}
	op.checkServed(t, rec, err, hand, found, announced)
	op.checkTold(t, told, hand)
	left, err := filepath.Glob(filepath.Join(dir, "memory", ".daybook", "aside-*"))
	require.NoError(t, err)
	require.Empty(t, left, "files left set aside")
	_, err = store.Propose(ctx, Proposal{Draft: Draft{Name: "x", Type: User, Description: "Unrelated", Body: "Works in the harbour office."}}, By{})
	require.NoError(t, err, "the store works on")
}

// announcedBy reports whether the stop comes after the intent.
func (op crashOp) announcedBy(s stop) bool {
	for _, early := range []string{"locked", "history", "temp"} {
		if strings.HasSuffix(s.name, early) {
			return false
		}
	}
	return true
}

func (op crashOp) checkServed(t *testing.T, rec Record, err error, hand string, found []byte, announced bool) {
	switch {
	case hand == "delete" || found == nil:
		if op.forgets || hand == "delete" {
			require.ErrorIs(t, err, ErrNotFound)
			return
		}
	case hand == "edit":
		require.NoError(t, err)
		require.Equal(t, handText, strings.TrimSuffix(rec.Body, "."), "the person's text is kept")
		if !op.forgets {
			require.Equal(t, Confirmed, rec.Status, "a person's edit confirms")
		} // what a person writes under a forgotten name is new: its status: line counts
		return
	case op.forgets && announced:
		require.Error(t, err, "from the intent on it is not served")
		return
	}
	if op.creates && err != nil {
		require.ErrorIs(t, err, ErrNotFound)
		return
	}
	require.NoError(t, err)
	require.Equal(t, bodyLine(found), rec.Body, "whole, old or new")
	if !op.byHand {
		require.Equal(t, Unconfirmed, rec.Status, "nothing promotes but a person")
	}
}

// checkTold looks at the journal lines written after the crash.
func (op crashOp) checkTold(t *testing.T, told []ledger.Line, hand string) {
	for _, l := range told {
		if l.ID == "" || l.Op == ledger.OpSave || l.Op == ledger.OpDone || l.Op == ledger.OpAborted || l.Op == ledger.OpFailed {
			continue
		}
		switch hand {
		case "nothing":
			if op.byHand && l.Op == ledger.OpEdited && l.Cause == 0 {
				continue // the person's edit from before the crash, noted late
			}
			t.Errorf("nobody did anything, and the journal tells of %s", l.Op)
		case "edit":
			require.Contains(t, []ledger.Op{ledger.OpEdited, ledger.OpAdded}, l.Op)
		case "delete":
			require.Contains(t, []ledger.Op{ledger.OpGone, ledger.OpEdited}, l.Op)
		default:
			require.Contains(t, []ledger.Op{ledger.OpReturned, ledger.OpEdited}, l.Op)
		}
	}
}

func bodyLine(file []byte) string {
	parts := strings.SplitN(string(file), "---\n", 3)
	return strings.TrimSpace(parts[len(parts)-1])
}

func linesIn(t *testing.T, dir string) []ledger.Line {
	data, err := os.ReadFile(filepath.Join(dir, "memory", ".daybook", "journal.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	var out []ledger.Line
	for raw := range bytes.Lines(data) {
		if !bytes.HasSuffix(raw, []byte("\n")) {
			break // torn
		}
		var l ledger.Line
		require.NoError(t, json.Unmarshal(raw, &l))
		out = append(out, l)
	}
	return out
}

// intentIn reports whether the last line tells of something begun, or done.
func intentIn(t *testing.T, dir string) bool {
	lines := linesIn(t, dir)
	for _, l := range lines {
		if l.Op == ledger.OpForget {
			return true
		}
	}
	return false
}
