package note

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// reader fills a note from a decoded block.
type reader struct {
	note *Note
	head *header
	line int // the block's first line in the file
}

// warn adds a warning about the node's line.
func (r *reader) warn(at *yaml.Node, key, what string) {
	r.note.Warnings = append(r.note.Warnings, fmt.Sprintf("line %d: %s: %s", r.line+at.Line-1, keyLabel(key), what))
}

func (r *reader) read() {
	if root := r.head.root; root != nil {
		for i := 0; i < len(root.Content); i += 2 {
			r.pair(root.Content[i], root.Content[i+1], "", i+1)
		}
	}
	r.meaning()
}

// pair reads one key and its value; under is "metadata." inside that mapping.
// Programs other than ours keep the type and their own marks there.
func (r *reader) pair(k, v *yaml.Node, under string, entry int) {
	n := r.note
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	key := under + k.Value
	switch {
	case k.Kind != yaml.ScalarNode:
		n.UnknownKeys = append(n.UnknownKeys, under+"?")
		return
	case key == "metadata" && v.Kind == yaml.MappingNode:
		for i := 0; i < len(v.Content); i += 2 {
			r.pair(v.Content[i], v.Content[i+1], "metadata.", entry)
		}
		return
	case key == "originSessionId", key == "metadata.originSessionId", key == "metadata.node_type":
		n.Foreign = true
	}
	s, ours := spellings[key]
	if !ours {
		if _, meant := spellings[strings.ToLower(key)]; meant {
			r.warn(k, key, "keys are lower case; ignored")
		}
		n.UnknownKeys = append(n.UnknownKeys, key)
		return
	}
	if n.entry[s.spec] != 0 && n.rank[s.spec] <= s.rank {
		return
	}
	if r.set(&specs[s.spec], key, k, v) {
		n.entry[s.spec], n.rank[s.spec] = entry, s.rank
	}
}

// set gives the field of sp the value of v. It returns false where the value
// says nothing about the field, so that another spelling may.
func (r *reader) set(sp *spec, key string, k, v *yaml.Node) bool {
	f := &r.note.Fields
	if r.head.loose[k.Line-1] {
		r.warn(k, key, "strict YAML refuses the unquoted value; the whole line was read")
	}
	switch {
	case sp.kind == list:
		*sp.list(f) = r.items(key, v)
	case sp.kind == flag:
		set, ok := truth(r.scalar(sp, key, k, v))
		if !ok {
			r.warn(k, key, "neither true nor false; read as false")
		}
		*sp.flag(f) = set
	case key == "verified":
		set, ok := truth(r.scalar(sp, key, k, v))
		if !ok {
			r.warn(k, key, "neither true nor false; ignored")
			return false
		}
		f.Status = verifiedStatus(set)
	default:
		*sp.text(f) = r.scalar(sp, key, k, v)
	}
	return true
}

// verifiedStatus translates the key verified of other programs.
func verifiedStatus(verified bool) string {
	if verified {
		return StatusConfirmed
	}
	return StatusUnconfirmed
}

// truth reads the words YAML 1.1 has for a boolean.
func truth(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true", "yes", "on":
		return true, true
	case "false", "no", "off", "":
		return false, true
	}
	return false, false
}

// scalar returns the text of v as it is written, on one line: "no" stays "no",
// "1.10" stays "1.10". In free text, what YAML would take for a comment or a
// list is text: "Follow-up of INC #4471" and "[draft, old]".
func (r *reader) scalar(sp *spec, key string, k, v *yaml.Node) string {
	if sp.kind == prose && v.Line == k.Line {
		if s, ok := r.literally(k, v); ok {
			return s
		}
	}
	if v.Kind != yaml.ScalarNode {
		r.warn(k, key, "a list or a mapping where text belongs; ignored")
		return ""
	}
	return foldBreaks(v.Value)
}

// literally returns the rest of the key's line where the line says more than
// the node: a number sign directly followed by text, or brackets.
func (r *reader) literally(k, v *yaml.Node) (string, bool) {
	bracket := v.Kind != yaml.ScalarNode && v.Style&yaml.FlowStyle != 0
	comment := v.LineComment
	if comment == "" && v.Value == "" {
		comment = k.LineComment
	}
	plain := v.Kind == yaml.ScalarNode && v.Style == 0
	if !bracket && !(plain && isReference(comment)) {
		return "", false
	}
	_, value, ok := cutKey([]byte(strings.TrimLeft(r.head.line(k.Line), " ")))
	if !ok || bracket && !oneLineFlow(string(value)) {
		return "", false
	}
	return string(value), true
}

// isReference reports whether what YAML calls a comment is a number sign that
// belongs to the word behind it: "#4471", not "# since March".
func isReference(comment string) bool {
	return len(comment) > 1 && !strings.ContainsAny(comment[1:2], " \t#")
}

// oneLineFlow reports whether a value that YAML read as a list or a mapping in
// brackets ends on its line.
func oneLineFlow(s string) bool {
	return len(s) > 1 && (s[0] == '[' && s[len(s)-1] == ']' || s[0] == '{' && s[len(s)-1] == '}')
}

// items reads a list: in brackets, one a line, or as text with commas.
func (r *reader) items(key string, v *yaml.Node) []string {
	var out []string
	switch v.Kind {
	case yaml.ScalarNode:
		if v.Style != 0 && v.Value != "" {
			return []string{foldBreaks(v.Value)}
		}
		for s := range strings.SplitSeq(v.Value, ",") {
			if s = strings.TrimSpace(foldBreaks(s)); s != "" {
				out = append(out, s)
			}
		}
	case yaml.SequenceNode:
		for _, c := range v.Content {
			if c.Kind == yaml.AliasNode {
				c = c.Alias
			}
			if c.Kind != yaml.ScalarNode {
				r.warn(c, key, "an item that is not text; ignored")
				continue
			}
			out = append(out, foldBreaks(c.Value))
		}
	case yaml.MappingNode:
		r.warn(v, key, "a mapping where a list belongs; its keys were read")
		for i := 0; i < len(v.Content); i += 2 {
			if v.Content[i].Kind == yaml.ScalarNode {
				out = append(out, foldBreaks(v.Content[i].Value))
			}
		}
	}
	return out
}

// meaning derives what the words mean.
func (r *reader) meaning() {
	n := r.note
	known := true
	if n.Type != "" {
		n.CanonicalType, known = CanonicalType(n.Type)
	}
	if !known {
		n.Warnings = append(n.Warnings, "'type': not one of user, infrastructure, preference, investigation_learning; kept as written")
	}
	if n.Status != "" && n.Status != StatusConfirmed && n.Status != StatusUnconfirmed {
		n.Warnings = append(n.Warnings, "'status': neither confirmed nor unconfirmed")
	}
	r.times()
}

// foldBreaks puts text on one line: a line break and the blanks around it
// become one space, breaks at the ends go.
func foldBreaks(s string) string {
	if strings.IndexFunc(s, isBreak) < 0 {
		return s
	}
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(s, isBreak) {
		if part = strings.Trim(part, " \t"); part == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}
