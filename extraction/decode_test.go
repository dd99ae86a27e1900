package extraction_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

const metricsPort = `{"type":"infrastructure","name":"metrics-port","description":"metrics port","content":"Metrics are served on port 9104."}`

func TestParseReplyTakesEveryShape(t *testing.T) {
	second := strings.Replace(metricsPort, "metrics-port", "second", 1)
	tests := []struct {
		name, reply string
		want        []string
	}{
		{"bare list", "[" + metricsPort + "]", []string{"metrics-port"}},
		{"items envelope", `{"items": [` + metricsPort + `]}`, []string{"metrics-port"}},
		{"memories envelope", `{"memories":[` + metricsPort + `]}`, []string{"metrics-port"}},
		{"envelope beside other keys", `{"note": "one", "items": [` + metricsPort + `]}`, []string{"metrics-port"}},
		{"envelope around one object", `{"items": ` + metricsPort + `}`, []string{"metrics-port"}},
		{"one object", metricsPort, []string{"metrics-port"}},
		{"byte order mark", "\ufeff[" + metricsPort + "]", []string{"metrics-port"}},
		{"json fence", "```json\n[" + metricsPort + "]\n```", []string{"metrics-port"}},
		{"fence and prose", "Here you go:\n```\n[" + metricsPort + "]\n```\nI found one fact.", []string{"metrics-port"}},
		{"fence never closed", "```json\n[" + metricsPort + "]\n", []string{"metrics-port"}},
		{"empty fence first", "```\n```\n[" + metricsPort + "]", []string{"metrics-port"}},
		{"prose after", "[" + metricsPort + "]\n\nLet me know!", []string{"metrics-port"}},
		{"brackets in prose", "From the talk {about metrics} [turn 1] I keep: [" + metricsPort + "] {end}", []string{"metrics-port"}},
		{"valid JSON in prose", "I read [1, 2] and {}: [" + metricsPort + "]", []string{"metrics-port"}},
		{"unbalanced bracket in prose", "See [turn 1: [" + metricsPort + "]", []string{"metrics-port"}},
		{"closed thinking", "<think>maybe [" + second + "]</think>\n[" + metricsPort + "]", []string{"metrics-port"}},
		{"thinking without its start", "maybe [" + second + "]\n</think>\n[" + metricsPort + "]", []string{"metrics-port"}},
		{"thinking never closed", "<think>a draft [" + second + "] then\n[" + metricsPort + "]", []string{"metrics-port"}},
		{"trailing commas", "[" + strings.Replace(metricsPort, `."}`, `.",}`, 1) + ",\n]", []string{"metrics-port"}},
		{"JSON lines", metricsPort + "\n" + second + "\n", []string{"metrics-port", "second"}},
		{"cut off list", "[" + metricsPort + "," + second[:60], []string{"metrics-port"}},
		{"cut off envelope", `{"items":[` + metricsPort + "," + second[:60], []string{"metrics-port"}},
		{"cut off in a fence", "```json\n[" + metricsPort + "," + second[:60], []string{"metrics-port"}},
		{"one damaged entry among two", `[{"type":"user","name":"x","content":"the "cold" one"},` + second + "]", []string{"second"}},
		{"null optional fields", strings.Replace(metricsPort, `{`, `{"valid_from":null,"quote":null,`, 1), []string{"metrics-port"}},
		{"odd entries", `[null,{},42,[],` + metricsPort + `]`, []string{"metrics-port"}},
		{"duplicate key", strings.Replace(metricsPort, `{`, `{"name":"first",`, 1), []string{"metrics-port"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			items, drops := extraction.ParseReply(tt.reply)
			var names []string
			for _, it := range items {
				names = append(names, it.Name)
				require.Equal(t, "Metrics are served on port 9104.", it.Content)
			}
			require.Equal(t, tt.want, names, "drops: %v", drops)
		})
	}
}

func TestParseReplyReportsWhatItDropped(t *testing.T) {
	tests := []struct {
		name, reply string
		want        []extraction.Drop
	}{
		{"blank", "  \n", nil},
		{"empty list", "[]", nil},
		{"null", "null", nil},
		{"empty object", "{}", nil},
		{"empty envelope", `{"items": null}`, nil},
		{"chat", "No durable facts here.", []extraction.Drop{{Index: -1, Reason: "no JSON in the reply"}}},
		{"a number", "42", []extraction.Drop{{Index: -1, Reason: "JSON of another shape"}}},
		{"envelope of text", `{"memories": "x"}`, []extraction.Drop{{Index: -1, Reason: "JSON of another shape"}}},
		{"list of text", `["Metrics are on port 9104"]`, []extraction.Drop{{Index: 0, Reason: "entry is not an object"}}},
		{"foreign keys", `[{"kind":"infra","title":"p","text":"Metrics on 9104"}]`, []extraction.Drop{{Index: 0, Reason: "type is missing"}}},
		{"number as a name", `[{"name": 3}]`, []extraction.Drop{{Index: 0, Reason: "a field is not text"}}},
		{"delete", `[{"action":"delete","id":"12","name":"a"}]`, []extraction.Drop{{Index: 0, Reason: "extraction only adds and updates"}}},
		{"single quotes", "[{'type':'user','name':'x','content':'y'}]", []extraction.Drop{{Index: -1, Reason: "entry is damaged"}}},
		{"cut off object", metricsPort[:70], []extraction.Drop{{Index: -1, Reason: "entry is damaged"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			items, drops := extraction.ParseReply(tt.reply)
			require.Empty(t, items)
			require.ElementsMatch(t, tt.want, drops)
		})
	}
}

func TestParseReplyLeavesValidJSONAlone(t *testing.T) {
	content := `Main dashboard: https://graf.example.test/d/ab//x?y=[1,2,] // main <think>one</think> ` + "```[{,}]```"
	b, err := json.Marshal([]map[string]string{{"type": "infrastructure", "name": "dash", "content": content}})
	require.NoError(t, err)
	items, drops := extraction.ParseReply(string(b))
	require.Empty(t, drops)
	require.Len(t, items, 1)
	require.Equal(t, content, items[0].Content)
}

func TestParseReplyTakesNumbersAsTurns(t *testing.T) {
	items, _ := extraction.ParseReply(`{"type":"user","name":"n","content":"c","turn":7}`)
	require.Equal(t, "7", items[0].Turn)
}

func TestParseReplyBoundsItsWork(t *testing.T) {
	for _, unit := range []string{"[", "{", `{"a":`, "[{", "<think>", "```\n", `"`, `[{"name":"x",},`, "null,"} {
		_, drops := extraction.ParseReply(strings.Repeat(unit, 10<<20/len(unit)))
		require.NotEmpty(t, drops, "unit %q", unit)
		require.LessOrEqual(t, len(drops), 300)
	}
	many := "[" + strings.Repeat(metricsPort+",", 500) + metricsPort + "]"
	items, drops := extraction.ParseReply(many)
	require.Len(t, items, 100)
	require.NotEmpty(t, drops)
}

func FuzzParseReply(f *testing.F) {
	for _, s := range []string{"", "[", "[" + metricsPort + ",]", "<think>[", "```json\n" + metricsPort, `{"items":[{"type":"a"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items, _ := extraction.ParseReply(text)
		again, _ := extraction.ParseReply(text)
		require.Equal(t, items, again)
		for _, it := range items {
			require.NotEmpty(t, it.Type)
			require.NotEmpty(t, it.Name)
			require.NotEmpty(t, it.Content)
		}
		if json.Valid([]byte(text)) && len(items) > 0 {
			// A content of a valid reply is one of its strings as they decode.
			require.Contains(t, allStrings(text), items[0].Content)
		}
	})
}

func allStrings(text string) []string {
	var out []string
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		tok, err := dec.Token()
		if err != nil {
			return out
		}
		if s, ok := tok.(string); ok {
			out = append(out, s)
		}
	}
}
