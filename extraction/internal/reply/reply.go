// Package reply finds the proposed objects in a language model's reply.
//
// A reply that is valid JSON is read as it is and never touched. Only when it
// is not does the package look for JSON inside it: after a model's thoughts,
// in code fences, between prose. The only damage it mends is a trailing comma
// and a missing end; an object that was cut off is left out rather than
// guessed at. Nothing here judges what an object claims.
package reply

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Limits on one reply. Five proposals at the store's longest body are well
// below both; what is larger is a model that ran away.
const (
	// MaxBytes is how much of a reply is read.
	MaxBytes = 1 << 20
	// MaxObjects is how many objects of a reply are returned.
	MaxObjects = 100
)

// Field is one key of an object with its value as it was written.
type Field struct {
	Key   string
	Value json.RawMessage
}

// Object is one proposed entry, its keys in the order of the reply, each once.
type Object []Field

// Drop says what was left out and why. Index is the entry's place in the
// list, counted from 0, or -1 when the drop concerns the reply as a whole.
type Drop struct {
	Index  int
	Reason string
}

// The reasons of a Drop. They are a closed list and hold no text of the reply.
const (
	NotJSON      = "no JSON in the reply"
	WrongShape   = "JSON of another shape"
	NotObject    = "entry is not an object"
	Damaged      = "entry is damaged"
	CutOff       = "reply ends in the middle of an entry"
	TooLong      = "reply is longer than 1 MiB"
	TooMany      = "more than 100 entries"
	DuplicateKey = "key given twice, the last one counts"
)

// envelopes are the keys under which models put the list.
var envelopes = []string{"items", "memories", "facts", "entries", "results", "data"}

// Parse returns the objects found in text, in order, and what it left out. A
// blank reply, null, an empty list and an empty object hold nothing and drop
// nothing. It never panics, and its work is linear in MaxBytes.
func Parse(text string) ([]Object, []Drop) {
	p := &parser{}
	if len(text) > MaxBytes {
		text = text[:MaxBytes]
		p.drop(-1, TooLong)
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	if text == "" {
		return nil, p.drops
	}
	if json.Valid([]byte(text)) {
		if !p.read([]byte(text)) {
			p.drop(-1, WrongShape)
		}
		return p.objects, p.drops
	}
	if !p.search(text) {
		p.drop(-1, NotJSON)
	}
	return p.objects, p.drops
}

type parser struct {
	objects []Object
	drops   []Drop
	seen    int // entries read so far, kept or not
}

func (p *parser) drop(index int, reason string) {
	// A reply of a million nulls has a million reasons; the first hundred
	// tell the story.
	if len(p.drops) < MaxObjects {
		p.drops = append(p.drops, Drop{Index: index, Reason: reason})
	}
}

// read takes valid JSON. It reports whether the value has a shape that can
// hold entries.
func (p *parser) read(value []byte) bool {
	value = bytes.TrimSpace(value)
	switch {
	case bytes.Equal(value, []byte("null")):
		return true
	case value[0] == '[':
		return p.readList(value)
	case value[0] == '{':
		return p.readObject(value)
	}
	return false
}

func (p *parser) readList(value []byte) bool {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return false // unreachable: only valid JSON gets here
	}
	for _, v := range list {
		p.entry(v)
	}
	return true
}

func (p *parser) readObject(value []byte) bool {
	object, twice := fields(value)
	if len(object) == 0 {
		return true
	}
	for _, f := range object {
		if isEnvelope(f.Key) && len(f.Value) > 0 && (f.Value[0] == '[' || f.Value[0] == '{') {
			if twice {
				p.drop(-1, DuplicateKey)
			}
			if f.Value[0] == '{' {
				p.entry(f.Value)
				return true
			}
			return p.readList(f.Value)
		}
	}
	if len(object) == 1 && isEnvelope(object[0].Key) {
		// {"items": null} is a way to say "nothing"; a string is not.
		return string(object[0].Value) == "null"
	}
	p.entry(value)
	return true
}

func (p *parser) entry(value []byte) {
	index := p.seen
	p.seen++
	if len(value) == 0 || value[0] != '{' {
		p.drop(index, NotObject)
		return
	}
	if len(p.objects) == MaxObjects {
		p.drop(-1, TooMany)
		return
	}
	object, twice := fields(value)
	if twice {
		p.drop(index, DuplicateKey)
	}
	p.objects = append(p.objects, object)
}

func isEnvelope(key string) bool {
	for _, e := range envelopes {
		if key == e {
			return true
		}
	}
	return false
}

// fields splits an object. encoding/json keeps the last of two equal keys
// without a word, and so do we, but the caller learns of it.
func fields(value []byte) (object Object, twice bool) {
	dec := json.NewDecoder(bytes.NewReader(value))
	if _, err := dec.Token(); err != nil {
		return nil, false // unreachable: only valid JSON gets here
	}
	at := map[string]int{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return object, twice // unreachable, as above
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return object, twice // unreachable, as above
		}
		name, _ := key.(string)
		if i, ok := at[name]; ok {
			object[i].Value, twice = raw, true
			continue
		}
		at[name] = len(object)
		object = append(object, Field{Key: name, Value: raw})
	}
	return object, twice
}
