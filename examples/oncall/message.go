package main

import (
	"fmt"
	"strings"

	"github.com/daybook-sre/daybook/extraction"
)

// message is what a person sent in one turn. Pasted text is kept apart from
// what was typed: a log that says "remember ..." asks for nothing.
type message struct {
	line   string   // one line, with a marker in place of each paste
	pastes []string // in the order of their numbers
	inline []string // what was pasted into the line itself, which is then no input to recall by arrow keys
}

// marker stands in the line for paste number n (from 1).
func marker(n int, text string) string {
	return fmt.Sprintf("[paste %d: %s]", n, count(strings.Count(text, "\n")+1, "line"))
}

// pasted returns a message that is one block of text, after words typed before.
func pasted(words, block string) message {
	line := marker(1, block)
	if words != "" {
		line = words + " " + line
	}
	return message{line: line, pastes: []string{block}}
}

// expand puts the pastes in place of their markers in a part of the line.
func (m message) expand(part string) string {
	for i, p := range m.pastes {
		part = strings.Replace(part, marker(i+1, p), "\n"+p+"\n", 1)
	}
	return strings.Trim(part, "\n")
}

// text is the whole message.
func (m message) text() string { return m.expand(m.line) }

// maxQuery is how much of the pastes a look-up considers, in runes.
const maxQuery = 20_000

// query is what to look up in the memory: what was typed, then the pastes.
func (m message) query() string {
	return strings.TrimSpace(m.typed() + "\n" + cut(strings.Join(m.pastes, "\n"), maxQuery))
}

// typed is the message without its pastes.
func (m message) typed() string {
	line := m.line
	for i, p := range m.pastes {
		line = strings.Replace(line, marker(i+1, p), "", 1)
	}
	return strings.TrimSpace(line)
}

// namePaste is how many words a paste into the line may have that counts as
// typed: people paste the names of hosts and pods, and log lines.
const namePaste = 2

// spoken is the whole message, and where in it stands what was pasted.
func (m message) spoken() (string, []extraction.Span) {
	var b strings.Builder
	var spans []extraction.Span
	rest := m.line
	for i, p := range m.pastes {
		before, after, ok := strings.Cut(rest, marker(i+1, p))
		if !ok {
			continue // the person deleted the marker
		}
		m.typedInto(&b, &spans, before)
		b.WriteByte('\n')
		spans = append(spans, extraction.Span{Start: b.Len(), End: b.Len() + len(p)})
		b.WriteString(p + "\n")
		rest = after
	}
	m.typedInto(&b, &spans, rest)
	return b.String(), spans
}

// typedInto adds a part of the line, and marks in it what was pasted there and
// not changed since.
func (m message) typedInto(b *strings.Builder, spans *[]extraction.Span, part string) {
	start := b.Len()
	b.WriteString(part)
	for _, p := range m.inline {
		if i := strings.Index(part, p); i >= 0 && len(strings.Fields(p)) > namePaste {
			*spans = append(*spans, extraction.Span{Start: start + i, End: start + i + len(p)})
		}
	}
}
