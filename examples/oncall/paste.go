package main

import (
	"bytes"
	"io"
	"strings"

	"github.com/daybook-sre/daybook/slash/terminal"
)

// maxPaste bounds one paste, in bytes; the rest of a longer one is left out, and
// the message says so.
const maxPaste = 1 << 20

const leftOut = "[the rest was left out]"

const ctrlC = 3

var (
	pasteStart = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

// keys is a terminal's input as term.Terminal should see it. A bracketed paste
// of several lines becomes one marker in the line, so that it is one message
// and stays editable; Ctrl-C becomes the end of the line with a flag, because
// term.Terminal answers it like the end of the input.
type keys struct {
	in      io.Reader
	held    []byte // read, not looked at
	ready   []byte // for the terminal, at most to the end of a line
	block   []byte // the paste so far
	inPaste bool
	tooLong bool // more than maxPaste was pasted
	err     error

	// Of the current line:
	pastes      []string
	inline      []string // what was pasted into the line itself
	interrupted bool
}

// begin starts a new line. What was typed ahead is kept.
func (k *keys) begin() { k.pastes, k.inline, k.interrupted = nil, nil, false }

// Read never returns more than one line, so that a terminal holds back nothing
// that belongs to the next.
func (k *keys) Read(p []byte) (int, error) {
	for len(k.ready) == 0 {
		if k.advance(); len(k.ready) > 0 {
			break
		}
		if k.err != nil {
			return 0, k.err
		}
		buf := make([]byte, 4096)
		n, err := k.in.Read(buf)
		k.held, k.err = append(k.held, buf[:n]...), err
	}
	n := copy(p, k.ready)
	k.ready = k.ready[n:]
	return n, nil
}

// advance moves bytes from held to ready, up to the end of a line or to what may
// be the beginning of a marker.
func (k *keys) advance() {
	for len(k.held) > 0 {
		if k.inPaste {
			if !k.advancePaste() {
				return
			}
			continue
		}
		switch c := k.held[0]; {
		case bytes.HasPrefix(k.held, pasteStart):
			k.inPaste, k.held = true, k.held[len(pasteStart):]
		case k.err == nil && bytes.HasPrefix(pasteStart, k.held):
			return
		case c == ctrlC:
			k.interrupted = true
			k.pass('\r')
			return
		case c == '\r' || c == '\n':
			k.pass(c)
			return
		default:
			k.pass(c)
		}
	}
}

func (k *keys) pass(c byte) { k.ready, k.held = append(k.ready, c), k.held[1:] }

// advancePaste collects pasted bytes. It reports whether the paste ended.
func (k *keys) advancePaste() bool {
	i := bytes.Index(k.held, pasteEnd)
	if i < 0 {
		keep := partial(k.held, pasteEnd)
		k.collect(k.held[:len(k.held)-keep])
		k.held = k.held[len(k.held)-keep:]
		return false
	}
	k.collect(k.held[:i])
	k.held, k.inPaste = k.held[i+len(pasteEnd):], false
	k.finish()
	return true
}

func (k *keys) collect(b []byte) {
	fits := min(len(b), maxPaste-len(k.block))
	k.block = append(k.block, b[:fits]...)
	k.tooLong = k.tooLong || fits < len(b)
}

// finish puts a paste of one line into the line, and a marker for a longer one.
func (k *keys) finish() {
	text := strings.Trim(pastedText(k.block), "\n")
	if k.tooLong {
		text += "\n" + leftOut
	}
	k.block, k.tooLong = nil, false
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\t", " ")
		k.inline = append(k.inline, text)
		k.ready = append(k.ready, text...)
		return
	}
	k.pastes = append(k.pastes, text)
	k.ready = append(k.ready, marker(len(k.pastes), text)...)
}

// pastedText is text from outside with line ends, encoding and control
// characters put in order.
func pastedText(b []byte) string {
	s := strings.ToValidUTF8(string(b), "\uFFFD")
	return terminal.Clean(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s))
}

// partial returns how many bytes at the end of b may begin the marker.
func partial(b, marker []byte) int {
	for n := min(len(b), len(marker)-1); n > 0; n-- {
		if bytes.HasPrefix(marker, b[len(b)-n:]) {
			return n
		}
	}
	return 0
}
