package memory

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Directory names of principals. An id of at most plainID bytes that is already
// a safe lower-case file name stays readable; every other id gets a readable
// beginning, a tilde and a hash of all of it. No plain id holds a tilde, so two
// ids never share a directory, on a case-insensitive file system neither.
const (
	plainID    = 64 // bytes
	readableID = 24 // bytes before the tilde
	hashedID   = 26 // base32 characters: 130 bits of SHA-256
)

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// principalDir returns the directory name for a principal's id, or an error
// matching ErrPrincipal.
func principalDir(id string) (string, error) {
	if id == "" || !utf8.ValidString(id) || strings.ContainsFunc(id, breaksLine) {
		return "", ErrPrincipal
	}
	if isPlain(id) {
		return id, nil
	}
	sum := sha256.Sum256([]byte(id))
	return readable(id) + "~" + base32Lower.EncodeToString(sum[:])[:hashedID], nil
}

// breaksLine reports whether r cannot stand in the line principal: of a file.
func breaksLine(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }

func isPlain(id string) bool {
	if len(id) > plainID || id[0] == '.' || id[len(id)-1] == '.' {
		return false
	}
	for i := range len(id) {
		if !plainByte(id[i]) {
			return false
		}
	}
	return true
}

func plainByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-'
}

// readable keeps what a person recognises of an id. It need not be unique.
func readable(id string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(id) {
		if b.Len() == readableID {
			break
		}
		if r < utf8.RuneSelf && plainByte(byte(r)) && (r != '.' || b.Len() > 0) {
			b.WriteByte(byte(r))
		}
	}
	return b.String()
}
