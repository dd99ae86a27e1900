package slash

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// search ranks as the agent's own recall does. It is the person's own question,
// so nothing is kept back because others might read along.
func (h *Handler) search(ctx context.Context, p *page, arg string) error {
	if arg == "" {
		return usage("What for? /memory search WORDS")
	}
	got, err := h.store.Search(ctx, memory.Query{Text: arg, Limit: memory.MaxHits, Audience: memory.Private})
	if err != nil {
		return err
	}
	switch {
	case got.Stored == 0:
		h.sayEmpty(p)
	case len(got.Hits) == 0:
		p.say("None of %s matches. /memory list shows what there is.", plural(got.Stored, "memory", "memories"))
	default:
		h.hits(p, got)
	}
	if left := omitted(got); left != "" {
		p.gap()
		p.say("Left out: %s.", left)
	}
	return nil
}

func (h *Handler) hits(p *page, got memory.Recollection) {
	p.say("%d of %s, best first.", got.Matched, plural(got.Stored, "memory matches", "memories match"))
	if got.Weak {
		p.say("None of them fits well.")
	}
	p.gap()
	records := make([]memory.Record, len(got.Hits))
	for i, hit := range got.Hits {
		records[i] = hit.Record
	}
	h.rows(p, records)
}

// reasons puts the reasons for leaving memories out into words.
var reasons = map[string]string{
	"limit":      "that match less",
	"validity":   "not valid now",
	"unreadable": "that cannot be read",
}

func omitted(got memory.Recollection) string {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(got.Omitted)) {
		words, ok := reasons[why]
		if !ok {
			words = "(" + why + ")"
		}
		if n := got.Omitted[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, words))
		}
	}
	return strings.Join(parts, ", ")
}
