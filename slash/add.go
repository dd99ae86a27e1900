package slash

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

const addForm = "/memory add TYPE NAME: TEXT"

func (h *Handler) add(ctx context.Context, p *page, arg string) error {
	d, err := parseAdd(arg)
	if err != nil {
		return err
	}
	res, err := h.store.Save(ctx, d, h.by())
	if refusal := (*memory.Refusal)(nil); errors.As(err, &refusal) {
		h.refused(p, refusal, d.Allow)
		return nil
	}
	if err != nil {
		return err
	}
	h.saved(p, res)
	return nil
}

// parseAdd reads TYPE NAME: TEXT [--allow RULE]…
func parseAdd(arg string) (memory.Draft, error) {
	text, allow := options(arg, "--allow")
	word, rest := firstWord(text)
	if word == "" {
		return memory.Draft{}, usagef("Remember what? %s, where TYPE is %s.", addForm, typeWords())
	}
	t, ok := parseType(word)
	if !ok {
		return memory.Draft{}, wrongType(word)
	}
	name, body, ok := splitName(rest)
	if !ok {
		return memory.Draft{}, usagef("A colon divides the name from the text: /memory add %s NAME: TEXT", t)
	}
	if name == "" || body == "" {
		return memory.Draft{}, usagef("Both a name and a text are needed: /memory add %s NAME: TEXT", t)
	}
	return memory.Draft{Name: name, Type: t, Description: firstSentence(body), Body: body, Allow: allow}, nil
}

func wrongType(word string) error {
	var types []string
	for _, t := range memory.Types() {
		types = append(types, string(t))
	}
	hint := ""
	if near := nearest(word, types); len(near) > 0 {
		hint = " Did you mean " + near[0] + "?"
	}
	return usagef("“%s” is no type.%s A memory is of type %s: %s", typed(word), hint, typeWords(), addForm)
}

// splitName divides NAME: TEXT. A name in quotes may hold colons; otherwise the
// first colon before white space ends it, or else the first one at all.
func splitName(s string) (name, text string, ok bool) {
	for _, q := range quotes {
		in, found := strings.CutPrefix(s, q[0])
		if !found {
			continue
		}
		if name, text, found = strings.Cut(in, q[1]+":"); found && strings.TrimSpace(name) != "" {
			return strings.TrimSpace(name), strings.TrimSpace(text), true
		}
	}
	at, size := -1, 0
	for i, r := range s {
		switch {
		case r == '：': // the colon of Chinese and Japanese keyboards
			return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+len("："):]), true
		case r != ':':
			continue
		case i+1 == len(s) || strings.IndexFunc(s[i+1:], unicode.IsSpace) == 0:
			return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:]), true
		case at < 0:
			at, size = i, 1
		}
	}
	if at < 0 {
		return "", "", false
	}
	return strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+size:]), true
}

// firstSentence returns the first sentence of the first line of text that has
// words, cut to what a description holds.
func firstSentence(text string) string {
	line := ""
	for l := range strings.Lines(text) {
		if line = terminal.OneLine(strings.TrimLeft(l, marks)); line != "" {
			break
		}
	}
	if line == "" {
		line = terminal.OneLine(text)
	}
	if end := sentenceEnd(line); end > 0 {
		line = line[:end]
	}
	runes := []rune(line)
	if len(runes) <= memory.MaxDescription {
		return line
	}
	short := string(runes[:memory.MaxDescription-1])
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 {
		short = short[:i]
	}
	return short + terminal.Ellipsis
}

// sentenceEnd returns where the first sentence of a line ends, 0 if nowhere
// before its end. A full stop ends one only before a space and something that
// is no lower-case letter, so that "e.g. this" and "1.33" do not.
func sentenceEnd(line string) int {
	for i, r := range line {
		switch r {
		case '。', '！', '？':
			return i + len(string(r))
		case '.', '!', '?':
			rest, spaced := strings.CutPrefix(line[i+1:], " ")
			if next := []rune(rest); spaced && len(next) > 0 && !unicode.IsLower(next[0]) {
				return i + 1
			}
		}
	}
	return 0
}

// saved says what a save did, always in the same form.
func (h *Handler) saved(p *page, res memory.Result) {
	r := res.Record
	did := fmt.Sprintf("%s %s (%s, %s):", verbFor[res.Outcome], label(r), r.Type, r.Status)
	if what := description(r); terminal.Width(did)+1+terminal.Width(what) <= p.width {
		p.line(did + " " + what)
	} else {
		p.line(did)
		p.line("    " + terminal.Cut(what, p.width-4))
	}
	if len(res.Cut) > 0 {
		p.say("Too long and cut: %s. The limits are %d characters for the description and %d for the text.",
			strings.Join(res.Cut, ", "), memory.MaxDescription, memory.MaxBody)
	}
	if res.Excused {
		p.say("It had been forgotten. Your own word lets this text pass; other texts stay forgotten.")
	}
	if res.Previous != nil && res.Outcome == memory.Updated {
		p.gap()
		p.say("Before it said:")
		p.text(fullText(*res.Previous))
		if was := interval(*res.Previous); was != "" && interval(r) == "" {
			p.say("It held %s; the new text holds without limit.", was)
		}
	}
	if len(res.Similar) > 0 {
		p.say("Look alike: %s", matches(res.Similar))
	}
}

func matches(list []memory.Match) string {
	var words []string
	for _, m := range list {
		words = append(words, terminal.OneLine(m.String()))
	}
	return strings.Join(words, ", ")
}

var verbFor = map[memory.Outcome]string{
	memory.Created:   "Created",
	memory.Updated:   "Updated",
	memory.Unchanged: "Unchanged",
}
