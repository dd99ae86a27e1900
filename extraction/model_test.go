package extraction_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

// endpoint is a chat-completions server that answers each request in turn and
// keeps what it was sent.
type endpoint struct {
	*httptest.Server
	bodies []string
}

func serve(t *testing.T, answer func(n int, body string, w http.ResponseWriter)) *endpoint {
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		e.bodies = append(e.bodies, string(b))
		answer(len(e.bodies), string(b), w)
	}))
	t.Cleanup(e.Close)
	return e
}

func say(w io.Writer, content string) {
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"message": map[string]string{"role": "assistant", "content": content}}},
	})
}

func (e *endpoint) model(opts extraction.ModelOptions) *extraction.Model {
	opts.BaseURL = e.URL + "/v1"
	return extraction.NewModel("some-model", "", &opts)
}

func digestOf(text string) extraction.Request {
	turns := []extraction.Turn{{ID: "1", Role: extraction.RoleUser, Content: text}}
	return extraction.Request{Turns: turns, Digest: extraction.NewDigest(turns, "", nil)}
}

func TestModelAsksWithASchema(t *testing.T) {
	e := serve(t, func(n int, body string, w http.ResponseWriter) { say(w, `{"items":[`+metricsPort+`]}`) })
	got, err := e.model(extraction.ModelOptions{}).Propose(t.Context(), digestOf("our metrics are served on port 9104"))
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	require.Equal(t, "metrics-port", got.Items[0].Name)
	require.Len(t, e.bodies, 1)
	require.Contains(t, e.bodies[0], `"json_schema"`)
	require.Contains(t, e.bodies[0], "port 9104")
	require.NotContains(t, e.bodies[0], "max_tokens", "some models refuse it")
}

func TestModelFallsBackToPlainerFormats(t *testing.T) {
	e := serve(t, func(n int, body string, w http.ResponseWriter) {
		if strings.Contains(body, "response_format") {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"unknown field"}}`)
			return
		}
		say(w, "Here: ["+metricsPort+"]")
	})
	m := e.model(extraction.ModelOptions{})
	got, err := m.Propose(t.Context(), digestOf("our metrics are served on port 9104"))
	require.NoError(t, err)
	require.Len(t, got.Items, 1)
	require.Len(t, e.bodies, 3, "schema, object, text")
	_, err = m.Propose(t.Context(), digestOf("our metrics are served on port 9104"))
	require.NoError(t, err)
	require.Len(t, e.bodies, 4, "the format that worked is remembered")
}

func TestModelRetriesWhatPasses(t *testing.T) {
	for _, status := range []int{http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable} {
		e := serve(t, func(n int, body string, w http.ResponseWriter) {
			if n < 3 {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(status)
				return
			}
			say(w, "[]")
		})
		_, err := e.model(extraction.ModelOptions{}).Propose(t.Context(), digestOf("we use postgres 16"))
		require.NoError(t, err)
		require.Len(t, e.bodies, 3)
		require.Equal(t, e.bodies[0], e.bodies[2], "the whole request is sent again")
	}
}

func TestModelErrorsSayNothingOfTheConversation(t *testing.T) {
	tests := []struct {
		name      string
		answer    func(n int, body string, w http.ResponseWriter)
		status    int
		permanent bool
	}{
		{"refused", func(n int, body string, w http.ResponseWriter) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"error":{"message":`+string(mustJSON(body))+`}}`)
		}, 404, true},
		{"no key", func(n int, body string, w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, 401, false},
		{"failing", func(n int, body string, w http.ResponseWriter) {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, body)
		}, 502, false},
		{"no choices", func(n int, body string, w http.ResponseWriter) { _, _ = io.WriteString(w, `{"choices":[]}`) }, 0, false},
		{"too long", func(n int, body string, w http.ResponseWriter) { say(w, strings.Repeat("x", extraction.MaxReplyBytes)) }, 0, false},
		{"no JSON", func(n int, body string, w http.ResponseWriter) { _, _ = io.WriteString(w, "<html>"+body) }, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := serve(t, tt.answer)
			_, err := e.model(extraction.ModelOptions{Retries: -1}).Propose(t.Context(), digestOf("our metrics are served on port 9104"))
			var modelErr *extraction.ModelError
			require.ErrorAs(t, err, &modelErr)
			require.Equal(t, tt.status, modelErr.Status)
			require.Equal(t, tt.permanent, modelErr.Permanent())
			require.NotContains(t, err.Error(), "9104")
			require.Len(t, e.bodies, 1)
		})
	}
}

func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // unreachable: a string always encodes
	}
	return b
}

func TestModelGivesUpInTime(t *testing.T) {
	e := serve(t, func(n int, body string, w http.ResponseWriter) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := e.model(extraction.ModelOptions{Timeout: time.Minute}).Propose(t.Context(), digestOf("we use postgres 16"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Len(t, e.bodies, 1, "an hour does not fit into a minute")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = e.model(extraction.ModelOptions{}).Propose(ctx, digestOf("we use postgres 16"))
	require.ErrorIs(t, err, context.Canceled)
}

func TestModelIsNotAskedAboutNothing(t *testing.T) {
	e := serve(t, func(n int, body string, w http.ResponseWriter) { say(w, "[]") })
	m := e.model(extraction.ModelOptions{})
	for _, turns := range [][]extraction.Turn{
		nil,
		{user("1", "hi"), assistant("2", "hello, what can I do for you?")},
		{{ID: "1", Role: extraction.RoleUser, Origin: "cron", Content: "[cron] nightly check: 14 pods ok"}},
		{user("1", pastedLog[len("here is the log:"):])},
		{user("1", "<memory>\nour prod is eks-prod-1\n</memory>")},
	} {
		got, err := m.Propose(t.Context(), extraction.Request{Turns: turns, Digest: extraction.NewDigest(turns, "", nil)})
		require.NoError(t, err)
		require.Empty(t, got.Items)
	}
	require.Empty(t, e.bodies)
	_, err := m.Propose(t.Context(), digestOf("we use postgres 16"))
	require.NoError(t, err)
	require.Len(t, e.bodies, 1, "the control")
}
