package agenttools

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Citation says what an investigation report drew from memory.
type Citation struct {
	// Source is the tool's name, with #2, #3, … for the further citations of one
	// report (see AppendCitations).
	Source string
	// Summary is one line for people: "recalled memory 'eks-prod-1'" or
	// "2 of 10 memories matched 'fleet'".
	Summary string
	// Names are the memories that were given to the model.
	Names []string
}

// Evidence returns the citations that the result of a tool call is worth: one
// for a recall that gave the model something, none for errors, empty results,
// results of other tools, and anything that is not a result of memory_recall.
// What it repeats of the query is redacted and cut.
func Evidence(tool string, result json.RawMessage) []Citation {
	var r struct {
		Error string `json:"error"`
		recalled
	}
	if tool != Recall || json.Unmarshal(result, &r) != nil || r.Error != "" || len(r.Entries) == 0 {
		return nil
	}
	c := Citation{Source: tool}
	for _, e := range r.Entries {
		c.Names = append(c.Names, e.Name)
	}
	switch {
	case r.Status == statusIndex:
		c.Summary = fmt.Sprintf("listed %d of %d memories", len(r.Entries), r.Stored)
	case r.Query != "":
		c.Summary = fmt.Sprintf("%d of %d memories matched '%s'", r.Matched, r.Stored, echo(r.Query))
	default:
		c.Summary = fmt.Sprintf("recalled memory '%s'", echo(c.Names[0]))
	}
	return []Citation{c}
}

// AppendCitations appends to a report's citations, as append does, and numbers
// the sources so that each is unique in the report: the second from
// memory_recall becomes memory_recall#2.
func AppendCitations(report []Citation, more ...Citation) []Citation {
	for _, c := range more {
		n := 1
		for _, have := range report {
			if source, _, _ := strings.Cut(have.Source, "#"); source == c.Source {
				n++
			}
		}
		if n > 1 {
			c.Source = fmt.Sprintf("%s#%d", c.Source, n)
		}
		report = append(report, c)
	}
	return report
}
