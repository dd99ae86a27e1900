package safety_test

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
)

// Marks around a credential in a generated text; parse removes them and keeps
// the span.
const (
	open  = "\u27e6"
	close = "\u27e7"
)

// parse splits a marked text into the text and its spans.
func parse(kind, tier, marked string) labelled {
	c := labelled{id: kind, kind: kind, tier: tier}
	var b strings.Builder
	for rest := marked; ; {
		before, after, ok := strings.Cut(rest, open)
		b.WriteString(before)
		if !ok {
			break
		}
		value, tail, _ := strings.Cut(after, close)
		start := b.Len()
		b.WriteString(value)
		c.spans = append(c.spans, [2]int{start, b.Len()})
		rest = tail
	}
	c.text = b.String()
	return c
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	number = "0123456789"
	hexes  = number + "abcdef"
	alnums = lower + upper + number
)

// gen makes the parts of texts from a seed, so that no secret-looking string
// stands in the source and every run sees the same ones.
type gen struct{ *rand.Rand }

func newGen(seed uint64) gen { return gen{rand.New(rand.NewPCG(seed, 17))} }

func (g gen) from(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.IntN(len(alphabet))]
	}
	return string(b)
}

func (g gen) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g gen) hex(n int) string   { return g.from(hexes, n) }
func (g gen) alnum(n int) string { return g.from(alnums, n) }
func (g gen) url64(n int) string { return g.from(alnums+"-_", n) }
func (g gen) std64(n int) string { return g.from(alnums+"+/", n) }

func (g gen) uuid() string {
	return g.hex(8) + "-" + g.hex(4) + "-4" + g.hex(3) + "-a" + g.hex(3) + "-" + g.hex(12)
}

func (g gen) word() string {
	return g.pick("copper", "harbor", "saffron", "tundra", "falcon", "juniper", "basalt", "osprey", "ember", "marble", "quartz", "lantern", "meadow", "glacier", "orchid", "walnut")
}

func (g gen) title() string {
	w := g.word()
	return strings.ToUpper(w[:1]) + w[1:]
}

// password makes a value as people and generators choose them.
func (g gen) password() string {
	switch g.IntN(9) {
	case 0:
		return g.word() + g.from(number, 3+g.IntN(2))
	case 1:
		return g.title() + g.pick("&", "!", "#", "%") + g.word() + g.from(number, 2)
	case 2:
		return g.title() + "20" + g.from("12", 1) + g.from(number, 1) + g.pick("!", "!!", "#", "?")
	case 3:
		return strings.NewReplacer("a", "4", "e", "3", "o", "0", "i", "1").Replace(g.title()) + g.from(number, 2)
	case 4:
		return g.title() + "." + g.word() + g.from(number, 3)
	case 5, 6:
		return g.mixed(12 + g.IntN(8))
	case 7:
		return g.from(lower, 2) + g.from(upper, 2) + g.from(number, 3) + g.pick("!", "^", "$", "*", "@") + g.alnum(8)
	}
	return g.word() + "-" + g.word() + "-" + g.from(number, 4)
}

// mixed makes letters and digits with at least one of each kind.
func (g gen) mixed(n int) string {
	b := []byte(g.from(upper, 1) + g.from(lower, 1) + g.from(number, 1) + g.alnum(n-3))
	g.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

func (g gen) passphrase() string {
	return g.word() + " " + g.word() + " " + g.word() + " " + g.word()
}

func (g gen) user() string {
	return g.pick("app", "deploy", "svc_orders", "svc.ledger", "readonly", "etl-user", "grafana", "root")
}
func (g gen) service() string {
	return g.pick("checkout", "ledger-worker", "edge-proxy", "search-indexer", "ingest-gateway")
}
func (g gen) host() string {
	return g.pick("db-primary.prod.internal", "10.42.7.19", "pg-7c9f.eu-west-1.rds.amazonaws.com", "cache01.corp.example.net", "orders-db.payments.svc.cluster.local")
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func mark(s string) string { return open + s + close }

// pemLines breaks base64 into lines of 64.
func (g gen) pemLines(n int) string {
	var lines []string
	for range n {
		lines = append(lines, g.std64(64))
	}
	return strings.Join(append(lines, g.std64(20)+"=="), "\n")
}

// begin and end make the lines around a key, which no source file may hold
// whole.
func begin(label string) string { return "-----" + "BEGIN " + label + "-----" }
func end(label string) string   { return "-----" + "END " + label + "-----" }
