package agenttools

import (
	"context"
	"embed"
	"encoding/json"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// Names of the tools.
const (
	Remember = "memory_remember"
	Recall   = "memory_recall"
	Forget   = "memory_forget"
)

// SideEffect tells what a call can leave behind, for harnesses that ask before
// they run a tool.
type SideEffect string

// The values of SideEffect.
const (
	NoEffect     SideEffect = "none"         // it reads
	Reversible   SideEffect = "reversible"   // it writes, and what it replaces is kept in the history
	Irreversible SideEffect = "irreversible" // it removes for good
)

// Tool is one tool as a harness registers it. It is a value: changing it
// changes no other.
type Tool struct {
	// Name is unique within a set: letters and underscores.
	Name string
	// Description is markdown and written for the model. Harnesses should pass
	// it on unshortened.
	Description string
	// Schema is the JSON schema of the arguments, an object that allows no
	// additional properties.
	Schema json.RawMessage
	// ReadOnly says that a call changes nothing.
	ReadOnly bool
	// Destructive says that a call can remove something.
	Destructive bool
	SideEffect  SideEffect
	// Surfaces are where the tool may be offered, provided that memory is on
	// there.
	Surfaces []memory.Surface
	Tags     []string
	// Call runs the tool as Tools.Call does. It is safe for concurrent use.
	Call func(ctx context.Context, args json.RawMessage) (json.RawMessage, error)
}

// The texts that the model reads are files, so that they can be read and
// reviewed as texts.
//
//go:embed descriptions/*.md schemas/*.json
var texts embed.FS

// text returns an embedded file without its trailing line feed.
func text(name string) string {
	b, err := texts.ReadFile(name)
	if err != nil {
		panic(err) // unreachable: the names are constants and a test reads each
	}
	return strings.TrimSpace(string(b))
}

// tool describes one of the tools; its Call is bound to t.
func (t *Tools) tool(name string) Tool {
	tool := Tool{
		Name:        name,
		Description: text("descriptions/" + name + ".md"),
		Schema:      json.RawMessage(text("schemas/" + name + ".json")),
		Surfaces:    []memory.Surface{memory.Terminal, memory.Investigation, memory.Gateway},
		Tags:        []string{"memory"},
		Call: func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
			return t.Call(ctx, name, args)
		},
	}
	switch name {
	case Remember:
		tool.SideEffect = Reversible
	case Recall:
		tool.SideEffect, tool.ReadOnly = NoEffect, true
	case Forget:
		tool.SideEffect, tool.Destructive = Irreversible, true
	}
	return tool
}
