// Package ledger is what a store knows about its files beyond the files
// themselves: an append-only journal, the state that follows from it, and the
// rules by which that state decides what a file's bytes mean.
//
// The journal holds digests, never text: whoever reads it learns that
// something happened, not what was remembered. Every rule here is a pure
// function of the journal and of digests of the bytes found, so that readers
// (who take no lock) and writers agree.
package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// rulesVersion is the version of the journal's rules written in every line. A
// binary refuses to write to a journal with a higher one.
const rulesVersion = 1

// Op names what a line records.
type Op string

// The first line, and switches a person sets.
const (
	OpOpen    Op = "open"     // first line: the key's id and the principal
	OpOff     Op = "off"      // memory switched off for this principal
	OpOn      Op = "on"       // and on again
	OpMeant   Op = "meant"    // a person confirmed that files which vanished at once were meant to go
	OpReset   Op = "reset"    // a person accepted that what was forgotten before is not known
	OpAutoOff Op = "auto_off" // the automatic pass over conversations switched off
	OpAutoOn  Op = "auto_on"  // and on again
)

// Intents: what a writer is about to do. No byte of it is visible before the
// line is durable. Those about a proposal that waits carry its Pend.
const (
	OpSave   Op = "save" // with Pend: a person approved a proposal
	OpForget Op = "forget"
	OpWait   Op = "wait"   // a proposal begins to wait
	OpReject Op = "reject" // a person rejected it, or the user denied a memory and said what is so
	OpDeny   Op = "deny"   // the user denied a memory: it waits
	OpLapse  Op = "lapse"  // it waited too long, or a memory it is a copy of was forgotten
)

// Outcomes of an intent; Cause holds the intent's sequence number. The first
// three are written by the writer, the others when an unfinished intent is
// settled, and then double as observations.
const (
	OpDone    Op = "done"
	OpFailed  Op = "failed"
	OpAborted Op = "aborted"
)

// Observations: what was found to have happened without us.
const (
	OpAdded     Op = "added_by_hand"
	OpEdited    Op = "edited_by_hand"
	OpElsewhere Op = "changed_elsewhere"
	OpGone      Op = "gone_by_hand"
	OpReturned  Op = "returned"
	OpRenamed   Op = "renamed_by_hand"
	OpApproved  Op = "approved_by_hand" // moved out of pending/
	OpDenied    Op = "rejected_by_hand" // deleted from pending/
	OpPurged    Op = "purged"           // the history of a memory that is gone was removed
)

// Codes of OpFailed.
const (
	CodeIO      = "io"      // the file system said no
	CodeChanged = "changed" // a person changed the file meanwhile
)

// OpContest records that the user denied what a person vouches for: it stays,
// and is marked.
const OpContest Op = "contest"

// OpPass counts what an automatic pass over a conversation came to.
const OpPass Op = "pass"

// OpRefused records that a proposal was refused, once for each reason, claim
// and session.
const OpRefused Op = "refused"

// Status is what a memory's place in the store is worth.
type Status string

// The values of Status.
const (
	Confirmed   Status = "confirmed"
	Unconfirmed Status = "unconfirmed"
)

// Line is one line of the journal. Zero fields are not written.
type Line struct {
	V     int       `json:"v"`
	Seq   int64     `json:"seq"`
	At    time.Time `json:"at"`
	Op    Op        `json:"op"`
	ID    string    `json:"id,omitempty"`    // of the memory: HMAC of its slug
	From  string    `json:"from,omitempty"`  // renamed: the former id
	Cause int64     `json:"cause,omitempty"` // the intent this is the outcome of

	Before string         `json:"before,omitempty"` // digest of the file replaced or removed
	After  string         `json:"after,omitempty"`  // digest of the file written or found
	Status Status         `json:"status,omitempty"` // status recorded with After
	Shown  string         `json:"shown,omitempty"`  // the file's own status: line
	Source string         `json:"source,omitempty"`
	Stamp  string         `json:"stamp,omitempty"`   // the file's own updated: line
	Turn   *time.Time     `json:"turn,omitempty"`    // newest user turn that grounds it
	Value  *bar.Digests   `json:"value,omitempty"`   // of what it says: what a bar for it would hold
	Bars   []bar.Digests  `json:"bars,omitempty"`    // forget: every value it had
	Auto   bool           `json:"auto,omitempty"`    // by an automatic writer
	Cites  bool           `json:"cites,omitempty"`   // save: it only adds a citation
	Pins   string         `json:"pins,omitempty"`    // save: it only does so: "pinned" or "unpinned"
	Past   int64          `json:"past,omitempty"`    // save: a bar that a person's act or request passes
	Kept   bool           `json:"kept,omitempty"`    // save: the bytes replaced were kept in the history
	Mass   bool           `json:"mass,omitempty"`    // gone: with more than half of the store
	Pend   string         `json:"pending,omitempty"` // the proposal: HMAC of its file name
	Only   bool           `json:"only,omitempty"`    // reject: the bar is for this value alone
	Code   string         `json:"code,omitempty"`    // refused, failed or waiting: the reason's code
	Counts map[string]int `json:"counts,omitempty"`  // pass
	Digest string         `json:"digest,omitempty"`  // refused: of the candidate
	KeyID  string         `json:"key,omitempty"`     // open
	Lost   bool           `json:"lost,omitempty"`    // open: an earlier journal is missing
	Owner  string         `json:"owner,omitempty"`   // open: the principal
	Actor  string         `json:"actor,omitempty"`   // who, as the caller said
	Sess   string         `json:"session,omitempty"` // in which session
	Why    string         `json:"why,omitempty"`     // digest of the reason given

	// Prev is the digest of the line before. A changed, removed or reordered
	// line inside the journal shows.
	Prev string `json:"prev,omitempty"`
}

// encode returns the line's bytes, ending in a newline.
func (l Line) encode() ([]byte, error) {
	b, err := json.Marshal(l)
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}

// decode reads one line without its newline. Of a line by a later version only
// the numbers count: its fields may mean something else.
func decode(raw []byte) (Line, error) {
	var l Line
	err := json.Unmarshal(raw, &l)
	if err != nil || l.V > rulesVersion {
		var head struct {
			V   int   `json:"v"`
			Seq int64 `json:"seq"`
		}
		if headErr := json.Unmarshal(raw, &head); headErr == nil && head.V > rulesVersion {
			return Line{V: head.V, Seq: head.Seq}, nil
		}
	}
	if err != nil {
		return Line{}, fmt.Errorf("not a journal line: %w", err)
	}
	if l.Seq <= 0 || l.Op == "" {
		return Line{}, fmt.Errorf("not a journal line: seq or op is missing")
	}
	return l, nil
}

// link returns the digest that the line after raw carries in Prev.
func link(raw []byte) string {
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}
