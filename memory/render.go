package memory

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

//go:embed prompt_stable.md
var stableHeader string

//go:embed prompt_turn.md
var turnHeader string

// The block is fenced, so that a model sees where data begin and end. Nothing
// inside can write these lines: see neutral.
const (
	blockBegin = "<memory>\n"
	blockEnd   = "</memory>\n"
)

// bodyRunes bounds the body of an entry in the stable block. A longer one is
// cut with a mark; memory_recall has the rest.
const bodyRunes = 600

// typeRunes bounds a type in an entry: files written by hand may have any.
const typeRunes = 40

// line renders a memory without its body: name, type, whose word and since
// when, what bounds it, status, description.
func (r Record) line() string {
	var b strings.Builder
	typ, _ := note.OneLine(string(r.Type), typeRunes)
	fmt.Fprintf(&b, "%s (%s · %s, %s", neutral(r.Slug), neutral(typ), r.Source.words(), r.Updated.Format("2006-01-02"))
	if r.ValidFrom != "" && !r.from.IsZero() {
		fmt.Fprintf(&b, " · since %s", neutral(r.ValidFrom))
	}
	if r.ValidUntil != "" && !r.until.IsZero() {
		fmt.Fprintf(&b, " · until %s", neutral(r.ValidUntil))
	}
	if r.Contested {
		b.WriteString(" · contested")
	}
	fmt.Fprintf(&b, " · %s): %s\n", r.Status, neutral(oneLine(r.Description)))
	return b.String()
}

// full renders a memory with its body, indented so that no line of it can pass
// for a line of the block.
func (r Record) full(limit int) string {
	body := strings.TrimSpace(clip(neutral(r.Body), limit))
	if body == "" || body == oneLine(r.Description) {
		return r.line()
	}
	return r.line() + "  " + strings.ReplaceAll(body, "\n", "\n  ") + "\n"
}

// words says in a prompt whose word a memory is.
func (s Source) words() string {
	switch s {
	case FromUser:
		return "you said"
	case FromAgent:
		return "agent's note"
	case FromExtraction:
		return "from a conversation"
	case FromImport:
		return "imported"
	}
	return "written by hand"
}

// Visible returns s without what a person does not see and a model still reads:
// control characters but newline and tab, bidirectional controls, zero-width
// signs and tag characters. Joiners that a script or an emoji needs stay. Text
// fields of a Record are in this form already; it is for those who put other
// text beside them.
func Visible(s string) string { return note.Visible(s) }

func oneLine(s string) string {
	out, _ := note.OneLine(s, MaxDescription)
	return out
}

// clip cuts to a number of runes and shows that it did.
func clip(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	r := []rune(s)
	return strings.TrimSpace(string(r[:limit-1])) + "…"
}

// neutral takes the power from anything that could open or close a tag,
// complete or not: the sign itself becomes one that no parser knows. A plain
// less-than before a number stays.
func neutral(s string) string {
	if !strings.ContainsAny(s, lessThans) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if strings.ContainsRune(lessThans, r) && opensTag(s[i+utf8.RuneLen(r):]) {
			r = '‹'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// lessThans are the sign and its full-width and small forms, which a reader that
// normalises takes for it.
const lessThans = "<＜﹤"

// opensTag reports whether what follows a less-than sign could be a tag.
func opensTag(rest string) bool {
	for _, r := range rest {
		switch {
		case unicode.IsSpace(r), !unicode.IsPrint(r):
			continue
		case unicode.IsLetter(r), strings.ContainsRune("/／_!?|", r), strings.ContainsRune(lessThans, r):
			return true
		}
		return false
	}
	return true
}
