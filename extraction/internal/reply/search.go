package reply

import (
	"encoding/json"
	"regexp"
	"strings"
)

// thought is a finished block of thinking. Models name the tag differently.
var thought = regexp.MustCompile(`(?is)<(think|thinking|thought|reasoning)>.*?</(?:think|thinking|thought|reasoning)>`)

var (
	thoughtEnd   = regexp.MustCompile(`(?i)</(?:think|thinking|thought|reasoning)>`)
	thoughtStart = regexp.MustCompile(`(?i)<(?:think|thinking|thought|reasoning)>`)
)

// search looks for entries in a reply that is not JSON as a whole. It reports
// whether it found any, or an empty list, or at least the remains of one.
func (p *parser) search(text string) bool {
	text = thought.ReplaceAllString(text, "\n")
	// A server that puts the opening tag into the prompt returns only the
	// closing one: all before it is thinking.
	if ends := thoughtEnd.FindAllStringIndex(text, -1); len(ends) > 0 {
		text = text[ends[len(ends)-1][1]:]
	}
	// Thinking that was never closed hides the answer, if there is one, behind
	// drafts of it: the last value counts, not the first.
	unclosed := thoughtStart.MatchString(text)

	var inside []string
	if !unclosed {
		inside = fences(text)
	}
	damaged := 0
	for _, block := range append(inside, text) {
		found, bad := scan(block)
		damaged = max(damaged, bad)
		if len(found) == 0 {
			continue
		}
		for range bad {
			p.drop(-1, Damaged)
		}
		if unclosed {
			found = found[len(found)-1:]
		}
		p.take(found)
		return true
	}
	for range damaged {
		p.drop(-1, Damaged)
	}
	return damaged > 0
}

// take reads what scan found: one list or envelope, or a run of single
// objects, which is how a model writes JSON Lines.
func (p *parser) take(found []candidate) {
	for i, c := range found {
		if i > 0 && (!c.bare || !found[0].bare) {
			return
		}
		p.read(c.json)
		if c.cut {
			p.drop(-1, CutOff)
		}
	}
}

// fences returns what stands inside Markdown code fences. A fence that is
// never closed reaches to the end.
func fences(text string) []string {
	var blocks []string
	var block strings.Builder
	open := false
	for line := range strings.Lines(text) {
		if t := strings.TrimSpace(line); strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~") {
			if open {
				blocks = append(blocks, block.String())
				block.Reset()
			}
			open = !open
			continue
		}
		if open {
			block.WriteString(line)
		}
	}
	if open && strings.TrimSpace(block.String()) != "" {
		blocks = append(blocks, block.String())
	}
	return blocks
}

// candidate is a value found inside other text. bare is an object that is
// itself an entry; cut says that the reply ended before the value did.
type candidate struct {
	json      []byte
	bare, cut bool
}

// scan tries each opening sign in turn, and returns the values that can hold
// entries, and how many entries it met that cannot be read. A bracket in prose
// starts no value and is passed over.
func scan(text string) (found []candidate, damaged int) {
	// Every failed try is paid for, so that a megabyte of opening brackets
	// costs no more than a few readings of it.
	budget := 8*len(text) + 1<<20
	for i := 0; i < len(text) && budget > 0; {
		next := strings.IndexAny(text[i:], "[{")
		if next < 0 {
			break
		}
		i += next
		end, whole := extent(text[i:])
		budget -= end
		if c, ok := candidateOf(text[i:i+end], whole); ok {
			found = append(found, c)
			i += end
			continue
		}
		if damagedEntry.MatchString(text[i : i+end]) {
			damaged++
		}
		i++
	}
	return found, damaged
}

// damagedEntry is what looks like an entry: an object without further
// structure whose first key is quoted, one way or another.
var damagedEntry = regexp.MustCompile(`^\{\s*["'][^\[{]*$`)

// candidateOf reads one balanced or cut-off piece of text as a value.
func candidateOf(piece string, whole bool) (candidate, bool) {
	if !whole {
		return cutOff(piece)
	}
	b := []byte(piece)
	if !json.Valid(b) {
		b = dropTrailingCommas(b)
		if !json.Valid(b) {
			return candidate{}, false
		}
	}
	return candidate{json: b, bare: isBare(b)}, holdsEntries(b)
}

// holdsEntries tells a list of entries, an envelope or an entry from the "[1]"
// and "{}" of prose. An empty list counts: it says there is nothing.
func holdsEntries(b []byte) bool {
	if b[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(b, &list) != nil {
			return false // unreachable: only valid JSON gets here
		}
		for _, v := range list {
			if v[0] == '{' {
				return true
			}
		}
		return len(list) == 0
	}
	object, _ := fields(b)
	for _, f := range object {
		if isEnvelope(f.Key) || entryKeys[f.Key] {
			return true
		}
	}
	return false
}

// entryKeys mark an object in prose as an entry.
var entryKeys = map[string]bool{"type": true, "name": true, "content": true, "description": true}

func isBare(b []byte) bool {
	if b[0] != '{' {
		return false
	}
	object, _ := fields(b)
	for _, f := range object {
		if isEnvelope(f.Key) {
			return false
		}
	}
	return true
}

// cutOff collects the complete objects of a list, or of an envelope's list,
// that has no end.
func cutOff(piece string) (candidate, bool) {
	start := strings.IndexByte(piece, '[')
	if start < 0 || (piece[0] == '{' && !openEnvelope.MatchString(piece)) {
		return candidate{}, false
	}
	var list []json.RawMessage
	for rest := piece[start+1:]; ; {
		rest = strings.TrimLeft(rest, " \t\r\n,")
		if rest == "" || rest[0] != '{' {
			break
		}
		end, whole := extent(rest)
		if !whole {
			break
		}
		b := []byte(rest[:end])
		if !json.Valid(b) {
			b = dropTrailingCommas(b)
		}
		if json.Valid(b) {
			list = append(list, b)
		}
		rest = rest[end:]
	}
	if len(list) == 0 {
		return candidate{}, false
	}
	b, err := json.Marshal(list)
	return candidate{json: b, cut: true}, err == nil
}

// openEnvelope is the beginning of an envelope around a list.
var openEnvelope = regexp.MustCompile(`^\{\s*"(?:` + strings.Join(envelopes, "|") + `)"\s*:\s*\[`)

// extent returns the length of the bracketed value at the start of s, and
// whether it is closed. Brackets inside strings do not count.
func extent(s string) (int, bool) {
	depth, inString := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(s), false
}

// dropTrailingCommas removes a comma before a closing bracket, outside strings.
func dropTrailingCommas(b []byte) []byte {
	out := make([]byte, 0, len(b))
	inString := false
	comma := -1 // where in out the last comma stands, while only space follows it
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case inString && c == '\\' && i+1 < len(b):
			out = append(out, c)
			i++
			c = b[i]
		case c == '"':
			inString, comma = !inString, -1
		case inString:
		case c == ',':
			comma = len(out)
		case (c == ']' || c == '}') && comma >= 0:
			out, comma = append(out[:comma], out[comma+1:]...), -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
		out = append(out, c)
	}
	return out
}
