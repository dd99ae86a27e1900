package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/require"
)

// reply answers one request of the fake provider.
type reply func(w http.ResponseWriter, req openai.ChatCompletionRequest)

// fakeLLM speaks the streaming protocol of chat completions. It gives the
// replies in their order, the last one again and again, and records every byte
// that it is sent.
type fakeLLM struct {
	*httptest.Server
	mu       sync.Mutex
	replies  []reply
	bodies   []string
	requests []openai.ChatCompletionRequest
	lookBack func(w http.ResponseWriter, req openai.ChatCompletionRequest) // answers extraction
	passes   []openai.ChatCompletionRequest
}

// finds lets extraction find these items, as JSON, whenever it is asked.
func finds(items string) func(http.ResponseWriter, openai.ChatCompletionRequest) {
	return func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": items}}}})
	}
}

func newFakeLLM(t *testing.T, replies ...reply) *fakeLLM {
	t.Helper()
	f := &fakeLLM{replies: replies, lookBack: finds(`{"items": []}`)}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.Close)
	return f
}

func (f *fakeLLM) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var req openai.ChatCompletionRequest
	if r.URL.Path != "/v1/chat/completions" || json.Unmarshal(body, &req) != nil {
		http.Error(w, "not a chat completion", http.StatusBadRequest)
		return
	}
	f.mu.Lock()
	f.bodies = append(f.bodies, string(body))
	if !req.Stream {
		f.passes = append(f.passes, req)
		f.mu.Unlock()
		f.lookBack(w, req)
		return
	}
	f.requests = append(f.requests, req)
	next := f.replies[0]
	if len(f.replies) > 1 {
		f.replies = f.replies[1:]
	}
	f.mu.Unlock()
	next(w, req)
}

// looks returns every request of extraction so far.
func (f *fakeLLM) looks() []openai.ChatCompletionRequest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.passes
}

// sent returns every request for an answer so far.
func (f *fakeLLM) sent() []openai.ChatCompletionRequest {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.requests
}

// wire returns every byte of every request so far.
func (f *fakeLLM) wire() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.bodies, "\n")
}

func event(w io.Writer, delta map[string]any, finish string) {
	choice := map[string]any{"index": 0, "delta": delta}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	b, _ := json.Marshal(map[string]any{"choices": []any{choice}})
	fmt.Fprintf(w, "data: %s\n\n", b)
}

// says streams a text word by word.
func says(text string) reply {
	return func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		for _, word := range strings.SplitAfter(text, " ") {
			event(w, map[string]any{"content": word}, "")
		}
		event(w, map[string]any{}, "stop")
		fmt.Fprint(w, "data: {\"choices\":[]}\n\ndata: [DONE]\n\n")
	}
}

// calls streams a tool call whose arguments come in two parts.
func calls(tool, args string) reply {
	return func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		call := func(m map[string]any) {
			m["index"] = 0
			event(w, map[string]any{"tool_calls": []any{m}}, "")
		}
		half := len(args) / 2
		call(map[string]any{"id": "call_1", "type": "function", "function": map[string]any{"name": tool, "arguments": ""}})
		call(map[string]any{"function": map[string]any{"arguments": args[:half]}})
		call(map[string]any{"function": map[string]any{"arguments": args[half:]}})
		event(w, map[string]any{}, "tool_calls")
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

// hangs begins an answer and stops in the middle until it is released.
func hangs(released <-chan struct{}) reply {
	return func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		event(w, map[string]any{"content": "Thinking about"}, "")
		w.(http.Flusher).Flush()
		<-released
	}
}

// fails answers with a status, and asks for no pause before the next try.
func fails(status int) reply {
	return func(w http.ResponseWriter, req openai.ChatCompletionRequest) {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(status)
		last := req.Messages[len(req.Messages)-1].Content
		fmt.Fprintf(w, `{"error": {"message": "upstream said no to %q", "type": "server_error"}}`, last)
	}
}

// goOnline makes the next start use the fake provider.
func goOnline(t *testing.T, f *fakeLLM) {
	t.Helper()
	t.Setenv("OPENAI_API_KEY", "test-key")
	t.Setenv("OPENAI_BASE_URL", f.URL+"/v1")
	t.Setenv("OPENAI_MODEL", "")
}

func TestThePartsOfAnAnswerArePutTogether(t *testing.T) {
	f := newFakeLLM(t, says("two words"), calls("memory_recall", `{"query": "x"}`))
	p, err := newProvider("k", f.URL+"/v1", defaultModel)
	require.NoError(t, err)
	var shown strings.Builder
	got, err := p.complete(t.Context(), []openai.ChatCompletionMessage{{Role: "user", Content: "hi"}}, nil, func(s string) { shown.WriteString(s) })
	require.NoError(t, err)
	require.Equal(t, "two words", got.Content)
	require.Equal(t, "two words", shown.String())

	got, err = p.complete(t.Context(), []openai.ChatCompletionMessage{{Role: "user", Content: "hi"}}, nil, func(string) {})
	require.NoError(t, err)
	require.Len(t, got.ToolCalls, 1)
	require.Equal(t, "call_1", got.ToolCalls[0].ID)
	require.Equal(t, `{"query": "x"}`, got.ToolCalls[0].Function.Arguments)
}

func TestABrokenAnswerIsAFault(t *testing.T) {
	empty := func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		fmt.Fprint(w, "data: {\"choices\":[]}\n\ndata: [DONE]\n\n")
	}
	cutOff := func(w http.ResponseWriter, _ openai.ChatCompletionRequest) {
		event(w, map[string]any{"content": "The answer is"}, "")
	}
	for name, c := range map[string]struct {
		reply reply
		want  string
	}{
		"empty choices": {empty, errEmpty.Error()},
		"cut off":       {cutOff, errCut.Error()},
		"unauthorized":  {fails(401), "401 Unauthorized: check OPENAI_API_KEY"},
		"not found":     {fails(404), "404 Not Found: check OPENAI_MODEL and OPENAI_BASE_URL"},
		"overloaded":    {fails(503), "503 Service Unavailable"},
	} {
		f := newFakeLLM(t, c.reply)
		p, err := newProvider("k", f.URL+"/v1", defaultModel)
		require.NoError(t, err)
		_, err = p.complete(t.Context(), []openai.ChatCompletionMessage{{Role: "user", Content: "a private question"}}, nil, func(string) {})
		require.Error(t, err, name)
		require.Equal(t, c.want, explain(err), name)
	}
}

func TestRequestsAreRepeatedWhileThatMayHelp(t *testing.T) {
	for name, c := range map[string]struct {
		replies []reply
		tries   int
		ok      bool
	}{
		"recovers":    {[]reply{fails(503), fails(429), says("yes")}, 3, true},
		"gives up":    {[]reply{fails(500)}, maxTries, false},
		"not retried": {[]reply{fails(400), says("yes")}, 1, false},
	} {
		f := newFakeLLM(t, c.replies...)
		p, err := newProvider("k", f.URL+"/v1", defaultModel)
		require.NoError(t, err)
		_, err = p.complete(t.Context(), []openai.ChatCompletionMessage{{Role: "user", Content: "hi"}}, nil, func(string) {})
		require.Equal(t, c.ok, err == nil, name)
		require.Len(t, f.sent(), c.tries, name)
	}
}

func TestRetryAfterIsHeeded(t *testing.T) {
	resp := func(status int, after string) *http.Response {
		return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {after}}}
	}
	wait, again := pause(1, resp(429, "7"), nil)
	require.True(t, again)
	require.Equal(t, "7s", wait.String())
	_, again = pause(1, resp(429, "3600"), nil)
	require.False(t, again, "an hour is not waited for")
	_, again = pause(1, resp(503, "Wed, 21 Oct 2015 07:28:00 GMT"), nil)
	require.True(t, again)
	first, _ := pause(1, resp(503, ""), nil)
	third, _ := pause(3, resp(503, "nonsense"), nil)
	require.Greater(t, third, first)
	_, again = pause(maxTries, resp(503, ""), nil)
	require.False(t, again)
}

func TestReasoningModelsAreAskedToo(t *testing.T) {
	f := newFakeLLM(t, says("yes"))
	p, err := newProvider("k", f.URL+"/v1", "gpt-5-mini")
	require.NoError(t, err)
	_, err = p.complete(t.Context(), []openai.ChatCompletionMessage{{Role: "user", Content: "hi"}}, nil, func(string) {})
	require.NoError(t, err)
}

func TestAnAddressThatIsNoneIsRefusedWithoutRepeatingIt(t *testing.T) {
	for _, address := range []string{"localhost:11434", "ftp://x", "://", "https://"} {
		_, err := newProvider("k", address, "")
		require.ErrorContains(t, err, "OPENAI_BASE_URL")
		require.NotContains(t, err.Error(), "11434")
	}
	p, err := newProvider("k", "https://user:"+"hunter"+"2@gateway.example/v1/", "m")
	require.NoError(t, err)
	require.Equal(t, "gateway.example", p.host)
}
