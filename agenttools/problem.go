package agenttools

import (
	"cmp"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// Codes of results that did nothing, beside those of memory.Refusal. Their
// values are part of the API.
const (
	InvalidArguments memory.Code = "invalid_arguments" // the arguments do not fit the schema
	NotFound         memory.Code = "not_found"         // no memory has this name
	ReadOnly         memory.Code = "read_only"         // the directory cannot be written
	Locked           memory.Code = "locked"            // another writer held the lock for too long
	NoStore          memory.Code = "no_store"          // the caller has no store, or memory is off
	WriteFailed      memory.Code = "write_failed"      // the write failed; what was stored is intact
	ReadFailed       memory.Code = "read_failed"       // the store could not be read
)

// operational tells codes that an operator should hear of from those that are
// between the model and the store.
func operational(code memory.Code) bool {
	return code == ReadOnly || code == NoStore || code == WriteFailed || code == ReadFailed
}

// problem is the result of a call that did nothing. Status and Code are the
// same: a harness may look at either.
type problem struct {
	Status  memory.Code `json:"status"`
	Code    memory.Code `json:"error"`
	Detail  string      `json:"detail"`
	Name    string      `json:"name,omitempty"`
	Field   string      `json:"field,omitempty"`
	Rules   []string    `json:"rules,omitempty"`
	Near    []string    `json:"near,omitempty"`
	Line    string      `json:"line,omitempty"` // what the user can type
	Since   string      `json:"since,omitempty"`
	Allowed []string    `json:"allowed,omitempty"`
}

func (p *problem) Error() string { return string(p.Code) + ": " + p.Detail }

// asProblem turns an error into what the model is told.
func asProblem(tool string, err error) *problem {
	p := describe(tool, err)
	p.Status = p.Code
	p.Detail = memory.Visible(safety.Redact(p.Detail))
	return p
}

func describe(tool string, err error) *problem {
	var known *problem
	var refusal *memory.Refusal
	var none *noStore
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.Is(err, memory.ErrDisabled):
		return &problem{Code: NoStore, Detail: err.Error() + ". Answer without it, and do not say that anything is remembered or saved."}
	case errors.As(err, &none), errors.Is(err, memory.ErrClosed), errors.Is(err, memory.ErrPrincipal):
		return &problem{Code: NoStore, Detail: "nobody's memory is open for this conversation. Answer without it, and do not say that anything is remembered or saved."}
	case errors.Is(err, memory.ErrNotFound):
		return &problem{Code: NotFound, Detail: "no memory has this name. Call memory_recall without arguments for the names there are."}
	case errors.Is(err, memory.ErrLocked):
		return &problem{Code: Locked, Detail: "another program is writing to this memory, and nothing was changed. Repeat the same call once; if it fails again, tell the user."}
	case errors.Is(err, memory.ErrReadOnly):
		return &problem{Code: ReadOnly, Detail: "the memory directory cannot be written, so nothing was changed; recalling works. Tell the user: /memory doctor says more."}
	}
	return failed(tool, err)
}

// failed describes an error of the file system by its cause alone: the whole
// text would hold paths.
func failed(tool string, err error) *problem {
	cause := ""
	var errno syscall.Errno
	if errors.As(err, &errno) {
		cause = fmt.Sprintf(" (%v)", errno)
	}
	if tool == Recall {
		return &problem{Code: ReadFailed, Detail: "the memories could not be read" + cause + ". Answer without them and say so to the user: /memory doctor says more."}
	}
	return &problem{Code: WriteFailed, Detail: "nothing was changed" + cause + "; what was remembered before is intact. Do not say that it was done. Tell the user: /memory doctor says more."}
}

// refused passes on what the store or a gate says.
func refused(r *memory.Refusal) *problem {
	p := &problem{Code: r.Code, Detail: r.Detail, Name: r.Name, Field: argument(r.Field), Rules: r.Rules}
	if !r.At.IsZero() {
		p.Since = stamp(r.At)
	}
	if r.Code == memory.InvalidType {
		for _, t := range memory.Types() {
			p.Allowed = append(p.Allowed, string(t))
		}
	}
	if p.Detail == "" {
		p.Detail = cmp.Or(advice[r.Code], "nothing was changed. Do not try again in other words.")
	}
	return p
}

// advice is what to do next where the refusal itself does not say it.
var advice = map[memory.Code]string{
	memory.InvalidName:      "give a name with letters or digits, such as eks-prod-1.",
	memory.InvalidType:      "use one of the allowed types.",
	memory.EmptyDescription: "give a description: one line that says what the memory tells.",
	memory.EmptyContent:     "give the fact itself as content.",
	memory.InvalidInterval:  "give dates such as 2026-11-01 or RFC 3339 times with a zone, the end after the start.",
	memory.SensitiveContent: "it looks like a credential. Leave the value out and say where it is kept instead.",
	memory.Forgotten:        "the user had this forgotten. Do not save it in other words; if they want it back they can use /memory add.",
	memory.Ungrounded:       "the user did not say this themselves. Do not save it; ask them if it matters.",
	memory.Sample:           "this is about sample data. Do not save it unless the user says that it is real.",
	memory.Stale:            "something newer is stored. Call memory_recall with the name and go by that.",
	memory.Conflict:         "a person vouches for what is stored. Tell the user; they can change it with /memory edit.",
	memory.UnreadableFile:   "the file of this name cannot be read and is left alone. Tell the user: /memory doctor says why.",
	memory.NeedsPerson:      "only a person may remove this. Show the user the line to type.",
	memory.Full:             "no more is saved. Tell the user; they can make room with /memory forget.",
}

// argument names a field of a memory as the tool's schema does.
func argument(field string) string {
	if field == "body" {
		return "content"
	}
	return field
}

// stamp prints a time for a model: UTC, to the second.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
