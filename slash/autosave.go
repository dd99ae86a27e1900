package slash

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// autosave switches the automatic pass over conversations, lasting, or says
// whether it is on.
func (h *Handler) autosave(ctx context.Context, p *page, arg string) error {
	switch arg {
	case "":
	case "off", "on":
		if err := h.store.SetAutoExtract(ctx, arg == "on", h.by()); err != nil {
			return err
		}
	default:
		return usage("It is on or off: /memory autosave off, /memory autosave on")
	}
	switch on := h.store.AutoExtract(ctx); {
	case on:
		p.say("Autosave is on: lasting facts that you state in passing are kept, unconfirmed. /memory autosave off stops that.")
	case arg == "on":
		p.say("Autosave is yours to use, but off all the same: memory is off, or the operator switched autosave off.")
	default:
		p.say("Autosave is off until you say /memory autosave on, in later sessions too. What you ask to remember is kept all the same.")
	}
	return nil
}

// counted are the words of a pass's counts that are no gates, with how they are
// said, in order.
var counted = []struct{ word, said string }{
	{"proposed", "%d proposed"}, {"saved", "%d saved"}, {"pending", "%d wait"},
	{"unchanged", "%d known already"}, {"disputed", "%d denied by you"},
}

// passes says in words what autosave came to: "" if there was nothing.
func passes(counts map[string]int) string {
	var parts []string
	var gates []string
	for word := range counts {
		gates = append(gates, word)
	}
	for _, c := range counted {
		if n := counts[c.word]; n > 0 {
			parts = append(parts, fmt.Sprintf(c.said, n))
		}
		gates = slices.DeleteFunc(gates, func(word string) bool { return word == c.word })
	}
	slices.SortFunc(gates, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	for i, gate := range gates {
		part := fmt.Sprintf("%d %s", counts[gate], gate)
		if i == 0 {
			part = "dropped: " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
