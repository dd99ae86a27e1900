package safety

// A reach remembers where a long run ended, so that the many labels or quotes
// that repetition puts inside one run do not each walk to its end: every start
// in from..to ends at to.
type reach struct {
	from, to int
	place    place
}

// known returns the remembered end for a start at i.
func (r *reach) known(i int) (int, bool) {
	return r.to, r.from <= i && i < r.to
}

// closingQuote returns the position of the quote q that ends the string whose
// content begins at i, or of the newline or the end of the text before it. A
// quote that a letter or digit follows was part of the value: an escaped one
// whose backslash folding removed.
func (s *scan) closingQuote(i int, q byte) int {
	text := s.text
	r := &s.quotes[q&3] // ", ' and ` differ in their last two bits
	if end, ok := r.known(i); ok {
		return end
	}
	j := i
	for j < len(text) && text[j] != '\n' && (text[j] != q || j+1 < len(text) && is(text[j+1], alnum)) {
		j++
	}
	*r = reach{from: i, to: j}
	return j
}

// bareEnd returns the end of an unquoted value at i. Where a run is longer than
// any value, brackets count from its beginning.
func (s *scan) bareEnd(i int, p place) int {
	if end, ok := s.bare.known(i); ok && s.bare.place == p {
		return end
	}
	j := i
	for j < len(s.text) && !s.endsBare(i, j, p) {
		j++
	}
	if j-i > runLimit {
		s.bare = reach{i, j, p}
	}
	return j
}

// crowded reports a value in a run longer than any credential whose label comes
// within 64 bytes of one that was judged: the earlier value held this one.
func (s *scan) crowded(v value) bool {
	if v.end-v.start <= runLimit {
		return false
	}
	if v.start < s.sparse {
		return true
	}
	s.sparse = v.start + 64
	return false
}

// credentialEnd returns the end of what a header's value holds at i.
func (s *scan) credentialEnd(i int) int {
	if end, ok := s.credential.known(i); ok {
		return end
	}
	text, j := s.text, i
	for j < len(text) && !endsCredential(text, j) {
		j++
	}
	s.credential = reach{from: i, to: j}
	return j
}

func endsCredential(text string, i int) bool {
	switch b := text[i]; {
	case b <= ' ' || isQuote(b) || b == 0x7f || b == ';' || b == '<':
		return true
	case b == ',' || b == ')' || b == ']' || b == '}':
		return i+1 == len(text) || !is(text[i+1], alnum)
	case b == '[':
		return len(text)-i >= len(markerStart) && text[i:i+len(markerStart)] == markerStart
	}
	return false
}
