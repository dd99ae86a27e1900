package extraction

// Item is one proposal as a proposer states it. It is a claim, not a memory:
// nothing in it is believed until the gates have held it against the turns.
type Item struct {
	// Type is the memory's type, as the proposer sees it.
	Type string
	// Name is what the memory would be called.
	Name string
	// Description is one line that says what the memory is about.
	Description string
	// Content is the claim in full.
	Content string
	// Quote is the user's own words that the claim rests on, verbatim.
	Quote string
	// Turn is the ID of the turn the quote stands in. It is a hint: a quote
	// is looked for in every user turn.
	Turn string
	// ValidFrom and ValidUntil say when the claim holds, as RFC 3339 times or
	// bare dates. Empty means open.
	ValidFrom, ValidUntil string
	// Supersedes names the memory that this one replaces. Empty means none.
	Supersedes string
}
