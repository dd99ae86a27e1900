// Package agenttools gives a model three tools over a memory.Store:
// memory_remember, memory_recall and memory_forget.
//
// They are plain values that any harness can register: a name, a description, a
// JSON schema, hints and a Call from JSON to JSON.
//
//	tools := agenttools.New(store, nil)
//	for _, tool := range tools.List(ctx) { /* register it */ }
//	out, err := tools.Call(ctx, name, arguments)
//
// Package openaitools turns them into go-openai's types and back. A process
// that serves many people from one registry uses ForCaller instead of New: it
// asks whose store to use on every call, and without an answer there is no
// store, never a default one.
//
// # Results
//
// Every result is one JSON object with a status. When nothing was done, error
// repeats the status as a code to switch on (see the constants and
// memory.Code) and detail says in one or two sentences what to do next. A Go
// error is for the program alone: the ctx ended, or no tool has that name.
//
// Nothing that package safety flags is in a result, also where a result echoes
// an argument. On a shared surface (memory.Room) memories meant for one person
// do not exist for these tools: they are neither returned nor named.
//
// # Authority
//
// The tools propose and request; the store decides. No argument of a tool call
// makes a memory confirmed, and none switches memory on or off. What the
// embedder knows about the conversation reaches the store through Options.
package agenttools
