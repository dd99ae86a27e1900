package extraction

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

//go:embed prompt.md
var prompt string

//go:embed schema.json
var schema json.RawMessage

// Defaults and limits of a Model.
const (
	// DefaultTimeout is how long a Model waits for one reply, retries and all.
	DefaultTimeout = 60 * time.Second
	// DefaultRetries is how often a Model repeats a request that the endpoint
	// could not serve for now.
	DefaultRetries = 3
	// MaxReplyBytes is how long the endpoint's answer may be, as it travels.
	MaxReplyBytes = 4 << 20
)

// ModelOptions configure a Model. The zero value is the default.
type ModelOptions struct {
	// BaseURL is the endpoint, with its version path. Empty: OpenAI's own.
	BaseURL string
	// Timeout bounds one Propose, retries and all. Zero: DefaultTimeout.
	Timeout time.Duration
	// Retries is how often a request is repeated after 429, a 5xx status or a
	// broken connection. Zero: DefaultRetries; negative: never.
	Retries int
	// HTTPClient makes the requests. Nil: a client of its own.
	HTTPClient *http.Client
}

// Model proposes with a language model behind any endpoint that speaks
// OpenAI's chat completions. It is safe for concurrent use.
type Model struct {
	client  *openai.Client
	name    string
	timeout time.Duration
	format  atomic.Int32 // the richest reply format that the endpoint took
}

// The formats a reply is asked for in, richest first. An endpoint that refuses
// one is asked in the next, and from then on starts there.
const (
	formatSchema = iota
	formatObject
	formatText
	numFormats
)

// NewModel returns a proposer that asks the named model. The key may be empty
// for endpoints that need none. Opts may be nil and is copied.
func NewModel(name, key string, opts *ModelOptions) *Model {
	var o ModelOptions
	if opts != nil {
		o = *opts
	}
	config := openai.DefaultConfig(key)
	if o.BaseURL != "" {
		config.BaseURL = o.BaseURL
	}
	retries := o.Retries
	if retries == 0 {
		retries = DefaultRetries
	}
	client := o.HTTPClient
	if client == nil {
		client = &http.Client{}
	}
	config.HTTPClient = &patientClient{client: client, retries: max(retries, 0), limit: MaxReplyBytes}
	m := &Model{client: openai.NewClientWithConfig(config), name: name, timeout: o.Timeout}
	if m.timeout <= 0 {
		m.timeout = DefaultTimeout
	}
	return m
}

// Propose sends the digest to the model and reads its reply. It makes no
// request if nobody said anything since the last pass. Errors are ctx's, or a *ModelError; a reply
// that holds no items is not an error.
func (m *Model) Propose(ctx context.Context, r Request) (Proposals, error) {
	if r.Digest.Spoken == 0 {
		return Proposals{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	for format := m.format.Load(); ; format++ {
		reply, err := m.ask(ctx, r.Digest.Text, format)
		if err == nil {
			m.format.Store(format)
			items, drops := ParseReply(reply)
			return Proposals{Items: items, Drops: drops}, nil
		}
		if format+1 == numFormats || !refusesFormat(err) {
			return Proposals{}, modelError(ctx, err)
		}
	}
}

func (m *Model) ask(ctx context.Context, digest string, format int32) (string, error) {
	request := openai.ChatCompletionRequest{
		Model: m.name,
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: prompt},
			{Role: openai.ChatMessageRoleUser, Content: digest},
		},
	}
	switch format {
	case formatSchema:
		request.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: "memories", Schema: schema, Strict: true,
			},
		}
	case formatObject:
		request.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONObject,
		}
	}
	response, err := m.client.CreateChatCompletion(ctx, request)
	if err != nil {
		return "", err
	}
	if len(response.Choices) == 0 {
		return "", errNoChoices
	}
	return response.Choices[0].Message.Content, nil
}

// refusesFormat reports whether an error may be about the reply format: the
// endpoint understood the request and did not like it.
func refusesFormat(err error) bool {
	switch statusOf(err) {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotImplemented, http.StatusUnsupportedMediaType:
		return true
	}
	return false
}

func statusOf(err error) int {
	var api *openai.APIError
	if errors.As(err, &api) {
		return api.HTTPStatusCode
	}
	var request *openai.RequestError
	if errors.As(err, &request) {
		return request.HTTPStatusCode
	}
	return 0
}
