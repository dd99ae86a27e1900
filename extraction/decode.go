package extraction

import (
	"encoding/json"
	"strings"

	"github.com/daybook-sre/daybook/extraction/internal/reply"
)

// Drop says that something a proposer returned was left out before any gate
// saw it. Index is the entry's place in the reply, counted from 0, or -1 for
// the reply as a whole. Reason comes from a closed list and holds no text of
// the reply.
type Drop struct {
	Index  int
	Reason string
}

// Reasons that an entry of a reply is no Item.
const (
	dropNoType    = "type is missing"
	dropNoName    = "name is missing"
	dropNoContent = "content is missing"
	dropNotText   = "a field is not text"
	dropVerb      = "extraction only adds and updates"
)

// ParseReply reads a model's reply. It takes a bare list, an envelope such as
// {"items": [...]}, a single object, code fences, prose around the JSON,
// thinking before it, trailing commas, and a list that is cut off, of which it
// keeps the complete entries. A reply that is valid JSON is read as it stands.
// At most 1 MiB and 100 entries are read. It never fails: what it cannot use
// is in the drops, and a reply without proposals gives no items.
func ParseReply(text string) ([]Item, []Drop) {
	objects, dropped := reply.Parse(text)
	drops := make([]Drop, 0, len(dropped))
	for _, d := range dropped {
		drops = append(drops, Drop(d))
	}
	var items []Item
	for i, o := range objects {
		item, reason := itemOf(o)
		if reason != "" {
			drops = append(drops, Drop{Index: i, Reason: reason})
			continue
		}
		items = append(items, item)
	}
	return items, drops
}

func itemOf(o reply.Object) (Item, string) {
	var item Item
	targets := map[string]*string{
		"type": &item.Type, "name": &item.Name, "description": &item.Description, "content": &item.Content,
		"quote": &item.Quote, "turn": &item.Turn, "valid_from": &item.ValidFrom, "valid_until": &item.ValidUntil,
		"supersedes": &item.Supersedes,
	}
	for _, f := range o {
		if isVerb(f.Key) && !addsOrUpdates(f.Value) {
			return Item{}, dropVerb
		}
		target, known := targets[f.Key]
		if !known || string(f.Value) == "null" {
			continue
		}
		if f.Key == "turn" && isNumber(f.Value) {
			*target = string(f.Value) // ids are often numbers, and 7 names the same turn as "7"
			continue
		}
		if json.Unmarshal(f.Value, target) != nil {
			return Item{}, dropNotText
		}
	}
	switch {
	case item.Type == "":
		return Item{}, dropNoType
	case item.Name == "":
		return Item{}, dropNoName
	case item.Content == "":
		return Item{}, dropNoContent
	}
	return item, ""
}

func isVerb(key string) bool {
	return key == "action" || key == "op" || key == "event"
}

// addsOrUpdates says whether a verb asks for what every entry asks for anyway.
// A model cannot delete: forgetting is the user's.
func addsOrUpdates(value json.RawMessage) bool {
	var verb string
	if json.Unmarshal(value, &verb) != nil {
		return false
	}
	switch strings.ToLower(verb) {
	case "add", "create", "save", "remember", "store", "update":
		return true
	}
	return false
}

func isNumber(value json.RawMessage) bool {
	var n json.Number
	return json.Unmarshal(value, &n) == nil && len(value) > 0 && value[0] != '"'
}
