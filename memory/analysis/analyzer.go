package analysis

import (
	"strings"
	"unicode/utf8"
)

// memoLimit bounds the number of words an Analyzer remembers; the memo is
// emptied when it is full. A store of 10,000 memories holds some 20,000
// different words; only pasted logs hold more.
const memoLimit = 1 << 15

// An Analyzer analyses many texts and remembers what became of the words it
// saw, which makes it several times faster than [Tokens]. The zero value is
// ready to use. It is not safe for concurrent use.
type Analyzer struct {
	memo map[string][]Token
	buf  []Token
}

// Append appends the tokens of text to dst and returns it, as [Tokens] does.
// The terms share no memory with text.
func (a *Analyzer) Append(dst []Token, text string) []Token {
	if a.memo == nil {
		a.memo = make(map[string][]Token)
	}
	for i := 0; i < len(text); {
		start, end, paired := nextChunk(text, i)
		if start == end {
			break
		}
		i = end
		if paired {
			dst = appendPairs(dst, text[start:end], start, end)
			continue
		}
		known, ok := a.memo[text[start:end]]
		if !ok {
			known = a.analyse(text[start:end])
		}
		for _, t := range known {
			t.Start, t.End = start, end
			dst = append(dst, t)
		}
	}
	return dst
}

func (a *Analyzer) analyse(chunk string) []Token {
	a.buf = appendChunk(a.buf[:0], strings.Clone(chunk))
	known := append([]Token(nil), a.buf...)
	if len(a.memo) >= memoLimit {
		clear(a.memo)
	}
	a.memo[strings.Clone(chunk)] = known
	return known
}

// nextChunk finds the next word, identifier or run of paired characters at or
// after i. A chunk of zero length means there is none.
func nextChunk(text string, i int) (start, end int, paired bool) {
	for i < len(text) {
		c, size := classAt(text, i)
		switch c {
		case classWord:
			return i, wordEnd(text, i+size), false
		case classPaired:
			return i, pairedEnd(text, i+size), true
		}
		i += size
	}
	return i, i, false
}

// wordEnd finds the end of a chunk that started before i: joiners belong to it
// only if a word character follows.
func wordEnd(text string, i int) int {
	end := i
	for i < len(text) {
		c, size := classAt(text, i)
		i += size
		switch c {
		case classWord:
			end = i
		case classJoiner:
			// Three joiners in a row appear in identifiers (http://x, iam:::x);
			// longer runs are rulers and ellipses.
			if i-end > 3 {
				return end
			}
		default:
			return end
		}
	}
	return end
}

func pairedEnd(text string, i int) int {
	for i < len(text) {
		c, size := classAt(text, i)
		if c != classPaired {
			break
		}
		i += size
	}
	return i
}

func appendPairs(dst []Token, run string, start, end int) []Token {
	run = Fold(run)
	first := true
	for i := 0; i < len(run); {
		_, n := utf8.DecodeRuneInString(run[i:])
		if i+n >= len(run) {
			if first {
				dst = append(dst, Token{Term: strings.Clone(run), Kind: Pair, Start: start, End: end})
			}
			break
		}
		_, m := utf8.DecodeRuneInString(run[i+n:])
		dst = append(dst, Token{Term: strings.Clone(run[i : i+n+m]), Kind: Pair, Start: start, End: end})
		first = false
		i += n
	}
	return dst
}
