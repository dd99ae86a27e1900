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
	// Newer says that a turn of the user newer than the forgetting grounds the claim. A turn that asks to forget grounds
	// nothing.
	Newer bool
	// Explicit says that in such a turn the user asked for this very fact to be kept. It counts for nothing without Newer.
	Explicit bool

	compounds  []hashedJoin
	joints     []hashedJoin
	names      []token
	telling    int  // tokens of the body that are not numbers
	states     bool // description or body is more than a word
	untitled   bool // the description is a letter at most
	bodyStates bool // the body alone is, and numbers are not all of it
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

// The thresholds, as shares of tokens or as weights; a token of S weighs two, any other one. They were set on
// 1,967 public memories, of which at most one in a hundred may refuse another, and on the pairs in testdata.
const (
	oldShare = 0.80 // of the candidate that must be in the bar, for it to say little else

	// How much of the bar a candidate must have that has nothing new, to be a part of what was forgotten and no other
	// fact made of its words. One that shares an identifier, or weighs ownWeight, needs no share.
	coverShare = 0.80
	valueCover = 0.50 // if they share a value
	minWeight  = 3
	ownWeight  = 5

	// How much of a candidate must be in the bar if the whole of the bar is in the candidate: the rest are fillers.
	fullShare = 0.90

	containsShare = 0.65 // of the bar that must be in the candidate, if they share an identifier
	plainShare    = 0.75 // and if not

	quoteShare = 0.80 // of the shorter quote that must be in the other
	wordsShare = 0.66 // of the shorter of two claims drawn from one quote that must be in the other

	bodyShare   = 0.80 // of a candidate that must be in its body, for an equal body to tell
	namingShare = 0.50 // the same if they share an identifier
	minBody     = 3    // tokens, numbers aside, by which a body is told from a note like "said on 8 May"
)

// Decide compares c with the bar t. Both must be made with the same key. It allocates nothing and is safe for
// concurrent use.
func Decide(t Bar, c Candidate) Decision {
	return c.against(&t)
}

func (c *Candidate) against(t *Bar) Decision {
	d := c.held(t)
	if d.Outcome != Free && d.Rule != UnknownVersion && c.Explicit && c.Newer {
		return Decision{Rule: d.Rule, Exempt: true}
	}
	return d
}

// held decides without regard to what the user asked for.
func (c *Candidate) held(t *Bar) Decision {
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
