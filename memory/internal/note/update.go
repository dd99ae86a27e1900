package note

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// ErrNotEditable is matched by the error of [Update] when a readable file
// cannot be changed line by line without touching what was not asked, for
// example a block written as {name: x}. The file must be edited by hand.
var ErrNotEditable = errors.New("the front matter cannot be edited line by line")

// Update returns the file with its fields changed to what to says. Get to from
// [Parse], change what must change, and leave the rest: only fields that
// differ are touched, so equal fields give back the same bytes.
//
// Only the lines of changed keys are replaced, inserted or removed, a value of
// several lines as a whole. Other keys, comments, their order, empty lines,
// line breaks, a byte order mark and blanks stay byte for byte. A field that
// was read through an alias is changed there: updated in "modified", a status
// in "verified" if it is one of its two words. A type below metadata stays, as
// does any other word for the same type; a new type is added above it and
// counts. A new key goes behind the one that precedes it in the format's order.
// A new body takes on the line breaks of the file. A text without front matter
// gets a block of the changed keys in front.
//
// What to says is first made [Fields.Storable]. The result is parsed again
// and compared: if a field differs from to, or the value of another key
// changed, the error matches ErrNotEditable. A file that Parse refuses gives
// Parse's *Error. A file is never returned with an error.
func Update(file []byte, to *Fields) ([]byte, error) {
	n, d, h, err := parse(file)
	if err != nil {
		return nil, err
	}
	want := to.Storable()
	u := updater{note: n, doc: d, head: h, want: &want, lineEnd: lineEndOf(d.open, file)}
	changed := u.changed()
	if len(changed) == 0 && want.Body == n.Body {
		return bytes.Clone(file), nil
	}
	var out []byte
	if !n.FrontMatter {
		out = u.prepend(changed)
	} else {
		block, err := u.block(changed)
		if err != nil {
			return nil, err
		}
		out = slices.Concat(d.prefix, d.open, block, d.fence, u.rest())
	}
	if err := u.verify(out, changed); err != nil {
		return nil, err
	}
	return out, nil
}

type updater struct {
	note    *Note
	doc     *document
	head    *header
	want    *Fields
	lineEnd string
}

// lineEndOf returns the line break of the fence or, without one, of the
// file's first line.
func lineEndOf(fence, file []byte) string {
	line := fence
	if line == nil {
		line, _ = cutLine(file)
	}
	if end := line[len(bytes.TrimRight(line, "\r\n")):]; len(end) > 0 {
		return string(end)
	}
	return "\n"
}

// changed returns the indexes of the specs whose fields differ.
func (u *updater) changed() []int {
	var out []int
	for i := range specs {
		if !specs[i].sameValue(&u.note.Fields, u.want) {
			out = append(out, i)
		}
	}
	return out
}

// prepend puts a block in front of a text that has none. Where only the text
// changes it needs none, unless the new text would be taken for a block.
func (u *updater) prepend(changed []int) []byte {
	if len(changed) == 0 && !strings.HasPrefix(strings.TrimSpace(u.want.Body), "---") {
		return append(slices.Clone(u.doc.prefix), breakLines(u.want.Body+"\n", u.lineEnd)...)
	}
	out := append(slices.Clone(u.doc.prefix), "---"+u.lineEnd...)
	for _, i := range changed {
		out = append(out, u.newLine(i, "")...)
	}
	out = append(out, "---"+u.lineEnd...)
	if u.want.Body != u.note.Body {
		return appendBody(out, u.want.Body, u.lineEnd, false)
	}
	if leadingBreak(u.doc.rest) > 0 {
		out = append(out, u.lineEnd...) // the next empty line is the text's own
	}
	return append(out, u.doc.rest...)
}

// rest returns what stands below the closing fence.
func (u *updater) rest() []byte {
	if u.want.Body == u.note.Body {
		return u.doc.rest
	}
	var b []byte
	if fence := u.doc.fence; len(bytes.TrimRight(fence, "\r\n")) == len(fence) && u.want.Body != "" {
		b = append(b, u.lineEnd...) // the fence ended the file
	}
	return appendBody(b, u.want.Body, u.lineEnd, leadingBreak(u.doc.rest) > 0)
}

// newLine returns a whole line for the key of a spec.
func (u *updater) newLine(i int, indent string) string {
	s := &specs[i]
	return string(s.appendValue([]byte(indent+string(s.key)+": "), u.want)) + u.lineEnd
}

// edit replaces lines[start:end] of a block by text.
type edit struct {
	start, end int
	text       string
}

// block returns the block with the lines of the changed keys edited.
func (u *updater) block(changed []int) ([]byte, error) {
	if len(changed) == 0 {
		return u.doc.block, nil
	}
	root := u.head.root
	if root != nil && root.Style&yaml.FlowStyle != 0 { // {name: x}, which has no lines to edit
		return nil, ErrNotEditable
	}
	entries, indent := u.head.entries()
	var edits []edit
	for _, i := range changed {
		e, err := u.edit(i, entries, indent)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e...)
	}
	// Insertions before a line come before its replacement; the sort is stable,
	// so several of them keep the format's order.
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return min(a.end-a.start, 1) - min(b.end-b.start, 1)
	})
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, strings.Join(u.head.lines[at:e.start], "")...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, strings.Join(u.head.lines[at:], "")...), nil
}

// edit returns what changes the field of spec i.
func (u *updater) edit(i int, entries []entry, indent string) ([]edit, error) {
	s := &specs[i]
	at := u.note.entry[i]
	if at == 0 || entries[at/2].key == "metadata" {
		if s.isZero(u.want) {
			return nil, fmt.Errorf("%w: %s is set below another key", ErrNotEditable, s.key)
		}
		pos := u.insertionPoint(i, entries)
		return []edit{{pos, pos, u.newLine(i, indent)}}, nil
	}
	e := &entries[at/2]
	if s.isZero(u.want) {
		return []edit{{e.start, e.end, ""}}, nil
	}
	value := string(s.appendValue(nil, u.want))
	if e.key == "verified" {
		switch u.want.Status {
		case StatusConfirmed:
			value = "true"
		case StatusUnconfirmed:
			value = "false"
		default:
			return []edit{{e.end, e.end, u.newLine(i, indent)}}, nil
		}
	}
	before, after, ok := e.around(u.head)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNotEditable, s.key)
	}
	return []edit{{e.start, e.end, before + value + after}}, nil
}

// insertionPoint returns the line before which a new key of spec i goes:
// behind the nearest key that precedes it in the format, else at the end. An
// indented comment stays with the key above it.
func (u *updater) insertionPoint(i int, entries []entry) int {
	if len(entries) == 0 {
		return len(u.head.lines)
	}
	at := entries[len(entries)-1].end
	for j := i - 1; j >= 0; j-- {
		if e := u.note.entry[j]; e != 0 && entries[e/2].key != "metadata" {
			at = entries[e/2].end
			break
		}
	}
	for at < len(u.head.lines) {
		line := u.head.lines[at]
		if text := strings.TrimLeft(line, " "); text == line || text[0] != '#' {
			break
		}
		at++
	}
	return at
}

// verify parses what was written and compares it with what was asked.
func (u *updater) verify(out []byte, changed []int) error {
	n, _, h, err := parse(out)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNotEditable, err)
	}
	for i := range specs {
		if !specs[i].sameValue(&n.Fields, u.want) {
			return fmt.Errorf("%w: %s", ErrNotEditable, specs[i].key)
		}
	}
	if n.Body != u.want.Body {
		return fmt.Errorf("%w: the text below it", ErrNotEditable)
	}
	touched := make(map[string]bool)
	for _, i := range changed {
		touched[string(specs[i].key)] = true
		if at := u.note.entry[i]; at != 0 {
			touched[u.head.root.Content[at-1].Value] = true
		}
	}
	delete(touched, "metadata")
	if !slices.EqualFunc(others(u.head.root, touched), others(h.root, touched), sameNode) {
		return fmt.Errorf("%w: another key would change", ErrNotEditable)
	}
	return nil
}

// others returns the keys and values of a mapping but those of the touched keys.
func others(root *yaml.Node, touched map[string]bool) []*yaml.Node {
	if root == nil {
		return nil
	}
	var out []*yaml.Node
	for i := 0; i < len(root.Content); i += 2 {
		if !touched[root.Content[i].Value] {
			out = append(out, root.Content[i], root.Content[i+1])
		}
	}
	return out
}

// sameNode compares what two nodes say, not where they stand. The target of
// an alias is compared where it is defined.
func sameNode(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Anchor == b.Anchor &&
		slices.EqualFunc(a.Content, b.Content, sameNode)
}
