package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/extraction"
)

// maxTurns is how many turns of a session are kept for extraction.
const maxTurns = 400

// dialogue is what was said in the session as extraction sees it: who said what,
// and what of it was pasted. Unlike the conversation it does not leave this
// process; extraction redacts what it sends.
type dialogue struct {
	turns []extraction.Turn
	shown []string // memories that the answer before this turn used
	next  []string // those that the answer of this turn uses
	parts int      // turns since the person's last
	heard listener
}

// person adds what the person said. The id is cited as evidence.
func (d *dialogue) person(id int, m message, at time.Time, labels ...string) {
	text, pastes := m.spoken()
	if len(pastes) == 0 {
		// Extraction redacts each turn by itself, when it sends or parks it.
		var rules []string // reported when the message is sent
		text = d.heard.across(text, &rules)
	}
	d.shown, d.next, d.parts = d.next, nil, 0
	d.add(extraction.Turn{ID: fmt.Sprint(id), Role: extraction.RoleUser, Content: text, Pasted: pastes, At: at, Labels: labels})
}

// reply adds what the agent or a tool said in answer. Labels mark what is our own
// memory, which must not become its own witness.
func (d *dialogue) reply(id int, role extraction.Role, text string, labels ...string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	d.parts++
	d.add(extraction.Turn{ID: fmt.Sprintf("%d.%d", id, d.parts), Role: role, Content: text, Labels: labels})
}

// add never changes what was handed out before.
func (d *dialogue) add(t extraction.Turn) {
	if len(d.turns) >= maxTurns {
		d.turns = slices.Clone(d.turns[maxTurns/2:])
	}
	d.turns = append(d.turns, t)
}

// used notes the memories that an answer rests on.
func (d *dialogue) used(names ...string) { d.next = append(d.next, names...) }

// rewind drops the turns from number mark on: a turn that did not end.
func (d *dialogue) rewind(mark int) {
	d.turns = d.turns[:min(mark, len(d.turns)):min(mark, len(d.turns))]
}
