package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory"
)

// oldest is the time of the oldest memory of a set; each newer one follows a
// minute later.
var oldest = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// fill writes memories into the folder of a store, as a person would who brings
// their notes along.
func fill(s *memory.Store, memos []memo) error {
	if err := os.MkdirAll(s.Path(), 0o700); err != nil {
		return err
	}
	memos = slices.Clone(memos)
	slices.SortStableFunc(memos, func(a, b memo) int { return cmp.Compare(a.Order, b.Order) })
	for i, m := range memos {
		at := oldest.Add(time.Duration(i) * time.Minute).Format(time.RFC3339)
		text := fmt.Sprintf("---\nname: %s\ntype: %s\ndescription: %s\nquote: %s\ncreated: %s\nupdated: %s\n---\n%s\n",
			scalar(m.Slug), scalar(m.Type), scalar(m.Description), scalar(m.Quote), at, at, m.Body)
		if err := os.WriteFile(filepath.Join(s.Path(), m.Slug+".md"), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// scalar writes a text as a YAML scalar; every JSON string is one.
func scalar(text string) string {
	b, _ := json.Marshal(strings.Join(strings.Fields(text), " ")) // a string always encodes
	return string(b)
}

// openStores makes a store of each of a set's.
func (s set) openStores(root *memory.Root) (map[string]*memory.Store, error) {
	out := map[string]*memory.Store{}
	for name, memos := range s.stores {
		store, err := root.Store(s.name + "/" + name)
		if err != nil {
			return nil, err
		}
		if err := fill(store, memos); err != nil {
			return nil, err
		}
		out[name] = store
	}
	return out, nil
}

// ours ranks with Recall. The memories have the names that the set gave them,
// whatever their slugs became.
func ours(ctx context.Context, s *memory.Store) ranker {
	return func(text string) ([]string, error) {
		got, err := s.Recall(ctx, memory.Query{Text: text, Limit: memory.MaxHits})
		if err != nil {
			return nil, err
		}
		var names []string
		for _, h := range got.Hits {
			names = append(names, h.Record.Name)
		}
		return names, nil
	}
}
