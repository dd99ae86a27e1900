package safety

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// folded is a copy of a text in which evasions and encodings are undone, with
// the way back to the original offsets. Detection reads the copy; spans are
// always given in the original, so invisible bytes inside a span go with it.
type folded struct {
	text  string
	marks []mark
}

// mark is a place where the two texts drift apart. The folded byte before at
// ends at end in the original; the one at at begins at orig. From there on both
// advance alike, up to the next mark. All fields ascend.
type mark struct{ at, end, orig int }

// fold returns text itself, at no cost, if there is nothing to fold.
func fold(text string) folded {
	first := firstFoldable(text)
	if first < 0 {
		return folded{text: text}
	}
	f := folder{src: text, out: make([]byte, 0, len(text))}
	f.fold(first)
	return folded{text: string(f.out), marks: f.marks}
}

// before returns the last mark at or before a folded offset.
func (f *folded) before(at int) (mark, bool) {
	i := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].at > at })
	if i == 0 {
		return mark{}, false
	}
	return f.marks[i-1], true
}

// start returns where in the original the folded byte at begins.
func (f *folded) start(at int) int {
	m, ok := f.before(at)
	if !ok {
		return at
	}
	return m.orig + at - m.at
}

// end returns where in the original the folded byte before at ends.
func (f *folded) end(at int) int {
	m, ok := f.before(at)
	switch {
	case !ok:
		return at
	case m.at == at:
		return m.end
	}
	return m.orig + at - m.at
}

// firstFoldable returns the position of the first byte that folding may change,
// or -1. Eight bytes at a time: most texts are plain ASCII.
func firstFoldable(text string) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		s := text[i : i+8]
		v := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if v&0x8080808080808080 != 0 || hasByte(v, '\\') || hasByte(v, '&') {
			break
		}
	}
	for ; i < len(text); i++ {
		if b := text[i]; b >= utf8.RuneSelf || b == '\\' {
			return i
		} else if b == '&' {
			if _, width := entity(text[i:]); width > 0 {
				return i
			}
		}
	}
	return -1
}

// hasByte reports whether one of the eight bytes of v is b.
func hasByte(v uint64, b byte) bool {
	x := v ^ (0x0101010101010101 * uint64(b))
	return (x-0x0101010101010101)&^x&0x8080808080808080 != 0
}

// folder builds the folded copy.
type folder struct {
	src    string
	out    []byte
	marks  []mark
	quoted bool // a quote was seen on this line: \n is an escape, not a path
}

func (f *folder) fold(first int) {
	f.out = append(f.out, f.src[:first]...)
	f.quoted = strings.ContainsAny(f.src[strings.LastIndexByte(f.src[:first], '\n')+1:first], `"'`)
	for i := first; i < len(f.src); {
		b := f.src[i]
		if b < utf8.RuneSelf && b != '\\' && b != '&' {
			if b == '"' || b == '\'' {
				f.quoted = true
			} else if b == '\n' {
				f.quoted = false
			}
			f.out = append(f.out, b)
			i++
			continue
		}
		repl, width := f.replace(i)
		if repl == keep {
			f.out = append(f.out, f.src[i:i+width]...)
			i += width
			continue
		}
		end := i
		i += width
		if repl != drop {
			f.out = append(f.out, byte(repl))
			end = i
		}
		f.mark(end, i)
	}
}

// mark records that the last folded byte ends at end in the original and the
// next one begins at orig. Of several characters dropped in a row only the last
// orig and the first end count.
func (f *folder) mark(end, orig int) {
	if n := len(f.marks); n > 0 && f.marks[n-1].at == len(f.out) {
		f.marks[n-1].orig = orig
		return
	}
	f.marks = append(f.marks, mark{len(f.out), end, orig})
}

// What replace returns instead of a byte.
const (
	keep = -1 // copy the bytes
	drop = -2 // leave them out
)

// replace decides what the unit at i, a rune or an escape, becomes, and how
// many original bytes it has.
func (f *folder) replace(i int) (repl, width int) {
	switch rest := f.src[i:]; rest[0] {
	case '\\':
		return escape(rest, f.quoted)
	case '&':
		if repl, width = entity(rest); width > 0 {
			return repl, width
		}
		return keep, 1
	default:
		r, width := utf8.DecodeRuneInString(rest)
		if r == utf8.RuneError && width == 1 {
			return keep, 1
		}
		return foldRune(r), width
	}
}

// escape folds a backslash sequence. A backslash before punctuation is Markdown
// or JSON; before a newline it continues the line; \n, \r, \t and \u00xx are
// JSON, but only where a quote was seen, else they are part of a path or of a
// password.
func escape(rest string, quoted bool) (repl, width int) {
	if len(rest) == 1 {
		return keep, 1
	}
	switch c := rest[1]; {
	case c == '\n':
		return drop, 2
	case c == '\r' && len(rest) > 2 && rest[2] == '\n':
		return drop, 3
	case c == 'n' || c == 'r':
		if quoted {
			return '\n', 2
		}
	case c == 't':
		if quoted {
			return '\t', 2
		}
	case c == 'u':
		if r, ok := hexRune(rest[2:], 4); ok {
			return foldEscaped(r), 6
		}
	case c == 'x':
		if r, ok := hexRune(rest[2:], 2); ok && quoted {
			return foldEscaped(r), 4
		}
	case c == '\\':
		// Each level of JSON encoding doubles them: drop one, look again.
		return drop, 1
	case c < 0x80 && !is(c, alnum) && c > ' ':
		return drop, 1
	}
	return keep, 1
}

// foldEscaped folds a rune that stood as an escape. What has no ASCII form
// becomes a space: no credential holds it.
func foldEscaped(r rune) int {
	if r < utf8.RuneSelf {
		return int(r)
	}
	if repl := foldRune(r); repl != keep {
		return repl
	}
	return ' '
}

// hexRune reads n hexadecimal digits.
func hexRune(s string, n int) (r rune, ok bool) {
	if len(s) < n {
		return 0, false
	}
	for i := 0; i < n; i++ {
		c := lowerByte(s[i])
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// entities are the HTML entities that chat exports and XML files put around
// values.
var entities = []struct {
	text string
	repl int
}{
	{"&quot;", '"'}, {"&#34;", '"'}, {"&apos;", '\''}, {"&#39;", '\''}, {"&amp;", '&'},
	{"&lt;", '<'}, {"&gt;", '>'}, {"&nbsp;", ' '}, {"&#x27;", '\''}, {"&#x2F;", '/'},
}

// entity returns what an HTML entity at the start of s stands for; width is 0
// if there is none.
func entity(s string) (repl, width int) {
	if len(s) < 4 || s[1] != '#' && !is(s[1], lowers) {
		return 0, 0
	}
	for _, e := range entities {
		if strings.HasPrefix(s, e.text) {
			return e.repl, len(e.text)
		}
	}
	return 0, 0
}

// foldRune maps one non-ASCII rune: invisible ones are dropped, compatibility
// forms of ASCII become ASCII, quotes and spaces of any script become plain.
// Look-alike letters stay: a token with one no longer works.
func foldRune(r rune) int {
	switch {
	case r == 0x85 || r == 0x2028 || r == 0x2029 || r == 0x3002:
		return '\n'
	case r == 0xa0 || r >= 0x2000 && r <= 0x200a || r == 0x202f || r == 0x205f || r == 0x3000 || r == 0x1680:
		return ' '
	case invisible(r):
		return drop
	case r >= 0xff01 && r <= 0xff5e:
		return int(r - 0xff01 + '!')
	case r >= 0x1d400 && r <= 0x1d6a3: // mathematical letters, 52 a style
		if n := int(r-0x1d400) % 52; n < 26 {
			return 'A' + n
		} else {
			return 'a' + n - 26
		}
	case r >= 0x1d7ce && r <= 0x1d7ff:
		return '0' + int(r-0x1d7ce)%10
	case r >= 0x2018 && r <= 0x201b || r == 0x2039 || r == 0x203a:
		return '\''
	case r >= 0x201c && r <= 0x201f || r == 0xab || r == 0xbb || r >= 0x300c && r <= 0x300f:
		return '"'
	case r == 0x2192 || r == 0x21d2 || r == 0x27a1 || r == 0x279c:
		return '='
	case r >= 0x2010 && r <= 0x2012:
		return '-'
	}
	return keep
}

// invisible reports the default-ignorable and format characters that render as
// nothing.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x180e,
		r == 0x3164, r == 0xfeff, r == 0xffa0:
		return true
	case r >= 0x180b && r <= 0x180d, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r >= 0xfe00 && r <= 0xfe0f, r >= 0xfff9 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}
