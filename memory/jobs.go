package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/safety"
)

// Bounds of parked jobs: the oldest make room, and none is kept for longer.
const (
	MaxJobs     = 16
	MaxJobBytes = 256 << 10
	JobExpiry   = 7 * 24 * time.Hour
)

// Job is work on this store that could not be done and is kept for later, such
// as an extraction pass whose model did not answer. Most users won't need it.
type Job struct {
	Name string // letters a-z and digits
	At   time.Time
	Data []byte
}

// ParkJob keeps a job for a later try, also by another process; one of the same
// name is replaced. A forgetting removes all jobs, because they may hold what
// was forgotten.
//
// Data must have been redacted: a *Refusal with code SensitiveContent is
// returned where a credential shows. More than MaxJobBytes is an error. Other
// errors are those of Propose.
func (s *Store) ParkJob(ctx context.Context, name string, data []byte) error {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return fmt.Errorf("job name %q: use letters a-z and digits", name)
	}
	if len(data) > MaxJobBytes {
		return fmt.Errorf("job of %d bytes: at most %d are kept", len(data), MaxJobBytes)
	}
	if rules := safety.RuleIDs(safety.Scan(string(data))); len(rules) > 0 {
		r := refuse(SensitiveContent, "", "data", "the job holds what looks like a credential; redact it first")
		r.Rules = rules
		return r
	}
	return s.mutate(ctx, true, By{}, func(t *tx) error {
		if t.view.off {
			return errSwitchedOff
		}
		if err := t.dir.EnsureSub(disk.JobsDir); err != nil {
			return err
		}
		jobs, err := readJobs(t.dir, t.now)
		if err != nil {
			return err
		}
		jobs = slices.DeleteFunc(jobs, func(j Job) bool { return j.Name == name })
		for _, old := range jobs[:max(0, len(jobs)-MaxJobs+1)] {
			if err := t.dir.Remove(jobPath(old.Name)); err != nil {
				return err
			}
		}
		return t.dir.WriteDerived(jobPath(name), data)
	})
}

// Jobs returns the parked jobs, oldest first.
func (s *Store) Jobs(ctx context.Context) ([]Job, error) {
	if err := s.Available(ctx); err != nil {
		return nil, err
	}
	dir, err := disk.Open(s.place, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, classify(err)
	}
	defer dir.Close()
	return readJobs(dir, s.root.opts.Now())
}

// DropJob removes a parked job. Absence is no error.
func (s *Store) DropJob(ctx context.Context, name string) error {
	err := s.mutate(ctx, false, By{}, func(t *tx) error {
		jobs, err := readJobs(t.dir, t.now)
		if err == nil && slices.ContainsFunc(jobs, func(j Job) bool { return j.Name == name }) {
			err = t.dir.Remove(jobPath(name))
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func jobPath(name string) string { return disk.JobsDir + "/" + name + ".json" }

// readJobs reads what is parked and not too old.
func readJobs(dir *disk.Dir, now time.Time) ([]Job, error) {
	entries, err := dir.ScanSub(disk.JobsDir, func(name string) bool { return strings.HasSuffix(name, ".json") })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, classify(err)
	}
	var out []Job
	for _, e := range entries {
		at := time.Unix(0, e.Key.ModTime)
		if !e.Stat || now.Sub(at) > JobExpiry {
			continue
		}
		data, _, err := dir.Read(disk.JobsDir + "/" + e.Name)
		if err != nil {
			continue // gone meanwhile, or not ours to read: not a job
		}
		out = append(out, Job{Name: strings.TrimSuffix(e.Name, ".json"), At: at, Data: data})
	}
	slices.SortFunc(out, func(a, b Job) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Name, b.Name)) })
	return out, nil
}

// dropJobs removes every parked job, whatever its age.
func (t *tx) dropJobs() error {
	entries, err := t.dir.ScanSub(disk.JobsDir, func(string) bool { return false })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := t.dir.Remove(disk.JobsDir + "/" + e.Name); err != nil {
			return err
		}
	}
	return t.dir.SyncSub(disk.JobsDir)
}

// NotePass records, without any text, how many proposals of an automatic pass
// over a conversation were saved, wait, or were dropped by which gate, so that
// Doctor can tell what the gates reject in practice. Counts are by a short
// lower-case word. A pass that proposed nothing need not be noted. Most users
// won't need it.
func (s *Store) NotePass(ctx context.Context, counts map[string]int, by By) error {
	for word := range counts {
		if word == "" || len(word) > 32 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return fmt.Errorf("pass count %q: use a short lower-case word", word)
		}
	}
	return s.mutate(ctx, true, by, func(t *tx) error {
		if t.view.off {
			return errSwitchedOff
		}
		if err := t.start(); err != nil {
			return err
		}
		return t.note(t.signed(ledger.Line{Op: ledger.OpPass, Counts: counts, Auto: true}))
	})
}

// SetAutoExtract switches the automatic pass over conversations off or on for
// this principal, lasting, on behalf of a person. Errors are those of Save.
func (s *Store) SetAutoExtract(ctx context.Context, on bool, by By) error {
	return s.mutate(ctx, true, by, func(t *tx) error {
		if err := t.start(); err != nil {
			return err
		}
		if t.ledger().AutoOff != on {
			return nil
		}
		op := ledger.OpAutoOff
		if on {
			op = ledger.OpAutoOn
		}
		return t.record(op)
	})
}
