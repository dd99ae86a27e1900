package safety

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Scan returns the credentials in text by the built-in rules: ordered, not
// overlapping, offsets on the edges of runes. It returns nil if there are none.
// Safe for concurrent use.
func Scan(text string) []Finding { return std.Scan(text) }

// Redact returns text with every credential replaced by [REDACTED:rule-id].
// Only the value goes: label, user, host, header name and scheme stay. It
// returns text itself if there is nothing to hide. Scan of the result is empty,
// Redact of the result is the result, and valid UTF-8 stays valid. Redact whole
// messages, never slices of one: a credential may stand across the cut. Safe for
// concurrent use.
func Redact(text string) string { return std.Redact(text) }

// RedactReport is Redact that also returns the distinct ids of the rules whose
// findings were hidden, sorted, for the notice that tells the user.
func RedactReport(text string) (clean string, rules []string) { return std.RedactReport(text) }

// Scan is like the function Scan, with the scanner's own rules as well.
func (s *Scanner) Scan(text string) []Finding {
	f := fold(text)
	hits := mergeHits(clearMarkers(f.text, s.eng.find(f.text, 0)))
	if len(hits) == 0 {
		return nil
	}
	found := make([]Finding, 0, len(hits))
	for _, h := range hits {
		start, end := runeEdges(text, f.start(h.start), f.end(h.end))
		if n := len(found); n > 0 && start < found[n-1].End {
			start = found[n-1].End
		}
		if start < end {
			found = append(found, Finding{Rule: h.rule.ID, Class: h.rule.Class, Start: start, End: end})
		}
	}
	return found
}

// Redact is like the function Redact, with the scanner's own rules as well.
func (s *Scanner) Redact(text string) string {
	clean, _ := s.RedactReport(text)
	return clean
}

// RedactReport is like the function RedactReport, with the scanner's own rules
// as well.
func (s *Scanner) RedactReport(text string) (clean string, rules []string) {
	// What stands next to a marker may read differently than it did next to the
	// value, so the result is scanned again. Each round leaves fewer bytes that
	// are not in a marker, which ends it.
	var all []Finding
	for {
		found := s.Scan(text)
		if len(found) == 0 {
			return text, RuleIDs(all)
		}
		all = append(all, found...)
		text = replace(text, found)
	}
}

// replace puts a marker in the place of each finding.
func replace(text string, found []Finding) string {
	var b strings.Builder
	b.Grow(len(text))
	last := 0
	for _, f := range found {
		b.WriteString(text[last:f.Start])
		b.WriteString(markerStart)
		b.WriteByte(':')
		b.WriteString(f.Rule)
		b.WriteByte(']')
		last = f.End
	}
	b.WriteString(text[last:])
	return b.String()
}

// markers returns the spans of [REDACTED] and [REDACTED:rule-id] in text.
func markers(text string) [][2]int {
	var out [][2]int
	for i := 0; ; {
		k := strings.Index(text[i:], markerStart)
		if k < 0 {
			return out
		}
		start := i + k
		end := start + len(markerStart)
		if end < len(text) && text[end] == ':' {
			end = run(text, end+1, lowers|digits|dash, 64)
		}
		if end < len(text) && text[end] == ']' {
			out = append(out, [2]int{start, end + 1})
		}
		i = start + len(markerStart)
	}
}

// clearMarkers cuts markers out of the hits, whoever wrote them: a marker is
// never found again, and what stands beside it still is.
func clearMarkers(text string, hits []hit) []hit {
	if len(hits) == 0 {
		return hits
	}
	marks := markers(text)
	if len(marks) == 0 {
		return hits
	}
	var out []hit
	for _, h := range hits {
		i, _ := slices.BinarySearchFunc(marks, h.start, func(m [2]int, at int) int { return m[1] - at - 1 })
		for ; i < len(marks) && marks[i][0] < h.end; i++ {
			if marks[i][0] > h.start {
				out = append(out, hit{h.rule, h.start, marks[i][0]})
			}
			h.start = marks[i][1]
		}
		if h.start < h.end {
			out = append(out, h)
		}
	}
	return out
}

// runeEdges widens a span to whole runes.
func runeEdges(text string, start, end int) (int, int) {
	for n := 0; n < utf8.UTFMax && start > 0 && start < len(text) && !utf8.RuneStart(text[start]); n++ {
		start--
	}
	for n := 0; n < utf8.UTFMax && end < len(text) && !utf8.RuneStart(text[end]); n++ {
		end++
	}
	return start, end
}
