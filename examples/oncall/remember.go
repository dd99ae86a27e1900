package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/daybook-sre/daybook/memory"
)

// request matches where a person asks to keep something: at the beginning of a
// line or of a sentence, so that "I remember that" and "do not remember this"
// ask for nothing.
var request = regexp.MustCompile(`(?i)(?:^|[.!?]\s+)(?:(?:please|pls|ok|and|also|hey|can you|could you|would you)[,:]?\s+)*` +
	`(?:(?:remember|memori[sz]e|keep in mind|make a note|take note|(?:do not|don't|never) forget|merke? dir|recuerda|retiens|lembra|ricorda|запомни)(?:\s+that\b|\s+this\b|\s+que\b|\s+che\b)?|note\s+that\b|note|save\s+that\b)` +
	`\s*(?:[:,]\s*|\s+|$)`)

// bareNote matches "note" without "that" or a colon, which is a noun as often.
var bareNote = regexp.MustCompile(`(?i)\bnote\s*$`)

// requests returns the facts that the typed part of a message asks to keep. A
// paste is a fact only where the person points at it: "remember this: <paste>".
func requests(m message) []string {
	var facts []string
	for line := range strings.SplitSeq(m.line, "\n") {
		at := request.FindStringIndex(line)
		if at == nil || bareNote.MatchString(line[:at[1]]) {
			continue
		}
		rest := strings.TrimSpace(line[at[1]:])
		// "do you remember ...?" and "remember the outage?" are questions;
		// "can you remember that ...?" is not.
		if strings.HasSuffix(rest, "?") && !strings.Contains(strings.ToLower(line[:at[1]]), "that") {
			continue
		}
		if fact := strings.TrimSpace(m.expand(strings.TrimSuffix(rest, "?"))); fact != "" {
			facts = append(facts, fact)
		}
	}
	return facts
}

// isBareRequest reports whether a person asks to keep something and stops there.
func isBareRequest(m message) bool {
	at := request.FindStringIndex(m.line)
	return at != nil && at[0] == 0 && at[1] == len(m.line)
}

// named matches "eks-prod-1: the production cluster".
var named = regexp.MustCompile(`^(?:(?i:the|our|my)\s+)?([\pL\pN][\pL\pN._/-]*(?:\s+[\pL\pN._/-]+){0,3}):\s+(\S.*)`)

// describeFact fills in what can be known from the fact alone.
func describeFact(fact string) remember {
	in := remember{Content: fact, Type: string(typeOf(fact))}
	first, _, _ := strings.Cut(fact, "\n")
	if m := named.FindStringSubmatch(first); m != nil {
		in.Name, in.Content, first = m[1], strings.TrimSpace(fact[strings.Index(fact, m[2]):]), m[2]
	} else {
		in.Name = candidateNames(fact)[0]
	}
	in.Content = upperFirst(in.Content)
	in.Description = cut(upperFirst(strings.TrimRight(first, " .:")), memory.MaxDescription)
	return in
}

// kinds are the words that tell a fact's type, asked in this order.
var kinds = []struct {
	is    memory.Type
	words *regexp.Regexp
}{
	{memory.InvestigationLearning, regexp.MustCompile(`(?i)\b(root cause|caused by|was caused|the fix (was|is)|fixed by|lesson|learned|learnt|turned out|post-?mortem|incident|outage)\b`)},
	{memory.Preference, regexp.MustCompile(`(?i)\b(prefer\w*|always|never|please|rather|i (like|want|hate)|(do not|don't) (page|call|ping|use|send|post))\b`)},
	{memory.User, regexp.MustCompile(`(?i)(\b(i am|i'm|my (name|role|job|team|time ?zone|shift|manager)|i work|i live|call me)\b|^я\b|^ich\b)`)},
}

func typeOf(fact string) memory.Type {
	for _, k := range kinds {
		if k.words.MatchString(fact) {
			return k.is
		}
	}
	return memory.Infrastructure
}

// changes matches words by which a fact says that it replaces an older one.
var changes = regexp.MustCompile(`(?i)\b(now|no longer|not any ?more|instead|from now on|moved|changed|switched|replaced|renamed|since)\b`)

// replaces reports whether a fact is meant to take the place of a memory that
// has its name: it says so, it names it, or it is the same.
func replaces(fact string, old memory.Record) bool {
	in := describeFact(fact)
	return named.MatchString(fact) || changes.MatchString(fact) || in.Description == old.Description
}

// Bounds of derived names.
const (
	maxNameWords = 6
	maxNumbered  = 20 // the last number that tells facts of one name apart
)

// candidateNames returns names for a fact, from short to long: its first
// identifier or its first telling words, then more of them.
func candidateNames(fact string) []string {
	if m := named.FindStringSubmatch(fact); m != nil {
		return []string{m[1]}
	}
	words := tellingWords(fact)
	if len(words) == 0 {
		return []string{cut(strings.TrimSpace(fact), 40)}
	}
	n := min(4, len(words))
	if i := slices.IndexFunc(words, isIdentifier); i >= 0 {
		words = append([]string{words[i]}, slices.Delete(slices.Clone(words), i, i+1)...)
		n = 1
	}
	var names []string
	for ; n <= min(len(words), maxNameWords); n++ {
		names = append(names, strings.Join(words[:n], "-"))
	}
	for i := 2; i <= maxNumbered; i++ {
		names = append(names, fmt.Sprintf("%s-%d", names[0], i))
	}
	return names
}

// fillers are words that a name does without.
var fillers = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`a am an and are as at be been but by for from had has have he her his i i'm if in into is it
		its me my need needs of on or our she so that the their them then there they this to us was we were when which who will
		with you your please always never not don't do does did can could should would must only also just now since
		about above after all any because before between due during each every more most over per some than too under until
		very via while`) {
		fillers[w] = true
	}
}

func tellingWords(fact string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(fact, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_./'’", r)
	}) {
		w = strings.ToLower(strings.Trim(w, "-_./'’"))
		if w != "" && !fillers[w] && !slices.Contains(words, w) {
			words = append(words, cut(w, 40))
		}
	}
	return words
}

// plainNumber matches versions, durations, sizes, dates and the like.
var plainNumber = regexp.MustCompile(`^v?\d[\d.:/-]*[a-z%]{0,3}$`)

// isIdentifier tells names of things, such as eks-prod-1 and payments-db, from
// words.
func isIdentifier(w string) bool {
	letters := strings.Count(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return 'x'
		}
		return r
	}, w), "x")
	return letters >= 2 && strings.ContainsAny(w, "0123456789-_") && !plainNumber.MatchString(w) && !strings.Contains(w, "//")
}

// upperFirst begins a sentence, unless it begins with a name: eks-prod-1 stays
// as it is.
func upperFirst(s string) string {
	word, _, _ := strings.Cut(s, " ")
	if isIdentifier(word) {
		return s
	}
	for i, r := range s {
		return s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}
