package memory_test

import (
	"maps"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// folder is a simple model of a store: the files as they are now, and what the
// store has taken note of. It knows the rules of trust and nothing else.
type folder struct {
	files map[string]string // bytes by file name
	known map[string]*noted // by slug
	taken map[string]bool   // "slug\x00claim" of what was forgotten
}

// noted is what a store knows of one memory.
type noted struct {
	last      version
	status    map[string]memory.Status // by bytes
	present   bool
	forgotten bool
	returned  string // bytes of another program that were seen after the forgetting
}

// version is what counts of a file's bytes.
type version struct {
	bytes  string
	slug   string
	claim  string
	line   string // status:
	stamp  string // updated:
	tool   bool   // source: of a program
	body   string
	status memory.Status
}

// readVersion reads the files this test writes, no others.
func readVersion(file, bytes string) (v version, ok bool) {
	bytes = strings.ReplaceAll(bytes, "\r\n", "\n")
	v = version{bytes: bytes, slug: strings.TrimSuffix(file, ".md")}
	if !strings.HasPrefix(bytes, "---\n") {
		v.body = strings.TrimSuffix(bytes, "\n")
		v.claim = v.body
		return v, true
	}
	head, body, closed := strings.Cut(bytes[4:], "\n---\n")
	if !closed {
		return v, false
	}
	v.body = strings.TrimSuffix(body, "\n")
	v.claim = strings.TrimSpace(body)
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "name":
			v.slug = value
		case "status":
			v.line = value
		case "updated":
			v.stamp = value
		case "source":
			v.tool = value != "hand"
		case "description":
			v.claim = value + "\n" + v.claim
		}
	}
	return v, true
}

// served returns what the store must serve, by slug.
func (f *folder) served() map[string]version {
	out := map[string]version{}
	here := map[string]bool{}
	for file, bytes := range f.files {
		if v, ok := readVersion(file, bytes); ok {
			here[v.slug] = true
			if v.status, ok = f.judge(v); ok {
				out[v.slug] = v
			}
		} else {
			here[v.slug] = true // it is being written
		}
	}
	for slug, v := range out {
		if from := f.renamedFrom(v, here); from != "" {
			v.status = f.known[from].last.status
			out[slug] = v
		}
	}
	return out
}

// judge returns what bytes are worth, and whether they are served.
func (f *folder) judge(v version) (memory.Status, bool) {
	fresh := memory.Confirmed
	if v.line != "" {
		fresh = memory.Status(v.line)
	}
	k := f.known[v.slug]
	if k == nil {
		return fresh, true
	}
	status, known := k.status[v.bytes]
	switch {
	case k.forgotten && (known || v.bytes == k.returned):
		return "", false
	case k.forgotten && v.tool && v.stamp != "" && v.stamp != k.last.stamp:
		return "", false
	case k.forgotten && v.stamp == k.last.stamp && f.taken[v.slug+"\x00"+v.claim]:
		return "", false // in another layout
	case k.forgotten:
		return fresh, true
	case known:
		return status, true
	case k.last.bytes == "":
		return fresh, true
	case v.line != k.last.line && v.line != "":
		return memory.Status(v.line), true
	case v.claim == k.last.claim:
		return k.last.status, true
	case v.stamp != k.last.stamp:
		if v.line == string(memory.Unconfirmed) {
			return memory.Unconfirmed, true
		}
		return k.last.status, true
	}
	return memory.Confirmed, true
}

// renamedFrom returns the memory that a new name belongs to. A name that was
// forgotten is new again.
func (f *folder) renamedFrom(v version, here map[string]bool) string {
	if k := f.known[v.slug]; k != nil && !k.forgotten && k.last.bytes != "" {
		return ""
	}
	for slug, k := range f.known {
		if k.present && !here[slug] && k.last.claim == v.claim {
			return slug
		}
	}
	return ""
}

// note is what a store does before every write. It returns what was served.
func (f *folder) note() map[string]version {
	served := f.served()
	here := map[string]bool{}
	for file, bytes := range f.files {
		v, _ := readVersion(file, bytes)
		here[v.slug] = true
	}
	for slug, v := range served {
		if from := f.renamedFrom(v, here); from != "" {
			f.move(from, slug)
		}
		f.learn(v)
	}
	for file, bytes := range f.files {
		// Forgotten bytes that are back, and another program's. An edit of them is a
		// person's.
		if v, ok := readVersion(file, bytes); ok {
			if k := f.known[v.slug]; k != nil && k.forgotten {
				k.last.stamp, k.returned = v.stamp, v.bytes
			}
		}
	}
	for slug, k := range f.known {
		if k.present && !here[slug] {
			k.present = false
		}
	}
	return served
}

// forget takes what lies under a name out of service, with all it ever said.
func (f *folder) forget(v version) {
	k := f.known[v.slug]
	k.forgotten, k.present = true, false
	if v.status != "" {
		k.status[v.bytes] = v.status
	}
	f.taken[v.slug+"\x00"+v.claim] = true
	for bytes := range k.status {
		x, _ := readVersion("", bytes)
		f.taken[v.slug+"\x00"+x.claim] = true
	}
}

// move gives what is known of a memory to its new name. The former one keeps
// what it knows of bytes.
func (f *folder) move(from, to string) {
	old := f.known[from]
	status := maps.Clone(old.status)
	if k := f.known[to]; k != nil {
		maps.Copy(status, k.status)
	}
	f.known[to] = &noted{last: old.last, status: status}
	f.known[from] = &noted{status: old.status}
}

func (f *folder) learn(v version) {
	k := f.known[v.slug]
	if k == nil {
		k = &noted{status: map[string]memory.Status{}}
		f.known[v.slug] = k
	}
	k.last, k.present, k.forgotten, k.returned = v, true, false, ""
	k.status[v.bytes] = v.status
}
