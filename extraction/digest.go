package extraction

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
	"github.com/daybook-sre/daybook/extraction/internal/prose"
)

// Limits of a digest, in characters (runes).
const (
	// DigestTurnMax is how much of one turn the digest holds.
	DigestTurnMax = 4_000
	// DigestMax is how long the whole digest may be.
	DigestMax = 60_000
	// DigestTurns is how many of the newest turns the digest looks at even
	// when an earlier pass has read them: a fact is often only understood
	// from what was said before it.
	DigestTurns = 30
)

// Digest is what a proposer that is a model gets to read of a conversation.
type Digest struct {
	// Text is the conversation, oldest turn first. Each turn is a header line
	// `[turn ID role]` followed by its indented text, so no text in a message
	// can pose as another turn.
	Text string
	// Turns is how many turns Text holds.
	Turns int
	// Spoken is how many turns after the last pass hold words that a person
	// wrote. Without any there is nothing to propose.
	Spoken int
	// Omitted is how many turns were left out: private, sample and recalled
	// material, system messages, empty turns, and what was too old to fit.
	Omitted int
	// Cut is how many characters of long turns were left out.
	Cut int
}

// NewDigest renders the turns that come after the one with the ID done, the
// last one that an earlier pass has read, and at least the last DigestTurns. An
// empty or unknown done means all turns. Where not everything fits, the newest
// turns survive.
//
// Redact is applied to each turn's whole text before anything is cut, so that
// no half of a credential escapes its pattern; nil redacts nothing.
func NewDigest(turns []Turn, done string, redact func(string) string) Digest {
	var d Digest
	var entries []string
	size := 0
	window := unread(turns, done)
	for i := len(window) - 1; i >= 0; i-- {
		if !inDigest(window[i]) {
			d.Omitted++
			continue
		}
		entry, cut := renderTurn(window[i], redact)
		n := utf8.RuneCountInString(entry)
		if size+n > DigestMax {
			d.Omitted += i + 1
			break
		}
		size += n
		d.Cut += cut
		entries = append(entries, entry)
	}
	d.Turns, d.Spoken = len(entries), spoken(turns, done)
	var b strings.Builder
	for i := len(entries) - 1; i >= 0; i-- {
		b.WriteString(entries[i])
	}
	d.Text = b.String()
	return d
}

func unread(turns []Turn, done string) []Turn {
	return turns[max(0, min(after(turns, done), len(turns)-DigestTurns)):]
}

// after returns the index of the first turn that no pass has read.
func after(turns []Turn, done string) int {
	start := 0
	if done != "" {
		for i, t := range turns {
			if t.ID == done {
				start = i + 1
			}
		}
	}
	return start
}

// spoken counts the unread turns in which a person wrote at least two words of
// their own. One word states nothing.
func spoken(turns []Turn, done string) int {
	n := 0
	for _, t := range turns[after(turns, done):] {
		if !t.byPerson() || !inDigest(t) {
			continue
		}
		if len(lexicon.Tokens(nil, prose.Own(hideMemoryBlock(t.Content), ranges(t.Pasted)))) > 1 {
			n++
		}
	}
	return n
}

// inDigest keeps out what is none of the model's business and what we put into
// the conversation ourselves: a memory that is extracted again would look like
// a second witness.
func inDigest(t Turn) bool {
	switch {
	case t.Role == RoleSystem, t.labelled(LabelPrivate), t.labelled(LabelSample), t.labelled(LabelMemory):
		return false
	}
	return strings.TrimSpace(t.Content) != ""
}

func renderTurn(t Turn, redact func(string) string) (entry string, cut int) {
	text := stripMemoryBlock(t.Content)
	if redact != nil {
		text = redact(text)
	}
	text, cut = cutMiddle(text, DigestTurnMax)
	role := t.Role
	if role == RoleUser && !t.byPerson() {
		role = "machine" // the model need not quote what will be refused
	}
	var b strings.Builder
	b.WriteString("[turn " + headerWord(t.ID) + " " + headerWord(string(role)))
	if t.Author != "" {
		b.WriteString(" " + headerWord(t.Author))
	}
	b.WriteString("]\n")
	for line := range strings.Lines(text) {
		b.WriteString("    ")
		b.WriteString(plainLine(line))
		b.WriteByte('\n')
	}
	return b.String(), cut
}

// headerWord makes an id safe to stand in a header: one word, no bracket.
func headerWord(s string) string {
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '[' || r == ']' || r == 0x7f || r == utf8.RuneError {
			return '_'
		}
		return r
	}, s)
	if s == "" {
		return "-"
	}
	if utf8.RuneCountInString(s) > 64 {
		s = string([]rune(s)[:64])
	}
	return s
}

// plainLine takes from a line what could end it early or hide text in it. The
// indentation then keeps it inside its turn.
func plainLine(line string) string {
	line = strings.TrimRight(line, "\r\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r', r == '\v', r == '\f', r == 0x85, r == 0x2028, r == 0x2029:
			return ' '
		case r == '\t':
			return r
		case r < ' ', r == 0x7f, invisible(r):
			return -1
		}
		return r
	}, line)
}

// invisible reports characters that a reader does not see but a model reads:
// zero-width marks, direction overrides and tag characters.
func invisible(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2069:
		return true
	case r == 0xfeff, r == 0xad, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

// cutMiddle shortens text to at most limit characters, keeping both ends: what
// a person writes around a paste stands before or after it.
func cutMiddle(text string, limit int) (string, int) {
	n := utf8.RuneCountInString(text)
	if n <= limit {
		return text, 0
	}
	cut := n - limit
	mark := "\n[… " + strconv.Itoa(cut) + " characters left out …]\n"
	keep := limit - utf8.RuneCountInString(mark)
	r := []rune(text)
	head := keep / 2
	return string(r[:head]) + mark + string(r[n-(keep-head):]), n - keep
}
