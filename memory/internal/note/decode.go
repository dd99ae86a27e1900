package note

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"
)

// header is a decoded block: its mapping node, and the block's lines as YAML
// counts them.
type header struct {
	root  *yaml.Node // nil when the block holds no key
	block []byte
	lines []string     // cut on first use, see cut
	loose map[int]bool // indexes of lines that were read leniently, see loosen
}

// cut fills lines. Most files are only read and never need them.
func (h *header) cut() {
	if h.lines == nil {
		h.lines = yamlLines(h.block)
	}
}

// line returns the text of a 1-based line of the block.
func (h *header) line(n int) string {
	h.cut()
	if n < 1 || n > len(h.lines) {
		return ""
	}
	return h.lines[n-1]
}

// endMark closes the block we hand over. frontmatter compares lines without
// their outer blanks, so an indented "---" in a block scalar would end the
// block early; a NUL byte cannot occur in a file that got this far.
const endMark = "\x00---"

var yamlOnly = []*frontmatter.Format{frontmatter.NewFormat("---", endMark, yaml.Unmarshal)}

var errSeveral = errors.New("more than one YAML document")

func decodeYAML(block []byte) (*yaml.Node, error) {
	var doc yaml.Node
	rest, err := frontmatter.MustParse(io.MultiReader(
		strings.NewReader("---\n"), bytes.NewReader(block), strings.NewReader("\n"+endMark),
	), &doc, yamlOnly...)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, errSeveral // unreachable: endMark cannot occur in the block
	}
	var root *yaml.Node
	if len(doc.Content) > 0 {
		root = doc.Content[0]
	}
	if root != nil && !isBlockMapping(root) || bytes.Contains(block, []byte("---")) || bytes.Contains(block, []byte("...")) {
		if err := onlyDocument(block); err != nil {
			return nil, err
		}
	}
	return root, nil
}

func isBlockMapping(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle == 0
}

// onlyDocument returns an error if something follows the first document of a
// block. Unmarshal does not look there, so a key behind a closing brace or a
// "..." would vanish without a word. Mappings made of lines cannot end before
// such a marker, which saves nearly all files the second pass.
func onlyDocument(block []byte) error {
	dec := yaml.NewDecoder(bytes.NewReader(block))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := dec.Decode(&doc); !errors.Is(err, io.EOF) {
		return errSeveral
	}
	return nil
}

// decode reads the block of d. Its errors are of type *Error.
func decode(d *document) (*header, error) {
	h := &header{block: d.block}
	root, err := decodeYAML(d.block)
	if err != nil {
		var loose []byte
		if loose, h.loose = loosen(d.block); h.loose != nil {
			root, err = decodeYAML(loose)
		}
	}
	if err != nil {
		return nil, diagnose(d, err)
	}
	if root == nil {
		return h, nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, &Error{Line: d.line + root.Line - 1, Reason: "the front matter is not made of 'key: value' lines"}
	}
	if dup := duplicate(root); dup != nil {
		return nil, &Error{Line: d.line + dup.Line - 1, Reason: "the key " + keyLabel(dup.Value) + " occurs twice"}
	}
	h.root = root
	return h, nil
}

// duplicate returns the second of two equal keys in one mapping.
func duplicate(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.MappingNode && len(n.Content) > 2 {
		seen := make(map[string]bool, len(n.Content)/2)
		for i := 0; i < len(n.Content); i += 2 {
			k := n.Content[i]
			if k.Kind != yaml.ScalarNode {
				continue
			}
			if seen[k.Value] {
				return k
			}
			seen[k.Value] = true
		}
	}
	for _, c := range n.Content {
		if dup := duplicate(c); dup != nil {
			return dup
		}
	}
	return nil
}

// loosen quotes the values of lines like
//
//	description: Severity rule: page vs ticket
//	description: [This alert][runbook] is fired when a node is down
//
// which YAML refuses and whose meaning is plain: a key at the start of the
// line, an unquoted value with a colon in it or, in free text, words behind a
// bracket, no continuation below. The whole rest of the line is the value.
// Each line stays one line, so that line numbers hold. It returns nil, nil if
// there is no such line.
func loosen(block []byte) ([]byte, map[int]bool) {
	var out []byte
	var loose map[int]bool
	lines := yamlLines(block)
	for i, l := range lines {
		key, value, ok := cutKey([]byte(l))
		if !ok || !hasLooseColon(string(value)) && !(isProse(string(key)) && hasWordsBehindBracket(string(value))) || i+1 < len(lines) && continues(lines[i+1]) {
			out = append(out, l...)
			continue
		}
		out = append(out, key...)
		out = append(out, ": "...)
		out = appendDoubleQuoted(out, string(value))
		out = append(out, lineBreak(l)...)
		if loose == nil {
			loose = make(map[int]bool)
		}
		loose[i] = true
	}
	if loose == nil {
		return nil, nil
	}
	return out, loose
}

// hasLooseColon reports whether an unquoted value has a colon that YAML would
// take for another key's. What starts like a YAML construct is left to YAML.
func hasLooseColon(s string) bool {
	if s == "" || strings.ContainsRune("\"'`@%|>[]{}&*!#,?-:", rune(s[0])) {
		return false
	}
	return strings.Contains(s, ": ") || strings.Contains(s, ":\t") || strings.HasSuffix(s, ":")
}

func isProse(key string) bool {
	s, ok := spellings[key]
	return ok && specs[s.spec].kind == prose
}

// hasWordsBehindBracket reports whether a value starts with brackets that
// close before its end: a link or a placeholder, not a list. A bracket that
// never closes is a mistake nobody can mend but its author.
func hasWordsBehindBracket(s string) bool {
	if s == "" {
		return false
	}
	closing := strings.IndexByte("[{", s[0])
	if closing < 0 {
		return false
	}
	end := strings.IndexByte(s, "]}"[closing])
	return end > 0 && end < len(s)-1
}

// continues reports whether a line may belong to the value above it.
func continues(line string) bool {
	t := strings.TrimLeft(line, " \t")
	return t != line && strings.TrimSpace(t) != "" && t[0] != '#'
}

func lineBreak(line string) string {
	return line[len(strings.TrimRight(line, "\r\n\u0085\u2028\u2029")):]
}
