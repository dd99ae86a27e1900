package note

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxFileBytes is the size above which Parse refuses a file.
const MaxFileBytes = 1 << 20

// Note is a memory file that was read.
type Note struct {
	Fields

	// Type as [CanonicalType] maps it; empty when the file names none.
	CanonicalType string

	// The time fields, in UTC. Zero means absent, or written in a way that
	// cannot be told for sure, about which there is a warning; for the two
	// bounds both mean open. ValidUntilTime and ExpiresTime are exclusive: a
	// bare date includes its day, so it ends at 00:00Z of the next.
	CreatedTime    time.Time
	UpdatedTime    time.Time
	ValidFromTime  time.Time
	ValidUntilTime time.Time
	ExpiresTime    time.Time

	// FrontMatter is false for a text without a block.
	FrontMatter bool

	// Foreign says that the file bears the marks of another memory program:
	// originSessionId or metadata.node_type.
	Foreign bool

	// UnknownKeys are keys the format does not define, in the file's order;
	// those below metadata as "metadata.KEY". Raw has their text.
	UnknownKeys []string

	// Warnings are one line each and say what was read differently than it may
	// look. They name keys and lines, never values.
	Warnings []string

	raw string
	// entry is where each field was read: an index into the mapping's content,
	// plus one; zero where the key is absent.
	entry [len(specs)]int
	rank  [len(specs)]uint8
}

// Has reports whether the file sets the key, itself or through an alias, even
// if to an empty value.
func (n *Note) Has(k Key) bool {
	s, ok := spellings[string(k)]
	return ok && n.entry[s.spec] != 0
}

// Raw returns the text between the fences as it is in the file, for scanners
// that must see unknown keys and comments too. It is empty without a block.
func (n *Note) Raw() string { return n.raw }

// Headline returns the description or, where there is none, the first heading
// or line of the text that says something: one line of at most
// MaxDescription runes.
func (n *Note) Headline() string {
	if n.Description != "" {
		return n.Description
	}
	for rest := []byte(n.Body); len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		text := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(string(line)), "#"))
		if strings.Trim(text, "-*_=`~ ") == "" {
			continue // empty, a rule, a code fence
		}
		if s, _ := OneLine(text, MaxDescription); s != "" {
			return s
		}
	}
	return ""
}

// Parse reads a memory file. A text without front matter is a note whose
// fields are all absent but Body; its name is the file's, its description
// [Note.Headline].
//
// Every error is an *Error. Refused are: empty files, files over MaxFileBytes,
// what is not UTF-8 text, a block without its closing fence, a second block
// directly after the first, a key that occurs twice, and invalid YAML; but a
// line like "description: a: b" is read as it was meant, with a warning.
func Parse(file []byte) (*Note, error) {
	n, _, _, err := parse(file)
	return n, err
}

func parse(file []byte) (*Note, *document, *header, error) {
	if err := checkText(file); err != nil {
		return nil, nil, nil, err
	}
	d, err := split(file)
	if err != nil {
		return nil, nil, nil, err
	}
	n := &Note{FrontMatter: d.open != nil}
	if !n.FrontMatter {
		n.Body = trimBreak(normalBreaks(string(d.rest)))
		return n, &d, &header{}, nil
	}
	h, err := decode(&d)
	if err != nil {
		return nil, nil, nil, err
	}
	n.raw = string(d.block)
	n.Body = trimBreak(normalBreaks(string(d.rest[leadingBreak(d.rest):])))
	r := reader{note: n, head: h, line: d.line}
	r.read()
	return n, &d, h, nil
}

// checkText refuses what is no text of ours before anything looks at it.
func checkText(file []byte) error {
	switch {
	case len(file) > MaxFileBytes:
		return &Error{Line: 1, Reason: "larger than 1 MiB"}
	case isBlank(bytes.TrimPrefix(file, byteOrderMark)):
		return &Error{Line: 1, Reason: "empty file"}
	case bytes.HasPrefix(file, []byte{0xFF, 0xFE}), bytes.HasPrefix(file, []byte{0xFE, 0xFF}):
		return &Error{Line: 1, Reason: "not UTF-8 but UTF-16; save it as UTF-8"}
	}
	if i := bytes.IndexByte(file, 0); i >= 0 {
		return &Error{Line: lineOf(file, i), Reason: "a NUL byte; this is not a text file"}
	}
	if !utf8.Valid(file) {
		return &Error{Line: lineOf(file, invalidAt(file)), Reason: "not UTF-8"}
	}
	return nil
}

// invalidAt returns the offset of the first byte that is not UTF-8.
func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(b)
}

// leadingBreak returns the length of the one empty line that may follow the
// fence, which belongs to the format and not to the text.
func leadingBreak(rest []byte) int {
	if line, _ := cutLine(rest); len(line) > 0 && len(bytes.TrimRight(line, "\r\n")) == 0 {
		return len(line)
	}
	return 0
}

var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// normalBreaks writes every line break as "\n".
func normalBreaks(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return breaks.Replace(s)
}

func trimBreak(s string) string { return strings.TrimSuffix(s, "\n") }
