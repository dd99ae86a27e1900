package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// What the entries of Stable may take of the room when not all of them fit, so
// that the matches of a turn have the rest. Measured on public sets (see
// ARCHITECTURE.md): with half of it the needed memory is in the prompt for .95 of
// alert texts, with a seventh for .98. Who the user is and how they want things
// done is needed whatever they ask about, and gets more; so does what a person
// pinned.
const (
	stableShare   = 1. / 7
	personalShare = 1. / 4
	pinnedShare   = 1. / 2
	// leastStable is the least it may take in characters, up to half of the
	// room: a seventh of a small budget holds nothing.
	leastStable = 1000
)

// moreRoom is kept free for the line that says how many more there are.
const moreRoom = 60

// block is a laid-out stable block.
type block struct {
	text          string
	full, indexed []string        // slugs
	whole         map[string]bool // slugs of those with all of their body
	omitted       int
}

// piece is one memory as it is printed.
type piece struct {
	text  string
	full  bool // with its body
	whole bool // with all of its body
}

// layout fits the memories into a number of characters.
func layout(list []*entry, chars, unreadable int) block {
	head, tail := frame(unreadable)
	room := chars - utf8.RuneCountInString(head+tail)
	if room < moreRoom {
		return bare(len(list), chars)
	}
	pieces := arrange(list, room)
	b := block{omitted: len(list) - len(pieces), whole: map[string]bool{}}
	printed := slices.Clone(list)
	slices.SortStableFunc(printed, comparePrint)
	var out strings.Builder
	out.WriteString(head)
	for _, e := range printed {
		if p, ok := pieces[e]; ok {
			out.WriteString(p.text)
			b.note(e.rec.Slug, p)
		}
	}
	out.WriteString(more(b.omitted))
	out.WriteString(tail)
	b.text = out.String()
	return b
}

// frame returns what stands around the entries.
func frame(unreadable int) (head, tail string) {
	head, tail = blockBegin+stableHeader+"\n", blockEnd
	if unreadable > 0 {
		files := "1 file"
		if unreadable > 1 {
			files = fmt.Sprintf("%d files", unreadable)
		}
		tail = "(" + files + " of this store could not be read; a person can see why with /memory doctor)\n" + tail
	}
	return head, tail
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("… and %d more (memory_recall)\n", n)
}

// bare is the block of a budget that holds no entry: it says how many there are,
// or nothing.
func bare(n, chars int) block {
	text := blockBegin + more(n) + blockEnd
	if n == 0 || utf8.RuneCountInString(text) > chars {
		text = ""
	}
	return block{text: text, omitted: n}
}

func (b *block) note(slug string, p piece) {
	if !p.full {
		b.indexed = append(b.indexed, slug)
		return
	}
	b.full = append(b.full, slug)
	if p.whole {
		b.whole[slug] = true
	}
}

// arrange decides what of a store is printed: all of it with bodies, while that
// fits; else, if half of the room holds an index line for each, these, with as
// many bodies as go in beside them; else what matters most. What is not there in
// full finds room in Turn.
func arrange(list []*entry, room int) map[*entry]piece {
	chosen := slices.Clone(list)
	slices.SortStableFunc(chosen, compareChoice)
	pieces, used, squeezed := fitAll(chosen, room)
	if len(chosen) > maxFull {
		used += turnNeed(chosen[maxFull:])
	}
	if !squeezed && used <= room {
		return pieces
	}
	if pieces, used, _ = fitAll(chosen, room/2); used <= room/2 {
		return pieces
	}
	return choose(chosen, room-moreRoom)
}

// fitAll takes all memories: in the order of choice with their bodies, as far as
// there is room for these beside the index lines of the others. squeezed says
// that some of the first maxFull have no body.
func fitAll(chosen []*entry, room int) (pieces map[*entry]piece, used int, squeezed bool) {
	lines := 0
	for _, e := range chosen {
		if lines += utf8.RuneCountInString(e.rec.line()); lines > room {
			return nil, lines, true
		}
	}
	pieces, used = make(map[*entry]piece, len(chosen)), lines
	for i, e := range chosen {
		line, p := e.rec.line(), withBody(e)
		extra := utf8.RuneCountInString(p.text) - utf8.RuneCountInString(line)
		squeezed = squeezed || i < maxFull && used+extra > room
		if squeezed || i >= maxFull {
			pieces[e] = piece{text: line}
			continue
		}
		pieces[e], used = p, used+extra
	}
	return pieces, used, squeezed
}

func withBody(e *entry) piece {
	return piece{text: e.rec.full(bodyRunes), full: true, whole: utf8.RuneCountInString(e.rec.Body) <= bodyRunes}
}

// turnNeed returns what Turn needs to hold any one of the memories.
func turnNeed(list []*entry) int {
	need := 0
	for _, e := range list {
		need = max(need, utf8.RuneCountInString(e.rec.full(turnBodyRunes)))
	}
	return need + utf8.RuneCountInString(blockBegin+turnHeader+blockEnd)
}

// choose takes memories in the order of choice, with their bodies, or by their
// index lines where a body does not fit any more.
func choose(chosen []*entry, room int) map[*entry]piece {
	pieces := map[*entry]piece{}
	used := 0
	for i, e := range chosen {
		bodies, lines := limits(e, room)
		p := withBody(e)
		n := utf8.RuneCountInString(p.text)
		if used+n > bodies || i >= maxFull {
			p = piece{text: e.rec.line()}
			n = utf8.RuneCountInString(p.text)
		}
		if used+n > lines {
			break // what comes now matters less and may take no more
		}
		pieces[e], used = p, used+n
	}
	return pieces
}

// limits says up to where a room may be filled with bodies and with index lines
// of memories like e. Pinned ones are in, if need be at the cost of the turn.
func limits(e *entry, room int) (bodies, lines int) {
	of := func(share float64) int { return min(room/2, max(leastStable, int(share*float64(room)))) }
	switch {
	case e.rec.Pinned:
		return of(pinnedShare), room
	case e.rec.Type == User, e.rec.Type == Preference:
		return of(personalShare), of(personalShare)
	}
	return of(stableShare), of(stableShare)
}

func typeRank(t Type) int {
	switch t {
	case User:
		return 0
	case Preference:
		return 1
	case Infrastructure:
		return 2
	case InvestigationLearning:
		return 3
	}
	return 4
}

// compareChoice orders memories by how much they matter in a prompt.
func compareChoice(a, b *entry) int {
	for _, c := range [...]int{
		compareBool(a.rec.Pinned, b.rec.Pinned),
		cmp.Compare(typeRank(a.rec.Type), typeRank(b.rec.Type)),
		compareBool(a.rec.Status == Confirmed, b.rec.Status == Confirmed),
		b.rec.Updated.Compare(a.rec.Updated),
	} {
		if c != 0 {
			return c
		}
	}
	return strings.Compare(a.rec.Slug, b.rec.Slug)
}

// comparePrint orders memories so that a change of one leaves the others where
// they are.
func comparePrint(a, b *entry) int {
	for _, c := range [...]int{
		compareBool(a.rec.Pinned, b.rec.Pinned),
		cmp.Compare(typeRank(a.rec.Type), typeRank(b.rec.Type)),
		a.rec.Created.Compare(b.rec.Created),
	} {
		if c != 0 {
			return c
		}
	}
	return strings.Compare(a.rec.Slug, b.rec.Slug)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
