package agenttools

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// encode prints a result. Signs like < and > stay legible: a result is read by
// a model, and "p99 > 2s" should look like it.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// properties returns the names of a tool's arguments, sorted.
func properties(name string) []string {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(text("schemas/"+name+".json")), &schema); err != nil {
		panic(err) // unreachable: the schemas are embedded and a test reads each
	}
	return slices.Sorted(maps.Keys(schema.Properties))
}
