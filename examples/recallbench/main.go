// Recallbench measures how well memories are found, on notes and questions of
// your own:
//
//	go run ./examples/recallbench -data DIR
//
// DIR holds pairs of files. NAME.memories.jsonl has one memory a line,
//
//	{"slug": "eks-prod-1", "type": "infrastructure", "description": "…", "body": "…", "order": 7}
//
// where order is its recency (higher is newer), quote and store are optional,
// and memories of different stores are searched apart. NAME.queries.jsonl has
// one question a line,
//
//	{"q": "which cluster is production?", "relevant": ["eks-prod-1"], "kind": "short"}
//
// with store where the memories have one. Lines that begin with # are skipped.
//
// It prints two tables. The first has the ranking of each kind of question: for
// this library, through memory.Store.Recall on real stores in a temporary
// folder, and for three simple rankers. The macro is the mean over the rows
// marked with *, so that a set with many questions does not outvote the others.
// The second has the share of needed memories that the model gets to see beside
// the question, in at most memory.DefaultChars characters.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Stdout, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "recallbench:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, w io.Writer, args []string) error {
	flags := flag.NewFlagSet("recallbench", flag.ContinueOnError)
	data := flags.String("data", "", "folder with NAME.memories.jsonl and NAME.queries.jsonl")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *data == "" {
		return errors.New("say where the data is: -data DIR")
	}
	dir, err := os.MkdirTemp("", "recallbench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := prepare(dir, *data)
	if err != nil {
		return err
	}
	defer b.root.Close()
	for _, c := range contestants {
		rows, err := b.rank(ctx, c)
		if err != nil {
			return err
		}
		printRows(w, c, rows)
	}
	shares, err := b.shares(ctx)
	if err != nil {
		return err
	}
	printShares(w, shares)
	return nil
}
