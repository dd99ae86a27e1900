// Package bar is what forgetting holds on to. When a memory is forgotten its text is destroyed; what stays is a Bar,
// keyed hashes of its words, and every claim that an automatic writer proposes later is decided against the bars:
//
//	forgotten := bar.Bar{Digests: key.Digest(bar.Claim{Description: "Production runs on eks-prod-1", Slug: "prod"})}
//	d := bar.Decide(forgotten, key.Candidate(bar.Claim{Description: "eks-prod-1 is production", Slug: "clusters"}))
//	// d.Outcome == bar.Refused, d.Rule == bar.NothingNew
//
// The tokens K of a claim are those of description and body, not of the name: word stems without stop words, whole
// identifiers, numbers. S, a part of K, are the tokens that say which one: identifiers (anything with one of _./:@ or with
// a digit among letters) and values (numbers, dates, compounds with a hyphen, and words of closed sets: an environment, a
// weekday, enabled or disabled, a spelled number). Scripts without spaces are read in overlapping pairs of characters, so
// that no language comes out empty. A token carries whether its sentence is negated, and only tokens of the same polarity
// are the same: of "Production is eks-prod-1. Never deploy on Fridays." either sentence is known when it comes back alone,
// and neither when it comes back denied.
//
// For a candidate c and a bar t, in this order:
//
//	same_claim   refused  the same text, type and validity
//	same_body    refused  the same body, if it is most of what c says (half, if it has an identifier), or under the same slug
//	nothing_new  refused  little_new, and either no new word and enough of t's, or all of t and fillers, or the same
//	                      identifiers and values, at least two, in both
//	same_words   refused  its quote is the forgotten quote, no grounding turn is newer than the forgetting, and c shares an
//	                      identifier and two thirds of the shorter claim
//	contains     pending  t's identifiers and most of its other tokens are in c
//	little_new   pending  ≥ 80 % of K(c) in K(t), S(c) ⊆ S(t), no other unit, no new name
//	same_words   pending  likewise, and c shares a token of S or any three
//	same_slug    pending  the same slug, and no grounding turn is newer than the forgetting
//	             free     otherwise
//
// What the user has asked for since the forgetting passes all of them. Facts about infrastructure are made to a pattern
// ("the client certificate expires", "the server certificate expires"), so a share of words alone cannot tell a reworded
// fact from another one: a new word makes a candidate wait where it would otherwise be refused.
//
// The package knows no files, times or journals; who does sets Candidate.Newer and Candidate.Explicit. Everything that
// decides how a text becomes tokens is frozen under Version, and a golden test guards it; the thresholds are not, because
// they are applied when a candidate comes, not when a bar is made.
package bar
