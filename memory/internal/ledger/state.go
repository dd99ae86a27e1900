package ledger

import (
	"slices"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// sessionAge is how long a session's counters are kept after its last line.
const sessionAge = 7 * 24 * time.Hour

// keptVersions bounds how many former digests of one memory are recognised.
// An older copy than that counts as a person's edit.
const keptVersions = 64

// State is what follows from the journal's lines. It is changed by fold alone.
type State struct {
	Seq     int64
	KeyID   string
	Owner   string
	Newer   bool // a line of a later version was seen: this binary must not write
	Damaged int  // lines that could not be read or are missing, since the last OpReset
	Off     bool
	AutoOff bool           // the automatic pass is off
	Passes  map[string]int // what automatic passes came to, by word
	Lost    bool           // an earlier journal is missing and nobody has accepted that yet
	MeantAt int64          // seq of the last OpMeant

	Memories map[string]*Memory  // by id
	Waiting  map[string]*Waiting // by the digest of the proposal's file name
	Bars     []*Bar
	Open     []Line // intents without an outcome, oldest first
	sessions map[string]*session
}

// Memory is what the journal says about one memory.
type Memory struct {
	Last         Version   // what the file held when last seen
	Announced    *Version  // what a write without an outcome may have put there
	Present      bool      // it was there when last seen
	Disputed     bool      // the user denied it, and a person vouches for it
	former       []former  // every digest ever announced or seen, oldest first
	Forgotten    int64     // seq of the forgetting, 0 when not forgotten
	wasForgotten int64     // what Forgotten was before the last one began
	Returned     string    // digest of forgotten bytes that were seen to be back
	GoneAt       time.Time // when absence was noticed; zero when present
	GoneSeq      int64
	Mass         bool      // it vanished together with more than half of the store
	History      []int64   // operations that may have kept bytes under history/
	Human        time.Time // last change by a person
	Turn         time.Time // newest user turn that grounds it
}

// Version is what was recorded with one file content.
type Version struct {
	Digest string
	Status Status
	Shown  string // the file's own status: line
	Source string
	Stamp  string
	Seq    int64
	Value  *bar.Digests
}

// former is the part of a superseded version that is still of use.
type former struct {
	digest string
	status Status
	source string
	stamp  string
	value  *bar.Digests
}

// Bar is a value that automatic writers may not bring back.
type Bar struct {
	Seq     int64
	At      time.Time
	ID      string // the memory it was the value of
	Digests bar.Digests
	Cause   Cause
	Only    bool      // it bars this value alone, not what is like it
	Lifted  bool      // the bytes came back by themselves
	Past    []bar.Sum // claims for which a person's act or request made an exception
}

// Cause is why a value is barred.
type Cause string

// The causes of a bar. Vanished and Superseded are taken back when the very
// value returns: what the file system took, it may give back.
const (
	Forgot     Cause = "forgotten"       // a person said so
	Vanished   Cause = "deleted by hand" // the file was gone
	Superseded Cause = "replaced"        // a person changed what the memory says
	Rejected   Cause = "rejected"        // a person said that it is wrong
)

type session struct {
	last     time.Time
	saves    int
	forgets  int
	refusals map[string]bool
}

// NewState returns the state before the first line.
func NewState() *State {
	return &State{Memories: map[string]*Memory{}, Waiting: map[string]*Waiting{}, Passes: map[string]int{}, sessions: map[string]*session{}}
}

// Saves returns how many automatic saves the session has made.
func (s *State) Saves(name string) int {
	if x := s.sessions[name]; x != nil {
		return x.saves
	}
	return 0
}

// Forgets returns how many memories automatic writers forgot in the session.
func (s *State) Forgets(name string) int {
	if x := s.sessions[name]; x != nil {
		return x.forgets
	}
	return 0
}

// Refused reports whether this refusal is on record for the session.
func (s *State) Refused(name, code, digest string) bool {
	x := s.sessions[name]
	return x != nil && x.refusals[code+" "+digest]
}

func (s *State) session(name string, at time.Time) *session {
	x := s.sessions[name]
	if x == nil {
		for k, v := range s.sessions {
			if at.Sub(v.last) > sessionAge {
				delete(s.sessions, k)
			}
		}
		x = &session{}
		s.sessions[name] = x
	}
	x.last = at
	return x
}

// memory returns the entry of an id, making it when it is new.
func (s *State) memory(id string) *Memory {
	m := s.Memories[id]
	if m == nil {
		m = &Memory{}
		s.Memories[id] = m
	}
	return m
}

// Known returns the status and source recorded with a digest.
func (m *Memory) Known(digest string) (Status, string, bool) {
	if m.Last.Digest == digest {
		return m.Last.Status, m.Last.Source, true
	}
	if a := m.Announced; a != nil && a.Digest == digest {
		return a.Status, a.Source, true
	}
	for _, f := range slices.Backward(m.former) {
		if f.digest == digest {
			return f.status, f.source, true
		}
	}
	return "", "", false
}

// stamped reports whether a version of the memory had this updated: line.
func (m *Memory) stamped(stamp string) bool {
	return m.Last.Stamp == stamp || slices.ContainsFunc(m.former, func(f former) bool { return f.stamp == stamp })
}

// Claim returns the digest of what the memory last said.
func (m *Memory) Claim() (bar.Sum, bool) {
	if m.Last.Value == nil {
		return bar.Sum{}, false
	}
	return m.Last.Value.Claim, true
}

// Values returns what bars would hold for every value the memory is known to
// have had, newest first.
func (m *Memory) Values() []bar.Digests {
	var out []bar.Digests
	if m.Last.Value != nil {
		out = append(out, *m.Last.Value)
	}
	for _, f := range slices.Backward(m.former) {
		if f.value != nil && !slices.ContainsFunc(out, func(d bar.Digests) bool { return d.Claim == f.value.Claim }) {
			out = append(out, *f.value)
		}
	}
	return out
}

// remember keeps a version that is superseded recognisable.
func (m *Memory) remember(v Version) {
	if v.Digest == "" {
		return
	}
	m.former = slices.DeleteFunc(m.former, func(x former) bool { return x.digest == v.Digest })
	m.former = append(m.former, former{v.Digest, v.Status, v.Source, v.Stamp, v.Value})
	if len(m.former) > keptVersions {
		m.former = m.former[1:]
	}
}

// becomes records a new content.
func (m *Memory) becomes(v Version) {
	if m.Last.Digest != v.Digest {
		m.former = slices.DeleteFunc(m.former, func(x former) bool { return x.digest == v.Digest })
		m.remember(m.Last)
	}
	m.Last = v
	m.Present, m.Disputed = true, false
	m.GoneAt, m.GoneSeq, m.Mass = time.Time{}, 0, false
	m.Forgotten, m.Returned = 0, ""
}
