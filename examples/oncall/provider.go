package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// Limits on waiting for the provider.
const (
	maxTries      = 4                // of one request
	firstPause    = time.Second / 2  // before the second try; doubled for each further one
	maxPause      = 20 * time.Second // a provider that asks for more is not waited for
	headerTimeout = time.Minute      // until an answer begins
	idleTimeout   = time.Minute      // between two parts of an answer
	maxAnswer     = 4096             // tokens, those of hidden reasoning included
)

// provider is a model behind an OpenAI-compatible address.
type provider struct {
	client *openai.Client
	model  string
	host   string
}

// newProvider returns a provider. The error holds nothing of the key.
func newProvider(key, baseURL, model string) (*provider, error) {
	config := openai.DefaultConfig(key)
	if baseURL != "" {
		u, err := url.Parse(baseURL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, errors.New("OPENAI_BASE_URL is not an address like https://api.openai.com/v1")
		}
		config.BaseURL = strings.TrimRight(baseURL, "/")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = headerTimeout
	transport.DialContext = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
	config.HTTPClient = &patient{client: &http.Client{Transport: transport}}
	return &provider{client: openai.NewClientWithConfig(config), model: model, host: host(config.BaseURL)}, nil
}

// patient repeats requests that failed for a reason that may pass. go-openai
// does not, and does not show the Retry-After header.
type patient struct{ client *http.Client }

// Do sends a request up to maxTries times. The last response is returned as it
// is.
func (p *patient) Do(req *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := p.client.Do(req)
		wait, again := pause(try, resp, err)
		if !again || req.Context().Err() != nil {
			return resp, err
		}
		if resp != nil {
			io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
			resp.Body.Close()
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(wait):
		}
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
}

// pause says how long to wait before the next try, and whether there is one.
func pause(try int, resp *http.Response, err error) (time.Duration, bool) {
	if try == maxTries {
		return 0, false
	}
	wait := firstPause << (try - 1)
	wait += rand.N(wait / 4) // so that clients that failed together come back apart
	if err != nil {
		// Who waited that long twice gets an answer from memory instead.
		var netErr net.Error
		return wait, try == 1 || !errors.As(err, &netErr) || !netErr.Timeout()
	}
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < 500 {
		return 0, false
	}
	if asked, ok := retryAfter(resp.Header.Get("Retry-After"), time.Now()); ok {
		wait = asked
	}
	return wait, wait <= maxPause
}

// retryAfter reads the header's two forms: seconds and a date.
func retryAfter(v string, now time.Time) (time.Duration, bool) {
	if s, err := strconv.Atoi(v); err == nil && s >= 0 {
		return time.Duration(min(s, 86400)) * time.Second, true
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}

// Faults of an answer that came.
var (
	errIdle  = errors.New("it stopped in the middle of the answer")
	errCut   = errors.New("the connection ended before the answer did")
	errEmpty = errors.New("it sent an empty answer")
)

// explain says what went wrong without the provider's words, which may repeat
// the request.
func explain(err error) string {
	var api *openai.APIError
	var req *openai.RequestError
	var netErr net.Error
	switch {
	case errors.Is(err, errIdle), errors.Is(err, errCut), errors.Is(err, errEmpty):
		return err.Error()
	case errors.As(err, &api) && api.HTTPStatusCode > 0:
		return explainStatus(api.HTTPStatusCode)
	case errors.As(err, &req):
		return explainStatus(req.HTTPStatusCode)
	case errors.As(err, &api):
		return "it reported an error in the middle of the answer"
	case errors.Is(err, openai.ErrReasoningToolsRequireResponses):
		return "this client cannot use that model with tools; choose another OPENAI_MODEL"
	case errors.As(err, &netErr) && netErr.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "it did not answer in time"
	case errors.As(err, &netErr):
		return "it cannot be reached"
	}
	return "its answer was not understood"
}

func explainStatus(code int) string {
	what := strings.TrimSpace(fmt.Sprintf("%d %s", code, http.StatusText(code)))
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return what + ": check OPENAI_API_KEY"
	case http.StatusNotFound:
		return what + ": check OPENAI_MODEL and OPENAI_BASE_URL"
	}
	return what
}
