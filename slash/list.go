package slash

import (
	"context"
	"fmt"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// maxProblems bounds how many problems list explains; doctor explains all.
const maxProblems = 5

func (h *Handler) list(ctx context.Context, p *page, arg string) error {
	if arg != "" {
		return usagef("list shows everything. To find something: /memory search %s", typed(arg))
	}
	l, err := h.store.List(ctx)
	if err != nil {
		return err
	}
	if len(l.Records) == 0 {
		h.sayEmpty(p)
	} else {
		p.say("%s, newest first.", plural(len(l.Records), "memory", "memories"))
		p.gap()
		h.rows(p, l.Records)
	}
	if l.Waiting > 0 {
		p.gap()
		p.say("%s for you: /memory review", plural(l.Waiting, "memory waits", "memories wait"))
	}
	h.sayProblems(p, l)
	h.sayWhere(p, l.Dir)
	return nil
}

func (h *Handler) sayEmpty(p *page) {
	p.say("Nothing is remembered yet. Tell the agent what it should still know tomorrow, or type it yourself:")
	p.line("    /memory add infrastructure eks-prod-1: Production runs on eks-prod-1.")
}

// rows prints two lines a memory: what it is called and is, and what it says.
// A name is never cut, because people type it.
func (h *Handler) rows(p *page, records []memory.Record) {
	names, abouts := make([]string, len(records)), make([]string, len(records))
	for i, r := range records {
		names[i], abouts[i] = label(r), h.about(r)
	}
	column := min(widest(names), p.width-2-widest(abouts))
	for i, r := range records {
		p.title(names[i], abouts[i], column)
		p.put(terminal.Faint, "  "+terminal.Cut(description(r), p.width-2))
		p.line("")
	}
}

func description(r memory.Record) string {
	if d := terminal.OneLine(r.Description); d != "" {
		return d
	}
	return "(no description)"
}

// about is what list says of a memory beside its name.
func (h *Handler) about(r memory.Record) string {
	parts := []string{terminal.OneLine(string(r.Type)), string(r.Status), day(r.Updated)}
	now := h.opts.Now()
	switch from, _ := r.Interval(); {
	case r.ValidAt(now):
	case now.Before(from):
		parts = append(parts, "valid from "+terminal.OneLine(r.ValidFrom))
	default:
		parts = append(parts, "valid until "+terminal.OneLine(r.ValidUntil))
	}
	if r.Contested {
		parts = append(parts, "contested")
	}
	if r.Pinned {
		parts = append(parts, "pinned")
	}
	return strings.Join(parts, " · ")
}

func (h *Handler) sayProblems(p *page, l memory.Listing) {
	if l.Folders > 0 {
		p.gap()
		p.say("%s not read: memories lie in the folder itself.", plural(l.Folders, "subfolder is", "subfolders are"))
	}
	if len(l.Problems) == 0 {
		return
	}
	p.gap()
	p.say("%s a look; /memory doctor says more:", plural(files(l.Problems), "file needs", "files need"))
	for _, q := range l.Problems[:min(len(l.Problems), maxProblems)] {
		h.problem(p, q)
	}
	if more := len(l.Problems) - maxProblems; more > 0 {
		p.say("  … and %d more", more)
	}
}

// files counts the files that have problems.
func files(problems []memory.Problem) int {
	paths := map[string]bool{}
	for _, q := range problems {
		paths[q.Path] = true
	}
	return len(paths)
}

// problem prints one file's problem: where, what, and whether it is served.
func (h *Handler) problem(p *page, q memory.Problem) {
	where := terminal.OneLine(q.Path)
	if q.Line > 0 {
		where += fmt.Sprintf(", line %d", q.Line)
	}
	served := "not served"
	if q.Served() {
		served = "served"
	}
	rules := ""
	if len(q.Rules) > 0 {
		rules = " (" + strings.Join(q.Rules, ", ") + ")"
	}
	p.indented(2, fmt.Sprintf("%s (%s): %s%s", where, served, h.public(q.Reason), rules))
}

func (h *Handler) sayWhere(p *page, dir string) {
	p.gap()
	if h.gateway() {
		p.say("Each memory is a file that the operator keeps; /memory forget NAME removes one.")
		return
	}
	p.say("Each memory is a markdown file you may edit or delete, in")
	p.line(dir)
}
