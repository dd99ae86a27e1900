package safety

// charset is a set of ASCII classes. A byte belongs to exactly one class or to
// none, so a rule's alphabet is a union of bits and testing a byte is one load.
type charset uint16

const (
	hexLower  charset = 1 << iota // a-f
	restLower                     // g-z
	hexUpper                      // A-F
	restUpper                     // G-Z
	digits                        // 0-9
	under                         // _
	dash                          // -
	dot                           // .
	plus                          // +
	slash                         // /
	equals                        // =
	tilde                         // ~
	percent                       // %
)

const (
	lowers    = hexLower | restLower
	uppers    = hexUpper | restUpper
	letters   = lowers | uppers
	alnum     = letters | digits
	wordChars = alnum | under
	hexDigits = hexLower | hexUpper | digits
	lowerHex  = hexLower | digits
	base64URL = alnum | under | dash
	base64Std = alnum | plus | slash | equals
	base64Any = base64Std | under | dash
	identPart = wordChars | dash | dot
)

// classOf maps a byte to its class.
var classOf = buildClasses()

func buildClasses() (t [256]charset) {
	for b := byte('a'); b <= 'z'; b++ {
		t[b], t[b-'a'+'A'] = restLower, restUpper
	}
	for b := byte('a'); b <= 'f'; b++ {
		t[b], t[b-'a'+'A'] = hexLower, hexUpper
	}
	for b := byte('0'); b <= '9'; b++ {
		t[b] = digits
	}
	for i, b := range []byte("_-.+/=~%") {
		t[b] = under << i
	}
	return t
}

func is(b byte, set charset) bool { return classOf[b]&set != 0 }

// run returns the end of the longest run of set that starts at i, looking at
// no more than limit bytes.
func run(text string, i int, set charset, limit int) int {
	end := min(len(text), i+limit)
	for i < end && classOf[text[i]]&set != 0 {
		i++
	}
	return i
}

// runBack returns the start of the longest run of set that ends before i,
// looking at no more than limit bytes.
func runBack(text string, i int, set charset, limit int) int {
	stop := max(0, i-limit)
	for i > stop && classOf[text[i-1]]&set != 0 {
		i--
	}
	return i
}

func isSpace(b byte) bool   { return b == ' ' || b == '\t' }
func isNewline(b byte) bool { return b == '\n' || b == '\r' }
func isQuote(b byte) bool   { return b == '"' || b == '\'' || b == '`' }

func lowerByte(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// skipSpaces returns the first position at or after i that is no space or tab.
func skipSpaces(text string, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

// lineEnd returns the position of the newline that ends the line holding i, or
// the end of the text, looking at no more than limit bytes.
func lineEnd(text string, i, limit int) int {
	end := min(len(text), i+limit)
	for i < end && text[i] != '\n' {
		i++
	}
	return i
}

// lineStart returns the first byte of the line holding i, looking at no more
// than limit bytes back.
func lineStart(text string, i, limit int) int {
	stop := max(0, i-limit)
	for i > stop && text[i-1] != '\n' {
		i--
	}
	return i
}

// equalFold reports whether s, ASCII case ignored, is the lower-case word.
func equalFold(s, word string) bool {
	if len(s) != len(word) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if lowerByte(s[i]) != word[i] {
			return false
		}
	}
	return true
}

// hasPrefixFold reports whether s starts with the lower-case word, ASCII case
// ignored.
func hasPrefixFold(s, word string) bool {
	return len(s) >= len(word) && equalFold(s[:len(word)], word)
}

// hasSuffixFold reports whether s ends with the lower-case word, ASCII case
// ignored.
func hasSuffixFold(s, word string) bool {
	return len(s) >= len(word) && equalFold(s[len(s)-len(word):], word)
}
