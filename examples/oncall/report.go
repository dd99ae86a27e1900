package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/daybook-sre/daybook/agenttools"
)

// maxQuiet is how many saves and refusals are shown in one turn.
const maxQuiet = 3

// report collects what one turn did beside answering, for the quiet lines under
// the answer.
type report struct {
	acts   []string // saves and refusals
	hidden []string // rules of credentials kept from the model, one for each
	cited  []string // memories the answer names
	looked []string // memories the model looked up
	kept   int      // how much was saved, waits, is known already, or was taken back

	// What to say when nothing of the turn was kept:
	otherwise string // instead of an answer
	toKeep    string // the statement that is not kept
}

// print writes the quiet lines: what was used, what was hidden, what was saved.
func (a *agent) print(r *report) {
	if line := r.sources(); line != "" {
		a.quiet("%s", line)
	}
	if line := r.hiddenLine(); line != "" {
		a.quiet("%s", line)
	}
	for i, act := range r.acts {
		if i == maxQuiet {
			a.quiet("and %d more: /memory log", len(r.acts)-maxQuiet)
			break
		}
		a.quiet("%s", act)
	}
}

// sources says which memories the answer used: those it names, then those that
// were looked up besides.
func (r *report) sources() string {
	var parts []string
	if len(r.cited) > 0 {
		parts = append(parts, "from memory: "+strings.Join(r.cited, ", "))
	}
	rest := slices.DeleteFunc(slices.Clone(r.looked), func(s string) bool { return slices.Contains(r.cited, s) })
	if len(rest) > 0 {
		parts = append(parts, "looked up: "+strings.Join(rest, ", "))
	}
	return strings.Join(parts, " · ")
}

func (r *report) hiddenLine() string {
	if len(r.hidden) == 0 {
		return ""
	}
	rules := slices.Compact(slices.Sorted(slices.Values(r.hidden)))
	them := "them"
	if len(r.hidden) == 1 {
		them = "it"
	}
	return fmt.Sprintf("%s hidden from the model: %s. Rotate %s if real.",
		count(len(r.hidden), "credential"), strings.Join(rules, ", "), them)
}

// remember is what memory_remember takes.
type remember struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Description string `json:"description"`
	Content     string `json:"content"`
}

// toolResult holds what this program reads of a tool's answer.
type toolResult struct {
	Status       string   `json:"status"`
	Error        string   `json:"error"`
	Detail       string   `json:"detail"`
	Name         string   `json:"name"`
	MemoryStatus string   `json:"memory_status"`
	Rules        []string `json:"rules"`
	Cut          []string `json:"cut"`
	Entries      []struct {
		Name string `json:"name"`
	} `json:"entries"`
}

// tool notes the outcome of one tool call.
func (r *report) tool(name string, args, result json.RawMessage) {
	var out toolResult
	if json.Unmarshal(result, &out) != nil {
		return
	}
	switch name {
	case agenttools.Remember:
		var in remember
		// Arguments that cannot be read were refused; the result says so.
		_ = json.Unmarshal(args, &in)
		r.acts = append(r.acts, out.remembered(in.Description))
		if out.Error == "" {
			r.kept++
		}
	case agenttools.Forget:
		r.acts = append(r.acts, out.forgotten())
	case agenttools.Recall:
		for _, e := range out.Entries {
			if !slices.Contains(r.looked, e.Name) {
				r.looked = append(r.looked, e.Name)
			}
		}
	}
}

func (out toolResult) remembered(description string) string {
	if out.Error != "" {
		return "not saved: " + out.why()
	}
	verb := map[string]string{"created": "remembered", "updated": "updated", "pending": "waits for you:"}[out.Status]
	if verb == "" {
		verb = out.Status
	}
	line := kept(verb, out.Name, description, out.MemoryStatus)
	if len(out.Cut) > 0 {
		line += ", too long: its " + strings.Join(out.Cut, " and ") + " was cut"
	}
	return line
}

func (out toolResult) forgotten() string {
	if out.Error != "" {
		return "not forgotten: " + out.why()
	}
	return "forgot " + out.Name
}

// reasons are the refusals in a person's terms; the tool's own details speak to
// a model.
var reasons = map[string]string{
	"forgotten":       "it was forgotten before; /memory add keeps it all the same",
	"conflict":        "a memory you vouch for says otherwise; /memory add replaces it",
	"stale":           "the memory holds something newer",
	"ungrounded":      "you did not say that in words of your own; /memory add keeps it all the same",
	"passing":         "it will not be so for long; “remember …” keeps it all the same",
	"not_asked":       "you did not ask for that; /memory forget NAME",
	"sample":          "it is about sample data",
	"unreadable_file": "the file of that name cannot be read; /memory doctor",
	"full":            "no more is saved; /memory forget makes room",
	"read_only":       "the memory folder cannot be written; /memory doctor",
	"locked":          "another program is writing to the memory; try again",
	"no_store":        "memory is off",
	"write_failed":    "the file could not be written; /memory doctor",
	"needs_person":    "only you can do that: /memory forget NAME",
	"not_found":       "no memory has that name",
}

// why puts a refusal into a few words.
func (out toolResult) why() string {
	if out.Error == "sensitive_content" {
		return fmt.Sprintf("looks like a credential (%s)", strings.Join(out.Rules, ", "))
	}
	if reason, ok := reasons[out.Error]; ok {
		return reason
	}
	if out.Detail != "" {
		return out.Detail
	}
	return strings.ReplaceAll(out.Error, "_", " ")
}
