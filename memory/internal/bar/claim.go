package bar

import (
	"crypto/hmac"
	"crypto/sha256"
	"hash"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

// Version names the rules that digests are made by: norm/1 and this package's tokens, stems and word lists. It is in
// every Digests; digests of different versions cannot be compared.
const Version = norm.Version

// Key is a store's secret, 32 random bytes. Digests made with different keys have nothing in common, so what one store
// forgot cannot be looked for in another's journal.
type Key [32]byte

// Claim is the text of a memory as far as forgetting is concerned. All fields may be empty.
type Claim struct {
	Type        string // the memory's type, as it is written to the file
	Description string
	Body        string
	ValidFrom   string // as written to the file
	ValidUntil  string // as written to the file
	Quote       string // the user's words that ground it
	Slug        string // the slug of its name; the name itself is not part of the claim
}

// Digest returns what a store keeps of c: nothing of its text can be read back without the key. It is deterministic and
// safe for concurrent use.
func (k Key) Digest(c Claim) Digests {
	return k.digest(c, analyse(c.Description+"\n\n"+c.Body))
}

// Candidate returns c as the candidate of an automatic writer, to be decided against bars made with the same key. The
// caller sets Explicit and Newer.
func (k Key) Candidate(c Claim) Candidate {
	a := analyse(c.Description + "\n\n" + c.Body)
	out := Candidate{Digests: k.digest(c, a)}
	h := k.hasher()
	out.compounds, out.joints = h.joins(a.compounds), h.joins(a.joints)
	out.telling = telling(c.Body)
	out.states = states(c.Description) || states(c.Body)
	out.bodyStates = out.telling > 0 && states(c.Body)
	out.untitled = utf8.RuneCountInString(unended(c.Description)) < 2
	for _, n := range a.names {
		out.names = append(out.names, h.token(n))
	}
	return out
}

func (h *hasher) joins(list []join) []hashedJoin {
	out := make([]hashedJoin, len(list))
	for i, j := range list {
		out[i].whole = h.token(j.whole)
		for _, p := range j.parts {
			out[i].parts = append(out[i].parts, h.token(p))
		}
	}
	return out
}

// telling counts the tokens of a body that are not numbers. "Said on 8 May, 2023" tells nothing by itself.
func telling(body string) int {
	n := 0
	for text, flags := range analyse(body).terms {
		if counted(flags) && strings.ContainsFunc(text, unicode.IsLetter) {
			n++
		}
	}
	return n
}

func (k Key) digest(c Claim, a analysis) Digests {
	h := k.hasher()
	d := Digests{
		Version: Version,
		Claim:   h.sum("claim", unended(c.Description), unended(c.Body), c.Type, c.ValidFrom, c.ValidUntil),
		Words:   h.set(a.terms),
	}
	if c.Slug != "" {
		d.Slug = h.sum("slug", c.Slug)
	}
	if c.Body != "" {
		d.Body = h.sum("body", unended(c.Body))
	}
	if c.Quote != "" {
		d.Quote = h.set(analyse(c.Quote).terms)
	}
	return d
}

// unended returns a text normalised and without the stop at its end, which some write and some do not.
func unended(text string) string {
	return strings.TrimRight(norm.Text(text), ".!…。 ")
}

// hasher computes the HMACs of one key. Every kind of digest has its own domain, so that none can stand in for another.
type hasher struct {
	mac hash.Hash
	out [sha256.Size]byte
}

func (k Key) hasher() *hasher {
	return &hasher{mac: hmac.New(sha256.New, k[:])}
}

func (h *hasher) write(domain, text string) []byte {
	h.mac.Reset()
	h.mac.Write([]byte(domain))
	h.mac.Write([]byte{0})
	h.mac.Write([]byte(text))
	return h.mac.Sum(h.out[:0])
}

func (h *hasher) sum(domain string, parts ...string) Sum {
	return Sum(h.write("daybook bar/1 "+domain, norm.Claim(parts...))[:len(Sum{})])
}

// token returns the upper 44 of the 48 bits that a token takes; the flags go into the lower four.
func (h *hasher) token(text string) token {
	b := h.write("daybook bar/1 token", text)
	var t token
	for _, c := range b[:tokenBytes] {
		t = t<<8 | token(c)
	}
	return t &^ flagBits
}
