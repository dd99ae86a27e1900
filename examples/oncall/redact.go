package main

import (
	"bytes"
	"encoding/json"
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
