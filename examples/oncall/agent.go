package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
	"github.com/daybook-sre/daybook/slash"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// agent is the conversation between one person and one store.
type agent struct {
	root     *memory.Root
	store    *memory.Store
	tools    *agenttools.Tools
	opts     options
	provider *provider // nil offline
	talk     conversation
	said     dialogue
	look     lookback
	session  string
	turn     int
	version  string // of the memory block whose hidden credentials were reported

	out    *terminal.Writer // everything a person reads passes it
	screen *os.File         // the terminal behind out, nil when there is none
	editor bool             // an editor can be opened
}

func newAgent(root *memory.Root, store *memory.Store, opts options, out io.Writer) *agent {
	a := &agent{root: root, store: store, opts: opts, out: terminal.NewWriter(out, false)}
	a.session = time.Now().UTC().Format("20060102T150405") + "-" + rand.Text()[:6]
	a.screen, _ = isTerminal(out)
	said := func(context.Context) []extraction.Turn { return a.said.turns }
	a.tools = agenttools.New(store, &agenttools.Options{
		By:          func(context.Context) memory.By { return a.by("oncall") },
		Audience:    func(context.Context) memory.Audience { return opts.audience },
		Check:       extraction.Check(said, nil),
		CheckForget: extraction.CheckForget(said, nil),
	})
	a.look.useRules()
	return a
}

// by describes who acts in this turn.
func (a *agent) by(actor string) memory.By {
	return memory.By{Actor: actor, Session: a.session, Turn: fmt.Sprint(a.turn)}
}

// person is who types, for the log.
func (a *agent) person() string {
	if a.opts.principal != "" {
		return a.opts.principal
	}
	return os.Getenv("USER")
}

func (a *agent) width() int {
	if a.screen == nil {
		return slash.DefaultWidth
	}
	return terminalWidth(a.screen)
}

func (a *agent) printf(format string, args ...any) { fmt.Fprintf(a.out, format, args...) }

// say prints a paragraph, broken between words. Like quiet it repeats no
// credential, whatever it quotes.
func (a *agent) say(format string, args ...any) {
	a.printf("%s\n", strings.Join(terminal.Wrap(terminal.Clean(safety.Redact(fmt.Sprintf(format, args...))), a.width()), "\n"))
}

// quiet prints what happened beside the answer on one line.
func (a *agent) quiet(format string, args ...any) {
	a.printf("%s\n", terminal.Cut("· "+terminal.OneLine(safety.Redact(fmt.Sprintf(format, args...))), max(a.width(), slash.DefaultWidth)))
}

// greet says what this is: first the mode, then where the memory is, then what
// the agent cannot do.
func (a *agent) greet(ctx context.Context) {
	if a.provider == nil {
		a.printf("oncall · offline: memory only (OPENAI_API_KEY is not set)\n")
	} else {
		a.printf("oncall · online: %s at %s\n", a.provider.model, a.provider.host)
	}
	a.printf("memory: %s (%s)\n", a.store.Path(), a.stored(ctx))
	a.printf("This agent has no shell and no file tool; deny agents that do: %s\n", a.root.Path())
	a.printf("/help helps, Ctrl-D quits.\n")
	if waiting, err := a.store.Pending(ctx); err == nil && len(waiting) > 0 {
		verb := "wait"
		if len(waiting) == 1 {
			verb = "waits"
		}
		a.quiet("%s %s: /memory review", count(len(waiting), "memory"), verb)
	}
	a.printf("\n")
}

// stored says in words how much there is, or why there is nothing.
func (a *agent) stored(ctx context.Context) string {
	if err := a.store.Available(ctx); errors.Is(err, memory.ErrDisabled) {
		return "off: " + strings.TrimPrefix(err.Error(), memory.ErrDisabled.Error()+": ")
	}
	got, err := a.store.List(ctx)
	if err != nil {
		return err.Error()
	}
	skipped := 0
	for _, p := range got.Problems {
		if !p.Served() {
			skipped++
		}
	}
	words := count(len(got.Records), "memory")
	if skipped > 0 {
		words += ", " + count(skipped, "file") + " skipped: /memory doctor"
	}
	return words
}

// command answers a line that begins with a slash, and the words people quit
// with. It reports whether it did, and io.EOF to quit.
func (a *agent) command(ctx context.Context, m message) (bool, error) {
	line := strings.TrimSpace(m.line)
	typed, _, _ := strings.Cut(line, " ") // in its own case, in which a credential can be told
	word := strings.ToLower(typed)
	switch word {
	case "/quit", "/exit", "/q", "/bye":
		return true, io.EOF
	case "/help", "/?", "/h":
		a.printf("%s\n", strings.TrimSpace(help))
		return true, nil
	}
	if line == "quit" || line == "exit" {
		return true, io.EOF
	}
	if !isCommand(line) {
		return false, nil // a paste that begins with one was not typed
	}
	h := slash.New(a.store, &slash.Options{Actor: a.person(), Session: a.session, Width: a.width(), Edit: a.edit()})
	if handled, err := h.Run(ctx, a.out, m.text()); handled {
		return true, err
	}
	if strings.HasPrefix(word, "/m") {
		a.say("Did you mean /memory?")
	}
	a.say("There is no command %s; /help shows what there is.", typed)
	return true, nil
}

// isCommand tells "/memory list" from "/var/log/syslog grows".
func isCommand(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	name, ok := strings.CutPrefix(word, "/")
	return ok && name != "" && !strings.ContainsAny(name, "/.")
}

// edit opens the person's editor on a terminal; elsewhere there is none.
func (a *agent) edit() func(context.Context, string) error {
	if !a.editor {
		return nil
	}
	return func(ctx context.Context, path string) error {
		line := os.Getenv("VISUAL")
		if line == "" {
			line = os.Getenv("EDITOR")
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			words = []string{"vi"}
		}
		cmd := exec.CommandContext(ctx, words[0], append(words[1:], path)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		return cmd.Run()
	}
}

// historyPath is beside the principal's memory folder, so that principals do not
// share one and erasing a principal erases it.
func historyPath(store *memory.Store) string {
	return filepath.Join(filepath.Dir(store.Path()), ".oncall_history")
}

// host is the part of an address that is safe to show.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
