package note

import (
	"errors"
	"strings"
	"time"
)

// The errors of ParseTime.
var (
	// ErrTime means that a text is no date and no time.
	ErrTime = errors.New("not a time; write 2026-11-01 or 2026-11-01T10:00:00Z")
	// ErrNoZone means a clock time of an unknown zone, which is none.
	ErrNoZone = errors.New("a clock time without a zone; end it with Z or an offset like +01:00")
)

// ParseTime reads a point in time as the format writes it: a date, or a date
// and a clock time with its zone (RFC 3339; seconds may be left out, a space
// may stand for the T). A bare date starts at 00:00Z; as an end it includes
// its day, so with isEnd the result is 00:00Z of the next day. The result is
// in UTC. The error is ErrTime or ErrNoZone.
func ParseTime(s string, isEnd bool) (time.Time, error) {
	s = strings.ToUpper(strings.TrimSpace(s))
	if t, err := time.Parse("2006-1-2", s); err == nil {
		if isEnd {
			t = t.AddDate(0, 0, 1)
		}
		return t, nil
	}
	day, clock, ok := strings.Cut(s, "T")
	if !ok {
		day, clock, _ = strings.Cut(s, " ")
	}
	s = day + "T" + strings.ReplaceAll(clock, " ", "")
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if _, err := time.Parse(layout, s); err == nil {
			return time.Time{}, ErrNoZone
		}
	}
	return time.Time{}, ErrTime
}

// times reads the time fields. What a person wrote and nobody can read for
// sure restricts nothing: it is warned about and left open.
func (r *reader) times() {
	n := r.note
	n.CreatedTime = r.time(KeyCreated, n.Created, false)
	n.UpdatedTime = r.time(KeyUpdated, n.Updated, false)
	n.ValidFromTime = r.time(KeyValidFrom, n.ValidFrom, false)
	n.ValidUntilTime = r.time(KeyValidUntil, n.ValidUntil, true)
	n.ExpiresTime = r.time(KeyExpires, n.Expires, true)
	if !n.ValidFromTime.IsZero() && !n.ValidUntilTime.IsZero() && !n.ValidFromTime.Before(n.ValidUntilTime) {
		n.Warnings = append(n.Warnings, "'valid_until': not after valid_from; both were read as open")
		n.ValidFromTime, n.ValidUntilTime = time.Time{}, time.Time{}
	}
}

func (r *reader) time(key Key, s string, isEnd bool) time.Time {
	if s == "" {
		return time.Time{}
	}
	t, err := ParseTime(s, isEnd)
	if err != nil {
		r.note.Warnings = append(r.note.Warnings, "'"+string(key)+"': "+err.Error()+"; ignored")
	}
	return t
}
