package ledger

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/disk"
)

const keyName = disk.StateDir + "/key"

// Key is the store's secret. Digests in the journal are made under it, so that
// a journal sent somewhere for help does not let a reader test guesses. It lies
// beside the journal: it does not protect the disk.
type Key [32]byte

// errNoKey reports that the key file is absent or damaged.
var errNoKey = errors.New("the key file is absent or damaged")

// readKey returns the store's key and the identity of its file, or an error
// matching errNoKey.
func readKey(d *disk.Dir) (Key, disk.Key, error) {
	var k Key
	raw, at, err := d.ReadState(keyName)
	if errors.Is(err, fs.ErrNotExist) {
		return k, at, errNoKey
	}
	if err != nil {
		return k, at, err
	}
	raw = bytes.TrimSpace(raw)
	if len(raw) != hex.EncodedLen(len(k)) {
		return k, at, errNoKey // also because Decode panics on what is longer
	}
	if _, err := hex.Decode(k[:], raw); err != nil {
		return Key{}, at, errNoKey
	}
	return k, at, nil
}

// makeKey writes a new key, synced.
func makeKey(d *disk.Dir) error {
	var k Key
	rand.Read(k[:]) // never fails: it ends the program instead
	return d.WriteSynced(keyName, append([]byte(hex.EncodeToString(k[:])), '\n'))
}

func (k Key) mac(domain string, size int, parts ...[]byte) string {
	m := hmac.New(sha256.New, k[:])
	m.Write([]byte(domain))
	for _, p := range parts {
		m.Write([]byte{0})
		m.Write(p)
	}
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:size])
}

// id names the key in the journal without giving it away.
func (k Key) id() string { return k.mac("key", 9) }

// Name returns the id of the memory with this slug.
func (k Key) Name(slug string) string { return k.mac("name", 12, []byte(slug)) }

// Pending returns the digest of a waiting proposal's file name.
func (k Key) Pending(file string) string { return k.mac("pending", 12, []byte(file)) }

// Bytes returns the digest of a file. Line ends and a byte order mark do not
// count, so that a tool that converts them is not taken for a person who edits.
func (k Key) Bytes(file []byte) string {
	m := hmac.New(sha256.New, k[:])
	m.Write([]byte("file\x00"))
	file = bytes.TrimPrefix(file, []byte("\ufeff"))
	if bytes.IndexByte(file, '\r') < 0 {
		m.Write(file)
	} else {
		m.Write(bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n")))
	}
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)[:16])
}

// Turn returns the digest by which a citation names the text of a turn.
func (k Key) Turn(text string) string {
	m := hmac.New(sha256.New, k[:])
	m.Write([]byte("turn\x00" + text))
	return hex.EncodeToString(m.Sum(nil)[:6])
}

// Reason returns the digest of a reason; the text itself is kept beside the
// history.
func (k Key) Reason(text string) string { return k.mac("why", 12, []byte(text)) }

// Bars returns the key under which bars are made.
func (k Key) Bars() bar.Key { return bar.Key(k) }
