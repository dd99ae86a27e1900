package extraction

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"
)

// patientClient repeats requests that an endpoint could not serve for now, and
// bounds what it reads. go-openai does neither, and hides Retry-After.
type patientClient struct {
	client  *http.Client
	retries int
	limit   int64
}

// Waits between two tries without a Retry-After.
const (
	firstWait = 500 * time.Millisecond
	longWait  = 20 * time.Second
)

// Do makes the request. It gives up when the request's context ends, or would
// end before the next try.
func (c *patientClient) Do(request *http.Request) (*http.Response, error) {
	wait := firstWait
	for try := 0; ; try++ {
		if try > 0 && request.GetBody != nil {
			body, err := request.GetBody()
			if err != nil {
				return nil, err
			}
			request.Body = body
		}
		response, err := c.client.Do(request)
		if try == c.retries || !unserved(response, err) || request.Context().Err() != nil {
			if response != nil {
				response.Body = &boundedBody{response.Body, c.limit}
			}
			return response, err
		}
		pause := wait
		if response != nil {
			pause = retryAfter(response.Header.Get("Retry-After"), wait)
			// Reading a short error page lets the connection be used again.
			_, _ = io.CopyN(io.Discard, response.Body, 4<<10)
			_ = response.Body.Close()
		}
		if err := sleep(request.Context(), pause); err != nil {
			return nil, err
		}
		wait = min(wait*2, longWait)
	}
}

func unserved(response *http.Response, err error) bool {
	if err != nil {
		return true
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusRequestTimeout:
		return true
	case http.StatusNotImplemented:
		return false
	}
	return response.StatusCode >= http.StatusInternalServerError
}

// retryAfter reads the header: seconds or a date. What it cannot read, it
// replaces.
func retryAfter(header string, otherwise time.Duration) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 && seconds < 1<<20 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(at))
	}
	return otherwise
}

// sleep waits, unless ctx ends first or would.
func sleep(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// boundedBody fails once more than its limit has been read.
type boundedBody struct {
	io.ReadCloser
	left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLong
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	return n, err
}
