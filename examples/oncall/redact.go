package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/safety"
)

// hide redacts the credentials in a text that is about to leave for the
// provider, and notes the rule of each.
func hide(text string, rules *[]string) string {
	findings := safety.Scan(text)
	if len(findings) == 0 {
		return text
	}
	for _, f := range findings {
		*rules = append(*rules, f.Rule)
	}
	return safety.Redact(text)
}

// maxHeard is how much of what was said before is remembered, in bytes, to
// recognise a credential that comes in pieces.
const maxHeard = 4096

// listener redacts what one person says, one message after the other. A label and
// its value, the lines of a key, or the two halves of a token often come in two
// messages, and neither shows by itself what it is. What went out before cannot be
// called back; what follows is kept from following.
type listener struct {
	heard string // the end of what was said, as it was said: it never leaves
}

// hide redacts the next message.
func (l *listener) hide(text string, rules *[]string) string {
	return hide(l.across(text, rules), rules)
}

// across redacts what of the next message shows only by what was said before.
func (l *listener) across(text string, rules *[]string) string {
	clean := text
	befores := []string{l.heard, lastWord(l.heard)}
	if !strings.ContainsAny(strings.TrimSpace(text), " \t\n") {
		befores = append(befores, lastLine(l.heard)+" ") // a word ends the sentence before
	}
	for _, before := range befores {
		if before != "" {
			clean = hideAfter(before, clean, rules)
		}
	}
	l.heard += text + "\n"
	if cut := len(l.heard) - maxHeard; cut > 0 {
		l.heard = strings.ToValidUTF8(l.heard[cut:], "")
	}
	return clean
}

// lastLine is the last line without its end.
func lastLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// lastWord is what the next message continues if it begins in the middle of a
// token: the last word without the line break behind it.
func lastWord(s string) string {
	s = lastLine(s)
	return s[strings.LastIndexAny(s, " \t")+1:]
}

// hideAfter redacts what of text is part of a credential that began before it.
func hideAfter(before, text string, rules *[]string) string {
	alone := safety.Scan(text)
	var b strings.Builder
	last := 0
	for _, f := range safety.Scan(before + text) {
		start, end := max(f.Start-len(before), last), f.End-len(before)
		if end <= start || slices.ContainsFunc(alone, func(a safety.Finding) bool { return a.Start < end && start < a.End }) {
			continue // over before text begins, or seen without what was said before
		}
		*rules = append(*rules, f.Rule)
		b.WriteString(text[last:start] + "[REDACTED:" + f.Rule + "]")
		last = end
	}
	return b.String() + text[last:]
}

// hideJSON redacts every string of a JSON value by itself, before it is encoded
// again: an encoded private key has \n in place of its lines and would pass. A
// value that is no JSON is redacted as text.
func hideJSON(raw json.RawMessage, rules *[]string) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil || dec.More() {
		return hide(string(raw), rules)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(hideValue(v, rules)); err != nil {
		return hide(string(raw), rules) // unreachable: v was decoded from JSON
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

func hideValue(v any, rules *[]string) any {
	switch v := v.(type) {
	case string:
		return hide(v, rules)
	case []any:
		for i := range v {
			v[i] = hideValue(v[i], rules)
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			// A key names its value: "password" makes a secret of what alone
			// is a word.
			if s, ok := value.(string); ok {
				out[hide(key, rules)] = hideLabelled(key, s, rules)
				continue
			}
			out[hide(key, rules)] = hideValue(value, rules)
		}
		return out
	}
	return v
}

// hideLabelled redacts a value that perhaps only its label gives away.
func hideLabelled(key, value string, rules *[]string) string {
	label := key + ": "
	if clean, ok := strings.CutPrefix(safety.Redact(label+value), label); ok && len(safety.Scan(value)) == 0 {
		for _, f := range safety.Scan(label + value) {
			*rules = append(*rules, f.Rule)
		}
		return clean
	}
	return hide(value, rules)
}
