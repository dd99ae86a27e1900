package memory

import (
	"container/list"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/disk"
)

// Defaults of Options.
const (
	DefaultLockWait    = 10 * time.Second
	DefaultCacheStores = 16
	DefaultMaxMemories = 5000
)

// MaxSessionSaves bounds what automatic writers may save in one session. A
// transcript that yields more than this is being mined, not remembered. Calls
// without By.Session are not bounded.
const MaxSessionSaves = 50

// MaxSessionForgets bounds what automatic writers may forget in one session
// without the user's own request. Calls without By.Session are not bounded.
const MaxSessionForgets = 3

// Options configure a Root. The zero value of each field means its default.
type Options struct {
	// Now is the clock for the times that are stored and for validity. Default
	// time.Now. Waits use the real clock.
	Now func() time.Time
	// Logger receives names, rule ids, counts and durations; never text.
	// Default: nothing is logged.
	Logger *slog.Logger
	// LockWait bounds the wait for another writer. Default DefaultLockWait.
	LockWait time.Duration
	// CacheStores bounds how many stores are kept parsed in memory. Default
	// DefaultCacheStores. Stores beyond it are read again when used.
	CacheStores int
	// MaxMemories bounds the memories of one store. Default DefaultMaxMemories.
	MaxMemories int
	// OnEvent is called after each change that was committed by this process,
	// outside every lock, in the goroutine that made it. Events hold no text.
	OnEvent func(Event)
	// Scorer, if not nil, adds a second opinion to every search. Default: the
	// ranking by words alone.
	Scorer Scorer
	// Settings are the operator's switches. The zero value is on everywhere but
	// on gateways.
	Settings Settings
	// Surface is where this process meets its users. Default Terminal.
	Surface Surface

	// step is called with the name of each step of a write, for tests that
	// stop a process in the middle.
	step func(string)
}

// Root is a directory that holds the memories of any number of principals. It
// is safe for concurrent use by any number of goroutines, and any number of
// processes of one machine may have the same directory open.
type Root struct {
	dir  string
	opts Options

	mu     sync.Mutex
	closed bool
	states map[string]*list.Element // of *state, by directory below dir
	recent *list.List               // most recently used first
}

// Open returns the Root at dir. It creates nothing on disk; the first write
// does. dir is made absolute once, so that a later change of the working
// directory changes nothing; a leading ~ is not expanded (SettingsFromEnv does).
//
// The error matches errors.ErrUnsupported on platforms other than Linux and
// macOS, and ErrDirectory for a dir that exists and is no directory. A Surface
// that is none of the three is an error, too.
func Open(dir string, opts *Options) (*Root, error) {
	if !disk.Supported {
		return nil, fmt.Errorf("daybook runs on Linux and macOS: %w", errors.ErrUnsupported)
	}
	if dir == "" || strings.HasPrefix(dir, "~") {
		return nil, fmt.Errorf("memory directory %q: give a path; ~ is expanded by your shell, not here", dir)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("memory directory: %w", err)
	}
	if info, err := os.Stat(abs); err == nil && !info.IsDir() {
		return nil, classifyRead(&disk.LinkError{Path: abs})
	}
	r := &Root{dir: abs, states: map[string]*list.Element{}, recent: list.New()}
	if opts != nil {
		r.opts = *opts
	}
	if !r.opts.Surface.known() {
		return nil, fmt.Errorf("surface %q: use %s, %s or %s", string(r.opts.Surface), Terminal, Investigation, Gateway)
	}
	r.opts.fill()
	return r, nil
}

func (o *Options) fill() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.LockWait <= 0 {
		o.LockWait = DefaultLockWait
	}
	if o.CacheStores <= 0 {
		o.CacheStores = DefaultCacheStores
	}
	if o.MaxMemories <= 0 {
		o.MaxMemories = DefaultMaxMemories
	}
	if o.Surface == "" {
		o.Surface = Terminal
	}
	if o.step == nil {
		o.step = func(string) {}
	}
}

// Path returns the absolute path of the directory, for deny lists: whoever can
// write there counts as the person.
func (r *Root) Path() string { return r.dir }

// Store returns the store of a principal: a person, a channel, a team, whoever
// keeps one notebook. Holding it is the permission to use it; no method takes a
// principal. The error matches ErrPrincipal for an id that is empty, not valid
// UTF-8, or holds line breaks or control characters, and ErrClosed after Close.
func (r *Root) Store(principal string) (*Store, error) {
	dir, err := principalDir(principal)
	if err != nil {
		return nil, err
	}
	return r.store(principal, usersDir, dir, memoryDir)
}

// Local returns the store of the one person whose machine this is. Its files
// lie in memory/ directly below the root.
func (r *Root) Local() (*Store, error) { return r.store("", memoryDir) }

// Names of directories below the root.
const (
	usersDir  = "users"
	memoryDir = "memory"
)

func (r *Root) store(principal string, rel ...string) (*Store, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	return &Store{root: r, principal: principal, place: disk.Place{Base: r.dir, Rel: rel}}, nil
}

// Close releases the directories that are held open. Calls on its stores fail
// with ErrClosed afterwards; calls under way end first. A second Close does
// nothing. It returns no error.
func (r *Root) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	for e := r.recent.Front(); e != nil; e = e.Next() {
		e.Value.(*state).drop()
	}
	r.states, r.recent = nil, nil
	return nil
}

// state returns the cached state of a place, making room for it by dropping the
// one used least recently. A state in use when it is dropped goes on working
// for its user; the file lock excludes the two.
func (r *Root) state(p disk.Place) (*state, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	key := filepath.Join(p.Rel...)
	if e, ok := r.states[key]; ok {
		r.recent.MoveToFront(e)
		s := e.Value.(*state)
		s.use()
		return s, nil
	}
	for r.recent.Len() >= r.opts.CacheStores {
		r.dropLocked(r.recent.Back())
	}
	s := newState(p)
	r.states[key] = r.recent.PushFront(s)
	return s, nil
}

func (r *Root) dropLocked(e *list.Element) {
	s := r.recent.Remove(e).(*state)
	delete(r.states, filepath.Join(s.place.Rel...))
	s.drop()
}
