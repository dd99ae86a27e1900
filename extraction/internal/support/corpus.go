package support

import (
	"github.com/daybook-sre/daybook/memory/analysis"
)

// Side is who said a message.
type Side uint8

// The sides of a conversation. Nobody's messages count for neither side.
const (
	Nobody Side = iota
	User
	Assistant
)

// Corpus is a conversation prepared for measuring claims against it. Messages
// are added in their order. It is not safe for concurrent use.
type Corpus struct {
	analyzer *analysis.Analyzer
	ids      map[string]int32
	messages []message
	buf      []analysis.Token
	bits     []uint64 // by term: the claim's stems it stands for
	touched  []int32
}

type message struct {
	side  Side
	terms []int32 // topic terms in their order
}

// NewCorpus returns an empty corpus. The analyzer remembers words, so one is
// shared by all that reads the same conversation.
func NewCorpus(analyzer *analysis.Analyzer) *Corpus {
	return &Corpus{analyzer: analyzer, ids: map[string]int32{}}
}

// Add appends a message of one side.
func (c *Corpus) Add(side Side, text string) {
	c.buf = c.analyzer.Append(c.buf[:0], text)
	m := message{side: side, terms: make([]int32, 0, len(c.buf))}
	for _, t := range c.buf {
		if t.Stop {
			continue
		}
		m.terms = append(m.terms, c.id(t.Term))
	}
	c.messages = append(c.messages, m)
}

func (c *Corpus) id(term string) int32 {
	if id, ok := c.ids[term]; ok {
		return id
	}
	id := int32(len(c.bits))
	c.ids[term] = id
	c.bits = append(c.bits, 0)
	return id
}
