package slash

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// usage is a mistake in a line; its text says what to type instead.
type usage string

func (u usage) Error() string { return string(u) }

func usagef(format string, args ...any) usage { return usage(fmt.Sprintf(format, args...)) }

// firstWord splits s at its first run of white space.
func firstWord(s string) (word, rest string) {
	s = strings.TrimSpace(s)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// quotes are the pairs people put around a name with spaces.
var quotes = [][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}}

// unquote removes a pair of quotes around s. It reports whether there was one.
func unquote(s string) (string, bool) {
	for _, q := range quotes {
		if in, ok := strings.CutPrefix(s, q[0]); ok {
			if in, ok = strings.CutSuffix(in, q[1]); ok && strings.TrimSpace(in) != "" {
				return strings.TrimSpace(in), true
			}
		}
	}
	return s, false
}

// typed returns what a person typed as it may be repeated to them: on one line,
// and without a credential that slipped in, which would stay on the screen and in
// the logs of a chat.
func typed(s string) string { return terminal.OneLine(safety.Redact(s)) }

// label returns what a person types to mean this memory: its name, unless that
// would not survive being printed and typed; then its slug.
func label(r memory.Record) string {
	if r.Name != "" && r.Name == terminal.OneLine(r.Name) && terminal.Width(r.Name) <= maxLabel {
		return r.Name
	}
	return r.Slug
}

// maxLabel is the longest name that is printed as it was given, in cells.
const maxLabel = 64

// options takes "--key value" or "--key=value" off the end of s, as often as it
// stands there. Everything before the first is text, whatever it looks like.
func options(s, key string) (rest string, values []string) {
	for {
		s = strings.TrimSpace(s)
		cut := strings.LastIndexFunc(s, unicode.IsSpace) + 1
		before, last := strings.TrimSpace(s[:cut]), s[cut:]
		if value, ok := strings.CutPrefix(last, key+"="); ok {
			s, values = before, append(values, value)
			continue
		}
		if head, ok := strings.CutSuffix(before, key); ok && (head == "" || strings.TrimSpace(head) != head) {
			s, values = head, append(values, last)
			continue
		}
		slices.Reverse(values)
		return s, values
	}
}

// since reads how far back to look: a duration before now (90m, 1h, 2d, 1w) or
// a date or time (2026-11-29, 2026-11-29T19:00:00Z).
func since(s string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, ok := strings.CutSuffix(s, unit); ok {
			if i, err := strconv.Atoi(n); err == nil && i > 0 && i <= 36500 {
				return now.AddDate(0, 0, -i*days), nil
			}
		}
	}
	return time.Time{}, usagef("--since takes 90m, 1h, 2d, 1w or a date such as 2026-11-29, not “%s”.", typed(s))
}

// day and minute print times in UTC, as the files have them.
func day(t time.Time) string {
	if t.IsZero() {
		return "no date"
	}
	return t.UTC().Format(time.DateOnly)
}

func minute(t time.Time) string {
	if t.IsZero() {
		return "no date"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// plural returns "1 file", "2 files"; many is given where -s is not enough.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// typeWords lists the types for a sentence.
func typeWords() string {
	var words []string
	for _, t := range memory.Types() {
		words = append(words, string(t))
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// parseType reads a type as people type it: case does not matter, and a hyphen
// is as good as an underscore. Nothing else is guessed.
func parseType(word string) (memory.Type, bool) {
	t := memory.Type(strings.ReplaceAll(strings.ToLower(word), "-", "_"))
	return t, t.Valid()
}

// moment prints a time that a person may compare with a log.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return minute(t) + " UTC"
}

// sentence makes a sentence of an error: those begin small and end bare.
func sentence(s string) string {
	r := []rune(strings.TrimSpace(s))
	if len(r) == 0 {
		return ""
	}
	if first, _ := firstWord(s); !strings.ContainsAny(first, "./") {
		r[0] = unicode.ToUpper(r[0])
	}
	if !strings.ContainsRune(".!?", r[len(r)-1]) {
		r = append(r, '.')
	}
	return string(r)
}
