package memory

import (
	"bytes"
	"fmt"
	"strings"
)

// MEMORY.md is an index for people, kept between two markers. Text outside them
// is a person's and stays.
const (
	indexName  = "MEMORY.md"
	indexBegin = "<!-- daybook: the list below is kept up to date by a program; write above or below it -->"
	indexEnd   = "<!-- daybook: end of list -->"
	indexLines = 200
)

// hasManagedSection reports whether an index was written by this library.
func hasManagedSection(data []byte) bool { return bytes.Contains(data, []byte(indexBegin)) }

// index brings MEMORY.md up to date, best effort: it can be made again at any
// time, so a failure is logged and nothing else.
func (t *tx) index() {
	old, _, err := t.dir.Read(indexName)
	if err != nil && !isMissing(err) {
		t.store.root.opts.Logger.Warn("memory: MEMORY.md is left alone", "error", err)
		return
	}
	if old == nil && len(t.view.entries) == 0 {
		return
	}
	data, ok := spliceIndex(old, indexText(t.view.newestFirst()))
	if !ok || bytes.Equal(data, old) {
		return
	}
	if err := t.dir.WriteDerived(indexName, data); err != nil {
		t.store.root.opts.Logger.Warn("memory: MEMORY.md could not be written", "error", err)
	}
}

// indexText lists memories, one line each.
func indexText(list []*entry) string {
	var b strings.Builder
	for i, e := range list {
		if i == indexLines-1 && len(list) > indexLines {
			fmt.Fprintf(&b, "… and %d more\n", len(list)-i)
			break
		}
		r := e.rec
		fmt.Fprintf(&b, "- [%s](%s) (%s): %s\n", r.Slug, linkTo(r.Path), neutral(oneLine(string(r.Type))), neutral(oneLine(r.Description)))
	}
	return b.String()
}

// linkTo writes a file name as the target of a link: what would end the target
// or the line is escaped, letters of any script stay readable.
func linkTo(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == 0x7F || strings.IndexByte("()<>[]%\\", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// spliceIndex puts the list between the markers of old, or below its text when
// it has none. A file with only one of the markers is left alone.
func spliceIndex(old []byte, list string) ([]byte, bool) {
	section := indexBegin + "\n" + list + indexEnd
	begin, end := bytes.Index(old, []byte(indexBegin)), bytes.Index(old, []byte(indexEnd))
	switch {
	case begin >= 0 && end > begin:
		return fmt.Appendf(nil, "%s%s%s", old[:begin], section, old[end+len(indexEnd):]), true
	case begin >= 0 || end >= 0:
		return nil, false
	case len(old) == 0:
		return []byte("# Memory\n\n" + section + "\n"), true
	case bytes.HasSuffix(old, []byte("\n")):
		return fmt.Appendf(nil, "%s\n%s\n", old, section), true
	}
	return fmt.Appendf(nil, "%s\n\n%s\n", old, section), true
}
