package extraction

import "strings"

// The fence that package memory puts around memories in a prompt. A harness
// that lays recalled memories beside the user's message, in one string, would
// otherwise have them read as the user's words.
const (
	memoryBlockStart = "<memory>\n"
	memoryBlockEnd   = "</memory>"
)

// stripMemoryBlock replaces fenced memories by an empty line. What stands
// between the tags somewhere inside a line is the user's own text.
func stripMemoryBlock(text string) string {
	return blankMemoryBlock(text, func(string) string { return "\n" })
}

// hideMemoryBlock replaces them by as many hidden bytes, so that offsets stay.
func hideMemoryBlock(text string) string {
	return blankMemoryBlock(text, func(block string) string {
		return strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, asciiOnly(block))
	})
}

// asciiOnly makes every byte a character of its own.
func asciiOnly(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 0x80 {
			b[i] = ' '
		}
	}
	return string(b)
}

func blankMemoryBlock(text string, blank func(string) string) string {
	if !strings.Contains(text, memoryBlockStart) {
		return text
	}
	var b strings.Builder
	for {
		start := strings.Index(text, memoryBlockStart)
		if start < 0 {
			break
		}
		end := strings.Index(text[start:], memoryBlockEnd)
		if end < 0 || start > 0 && text[start-1] != '\n' {
			b.WriteString(text[:start+len(memoryBlockStart)])
			text = text[start+len(memoryBlockStart):]
			continue
		}
		end += start + len(memoryBlockEnd)
		b.WriteString(text[:start])
		b.WriteString(blank(text[start:end]))
		text = text[end:]
	}
	b.WriteString(text)
	return b.String()
}
