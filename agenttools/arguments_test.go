package agenttools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/require"

	"context"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestArgumentsAreReadStrictly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, tool, args string
		says             string // part of the detail
	}{
		{"not an object", agenttools.Recall, `["a"]`, "JSON object"},
		{"a string that holds JSON", agenttools.Recall, `"{\"name\":\"a\"}"`, "JSON object"},
		{"cut off", agenttools.Recall, `{"name":"a`, "JSON object"},
		{"something after it", agenttools.Recall, `{"name":"a"} {"name":"b"}`, "nothing after it"},
		{"single quotes", agenttools.Recall, `{'name':'a'}`, "valid JSON"},
		{"not UTF-8", agenttools.Recall, "{\"name\":\"\xff\"}", "UTF-8"},
		{"an unknown key", agenttools.Forget, `{"name":"a","force":true}`, `"force"`},
		{"a key in another case", agenttools.Forget, `{"Name":"a"}`, `"Name"`},
		{"a repeated key", agenttools.Forget, `{"name":"a","name":"b"}`, "twice"},
		{"a repeated key, once null", agenttools.Forget, `{"name":null,"name":"b"}`, "twice"},
		{"a number for a name", agenttools.Forget, `{"name":7}`, "name must be a string"},
		{"an object for a query", agenttools.Recall, `{"query":{"text":"a"}}`, "query must be a string"},
		{"a number for a query", agenttools.Recall, `{"query":123}`, "query must be a string"},
		{"a string for a limit", agenttools.Recall, `{"query":"a","limit":"3"}`, "limit must be an integer"},
		{"half a limit", agenttools.Recall, `{"query":"a","limit":2.5}`, "limit must be an integer"},
		{"a limit of none", agenttools.Recall, `{"query":"a","limit":0}`, "at least 1"},
		{"a huge limit", agenttools.Recall, `{"query":"a","limit":1e999}`, "limit must be an integer"},
		{"name and query", agenttools.Recall, `{"name":"a","query":"b"}`, "not both"},
		{"a string for labels", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":"c","labels":"pii"}`, "labels must be an array"},
		{"a number among labels", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":"c","labels":[1]}`, "labels must be an array"},
		{"null among labels", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":"c","labels":[null]}`, "labels must be an array"},
		{"an array for content", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":["c"]}`, "content must be a string"},
		{"a paste of two million characters", agenttools.Remember, `{"name":"a","content":"` + strings.Repeat("x", 2_000_000) + `"}`, "longer than"},
		{"an attempt at the status", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":"c","status":"confirmed"}`, `"status"`},
		{"an attempt at the source", agenttools.Remember, `{"name":"a","type":"user","description":"d","content":"c","source":"user"}`, `"source"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := newStore(t)
			got := call(t, agenttools.New(store, nil), c.tool, c.args)
			require.Equal(t, "invalid_arguments", got.code())
			require.Contains(t, got.text("detail"), c.says)
			require.NoDirExists(t, store.Path(), "nothing was written")
		})
	}
}

func TestArgumentsThatModelsSendWithoutMeaningHarm(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.")
	for name, c := range map[string]struct{ args, status string }{
		"nothing":                {"", "index"},
		"blanks":                 {" \n", "index"},
		"an empty object":        {"{}", "index"},
		"null for all":           {"null", "index"},
		"nulls":                  {`{"name":null,"query":null,"limit":null}`, "index"},
		"empty strings":          {`{"name":"","query":" "}`, "index"},
		"an empty name":          {`{"name":"","query":"production"}`, "found"},
		"an empty query":         {`{"name":"eks-prod-1","query":""}`, "found"},
		"a limit like 5.0":       {`{"query":"production","limit":5.0}`, "found"},
		"a limit far too high":   {`{"query":"production","limit":999}`, "found"},
		"escapes and surrogates": {`{"query":"\u0070roduction \ud83d\udd25"}`, "found"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.status, call(t, tools, agenttools.Recall, c.args).status())
		})
	}
}

// The argument errors have one order, so that a model learns of one mistake at
// a time and a harness can rely on it. Each step mends one mistake.
func TestArgumentErrorsComeInAFixedOrder(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	token := githubToken(1)
	a := args{"name": "!!!", "type": "gossip", "description": " ", "content": "\n", "valid_from": "soon", "nmae": "x"}
	for _, step := range []struct {
		code string
		mend func()
	}{
		{"invalid_arguments", func() { delete(a, "nmae") }},
		{"invalid_name", func() { a["name"] = "eks-prod-1" }},
		{"invalid_type", func() { a["type"] = "infrastructure" }},
		{"empty_description", func() { a["description"] = "The cluster, token " + token }},
		{"empty_content", func() { a["content"] = "Production runs on eks-prod-1." }},
		{"invalid_interval", func() { a["valid_from"] = "2026-11-01" }},
		{"sensitive_content", func() { a["description"] = "The cluster" }},
		{"", nil},
	} {
		require.Equal(t, step.code, call(t, tools, agenttools.Remember, a).code())
		if step.mend != nil {
			step.mend()
		}
	}
}

func TestArgumentErrorsComeBeforeTheGate(t *testing.T) {
	t.Parallel()
	asked := 0
	tools := agenttools.New(newStore(t), &agenttools.Options{
		Check: func(_ context.Context, p memory.Proposal, _ memory.By) (memory.Proposal, error) {
			asked++
			return p, &memory.Refusal{Code: memory.Ungrounded, Detail: "The user did not say this."}
		},
	})
	token := githubToken(2)
	for _, c := range []struct {
		code string
		with args
	}{
		{"invalid_name", args{"name": "!!!"}},
		{"invalid_type", args{"type": "gossip"}},
		{"empty_description", args{"description": " \n"}},
		{"empty_content", args{"content": ""}},
		{"invalid_interval", args{"valid_from": "tomorrow"}},
		{"invalid_interval", args{"valid_from": "2026-11-02", "valid_until": "2026-11-01"}},
		{"sensitive_content", args{"content": "The token is " + token}},
	} {
		a := fact("eks-prod-1", "Production runs on eks-prod-1.")
		for k, v := range c.with {
			a[k] = v
		}
		require.Equal(t, c.code, call(t, tools, agenttools.Remember, a).code())
	}
	require.Zero(t, asked, "the gate sees only what could be stored")
	require.Equal(t, "ungrounded", remember(t, tools, "eks-prod-1", "Production runs on eks-prod-1.").code())
	require.Equal(t, 1, asked)
}

func TestAMissingArgumentIsNamed(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	for missing, code := range map[string]string{
		"name": "invalid_name", "type": "invalid_type", "description": "empty_description", "content": "empty_content",
	} {
		a := fact("eks-prod-1", "Production.")
		delete(a, missing)
		got := call(t, tools, agenttools.Remember, a)
		require.Equal(t, code, got.code())
		require.Equal(t, missing, got.text("field"))
	}
}

func TestSchemasDescribeExactlyWhatIsAccepted(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	for _, tool := range tools.List(context.Background()) {
		t.Run(tool.Name, func(t *testing.T) {
			var schema jsonschema.Schema
			require.NoError(t, json.Unmarshal(tool.Schema, &schema))
			resolved, err := schema.Resolve(nil)
			require.NoError(t, err, "a valid JSON schema")
			require.Equal(t, "object", schema.Type)
			require.NotEmpty(t, schema.Properties)
			for name, p := range schema.Properties {
				require.NotEmpty(t, p.Description, name)
				require.NotEmpty(t, p.Type, name)
			}
			require.NoError(t, resolved.Validate(map[string]any(validArguments[tool.Name])))

			surplus := args{"surplus": 1}
			for k, v := range validArguments[tool.Name] {
				surplus[k] = v
			}
			require.Error(t, resolved.Validate(map[string]any(surplus)), "additional properties are refused")
			require.Equal(t, "invalid_arguments", call(t, tools, tool.Name, surplus).code())
			for name := range schema.Properties {
				wrong := args{}
				for k, v := range validArguments[tool.Name] {
					wrong[k] = v
				}
				wrong[name] = args{"nested": true}
				require.Error(t, resolved.Validate(map[string]any(wrong)), name)
				require.Equal(t, "invalid_arguments", call(t, tools, tool.Name, wrong).code(), name)
			}
		})
	}
}

func TestTheSchemaListsTheTypesOfTheStore(t *testing.T) {
	t.Parallel()
	var schema jsonschema.Schema
	require.NoError(t, json.Unmarshal(agenttools.New(newStore(t), nil).List(context.Background())[0].Schema, &schema))
	var want []any
	for _, typ := range memory.Types() {
		want = append(want, string(typ))
	}
	require.ElementsMatch(t, want, schema.Properties["type"].Enum)
}
