package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// racy is how long after its modification a file is not trusted to be what was
// read: a second change in the same clock tick would not show in its key.
const racy = 2 * time.Second

// state is what this process knows of one principal's directory. All Store
// values of a principal share it while it is in the cache; two of them at once
// would be slower, not wrong, because the file lock excludes them.
type state struct {
	place disk.Place
	slot  chan struct{} // holds the one writer of this process

	mu        sync.Mutex
	users     int // calls under way
	dropped   bool
	dir       *disk.Dir
	journal   *ledger.Journal
	writing   bool             // a writer keeps the journal current; readers leave it alone
	files     map[string]*file // by file name
	digested  ledger.Key       // the key under which digests of files were made
	order     []*file          // the same, sorted; may lag behind
	folders   int
	leftovers []string // temporary files of writers that were killed
	view      *view
	index     searchIndex
}

func newState(p disk.Place) *state {
	return &state{place: p, slot: make(chan struct{}, 1), users: 1,
		journal: ledger.NewJournal(), files: map[string]*file{}}
}

// use begins a call.
func (s *state) use() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users++
}

// done ends a call. The last call of a state that left the cache closes its
// directory.
func (s *state) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users--
	s.closeLocked()
}

// drop takes the state out of use.
func (s *state) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped = true
	s.closeLocked()
}

func (s *state) closeLocked() {
	if s.users == 0 && s.dropped && s.dir != nil {
		s.dir.Close()
		s.dir = nil
	}
}

// enter waits for the other writers of this process. It can be abandoned, and
// it keeps goroutines from fighting over the file lock.
func (s *state) enter(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case s.slot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrLocked, ctx.Err())
	case <-timer.C:
		return fmt.Errorf("%w: waited %v behind other writers of this process", ErrLocked, wait)
	}
}

func (s *state) leave() { <-s.slot }

// write marks the time in which a writer of this process keeps the journal
// current.
func (s *state) write(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing = on
}

// open returns the directory, opening it anew when another one has taken its
// place. The error matches fs.ErrNotExist when there is none and create is
// false.
func (s *state) open(create bool) (*disk.Dir, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.openLocked(create)
}

func (s *state) openLocked(create bool) (*disk.Dir, error) {
	if s.dir != nil {
		err := s.dir.Check()
		if err == nil {
			return s.dir, nil
		}
		s.forgetDirLocked()
		if !errors.Is(err, disk.ErrMoved) {
			return nil, err
		}
	}
	d, err := disk.Open(s.place, create)
	if err != nil {
		return nil, err
	}
	s.dir = d
	return d, nil
}

// forgetDir drops everything read from a directory that is no longer the one at
// the path.
func (s *state) forgetDir() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetDirLocked()
}

func (s *state) forgetDirLocked() {
	if s.dir != nil {
		s.dir.Close()
	}
	s.dir, s.view = nil, nil
	s.journal = ledger.NewJournal()
	s.files, s.folders = map[string]*file{}, 0
}

// refresh brings the view up to date with the directory. When nothing changed
// it costs one scan and opens no file.
func (s *state) refresh(o viewOptions) (*view, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir, err := s.openLocked(false)
	if err != nil {
		return nil, err
	}
	return s.refreshLocked(dir, o)
}

func (s *state) refreshLocked(dir *disk.Dir, o viewOptions) (*view, error) {
	changed := s.view == nil
	if !s.writing {
		c, err := s.journal.Refresh(dir)
		if err != nil {
			return nil, err
		}
		changed = changed || c
	}
	c, err := s.scanLocked(dir)
	if err != nil {
		return nil, err
	}
	if changed || c || s.view.seq != s.journal.State().Seq {
		s.view = buildView(s, o)
	}
	return s.view, nil
}

// scanLocked compares the directory with what is known of it and reads what is
// new. It reports whether anything changed.
func (s *state) scanLocked(dir *disk.Dir) (changed bool, err error) {
	if key, _ := s.journal.Key(); key != s.digested {
		// Digests made under another key, or under none, say nothing.
		s.files, s.digested, changed = map[string]*file{}, key, true
	}
	entries, err := dir.Scan(looksLikeMemory)
	if err != nil {
		return false, err
	}
	folders, present := 0, 0
	s.leftovers = s.leftovers[:0]
	for _, e := range entries {
		if e.Mode.IsDir() && !strings.HasPrefix(e.Name, ".") && e.Name != pendingDir && !e.Stat {
			folders++
		}
		if e.Mode.IsRegular() && disk.IsTemp(e.Name) {
			s.leftovers = append(s.leftovers, e.Name)
		}
		if !e.Stat {
			continue
		}
		present++
		old := s.files[e.Name]
		if old != nil && old.same(e) {
			old.mark = true
			continue
		}
		f := readFile(dir, e, s.journal)
		f.mark = true
		if old != nil && f.problem != nil && f.claims == "" {
			f.claims = old.seemsFor()
		}
		if old == nil || !old.equals(f) {
			s.files[e.Name] = f
			changed = true
		} else {
			// The same bytes under new times: keep what was derived from them.
			old.key, old.readAt, old.mark = f.key, f.readAt, true
		}
	}
	if present < len(s.files) {
		for name, f := range s.files {
			if !f.mark {
				delete(s.files, name)
				changed = true
			}
		}
	}
	for _, f := range s.files {
		f.mark = false
	}
	changed = changed || folders != s.folders
	s.folders = folders
	return changed, nil
}

// read returns the present view for readers: it takes no lock but the one of
// this process's memory. A store without a directory is empty.
func (s *Store) read(ctx context.Context) (*view, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := s.allowed(); err != nil {
		return nil, err
	}
	st, err := s.root.state(s.place)
	if err != nil {
		return nil, err
	}
	defer st.done()
	o := viewOptions{principal: s.principal}
	for try := 1; ; try++ {
		v, err := st.refresh(o)
		switch {
		case err == nil:
			return v, nil
		case errors.Is(err, fs.ErrNotExist) && try < attempts:
			// The directory went away between opening and reading, or there is
			// none; the next look tells.
			st.forgetDir()
		case errors.Is(err, fs.ErrNotExist):
			return emptyView, nil
		default:
			return nil, classifyRead(err)
		}
	}
}
