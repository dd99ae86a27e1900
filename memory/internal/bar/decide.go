package bar

// Outcome says what becomes of a candidate. The larger is the stronger.
type Outcome int

// The outcomes.
const (
	Free    Outcome = iota // nothing forgotten stands in the way
	Pending                // a person has to look at it
	Refused                // it is what was forgotten
)

// String returns "free", "pending" or "refused".
func (o Outcome) String() string {
	switch o {
	case Pending:
		return "pending"
	case Refused:
		return "refused"
	}
	return "free"
}

// Rule names the reason of an outcome, in the form the journal keeps it.
type Rule string

// The rules, strongest first within an outcome.
const (
	NoRule         Rule = ""                // free
	UnknownVersion Rule = "unknown_version" // refused: the bar was made by rules this program does not know
	SameClaim      Rule = "same_claim"      // refused: word for word, after normalising
	SameBody       Rule = "same_body"       // refused: the body, under other words
	NothingNew     Rule = "nothing_new"     // refused: it says nothing that the forgotten claim did not say
	SameWords      Rule = "same_words"      // refused or pending: drawn once more from the same words of the user
	Contains       Rule = "contains"        // pending: the forgotten claim is in it, and something else
	LittleNew      Rule = "little_new"      // pending: nearly all of it is in the forgotten claim
	SameSlug       Rule = "same_slug"       // pending: the forgotten name, and no newer word of the user
)

// Bar is what a store holds against one forgotten claim.
type Bar struct {
	Digests
	// ValueOnly narrows the bar to the value itself, for a rejected change to a memory that lives on: only a candidate
	// that says the same, no less and no more, is refused, and nothing waits.
	ValueOnly bool
}

// Candidate is a claim that an automatic writer proposes. Make one with Key.Candidate.
type Candidate struct {
	Digests
	// Explicit says that the user asked for this very fact to be kept.
	Explicit bool
	// Newer says that a turn of the user newer than the forgetting grounds the claim. A turn that asks to forget grounds
	// nothing. Who decides against bars of different times sets it for each.
	Newer bool

	compounds []hashedJoin
	joints    []hashedJoin
	names     []token
	telling   int // tokens of the body that are not numbers
}

// hashedJoin is a join whose tokens are hashed.
type hashedJoin struct {
	whole token
	parts []token
}

// Decision is an outcome and the rule that led to it.
type Decision struct {
	Outcome Outcome
	Rule    Rule
	// Exempt says that Rule would have held the candidate back, but that the user has asked for this very fact since the
	// forgetting. Outcome is Free then.
	Exempt bool
}

// The thresholds, as shares of tokens. They were checked on 1,967 public memories and on the pairs in testdata.
const (
	oldShare      = 0.80 // of the candidate's tokens in the bar: it says little else
	valueCover    = 0.50 // the same if they share a value
	coverShare    = 0.8  // of the bar's tokens, for a candidate with nothing new to be the forgotten claim or a part of it
	containsShare = 0.65 // of the bar's tokens in the candidate: contains it, if they share an identifier
	plainShare    = 0.75 // and if not
	quoteShare    = 0.80 // of the shorter quote's tokens in the other: the same words
	wordsShare    = 0.66 // of the shorter claim's tokens, for two claims from the same words to be the same
	minWeight     = 3    // shared tokens, identifiers twice: less says too little
	ownWeight     = 5    // shared tokens, identifiers twice: enough to be told by, however long the forgotten claim was
	minBody       = 3    // tokens, numbers aside, that a body needs to be told by alone
)

// Decide compares c with the bar t. Both must be made with the same key. It allocates nothing and is safe for
// concurrent use.
func Decide(t Bar, c Candidate) Decision {
	d := decide(&t, &c)
	if d.Outcome != Free && d.Rule != UnknownVersion && c.Explicit && c.Newer {
		return Decision{Rule: d.Rule, Exempt: true}
	}
	return d
}

func decide(t *Bar, c *Candidate) Decision {
	if t.Version != c.Version {
		return Decision{Outcome: Refused, Rule: UnknownVersion}
	}
	if t.Claim == c.Claim {
		return Decision{Outcome: Refused, Rule: SameClaim}
	}
	o := compare(t.Words, c.Words)
	c.refine(t.Words, &o)
	if t.ValueOnly {
		if o.nothingNew() && share(o.t.found, o.t.words, oldShare) {
			return Decision{Outcome: Refused, Rule: NothingNew}
		}
		return Decision{}
	}
	slug := t.Slug == c.Slug && t.Slug != Sum{}
	words := !c.Newer && o.related() && sameQuote(t.Quote, c.Quote)
	switch {
	case t.Body == c.Body && t.Body != Sum{} && o.bodyTells(c.telling, slug):
		return Decision{Outcome: Refused, Rule: SameBody}
	case o.nothingNew():
		return Decision{Outcome: Refused, Rule: NothingNew}
	case words && o.alike():
		return Decision{Outcome: Refused, Rule: SameWords}
	case o.contains():
		return Decision{Outcome: Pending, Rule: Contains}
	case o.littleNew():
		return Decision{Outcome: Pending, Rule: LittleNew}
	case words:
		return Decision{Outcome: Pending, Rule: SameWords}
	case slug && !c.Newer:
		return Decision{Outcome: Pending, Rule: SameSlug}
	}
	return Decision{}
}

// Strongest decides c against all bars and returns the strongest decision with the index of the bar it came from, the
// first of equals, or -1 when no bar had anything to say. Among free ones an exemption is the strongest.
func Strongest(bars []Bar, c Candidate) (Decision, int) {
	best, at := Decision{}, -1
	for i := range bars {
		d := Decide(bars[i], c)
		if d.Outcome > best.Outcome || at < 0 && d.Rule != NoRule {
			best, at = d, i
		}
	}
	return best, at
}
