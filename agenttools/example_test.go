package agenttools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func Example() {
	dir, err := os.MkdirTemp("", "daybook")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	root, err := memory.Open(dir, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer root.Close()
	store, err := root.Local()
	if err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	tools := agenttools.New(store, &agenttools.Options{
		By: func(context.Context) memory.By { return memory.By{Actor: "oncall-agent", Session: "inc-42"} },
	})
	for _, tool := range tools.List(ctx) {
		fmt.Println(tool.Name, tool.SideEffect)
	}
	out, err := tools.Call(ctx, agenttools.Remember, json.RawMessage(
		`{"name": "eks-prod-1", "type": "infrastructure", "description": "The production cluster", "content": "Production runs on eks-prod-1."}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(out))

	out, err = tools.Call(ctx, agenttools.Recall, json.RawMessage(`{"name": "eks-prod-1"}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range agenttools.Evidence(agenttools.Recall, out) {
		fmt.Println(c.Source+":", c.Summary)
	}
	// Output:
	// memory_remember reversible
	// memory_recall none
	// memory_forget irreversible
	// {"status":"created","name":"eks-prod-1","type":"infrastructure","path":"eks-prod-1.md","memory_status":"unconfirmed","note":"Saved as eks-prod-1."}
	// memory_recall: recalled memory 'eks-prod-1'
}
