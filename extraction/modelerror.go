package extraction

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

var (
	errNoChoices = errors.New("the reply has no choices")
	errTooLong   = errors.New("the reply is too long")
)

// ModelError says why a model gave no proposals. Its text holds nothing that
// the endpoint sent: an answer may repeat the prompt.
type ModelError struct {
	// Status is the HTTP status, or 0 if there was no answer to read.
	Status int
	// Reason is a phrase from a closed list.
	Reason string

	cause error
}

// Error returns the reason and the status.
func (e *ModelError) Error() string {
	if e.Status == 0 {
		return "extraction model: " + e.Reason
	}
	return fmt.Sprintf("extraction model: %s (HTTP %d)", e.Reason, e.Status)
}

// Unwrap returns context.Canceled or context.DeadlineExceeded if one of them
// ended the request, else nil.
func (e *ModelError) Unwrap() error { return e.cause }

// Permanent reports whether asking again later is useless: the endpoint
// refused the request for what it is.
func (e *ModelError) Permanent() bool {
	switch e.Status {
	case 0, http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusUnauthorized, http.StatusForbidden:
		return false // a key or a quota may be put right
	}
	return e.Status < http.StatusInternalServerError
}

func modelError(ctx context.Context, err error) error {
	status := statusOf(err)
	e := &ModelError{Status: status}
	switch {
	case errors.Is(err, errNoChoices):
		e.Reason = errNoChoices.Error()
	case errors.Is(err, errTooLong):
		e.Reason = errTooLong.Error()
	case ctx.Err() != nil:
		e.Reason, e.cause = "no answer in time", ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		// The next try would have come too late.
		e.Reason, e.cause = "no answer in time", context.DeadlineExceeded
	case status == 0:
		e.Reason = "no answer"
	case status == http.StatusTooManyRequests:
		e.Reason = "too many requests"
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		e.Reason = "the key is not accepted"
	case status >= http.StatusInternalServerError:
		e.Reason = "the endpoint is failing"
	default:
		e.Reason = "the request is refused"
	}
	return e
}
