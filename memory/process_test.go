package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Tests with more than one process run this test binary again; childEnv then
// says what the child has to do.
const childEnv = "DAYBOOK_TEST_CHILD"

func TestMain(m *testing.M) {
	if job := os.Getenv(childEnv); job != "" {
		os.Exit(child(job))
	}
	os.Exit(m.Run())
}

// childJob is one process's work.
type childJob struct {
	Dir      string
	Proc     int
	Saves    int    // so many memories of its own
	Op       string // or one operation
	KillStep string // that ends the process at this step
}

func child(raw string) int {
	var job childJob
	if err := json.Unmarshal([]byte(raw), &job); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	// A machine busy with other work may need longer than the default to let 1,600
	// writers through; what is tested is that none is lost.
	root, err := Open(job.Dir, &Options{LockWait: time.Minute, step: func(name string) {
		if name == job.KillStep {
			os.Exit(9) // no deferred function runs
		}
	}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	s, err := root.Local()
	if err == nil && job.Op != "" {
		err = childOp(s, job.Op)
	}
	for i := 0; err == nil && i < job.Saves; i++ {
		_, err = s.Save(context.Background(), numbered(job.Proc, i), By{})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 3
	}
	return 0
}

func numbered(proc, i int) Draft {
	text := fmt.Sprintf("Node pool w%d-n%d uses image v%d", proc, i, i)
	return Draft{Name: fmt.Sprintf("w%d-n%d", proc, i), Type: Infrastructure, Description: text, Body: text + "."}
}

func childOp(s *Store, op string) error {
	for _, o := range crashOps() {
		if o.name == op {
			return o.run(s)
		}
	}
	return fmt.Errorf("no operation %q", op)
}

// start runs a child and returns its exit code once it has ended.
func start(t *testing.T, job childJob) func() int {
	t.Helper()
	raw, err := json.Marshal(job)
	require.NoError(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+string(raw))
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	return func() int {
		_ = cmd.Wait() // the exit code says it all
		return cmd.ProcessState.ExitCode()
	}
}

func TestEightProcessesLoseAndRefuseNothing(t *testing.T) {
	t.Parallel()
	const processes, saves = 8, 200
	each := saves
	if testing.Short() {
		each = 20
	}
	dir := t.TempDir()
	var waits []func() int
	for p := range processes {
		waits = append(waits, start(t, childJob{Dir: dir, Proc: p, Saves: each}))
	}
	for _, wait := range waits {
		require.Equal(t, 0, wait())
	}
	requireWhole(t, dir, processes*each)
}

func TestThirtyTwoGoroutinesLoseAndRefuseNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := local(t, openAt(t, dir, nil))
	var wg sync.WaitGroup
	errs := make([]error, 32)
	for g := range errs {
		wg.Go(func() {
			for i := range 4 {
				if _, err := s.Save(t.Context(), numbered(g, i), By{}); err != nil {
					errs[g] = err
				}
				if _, err := s.Context(t.Context(), "node pool", nil); err != nil {
					errs[g] = err
				}
				if _, err := s.Recall(t.Context(), Query{Text: "image v3"}); err != nil {
					errs[g] = err
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	requireWhole(t, dir, 128)
}

// requireWhole checks that everything saved is there once, parses, and that
// nothing else was left.
func requireWhole(t *testing.T, dir string, n int) {
	t.Helper()
	l, err := local(t, openAt(t, dir, nil)).List(t.Context())
	require.NoError(t, err)
	require.Len(t, l.Records, n)
	require.Empty(t, l.Problems)
	entries, err := os.ReadDir(filepath.Join(dir, "memory"))
	require.NoError(t, err)
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") && e.Name() != ".daybook"
		require.False(t, hidden, "left behind: %s", e.Name())
	}
}

// TestKillAtEveryStep kills a real process at each step of each operation and
// lets another one go on.
func TestKillAtEveryStep(t *testing.T) {
	for _, op := range crashOps() {
		for _, step := range stepsOf(t, op) {
			t.Run(op.name+"/"+step, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				op.setUp(t, local(t, openAt(t, dir, nil)))
				before, _ := os.ReadFile(filepath.Join(dir, "memory", "pool.md")) // absent before a create
				require.Equal(t, 9, start(t, childJob{Dir: dir, Op: op.name, KillStep: step})())
				s := local(t, openAt(t, dir, nil))
				_, err := s.Save(t.Context(), numbered(0, 0), By{})
				require.NoError(t, err)
				rec, err := s.Get(t.Context(), "pool")
				switch {
				case err != nil:
					require.ErrorIs(t, err, ErrNotFound)
					require.True(t, op.creates || op.forgets, "an update lost the memory")
				case before != nil && rec.Body == bodyLine(before):
				default:
					require.Equal(t, newText, strings.TrimSuffix(rec.Body, "."))
					require.False(t, op.forgets)
				}
				if op.forgets && step != "locked" {
					require.ErrorIs(t, err, ErrNotFound)
					requireNowhere(t, dir, "40 connections")
				}
				c, err := s.Doctor(t.Context())
				require.NoError(t, err)
				require.True(t, c.Healthy(), "%+v", c)
			})
		}
	}
}

// stepsOf runs the operation once and returns the steps it takes.
func stepsOf(t *testing.T, op crashOp) []string {
	dir := t.TempDir()
	op.setUp(t, local(t, openAt(t, dir, nil)))
	var steps []string
	seen := map[string]bool{}
	root := openAt(t, dir, func(s string) {
		if !seen[s] {
			steps = append(steps, s)
			seen[s] = true
		}
	})
	require.NoError(t, op.run(local(t, root)))
	require.Greater(t, len(steps), 4, strconv.Quote(op.name))
	return steps
}

// requireNowhere checks that no file below dir holds text.
func requireNowhere(t *testing.T, dir, text string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(data), text) {
			t.Errorf("%s still holds the forgotten text", path)
		}
		return err
	}))
}
