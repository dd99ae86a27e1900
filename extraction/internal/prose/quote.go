package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Folded is a text prepared for finding quotations in it.
type Folded struct {
	text string
	at   []int // the byte offset in the source of each byte of text, and of its end
}

// Fold prepares text: letter case, runs of white space and the shape of
// quotation marks and dashes do not matter to a quotation.
func Fold(text string) Folded {
	var f Folded
	var b strings.Builder
	space := true // leading space is dropped
	for i, r := range text {
		switch {
		case r == Hidden:
			// A gap in the text is in no quotation.
			r, space = Hidden, false
		case unicode.IsSpace(r):
			if space {
				continue
			}
			r, space = ' ', true
		default:
			r, space = foldRune(r), false
		}
		n := b.Len()
		b.WriteRune(r)
		for range b.Len() - n {
			f.at = append(f.at, i)
		}
	}
	f.text = b.String()
	f.at = append(f.at, len(text))
	return f
}

func foldRune(r rune) rune {
	switch r {
	case '“', '”', '„', '«', '»', '「', '」', '『', '』', '‘', '’', '‚', '`', '\'', '＂', '＇':
		return '"'
	case '–', '—', '‐', '‑', '−':
		return '-'
	}
	return unicode.ToLower(r)
}

// Find returns where the quotation stands, or false. It must stand at word
// edges and hold a letter or digit.
func (f Folded) Find(quotation string) (Range, bool) {
	q := strings.TrimSpace(Fold(quotation).text)
	q = strings.Trim(q, "\"")
	if strings.IndexFunc(q, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 || strings.ContainsRune(q, Hidden) {
		return Range{}, false
	}
	for from := 0; ; {
		i := strings.Index(f.text[from:], q)
		if i < 0 {
			return Range{}, false
		}
		i += from
		end := i + len(q)
		if f.edge(i) && f.edge(end) {
			last := f.at[end]
			return Range{f.at[i], last}, true
		}
		_, size := utf8.DecodeRuneInString(f.text[i:])
		from = i + size
	}
}

// edge reports whether no word goes on across offset i. Scripts that do not
// separate words have an edge everywhere.
func (f Folded) edge(i int) bool {
	before, _ := utf8.DecodeLastRuneInString(f.text[:i])
	after, _ := utf8.DecodeRuneInString(f.text[i:])
	return !(inWord(before) && inWord(after))
}

func inWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != utf8.RuneError && r < 0x2E80
}
