package extraction

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// parkWait bounds how long a failed pass may wait to be written.
const parkWait = 5 * time.Second

// parked is a conversation as it waits on disk: redacted, and only the turns a
// pass would look at.
type parked struct {
	Session string   `json:"session"`
	Owner   string   `json:"owner,omitempty"`
	Cited   []string `json:"cited,omitempty"`
	Turns   []Turn   `json:"turns"`
}

// jobName names the parked pass of a conversation: the newest replaces the one
// before.
func jobName(key passKey) string {
	sum := sha256.Sum256([]byte(key.session))
	return "pass" + hex.EncodeToString(sum[:10])
}

// park writes a failed pass to the store. Old turns go until it fits.
func park(ctx context.Context, key passKey, c Conversation) error {
	p := parked{Session: safety.Redact(c.Session), Owner: c.Owner, Cited: c.Cited}
	for _, t := range c.Turns[max(0, len(c.Turns)-DigestTurns):] {
		if t.labelled(LabelPrivate) || t.labelled(LabelMemory) {
			continue
		}
		clean := safety.Redact(t.Content)
		if clean != t.Content && len(t.Pasted) > 0 {
			// The offsets are of another text, so what was typed and what was pasted
			// cannot be told apart any more: the turn grounds nothing.
			t.Pasted, t.Origin = nil, "redacted"
		}
		t.Content = clean
		p.Turns = append(p.Turns, t)
	}
	for {
		data, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("parking a pass: %w", err)
		}
		if len(data) <= memory.MaxJobBytes || len(p.Turns) == 0 {
			return c.Store.ParkJob(ctx, jobName(key), data)
		}
		p.Turns = p.Turns[1:]
	}
}

// unpark reads a parked pass.
func unpark(j memory.Job, store *memory.Store) (Conversation, error) {
	var p parked
	if err := json.Unmarshal(j.Data, &p); err != nil {
		return Conversation{}, fmt.Errorf("parked pass %s: not readable", j.Name)
	}
	return Conversation{Store: store, Session: p.Session, Owner: p.Owner, Cited: p.Cited, Turns: p.Turns}, nil
}
