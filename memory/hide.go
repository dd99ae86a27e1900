package memory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory/internal/note"
	"github.com/daybook-sre/daybook/safety"
)

// labelSecret marks memories in which a person let a suspected value pass.
const labelSecret = "secret"

// hideSecrets redacts what the file's author should not have written there, in
// everything of it that is ever shown. A person may let suspected values of a
// rule pass; then every read carries the label secret. raw is the text between
// the fences, whose unknown keys are shown nowhere: what is in them is reported.
func (f *file) hideSecrets(raw string) {
	r := &f.rec
	words := []*string{&r.Quote, (*string)(&r.Type), &r.ValidFrom, &r.ValidUntil, &r.Path}
	lists := [][]string{r.Labels, r.Tags, r.Evidence, r.Allow, r.Warnings}
	if harmless(printed(r.Name, r.Description, r.Body), raw, r.Slug+"\n"+together(words, lists)) {
		return
	}
	name := r.Name
	h := hider{allow: slices.Clone(r.Allow), found: map[string]bool{}}
	for _, w := range append(words, &r.Name, &r.Description, &r.Body) {
		*w = h.hide(*w)
	}
	for _, list := range lists {
		for i := range list {
			list[i] = h.hide(list[i])
		}
	}
	// A value beside its label shows only when the two stand together.
	h.hideAcross(r)
	shown := h.let
	h.hide(raw)
	if r.Name != name {
		r.Slug = f.hiddenSlug()
	}
	for rule := range h.found {
		r.findings = append(r.findings, rule)
	}
	slices.Sort(r.findings)
	if shown && !slices.Contains(r.Labels, labelSecret) {
		r.Labels = append(slices.Clone(r.Labels), labelSecret)
	}
}

// harmless reports whether there is nothing to hide in any of the texts. Nearly all
// files end here.
func harmless(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(t string) bool { return len(safety.Scan(t)) > 0 })
}

// printed returns what is printed in one piece. A text that begins with a line of
// one word is read as the end of the description: "the password is", "hunter2".
func printed(name, description, body string) string {
	first, _, _ := strings.Cut(body, "\n")
	if strings.ContainsAny(strings.TrimSpace(first), " \t") {
		return name + ": " + description + "\n" + body
	}
	return name + ": " + description + " " + body
}

func together(words []*string, lists [][]string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(*w)
		b.WriteByte('\n')
	}
	for _, list := range lists {
		for _, w := range list {
			b.WriteString(w)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// hiddenSlug is the slug of a file whose name is a credential.
func (f *file) hiddenSlug() string {
	sum := sumOf([]byte(f.name))
	return fmt.Sprintf("hidden-%x", sum[:3])
}

// hider hides findings and remembers their rules.
type hider struct {
	allow []string        // rules whose suspected findings pass
	found map[string]bool // rules of what was hidden
	let   bool            // something passed
}

// hide returns text with markers in the place of findings. What stands next to a
// marker may read differently than it did next to the value, so the result is
// looked at again.
func (h *hider) hide(text string) string {
	for {
		spans := h.spans(text)
		if len(spans) == 0 {
			return text
		}
		text = mark(text, 0, spans)
	}
}

// spans returns the findings that have to be hidden.
func (h *hider) spans(text string) []safety.Finding {
	var out []safety.Finding
	for _, x := range safety.Scan(text) {
		if x.Class == safety.Suspected && slices.Contains(h.allow, x.Rule) {
			h.let = true
			continue
		}
		h.found[x.Rule] = true
		out = append(out, x)
	}
	return out
}

// hideAcross hides what is only recognised where name, description and body are
// read in one piece.
func (h *hider) hideAcross(r *Record) {
	for {
		spans := h.spans(printed(r.Name, r.Description, r.Body))
		at, changed := 0, false
		for _, part := range []struct {
			text *string
			gap  int // to the next part
		}{{&r.Name, len(": ")}, {&r.Description, len("\n")}, {&r.Body, 0}} {
			next := at + len(*part.text) + part.gap
			marked := mark(*part.text, at, spans)
			changed = changed || marked != *part.text
			*part.text, at = marked, next
		}
		if !changed {
			return
		}
	}
}

// mark replaces what the spans cover of text, which begins at an offset of what
// they were found in.
func mark(text string, offset int, spans []safety.Finding) string {
	var b strings.Builder
	last := 0
	for _, x := range spans {
		start, end := max(x.Start-offset, last), min(x.End-offset, len(text))
		if start >= end {
			continue
		}
		b.WriteString(text[last:start])
		b.WriteString("[REDACTED:" + x.Rule + "]")
		last = end
	}
	b.WriteString(text[last:])
	return b.String()
}

// Limits of what describes an act, in runes.
const (
	maxID     = 200
	maxReason = 1000
)

// clean returns by in the form in which it is written to disk: it comes from
// outside, and ids may be anything.
func (by By) clean() By {
	return By{Actor: cleanLine(by.Actor, maxID), Session: cleanLine(by.Session, maxID),
		Turn: cleanLine(by.Turn, maxID), Reason: cleanLine(by.Reason, maxReason)}
}

// cleanLine makes a text one visible line without credentials.
func cleanLine(s string, limit int) string {
	if s == "" {
		return ""
	}
	s, _ = note.OneLine(safety.Redact(s), limit)
	return s
}
