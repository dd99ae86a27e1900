package agenttools

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// recalled is the result of memory_recall.
type recalled struct {
	Status  string         `json:"status"`
	Query   string         `json:"query,omitempty"`
	Entries []entry        `json:"entries"`
	Matched int            `json:"matched"`
	Stored  int            `json:"total_stored"`
	Omitted map[string]int `json:"omitted,omitempty"`
	Unfit   []string       `json:"did_not_fit,omitempty"` // names
	Note    string         `json:"note"`
}

// Values of recalled.Status.
const (
	statusFound   = "found"           // entries match the name or the query
	statusIndex   = "index"           // entries are the newest memories
	statusNoMatch = "nothing_matched" // something is stored, none of it matches
	statusEmpty   = "nothing_stored"
)

// omittedSize counts memories that matched and are beyond MaxTotal, beside the
// reasons of memory.Recollection.
const omittedSize = "size"

// indexEntries is how many memories the index shows when no limit is given. Its
// entries are short, and it serves to find a name to reuse.
const indexEntries = memory.MaxHits

func (c *call) recall(args *arguments) (any, error) {
	// Models fill optional strings with "", which means the same as absent.
	name, query := strings.TrimSpace(args.text("name")), strings.TrimSpace(args.text("query"))
	limit := args.count("limit")
	switch {
	case args.err != nil:
		return nil, args.err
	case name != "" && query != "":
		return nil, invalid("name", "give name for one memory or query to search, not both")
	case name != "":
		return c.one(name)
	case query != "":
		return c.search(query, limit)
	}
	return c.index(limit)
}

// one returns the memory of that name. It is returned also when it does not
// hold now: whoever asks for it by name wants to know until when it did.
func (c *call) one(name string) (any, error) {
	r, err := c.store.Get(c.ctx, name)
	if errors.Is(err, memory.ErrNotFound) || err == nil && !c.shown(r) {
		return nil, c.notFound(name)
	}
	if err != nil {
		return nil, err
	}
	all, err := c.store.Recall(c.ctx, memory.Query{Limit: 1, Audience: c.audience})
	if err != nil {
		return nil, err
	}
	out := recalled{Status: statusFound, Entries: []entry{full(r)}, Matched: 1, Stored: all.Stored}
	out.Note = fmt.Sprintf("This is %s.", r.Slug)
	if out.Entries[0].Cut {
		out.Note += fmt.Sprintf(" Its content was cut to %d characters.", MaxContent)
	}
	return out, nil
}

func (c *call) search(query string, limit int) (any, error) {
	got, err := c.store.Recall(c.ctx, memory.Query{Text: query, Limit: limit, Audience: c.audience})
	if err != nil {
		return nil, err
	}
	out := recalled{Status: statusFound, Query: echo(query), Entries: []entry{}, Matched: got.Matched, Stored: got.Stored, Omitted: got.Omitted}
	b := budget{MaxTotal}
	for _, hit := range got.Hits {
		e := full(hit.Record)
		e.Score, e.Weak = math.Round(hit.Score*1000)/1000, hit.Weak
		if !b.fit(&e) {
			out.Unfit = append(out.Unfit, e.Name)
			continue
		}
		out.Entries = append(out.Entries, e)
	}
	if len(out.Unfit) > 0 {
		out.Omitted = maps.Clone(out.Omitted)
		if out.Omitted == nil {
			out.Omitted = map[string]int{}
		}
		out.Omitted[omittedSize] += len(out.Unfit)
	}
	switch {
	case got.Stored == 0:
		out.Status = statusEmpty
	case len(got.Hits) == 0:
		out.Status = statusNoMatch
	}
	out.Note = out.searchNote(len(got.Used) > 0, got.Weak)
	return out, nil
}

func (c *call) index(limit int) (any, error) {
	if limit == 0 {
		limit = indexEntries
	}
	got, err := c.store.Recall(c.ctx, memory.Query{Limit: limit, Audience: c.audience})
	if err != nil {
		return nil, err
	}
	out := recalled{Status: statusIndex, Entries: []entry{}, Matched: got.Stored, Stored: got.Stored, Omitted: got.Omitted}
	for _, hit := range got.Hits {
		out.Entries = append(out.Entries, index(hit.Record))
	}
	if got.Stored == 0 {
		out.Status, out.Note = statusEmpty, "Nothing is stored."
	} else {
		out.Note = fmt.Sprintf("%d of %d memories, newest first, without their contents: ask for one by name.", len(out.Entries), got.Stored)
	}
	out.Note += leftOut(out.Omitted)
	return out, nil
}

func (r recalled) searchNote(terms, weak bool) string {
	var b strings.Builder
	switch {
	case r.Status == statusEmpty:
		b.WriteString("Nothing is stored.")
	case r.Status == statusNoMatch && !terms:
		b.WriteString("The query has no word to search for; name a service, cluster, alert or person.")
	case r.Status == statusNoMatch:
		fmt.Fprintf(&b, "Nothing matched; %d memories are stored. Try other words, or no arguments for the index.", r.Stored)
	default:
		fmt.Fprintf(&b, "%d of %d memories matched, best first.", r.Matched, r.Stored)
		if weak {
			b.WriteString(" All matches are weak and may be chance: check that one answers the question before you use it.")
		}
	}
	if len(r.Unfit) > 0 {
		fmt.Fprintf(&b, " Too long to fit, ask for them by name: %s.", list(r.Unfit))
	}
	b.WriteString(leftOut(r.Omitted))
	return b.String()
}

// reasons explains why memories are left out.
var reasons = map[string]string{
	memory.OmittedLimit:      "beyond the limit",
	memory.OmittedAudience:   "not for everybody who reads along",
	memory.OmittedValidity:   "not valid now",
	memory.OmittedUnreadable: "in files that cannot be read",
	omittedSize:              "too long to fit",
}

// leftOut prints the counts of omitted memories in a fixed order.
func leftOut(omitted map[string]int) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(omitted)) {
		if n := omitted[reason]; n > 0 {
			why := reasons[reason]
			if why == "" {
				why = reason
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, why))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " Left out: " + strings.Join(parts, ", ") + "."
}
