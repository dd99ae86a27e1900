package slash_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/slash"
)

// An agent's loop hands each line to the Handler first.
func Example() {
	dir, err := os.MkdirTemp("", "daybook")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	noon := func() time.Time { return time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC) }
	root, err := memory.Open(dir, &memory.Options{Now: noon})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	store, err := root.Store("U024BE7LH")
	if err != nil {
		fmt.Println(err)
		return
	}
	h := slash.New(store, &slash.Options{Actor: "U024BE7LH", Surface: memory.Gateway, Now: noon})
	for _, line := range []string{
		"/memory add infrastructure eks-prod-1: Production runs on eks-prod-1.",
		"/memory",
		"which cluster is production?",
	} {
		handled, err := h.Run(context.Background(), os.Stdout, line)
		if err != nil {
			fmt.Println(err)
			return
		}
		if !handled {
			fmt.Println("(for the agent)")
		}
	}
	// Output:
	// Created eks-prod-1 (infrastructure, confirmed): Production runs on eks-prod-1.
	// 1 memory, newest first.
	//
	// eks-prod-1  infrastructure · confirmed · 2026-11-29
	//   Production runs on eks-prod-1.
	//
	// Each memory is a file that the operator keeps; /memory forget NAME removes one.
	// (for the agent)
}
