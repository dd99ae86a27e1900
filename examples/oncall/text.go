package main

import (
	"fmt"
	"strings"

	"github.com/daybook-sre/daybook/slash/terminal"
)

// quoted is a memory's text under a name: indented, and broken between words
// where a line is too wide. Lines that are indented already are left alone,
// because they are code or a table.
func quoted(text, indent string, width int) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " \r")
		if line == "" {
			b.WriteByte('\n')
			continue
		}
		parts := []string{line}
		if !strings.HasPrefix(line, " ") {
			parts = terminal.Wrap(line, width-len(indent))
		}
		for _, part := range parts {
			b.WriteString(indent + part + "\n")
		}
	}
	return b.String()
}

// cut shortens s to n runes, between words if one ends near there.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	head := string(runes[:n-1])
	if i := strings.LastIndexAny(head, " \n"); i > len(head)*3/4 {
		head = head[:i]
	}
	return strings.TrimRight(head, " \n,;:.") + terminal.Ellipsis
}

// count writes a number with its noun: 1 memory, 2 memories.
func count(n int, noun string) string {
	stem, isY := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
		return "1 " + noun
	case isY:
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
