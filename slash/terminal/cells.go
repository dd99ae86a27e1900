package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Ellipsis stands at the end of what [Cut] shortened. It takes one cell.
const Ellipsis = "…"

// Width returns how many cells a line takes: two for a wide character or an
// emoji, none for a combining mark.
func Width(line string) int { return uniseg.StringWidth(line) }

// Cut returns line if it fits into so many cells, else its beginning with an
// [Ellipsis]. Characters that belong together stay together, so the result may
// be a cell narrower than asked. Fewer than one cell is nothing at all.
func Cut(line string, cells int) string {
	if cells < 1 {
		return ""
	}
	if Width(line) <= cells {
		return line
	}
	end := fit(line, cells-1)
	return strings.TrimRight(line[:end], " ") + Ellipsis
}

// fit returns the length in bytes of the longest beginning of s that takes no
// more than the given cells.
func fit(s string, cells int) int {
	rest, state, used, end := s, -1, 0, 0
	for rest != "" {
		var cluster string
		var width int
		cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+width > cells {
			break
		}
		used += width
		end += len(cluster)
	}
	return end
}

// Pad returns line with spaces behind it up to so many cells. A longer line is
// returned as it is.
func Pad(line string, cells int) string {
	if n := cells - Width(line); n > 0 {
		return line + strings.Repeat(" ", n)
	}
	return line
}

// OneLine returns s cleaned and on one line: runs of white space are one space,
// and none stands at the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(Clean(s)), " ") }

// Wrap breaks prose into lines of at most so many cells, between words. A word
// that is longer than a line, such as a path, gets a line of its own and is not
// broken: it must survive being copied. The exception is text in wide
// characters, which is written without spaces. A no-break space is printed as a
// space that ends no line.
func Wrap(prose string, cells int) []string {
	var lines []string
	var line strings.Builder
	used := 0
	for _, word := range words(prose, cells) {
		width := Width(word)
		if used > 0 && used+1+width > cells {
			lines = append(lines, line.String())
			line.Reset()
			used = 0
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(strings.ReplaceAll(word, NoBreak, " "))
		used += width
	}
	if used > 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// NoBreak is the no-break space, for [Wrap].
const NoBreak = "\u00a0"

func breaks(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }

// words splits prose at white space, and words in wide characters where a line
// ends.
func words(prose string, cells int) []string {
	var list []string
	for _, word := range strings.FieldsFunc(prose, breaks) {
		for Width(word) > cells && Width(word) > utf8.RuneCountInString(word) {
			end := fit(word, cells)
			if end == 0 {
				break // not even one character fits
			}
			list = append(list, word[:end])
			word = word[end:]
		}
		list = append(list, word)
	}
	return list
}
