package memory

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
	"github.com/daybook-sre/daybook/memory/internal/note"
	"github.com/daybook-sre/daybook/safety"
)

// pendingDir holds proposals that wait for a person. It is not a subfolder that
// somebody made.
const pendingDir = "pending"

// file is one file of the directory, read. But for its key it does not change.
type file struct {
	name    string
	key     disk.Key
	readAt  time.Time
	mark    bool   // seen in the scan under way
	listed  bool   // in the state's order
	entry   *entry // as it was last served
	sum     [sha256.Size]byte
	problem *Problem // it cannot be read as a memory
	claims  string   // the slug it seems to be for, if it cannot be read

	rec    Record // as the file alone says; credentials redacted
	fenced bool   // it has front matter
	owner  string // the principal it names, "" for none
	alias  string // the slug of its file name, when its name: line says another
	facts  ledger.Facts

	digest string // under the store's key, "" without one
	id     string
}

func sumOf(data []byte) [sha256.Size]byte { return sha256.Sum256(data) }

// same reports whether the directory entry shows the state that was read. A file
// read within the granularity of its times is not trusted: a second change
// would not show.
func (f *file) same(e disk.Entry) bool {
	switch {
	case f.key != e.Key:
		return false
	case !e.Mode.IsRegular():
		return f.problem != nil // there is nothing in it to read again
	}
	changed := max(e.Key.ModTime, e.Key.ChangeTime)
	if e.Key.ChangeTime != 0 {
		changed = e.Key.ChangeTime // a program cannot set this one
	}
	return f.readAt.UnixNano()-changed > int64(racy)
}

// equals reports whether two readings give the same memory: the same bytes and,
// where these do not tell them, the same times.
func (f *file) equals(g *file) bool {
	return f.problem == nil && g.problem == nil && f.sum == g.sum &&
		f.rec.Created.Equal(g.rec.Created) && f.rec.Updated.Equal(g.rec.Updated)
}

// maxFileName bounds file names, in bytes. File systems allow 255; a file that is
// replaced or removed has a longer name for a moment: "aside-", a number, "~".
const maxFileName = 224

// looksLikeMemory says which entries of the folder deserve a look.
func looksLikeMemory(name string) bool {
	ok, leftover := note.IsMemoryFile(name)
	return ok || leftover != ""
}

// readFile reads one file of the directory. What keeps it from being a memory
// becomes its problem, never an error: one bad file hides nothing else.
func readFile(dir *disk.Dir, e disk.Entry, j *ledger.Journal) *file {
	f := &file{name: e.Name, key: e.Key, readAt: time.Now()}
	if _, leftover := note.IsMemoryFile(e.Name); leftover != "" {
		f.fail(Copy, 0, leftover)
		return f
	}
	if len(path.Base(e.Name)) > maxFileName {
		f.fail(Unreadable, 0, fmt.Sprintf("its file name is longer than %d bytes, which leaves no room for the names it has while it is changed; rename it", maxFileName))
		return f
	}
	data, key, err := dir.Read(e.Name)
	f.key = key
	if err != nil {
		f.key = e.Key
		f.fail(Unreadable, 0, readProblem(err, e))
		return f
	}
	f.sum = sumOf(data)
	n, err := note.Parse(data)
	if err != nil {
		var bad *note.Error
		line := 0
		reason := "it cannot be read"
		if errors.As(err, &bad) {
			line, reason = bad.Line, bad.Reason
		}
		f.fail(Unreadable, line, reason)
		f.claims, _ = note.Slug(note.ClaimedName(data))
		return f
	}
	if k, ok := j.Key(); ok {
		f.digest = k.Bytes(data)
	}
	f.fill(n)
	return f
}

func readProblem(err error, e disk.Entry) string {
	switch {
	case errors.Is(err, disk.ErrTooLarge):
		return "it is larger than 1 MiB"
	case errors.Is(err, disk.ErrNotRegular) && e.Mode.IsDir():
		return "it is a directory"
	case errors.Is(err, disk.ErrNotRegular) && e.Mode&fs.ModeSymlink != 0:
		return "it is a link; links are not followed"
	case errors.Is(err, disk.ErrNotRegular):
		return "it is not a regular file"
	case errors.Is(err, fs.ErrPermission):
		return "there is no permission to read it"
	}
	return "it could not be read"
}

// fail records why the file is not a memory, under the slug that its name
// claims, so that nothing is written there.
func (f *file) fail(kind ProblemKind, line int, reason string) {
	slug, _ := note.Slug(note.Stem(f.name))
	if kind == Copy {
		slug = "" // a copy does not keep its memory from being written
	}
	if slug != "" && !harmless(f.name, slug) {
		slug = f.hiddenSlug()
	}
	f.rec.Slug, f.rec.Path = slug, safety.Redact(f.name)
	f.problem = &Problem{Kind: kind, Path: f.rec.Path, Slug: f.rec.Slug, Line: line, Reason: safety.Redact(reason)}
}

// seemsFor returns the slug that the file was for when it was last read.
func (f *file) seemsFor() string {
	if f.problem != nil {
		return f.claims
	}
	return f.rec.Slug
}

// fill turns a parsed note into a record.
func (f *file) fill(n *note.Note) {
	name, stem := n.Name, note.Stem(f.name)
	slug, err := note.Slug(name)
	if name == "" || err != nil {
		name = stem
		if slug, err = note.Slug(stem); err != nil {
			f.fail(Unreadable, 0, "neither its name: line nor its file name gives a valid name")
			return
		}
	}
	if stem != slug {
		if alias, _ := note.Slug(stem); alias != slug {
			f.alias = alias
		}
	}
	f.fenced, f.owner = n.FrontMatter, n.Principal
	r := Record{Name: note.Visible(name), Slug: slug, Path: f.name, Type: Type(note.Visible(n.CanonicalType)), Description: note.Visible(n.Headline()),
		Body: note.Visible(n.Body), Quote: note.Visible(n.Quote), Evidence: n.Evidence, Created: n.CreatedTime, Updated: n.UpdatedTime,
		ValidFrom: n.ValidFrom, ValidUntil: n.ValidUntil, Labels: n.Labels, Tags: n.Tags, Allow: n.Allow,
		Pinned: n.Pinned, Warnings: n.Warnings, from: n.ValidFromTime, until: n.ValidUntilTime, guarded: hasOddLabels(n.UnknownKeys)}
	if r.Type == "" {
		r.Type = Infrastructure
	}
	for _, list := range [][]string{r.Labels, r.Tags, r.Evidence} {
		for i := range list {
			list[i] = note.Visible(list[i])
		}
	}
	if r.Description == "" {
		r.Description = strings.ReplaceAll(slug, "-", " ")
	}
	modified := time.Unix(0, f.key.ModTime).UTC().Truncate(time.Second)
	if r.Updated.IsZero() {
		r.Updated = modified
	}
	if r.Created.IsZero() {
		r.Created = r.Updated
	}
	f.rec = r
	f.hideSecrets(n.Raw())
	f.facts = ledger.Facts{Digest: f.digest, Shown: shownStatus(n.Status), Line: n.Status, Stamp: n.Updated,
		Source: ours(n.Source), Foreign: n.Foreign}
}

// shownStatus is a status: line that counts. The word pending does not: a
// memory's place decides.
func shownStatus(line string) ledger.Status {
	switch s := ledger.Status(line); s {
	case ledger.Confirmed, ledger.Unconfirmed:
		return s
	}
	return ""
}

func ours(source string) string {
	switch Source(source) {
	case FromUser, FromAgent, FromExtraction, FromHand, FromImport:
		return source
	}
	return ""
}

// value returns what the file says, for bars and comparisons.
func (f *file) value() bar.Claim {
	return bar.Claim{Type: string(f.rec.Type), Description: f.rec.Description, Body: f.rec.Body,
		ValidFrom: f.rec.ValidFrom, ValidUntil: f.rec.ValidUntil, Quote: f.rec.Quote, Slug: f.rec.Slug}
}

// identify returns the memory's id in the journal.
func (f *file) identify(k ledger.Key) string {
	if f.id == "" {
		f.id = k.Name(f.rec.Slug)
	}
	return f.id
}

// factsUnder completes the facts that need the store's key. The claim is
// computed only when a rule asks for it.
func (f *file) factsUnder(k ledger.Key) ledger.Facts {
	facts := f.facts
	facts.Digest = f.digest
	facts.Value = func() *bar.Digests {
		d := k.Bars().Digest(f.value())
		return &d
	}
	return facts
}

// oddities returns what is strange about a file that is served.
func (f *file) oddities() []Problem {
	var out []Problem
	for _, w := range f.rec.Warnings {
		out = append(out, Problem{Kind: Odd, Path: f.rec.Path, Slug: f.rec.Slug, Reason: w})
	}
	if len(f.rec.findings) > 0 {
		out = append(out, Problem{Kind: Secret, Path: f.rec.Path, Slug: f.rec.Slug, Rules: f.rec.findings,
			Reason: "it holds what looks like a credential, which is hidden from the model; move it to a secret store and rotate it if it is real"})
	}
	return out
}
