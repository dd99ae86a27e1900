package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
	"github.com/daybook-sre/daybook/slash/terminal"
)

// Exit codes.
const (
	exitOK    = 0
	exitFail  = 1
	exitUsage = 2
)

// streams is what the program shares with the outside.
type streams struct {
	in      io.Reader
	out     io.Writer
	err     io.Writer
	signals <-chan os.Signal
}

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	opts, err := parseFlags(args, s.err)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		return complain(s.err, exitUsage, err)
	}
	dir, err := rootDir(opts)
	if err != nil {
		return complain(s.err, exitUsage, err)
	}
	if note := strayFiles(dir); note != "" {
		fmt.Fprintln(s.err, "oncall: "+terminal.Clean(note))
	}
	root, err := memory.Open(dir, &memory.Options{Settings: opts.settings, Surface: memory.Terminal})
	if err != nil {
		return complain(s.err, exitFail, err)
	}
	defer root.Close()
	store, err := principalStore(root, opts.principal)
	if errors.Is(err, memory.ErrPrincipal) {
		return complain(s.err, exitUsage, err)
	}
	if err != nil {
		return complain(s.err, exitFail, err)
	}
	if opts.prompt {
		err = printPrompt(ctx, store, opts, s)
	} else {
		err = work(ctx, root, store, opts, s)
	}
	if err != nil {
		return complain(s.err, exitFail, err)
	}
	return exitOK
}

// work reads a transcript or talks to the person.
func work(ctx context.Context, root *memory.Root, store *memory.Store, opts options, s streams) error {
	a := newAgent(root, store, opts, s.out)
	if opts.key != "" {
		p, err := newProvider(opts.key, opts.baseURL, opts.model)
		if err != nil {
			return err
		}
		a.provider = p
		a.look.useModel(opts)
	}
	if opts.transcript != "" {
		return a.readTranscript(ctx, opts.transcript, s.in)
	}
	return a.converse(ctx, s)
}

// complain prints an error for a person. Errors of this program hold no secret;
// those of the file system and the network may quote what they were given.
func complain(w io.Writer, code int, err error) int {
	fmt.Fprintln(w, "oncall: "+terminal.Clean(safety.Redact(err.Error())))
	return code
}

func principalStore(root *memory.Root, principal string) (*memory.Store, error) {
	if principal == "" {
		return root.Local()
	}
	store, err := root.Store(principal)
	if err != nil {
		return nil, fmt.Errorf("-principal: %w", err)
	}
	return store, nil
}

// printPrompt prints what a model would see of the memory in every turn.
func printPrompt(ctx context.Context, store *memory.Store, opts options, s streams) error {
	c, err := store.Prompt(ctx, &memory.ContextOptions{Audience: opts.audience})
	if err != nil {
		return err
	}
	if c.Stable == "" {
		fmt.Fprintln(s.err, "oncall: nothing is stored, so the prompt block is empty ("+terminal.Clean(store.Path())+")")
		return nil
	}
	_, err = fmt.Fprintln(s.out, strings.TrimRight(c.Stable, "\n"))
	return err
}
