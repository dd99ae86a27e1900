package note

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Error says why a memory file cannot be read. It never quotes a value or the
// text; it may name a key.
type Error struct {
	Line   int    // line of the file, from 1
	Reason string // one line, lower case
}

// Error returns "line N: reason".
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// keyLabel makes a key fit for a message: one visible line, at most 40 runes.
func keyLabel(key string) string {
	s, _ := OneLine(key, 40)
	return "'" + s + "'"
}

// diagnose turns a YAML error into ours. YAML's own line numbers are where the
// parser gave up, often lines below the mistake, and its messages may quote
// values. So the block is cut into its top-level entries, each is parsed
// alone, and the first that fails is the culprit.
func diagnose(d *document, cause error) *Error {
	lines := yamlLines(d.block)
	for i, l := range lines {
		if strings.HasPrefix(l, "<<<<<<< ") {
			return &Error{Line: d.line + i, Reason: "a merge conflict; keep one of the two versions and remove the markers"}
		}
		if marker := strings.TrimSpace(l); marker == "..." || strings.HasPrefix(l, "--- ") || strings.HasPrefix(l, "---\t") {
			return &Error{Line: d.line + i, Reason: "a YAML document marker inside the front matter; the block ends with a line of three hyphens"}
		}
	}
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && !startsEntry(lines[end]) {
			end++
		}
		var n yaml.Node
		err := yaml.Unmarshal([]byte(strings.Join(lines[start:end], "")), &n)
		// An alias may well point to an anchor in another entry.
		if err != nil && (!isAliasError(err) || isAliasError(cause)) {
			return entryError(d, lines, start, end, err)
		}
		start = end
	}
	return &Error{Line: d.line + min(yamlLine(cause), max(len(lines), 1)) - 1, Reason: "not valid YAML"}
}

func startsEntry(line string) bool {
	return !strings.ContainsRune(" \t-#\r\n", rune(line[0]))
}

// yamlLine takes the line out of a message like "yaml: line 3: …". YAML leaves
// it out when it is 1.
func yamlLine(err error) int {
	n := 1
	if _, scanErr := fmt.Sscanf(err.Error(), "yaml: line %d:", &n); scanErr != nil {
		return 1
	}
	return n
}

func isAliasError(err error) bool { return strings.Contains(err.Error(), "unknown anchor") }

// entryError describes what is wrong with lines[start:end], one entry.
func entryError(d *document, lines []string, start, end int, err error) *Error {
	at := min(start+yamlLine(err)-1, end-1)
	for i := start; i < end; i++ {
		if indent := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], " \t"))]; strings.Contains(indent, "\t") {
			return &Error{Line: d.line + i, Reason: "a tab in the indentation; indent with spaces"}
		}
	}
	key, value, ok := cutKey([]byte(lines[start]))
	quoted := len(value) > 0 && (value[0] == '"' || value[0] == '\'')
	reason := explain(err.Error(), string(value), quoted)
	switch {
	case quoted:
		at = start // where the value begins; YAML reports where it lost its way
	case at > start && strings.Contains(err.Error(), "mapping values are not allowed"):
		reason = "an indented line below a value; indent all keys alike"
	}
	if ok {
		reason = keyLabel(string(key)) + ": " + reason
	}
	return &Error{Line: d.line + at, Reason: reason}
}

// explain puts a message of the YAML parser into words for whoever edited the
// file. The messages are those of go.yaml.in/yaml/v3.
func explain(message, value string, quoted bool) string {
	has := func(s string) bool { return strings.Contains(message, s) }
	switch {
	case has("control characters"):
		return "a control character; remove it"
	case has("unexpected end of stream") && quoted:
		return "a quote that is never closed"
	case has("unknown escape"), has("hexadecimal"), has("escape code"):
		return "a backslash in double quotes that is no escape; use single quotes"
	case quoted:
		return "text after the closing quote; put the whole value in single quotes, doubling those inside"
	case has("cannot start any token"):
		return "a value that starts with a sign YAML reserves; quote the value"
	case has("anchor"), has("alphabetic or numeric"):
		return "a value that starts with * or & is an alias to YAML; quote the value"
	case has("mapping values are not allowed"):
		return "a colon inside an unquoted value; quote the value"
	case has("',' or ']'"), has("',' or '}'"):
		return "a bracket that is never closed; quote the value or close it"
	case value != "" && strings.ContainsRune("[{", rune(value[0])):
		return "text after the closing bracket; quote the value"
	case has("expected ':'"):
		return "expected 'key: value'"
	}
	return "not valid YAML"
}
