// Package prose tells what a person wrote in a message from what they only
// showed: pastes, code, quotations, log lines, alert texts.
package prose

import (
	"strings"
	"unicode/utf8"
)

// Hidden stands in an own text for every byte that is not the writer's own, so
// that offsets stay those of the message and no quotation can span a gap.
const Hidden = '\x00'

// Range is a half-open range of byte offsets.
type Range struct {
	Start, End int
}

// Own returns text with everything hidden that its writer did not write
// themselves: the pasted ranges, fenced code, quoted lines, and lines that
// look like logs, alerts, tables, configuration or a terminal. The result is
// as long as text. Line ends are kept.
func Own(text string, pasted []Range) string {
	if len(pasted) == 0 && plainLine(text) {
		return text
	}
	b := []byte(text)
	for _, r := range pasted {
		start, end := runeStart(text, r.Start), runeEnd(text, r.End)
		hide(b, start, end)
	}
	ls := splitLines(string(b))
	shown := judge(ls)
	for i, l := range ls {
		if shown[i] {
			hide(b, l.start, l.end)
		}
	}
	return string(b)
}

// plainLine is the quick way out for the common message: one line that starts
// with a letter and shows no sign of a paste.
func plainLine(text string) bool {
	if text == "" || strings.ContainsAny(text, "\n\r`={}|\"\t>$") {
		return text == ""
	}
	c := text[0]
	return 'a' <= c && c <= 'z' || c >= utf8.RuneSelf
}

func hide(b []byte, start, end int) {
	for i := start; i < end; i++ {
		if b[i] != '\n' {
			b[i] = Hidden
		}
	}
}

func runeStart(text string, i int) int {
	i = max(0, min(i, len(text)))
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

func runeEnd(text string, i int) int {
	i = max(0, min(i, len(text)))
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}

type line struct {
	text       string
	start, end int
}

func splitLines(text string) []line {
	var ls []line
	at := 0
	for l := range strings.Lines(text) {
		trimmed := strings.TrimRight(l, "\r\n")
		ls = append(ls, line{trimmed, at, at + len(trimmed)})
		at += len(l)
	}
	return ls
}

// judge says of each line whether it is shown rather than written.
func judge(ls []line) []bool {
	shown := make([]bool, len(ls))
	markFences(ls, shown)
	for i, l := range ls {
		if !shown[i] && isShown(l.text) {
			shown[i] = true
		}
	}
	markFields(ls, shown)
	markTables(ls, shown)
	markBlocks(ls, shown)
	markBetween(ls, shown)
	return shown
}

// markFences marks code fences and what is in them. A fence that is never
// closed reaches to the end: better lose a sentence than take code for one.
func markFences(ls []line, shown []bool) {
	open := ""
	for i, l := range ls {
		t := strings.TrimLeft(l.text, " ")
		fence := ""
		switch {
		case strings.HasPrefix(t, "```"):
			fence = "```"
		case strings.HasPrefix(t, "~~~"):
			fence = "~~~"
		}
		switch {
		case open != "":
			shown[i] = true
			if fence == open {
				open = ""
			}
		case fence != "":
			shown[i] = true
			if !strings.Contains(t[3:], fence) { // ```one line```
				open = fence
			}
		}
	}
}

// markBetween marks what stands between shown lines of one block: a log's
// message may itself have several lines, and the line that tells the agent to
// remember something is the one that carries no timestamp.
func markBetween(ls []line, shown []bool) {
	last := -1 // the last shown line of this block
	for i, l := range ls {
		switch {
		case strings.TrimSpace(l.text) == "":
			last = -1
		case shown[i]:
			if last >= 0 {
				for k := last + 1; k < i; k++ {
					shown[k] = true
				}
			}
			last = i
		case last == i-1 && last >= 0 && (l.text[0] == ' ' || l.text[0] == '\t'):
			shown[i] = true // the indented continuation of a shown line
			last = i
		}
	}
}
