package slash

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/daybook-sre/daybook/slash/terminal"
)

// page collects one answer. Everything on it went through a terminal.Writer,
// and on a gateway lost the store's path, so no verb can forget either. Writing to
// it cannot fail; the caller's writer sees it at once, at the end.
type page struct {
	buf   bytes.Buffer
	out   *terminal.Writer
	width int
	hide  func(string) string
}

func newPage(h *Handler) *page {
	p := &page{width: h.opts.Width, hide: func(s string) string { return s }}
	p.out = terminal.NewWriter(&p.buf, h.opts.Color)
	if h.gateway() {
		dir := h.store.Path()
		p.hide = func(s string) string { return strings.ReplaceAll(s, dir, folder) }
	}
	return p
}

func (p *page) bytes() []byte {
	_ = p.out.Flush() // a bytes.Buffer takes everything
	return p.buf.Bytes()
}

func (p *page) empty() bool { return p.buf.Len() == 0 }

func (p *page) put(s terminal.Style, text string) { _ = p.out.Styled(s, p.hide(text)) }

// line prints text that must not be broken: a name, a path, a command.
func (p *page) line(text string) { p.put(terminal.Plain, text+"\n") }

// gap prints an empty line unless nothing stands above it.
func (p *page) gap() {
	if !p.empty() {
		p.line("")
	}
}

// say prints a sentence, broken between words.
func (p *page) say(format string, args ...any) { p.indented(0, fmt.Sprintf(format, args...)) }

// indented prints prose with so many spaces before each of its lines.
func (p *page) indented(by int, prose string) {
	for _, l := range terminal.Wrap(p.prose(prose), p.width-by) {
		p.line(strings.Repeat(" ", by) + l)
	}
}

// prose prepares a sentence for being broken into lines: not inside a command
// that a person is to type.
func (p *page) prose(s string) string {
	s = strings.ReplaceAll(terminal.Clean(p.hide(s)), terminal.NoBreak, " ")
	return strings.ReplaceAll(s, "/memory ", "/memory"+terminal.NoBreak)
}

// title prints a name, then, when there is room, what goes with it behind it in
// the column at, else below it.
func (p *page) title(name, about string, at int) {
	p.put(terminal.Bold, name)
	at = max(at, terminal.Width(name))
	if at+2+terminal.Width(about) > p.width {
		p.line("")
		p.indented(2, about)
		return
	}
	p.put(terminal.Plain, strings.Repeat(" ", at+2-terminal.Width(name)))
	p.put(terminal.Faint, about)
	p.line("")
}

// pair prints a term and what it means beside it, both from the same column on,
// or below it when the column leaves less than half of the width.
func (p *page) pair(term, meaning string, column int) {
	column += 2
	if column > p.width/2 || terminal.Width(term) >= column {
		p.line(term)
		p.indented(4, meaning)
		return
	}
	for i, l := range terminal.Wrap(p.prose(meaning), p.width-column) {
		if i > 0 {
			term = ""
		}
		p.line(terminal.Pad(term, column) + l)
	}
}

// text prints a memory's own text, indented so that none of its lines can pass
// for one of ours.
func (p *page) text(body string) {
	for l := range strings.Lines(strings.TrimRight(terminal.Clean(body), "\n \t")) {
		p.line(strings.TrimRight("    "+strings.TrimRight(l, "\n"), " "))
	}
}

func widest(lines []string) int {
	n := 0
	for _, l := range lines {
		n = max(n, terminal.Width(l))
	}
	return n
}

// absolute finds paths in what the library and the system say.
var absolute = regexp.MustCompile(`(^|[\s"'(=:“])/[^\s"'():,;”]+`)

// public returns what the library or the system says about a problem as it may
// be shown here: on a gateway without paths. A memory's own text keeps the
// paths it is about.
func (h *Handler) public(reason string) string {
	if !h.gateway() {
		return reason
	}
	reason = strings.ReplaceAll(reason, h.store.Path(), folder)
	return absolute.ReplaceAllString(reason, "${1}(path)")
}

// folder stands for the store's directory where paths are not shown.
const folder = "(memory folder)"
