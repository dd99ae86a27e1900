package agenttools_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/agenttools/openaitools"
	"github.com/daybook-sre/daybook/memory"
)

// What an agent needs to have a memory. README.md shows the lines between the
// two marks; a test compares them.
func Example_fiveLines() {
	dir := must(os.MkdirTemp("", "daybook"))
	defer os.RemoveAll(dir)
	ctx, question := context.Background(), "which cluster is production?"
	var request openai.ChatCompletionRequest

	// README begins
	root := must(memory.Open(dir, nil))             // once, at the start
	store := must(root.Local())                     // or root.Store(userID): one notebook per person
	tools := agenttools.New(store, nil)             // memory_remember, memory_recall, memory_forget
	seen := must(store.Context(ctx, question, nil)) // each turn: what the model should see of it
	request.Tools = openaitools.Tools(ctx, tools)   // each request; run a call with openaitools.Call
	// README ends

	defer root.Close()
	call := openai.ToolCall{ID: "1", Function: openai.FunctionCall{Name: agenttools.Remember, Arguments: `{"name": "eks-prod-1",
		"type": "infrastructure", "description": "The production cluster", "content": "Production runs on eks-prod-1."}`}}
	fmt.Printf("%d tools, %q is known\n", len(request.Tools), seen.Stable)
	fmt.Println(must(openaitools.Call(ctx, tools, call)).Content)
	seen = must(store.Context(ctx, question, nil))
	fmt.Println(strings.Contains(seen.Stable, "Production runs on eks-prod-1."))
	// Output:
	// 3 tools, "" is known
	// {"status":"created","name":"eks-prod-1","type":"infrastructure","path":"eks-prod-1.md","memory_status":"unconfirmed","note":"Saved as eks-prod-1."}
	// true
}

// must ends an example on an error; a program handles it.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
