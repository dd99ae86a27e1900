// Package terminal prints text that somebody else may have crafted.
//
// What a memory, a file name or a model says must not move the cursor, set the
// clipboard, forge a line or reorder the text around it. A [Writer] is the one
// exit to the terminal: every byte passes [Clean], and the only escape sequences
// behind it are the few that Styled adds itself.
//
// Widths are in cells: a wide character takes two, a combining mark none.
package terminal

import (
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"
)

// Style is one of the few emphases that Styled knows.
type Style int

// The values of Style.
const (
	Plain Style = iota
	Bold
	Faint
)

var codes = map[Style]string{Bold: "\x1b[1m", Faint: "\x1b[2m"}

const reset = "\x1b[0m"

// Writer makes everything that is written to it harmless for a terminal and
// passes it on. It is not safe for concurrent use.
type Writer struct {
	w       io.Writer
	color   bool
	pending []byte // the beginning of a sign whose rest has not come yet
}

// NewWriter returns a Writer to w. Without color, Styled prints plain text.
func NewWriter(w io.Writer, color bool) *Writer { return &Writer{w: w, color: color} }

// Write prints p as [Clean] leaves it. A character that is cut at the end of p
// waits for the next Write or for Flush, so the result does not depend on how
// the text was split. The error is w's.
func (t *Writer) Write(p []byte) (int, error) {
	text := append(t.pending, p...)
	whole := complete(text)
	t.pending = append([]byte(nil), text[whole:]...)
	if err := t.emit(text[:whole]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush prints what still waits for its rest. Call it at the end.
func (t *Writer) Flush() error {
	rest := t.pending
	t.pending = nil
	return t.emit(rest)
}

// Styled prints text as Write does, between the codes of s when the Writer has
// color. Text cannot end its style early: its own codes do not survive.
func (t *Writer) Styled(s Style, text string) error {
	code, ok := codes[s]
	if !ok || !t.color || text == "" {
		_, err := t.Write([]byte(text))
		return err
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(t.w, code+Clean(text)+reset)
	return err
}

func (t *Writer) emit(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := t.w.Write(appendClean(nil, text))
	return err
}

// complete returns how much of text ends with a whole character. A carriage
// return counts as cut, because what it means depends on what follows.
func complete(text []byte) int {
	if n := len(text); n > 0 && text[n-1] == '\r' {
		return n - 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		tail := text[len(text)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return len(text) - n
			}
			break
		}
	}
	return len(text)
}

// Clean returns s with nothing in it that a terminal obeys or hides: control
// characters but newline and tab, and bytes that are not UTF-8, become U+FFFD;
// CR LF becomes a newline, a line or paragraph separator a space; bidirectional
// controls, zero-width and other invisible characters are dropped, except the
// selectors of an emoji's presentation. Clean(Clean(s)) equals Clean(s).
func Clean(s string) string {
	if harmless(s) {
		return s
	}
	return string(appendClean(nil, []byte(s)))
}

func harmless(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' && c != '\n' && c != '\t') || c >= 0x7f {
			return false
		}
	}
	return true
}

func appendClean(to, text []byte) []byte {
	for len(text) > 0 {
		if bytes.HasPrefix(text, []byte("\r\n")) {
			text = text[1:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r == '\n' || r == '\t':
			to = append(to, byte(r))
		case unicode.IsControl(r):
			to = utf8.AppendRune(to, utf8.RuneError)
		case r == '\u2028' || r == '\u2029':
			to = append(to, ' ')
		case invisible(r):
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return to
}

// invisible reports whether r shows nothing of its own. Signs that enclose the
// digits after them, as Arabic has, are formally format characters too but can
// be seen.
func invisible(r rune) bool {
	switch {
	case r == '\ufe0e' || r == '\ufe0f': // text or emoji presentation
		return false
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Variation_Selector, r)
}
