package agenttools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// maxArguments bounds the arguments of one call, in bytes. It is far above what
// a memory can hold; more than that is a paste.
const maxArguments = 1 << 20

// arguments are the decoded arguments of a call. encoding/json alone would take
// unknown and repeated keys and keys in another case, so that a model would
// never learn that what it said was not heard.
//
// The getters remember the first wrong value in err, so that a caller reads all
// it needs and asks once.
type arguments struct {
	values map[string]json.RawMessage
	err    error
}

// parseArguments reads a JSON object with no keys but the known ones, each at
// most once. Nothing at all and null count as an empty object, which is what some
// models and harnesses send for a tool without required arguments; a null
// argument counts as absent.
func parseArguments(raw json.RawMessage, known []string) (*arguments, error) {
	a := &arguments{values: map[string]json.RawMessage{}}
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) > maxArguments:
		return nil, invalid("", "the arguments are longer than %d bytes; save the one fact that matters, not the text it comes from", maxArguments)
	case !utf8.Valid(raw):
		return nil, invalid("", "the arguments are not valid UTF-8; send them as a JSON object in UTF-8")
	case len(raw) == 0, string(raw) == "null":
		return a, nil
	case raw[0] != '{':
		return nil, invalid("", "the arguments are not a JSON object; send one with %s", list(known))
	case !json.Valid(raw):
		return nil, invalid("", "the arguments are not valid JSON; send one JSON object and nothing after it")
	}
	if err := a.read(raw, known); err != nil {
		return nil, err
	}
	return a, nil
}

// read fills in the values of a valid JSON object.
func (a *arguments) read(object json.RawMessage, known []string) error {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return invalid("", "the arguments are not a JSON object; send one with %s", list(known))
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return unreadable(err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return unreadable(err)
		}
		name, _ := key.(string)
		if !slices.Contains(known, name) {
			return invalid("", "there is no argument %s; use %s", quoted(name), list(known))
		}
		if _, twice := a.values[name]; twice {
			return invalid(name, "%s is given twice; give it once", name)
		}
		a.values[name] = value
	}
	for name, value := range a.values {
		if string(value) == "null" {
			delete(a.values, name)
		}
	}
	return nil
}

func unreadable(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return invalid("", "the arguments cannot be read as JSON (%v); send one JSON object", err)
}

// text returns a string argument, "" when it is absent.
func (a *arguments) text(name string) string {
	var s string
	a.decode(name, "a string", &s)
	return s
}

// texts returns an argument that is an array of strings.
func (a *arguments) texts(name string) []string {
	var s []*string
	a.decode(name, "an array of strings", &s)
	var out []string
	for _, item := range s {
		if item == nil {
			a.fail(invalid(name, "%s must be an array of strings; one of its items is null", name))
			return nil
		}
		out = append(out, *item)
	}
	return out
}

// count returns a positive integer argument, 0 when it is absent. A number such
// as 5.0 is an integer in JSON schema, and some models write it so.
func (a *arguments) count(name string) int {
	var n *float64
	a.decode(name, "an integer of at least 1", &n)
	switch {
	case n == nil:
		return 0
	case *n != math.Trunc(*n) || *n < 1:
		a.fail(invalid(name, "%s must be an integer of at least 1", name))
		return 0
	}
	return int(min(*n, math.MaxInt32))
}

func (a *arguments) decode(name, want string, to any) {
	value, ok := a.values[name]
	if !ok {
		return
	}
	if err := json.Unmarshal(value, to); err != nil {
		a.fail(invalid(name, "%s must be %s", name, want))
	}
}

func (a *arguments) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// list joins names for a sentence: "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// maxEcho bounds, in runes, what a result repeats of an argument.
const maxEcho = 80

// quoted returns what an argument said, in quotes, for a message.
func quoted(s string) string { return strconv.Quote(echo(s)) }

// echo returns an argument as a result may repeat it: without credentials, on
// one line, cut.
func echo(s string) string {
	s = strings.Join(strings.Fields(memory.Visible(safety.Redact(s))), " ")
	cut, _ := truncate(s, maxEcho)
	// Half a credential is not recognised, so it is redacted before the cut.
	// The cut can also make one appear, when it takes away what showed that a
	// text only speaks of keys.
	return safety.Redact(cut)
}

// truncate cuts s to at most n runes, the last of which is then an ellipsis.
func truncate(s string, n int) (cut string, was bool) {
	if utf8.RuneCountInString(s) <= n {
		return s, false
	}
	if n < 1 {
		return "", true
	}
	end := 0
	for range n - 1 {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end] + "…", true
}

func invalid(field, format string, args ...any) *problem {
	return &problem{Code: InvalidArguments, Field: field, Detail: fmt.Sprintf(format, args...)}
}
