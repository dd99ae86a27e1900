package extraction

import "strings"

// The fence around memories in a prompt. A harness that puts recalled memories
// beside the user's message, in one string, would otherwise have them read as
// the user's words.
const (
	memoryBlockStart = "<memory"
	memoryBlockEnd   = "</memory>"
)

// stripMemoryBlock removes fenced memories from a message. A fence that is not
// closed reaches to the end.
func stripMemoryBlock(text string) string {
	for {
		start := strings.Index(text, memoryBlockStart)
		if start < 0 {
			return text
		}
		end := strings.Index(text[start:], memoryBlockEnd)
		if end < 0 {
			return text[:start]
		}
		text = text[:start] + text[start+end+len(memoryBlockEnd):]
	}
}
