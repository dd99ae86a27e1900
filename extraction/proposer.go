package extraction

import "context"

// MaxItems is how many items a pass asks for and saves at most.
const MaxItems = 5

// Request is what a proposer gets to work on.
type Request struct {
	// Turns is the conversation so far.
	Turns []Turn
	// Done is the ID of the last turn that an earlier pass has read; empty
	// for none.
	Done string
	// Digest is the conversation as it may leave the process, redacted and
	// bounded.
	Digest Digest
}

// Proposals is what a proposer returns.
type Proposals struct {
	Items []Item
	// Drops are what of the proposer's output was no item.
	Drops []Drop
}

// Proposer finds in a conversation what might be worth keeping. Model and
// Rules are the two there are. A proposer decides nothing: every item passes
// the gates.
type Proposer interface {
	// Propose returns items, which may be none. An error says that the
	// conversation could not be read, not that there is nothing in it.
	Propose(ctx context.Context, r Request) (Proposals, error)
}
