package slash

import (
	"context"
	"strings"
)

// verb is one thing a person can do. To add one, write its function and its
// entry in verbs.
type verb struct {
	name     string
	guesses  []string // other words people type for it
	args     string
	does     string // for help
	rare     bool   // only in "help all"
	local    bool   // needs the person's own machine: not offered on a gateway
	switches bool   // changes whether memory is on
	run      func(*Handler, context.Context, *page, string) error
}

func verbs() []verb {
	return []verb{
		{name: "list", guesses: []string{"ls"}, does: "what is remembered, newest first", run: (*Handler).list},
		{name: "show", guesses: []string{"cat", "get"}, args: "NAME", does: "one memory in full, and how it came", run: (*Handler).show},
		{name: "search", guesses: []string{"find"}, args: "WORDS", does: "the memories that match, best first", run: (*Handler).search},
		{name: "add", guesses: []string{"remember", "save"}, args: "TYPE NAME: TEXT", does: "remember TEXT; an existing memory of that name is replaced", run: (*Handler).add},
		{name: "edit", args: "NAME", does: "open the file in your editor", local: true, run: (*Handler).edit},
		{name: "forget", guesses: []string{"delete", "rm", "remove"}, args: "NAME", does: "remove it, for good", run: (*Handler).forget},
		{name: "review", guesses: []string{"pending"}, does: "what waits for you, and why", run: (*Handler).review},
		{name: "approve", guesses: []string{"accept"}, args: "[NAME]", does: "use what waits", run: (*Handler).approve},
		{name: "reject", guesses: []string{"deny"}, args: "[NAME] [because …]", does: "it is wrong: never use it", run: (*Handler).reject},
		{name: "pin", args: "NAME", does: "keep it in every prompt", run: (*Handler).pin},
		{name: "unpin", args: "NAME", does: "let it go again", rare: true, run: (*Handler).unpin},
		{name: "log", args: "[NAME] [--since 1h]", does: "what changed, when, and by whom", run: (*Handler).log},
		{name: "history", args: "NAME", does: "its former texts, newest first", rare: true, run: (*Handler).history},
		{name: "autosave", args: "off|on", does: "keep only what is asked for, or what is said in passing too", rare: true, run: (*Handler).autosave},
		{name: "path", does: "where the files are", rare: true, local: true, run: (*Handler).path},
		{name: "doctor", does: "files that cannot be read, what to do, and what autosave did", rare: true, run: (*Handler).doctor},
		{name: "off", does: "keep memory from the agent until you say on", switches: true, run: (*Handler).off},
		{name: "on", does: "give it back", switches: true, run: (*Handler).on},
		{name: "help", args: "[all]", does: "this; with all, every verb and what else it is called", run: (*Handler).help},
	}
}

// find returns the verb that a word stands for, in any case.
func find(word string) (verb, bool) {
	word = strings.ToLower(word)
	for _, v := range verbs() {
		if v.name == word {
			return v, true
		}
		for _, g := range v.guesses {
			if g == word {
				return v, true
			}
		}
	}
	return verb{}, false
}

// unknown answers a word that is no verb: with the nearest verbs, and with the
// memory of that name if there is one.
func (h *Handler) unknown(ctx context.Context, p *page, word, arg string) {
	p.say("/memory knows no verb “%s”.", typed(word))
	if r, err := h.get(ctx, strings.TrimSpace(word+" "+arg)); err == nil {
		p.say("To see the memory of that name: /memory show %s", label(r))
		return
	}
	var words []string
	for _, v := range verbs() {
		if !v.local || !h.gateway() {
			words = append(append(words, v.name), v.guesses...)
		}
	}
	if near := nearest(word, words); len(near) > 0 {
		p.say("Did you mean: %s?", strings.Join(near, ", "))
	}
	p.say("/memory help shows what there is.")
}

// help shows the everyday verbs, or all of them with the other words for each.
func (h *Handler) help(_ context.Context, p *page, arg string) error {
	all := strings.EqualFold(arg, "all")
	var left []string
	var shown []verb
	for _, v := range verbs() {
		if (v.rare && !all) || (v.local && h.gateway()) {
			continue
		}
		shown = append(shown, v)
		left = append(left, strings.TrimSpace("/memory "+v.name+" "+v.args))
	}
	for i, v := range shown {
		does := v.does
		if all && len(v.guesses) > 0 {
			does += " (also: " + strings.Join(v.guesses, ", ") + ")"
		}
		p.pair(left[i], does, widest(left))
	}
	p.gap()
	p.say("TYPE is %s. NAME may hold spaces.", typeWords())
	if !all {
		p.say("More: /memory help all")
	}
	return nil
}
