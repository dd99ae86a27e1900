package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"
)

// Errors that callers branch on with errors.Is.
var (
	// ErrNotFound: no memory has this name.
	ErrNotFound = errors.New("no memory has this name")
	// ErrLocked: another writer held the store's lock for too long. When ctx
	// ended the wait the error matches ctx.Err() too.
	ErrLocked = errors.New("another writer holds the lock")
	// ErrReadOnly: the memory directory cannot be written. Reading still works.
	ErrReadOnly = errors.New("the memory directory cannot be written")
	// ErrDisabled: memory is off, by a setting or by a person; the error says
	// by which.
	ErrDisabled = errors.New("memory is off")
	// ErrPrincipal: the principal's id is empty, not valid UTF-8, or holds line
	// breaks or control characters.
	ErrPrincipal = errors.New("a principal needs a non-empty id in valid UTF-8 without line breaks and control characters")
	// ErrDirectory: a link, or something that is no directory or no file, lies
	// where the memory directory or a file of its state belongs. The error names
	// the path; it is left alone.
	ErrDirectory = errors.New("the memory directory cannot be used")
	// ErrClosed: the Root was closed.
	ErrClosed = errors.New("the memory root is closed")
)

// Code names the reason of a refusal. The values are part of the API of the
// agent tools: harnesses switch on them.
type Code string

// Reasons that follow from the arguments alone, in the order in which they are
// checked.
const (
	InvalidName      Code = "invalid_name"
	InvalidType      Code = "invalid_type"
	EmptyDescription Code = "empty_description"
	EmptyContent     Code = "empty_content"
	InvalidInterval  Code = "invalid_interval"
	SensitiveContent Code = "sensitive_content"
)

// Reasons that follow from what the store holds or from the conversation.
const (
	Forgotten      Code = "forgotten"  // a person forgot or deleted this
	Ungrounded     Code = "ungrounded" // the user did not say this
	Sample         Code = "sample"     // it is about sample data
	Passing        Code = "passing"    // it will not be true for long
	Stale          Code = "stale"      // the store holds something newer
	Conflict       Code = "conflict"   // it would replace what a person vouches for
	UnreadableFile Code = "unreadable_file"
	Full           Code = "full"
	NeedsPerson    Code = "needs_person" // only a person may do this
	NotAsked       Code = "not_asked"    // the user did not ask for this
	Denied         Code = "denied"       // the user said that it is not so
)

// Refusal is the error of a write that was understood and not done. It never
// holds the text that was refused.
type Refusal struct {
	Code   Code
	Name   string   // slug, "" when the name itself is the problem
	Field  string   // the argument at fault, "" when none is
	Rules  []string // SensitiveContent: which rules matched
	Detail string   // one or two sentences: what was wrong and what to do
	At     time.Time
}

// Error returns the code and the detail.
func (e *Refusal) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	if len(e.Rules) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(e.Rules, ", "))
	}
	b.WriteString(": ")
	b.WriteString(e.Detail)
	return b.String()
}

// Is lets errors.Is compare two refusals by their code alone.
func (e *Refusal) Is(target error) bool {
	t, ok := target.(*Refusal)
	return ok && t.Code == e.Code && t.Detail == "" && t.Name == ""
}

func refuse(code Code, slug, field, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Name: slug, Field: field, Detail: fmt.Sprintf(format, args...)}
}

func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
