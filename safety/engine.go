package safety

// An engine finds literals with a two-byte dispatch table and hands each to the
// rule that knows what must stand around it. It is built once and never
// changes.
//
// Speed comes from the windows: a handler looks at a bounded stretch around its
// literal and never at the whole text, so a text costs one table look-up a byte
// plus little for each literal that occurs.
type engine struct {
	// bucket[b0<<8|b1] is the index in buckets of the literals that have the
	// bytes b0, b1 at their anchor; 0 means none.
	bucket  [1 << 16]uint16
	buckets [][]literal
}

// handler examines the text around a literal that starts at at and records what
// it finds.
type handler func(s *scan, at int, lit *literal)

type literal struct {
	text   string
	fold   bool // text is lower case and ASCII case is ignored
	anchor int  // which two bytes of text are looked up
	handle handler
	rule   *RuleInfo   // the rule to report, if the handler serves several
	vendor *vendorRule // for vendor tokens
	extra  *extraRule  // for an embedder's rule
}

// scan is one pass over one folded text.
type scan struct {
	eng   *engine
	text  string
	hits  []hit
	depth int // of base64 layers; one is looked into

	// resume is where the main loop continues: a vendor token is not searched
	// for labels.
	resume int
	// The rest are positions up to which a rule has seen the text, so that
	// repeated literals are not examined from scratch each time.
	identDone, jwtDone, urlDone, secretDone, pgpassDone, jwkDone, encodedDone, dsnDone, sparse int
	// The line whose head was looked at last, its start plus one, and what
	// separates the names in it.
	headStart int
	headBy    string

	quotes           [4]reach
	bare, credential reach

	commandDone [maxCommands]int
	extraDone   map[*extraRule]int
}

func newEngine(literals []literal) *engine {
	e := &engine{buckets: make([][]literal, 1)}
	for _, lit := range literals {
		for _, key := range lit.keys() {
			i := e.bucket[key]
			if i == 0 {
				i = uint16(len(e.buckets))
				e.buckets = append(e.buckets, nil)
				e.bucket[key] = i
			}
			e.buckets[i] = append(e.buckets[i], lit)
		}
	}
	return e
}

// keys returns the byte pairs under which the literal is found.
func (l *literal) keys() []uint16 {
	a, b := l.text[l.anchor], l.text[l.anchor+1]
	if !l.fold {
		return []uint16{uint16(a)<<8 | uint16(b)}
	}
	var keys []uint16
	for _, x := range caseForms(a) {
		for _, y := range caseForms(b) {
			keys = append(keys, uint16(x)<<8|uint16(y))
		}
	}
	return keys
}

func caseForms(b byte) []byte {
	if 'a' <= b && b <= 'z' {
		return []byte{b, b - 'a' + 'A'}
	}
	return []byte{b}
}

// matches reports whether the literal stands at at.
func (l *literal) matches(text string, at int) bool {
	if at < 0 || at+len(l.text) > len(text) {
		return false
	}
	if l.fold {
		return equalFold(text[at:at+len(l.text)], l.text)
	}
	return text[at:at+len(l.text)] == l.text
}

// find returns the hits in a folded text, in no particular order.
func (e *engine) find(text string, depth int) []hit {
	s := scan{eng: e, text: text, depth: depth}
	if len(text) < 2 {
		return nil
	}
	key := uint16(text[0])
	for i := 1; i < len(text); i++ {
		key = key<<8 | uint16(text[i])
		if b := e.bucket[key]; b != 0 {
			s.dispatch(i-1, e.buckets[b])
		}
	}
	s.opaqueRuns()
	return s.hits
}

func (s *scan) dispatch(pair int, lits []literal) {
	for i := range lits {
		lit := &lits[i]
		if at := pair - lit.anchor; at >= s.resume && lit.matches(s.text, at) {
			lit.handle(s, at, lit)
		}
	}
}

// add records a finding.
func (s *scan) add(rule *RuleInfo, start, end int) {
	if start < end {
		s.hits = append(s.hits, hit{rule, start, end})
	}
}
