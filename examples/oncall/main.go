// Oncall is a small on-call agent with a memory, to try daybook with and to
// read how it is wired.
//
// It starts without a key, a network or a configuration. Offline it looks
// things up in its memory and quotes them. With OPENAI_API_KEY set (and
// OPENAI_BASE_URL, OPENAI_MODEL if wanted) the same program is an agent that
// answers with a language model, falling back to quotes when the provider
// fails.
//
// After every turn extraction looks back over what was said and keeps what
// lasts: lookback.go shows the wiring.
//
//	go run ./examples/oncall
//	go run ./examples/oncall -h
//
// Standard input that is no terminal is a script: each line is one turn. Lines
// between two lines of ``` are one message, and so is the whole input when it
// looks like a log or a configuration file (see looksPasted).
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr, signals}))
}
