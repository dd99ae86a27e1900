// Package bar is what forgetting holds on to. When a memory is forgotten its text is destroyed; what stays is a Bar,
// keyed hashes of its words, and every claim that an automatic writer proposes later is decided against the bars:
//
//	k := bar.Key(secret)
//	forgotten := bar.Bar{Digests: k.Digest(bar.Claim{Description: "Production runs on eks-prod-1", Slug: "prod"})}
//	d := bar.Decide(forgotten, k.Candidate(bar.Claim{Description: "eks-prod-1 is production", Slug: "clusters"}))
//	// d.Outcome == bar.Refused, d.Rule == bar.NothingNew
//
// The tokens K of a claim are those of description and body, not of the name: word stems without stop words, whole
// identifiers and numbers. S, a part of K, are the tokens that say which one: those with a digit or any of -_./:@, and
// words of closed sets (an environment, a weekday, enabled or disabled, a spelled number). Text without spaces between
// words is read in overlapping pairs of characters, so that no language comes out empty. A token carries whether its
// sentence is negated, and only tokens of the same polarity are the same: "deploy on Fridays" does not match "do not
// deploy on Fridays".
//
// For a candidate c and a bar t:
//
//	same_claim   refused  the same text, type and validity
//	same_body    refused  the same body, with enough words of it or under the same slug
//	nothing_new  refused  |K(c)| ≥ 2, ≥ 80 % of K(c) in K(t), S(c) ⊆ S(t), no other unit, no new name
//	same_words   refused  its quote overlaps the forgotten quote ≥ 80 % of the shorter, K shares a token of S or three of
//	                      K, and no grounding turn is newer than the forgetting
//	contains     pending  |K(t)| ≥ 2, ≥ 65 % of K(t) in K(c), S(t) ⊆ S(c)
//	same_slug    pending  the same slug, and no grounding turn is newer than the forgetting
//	             free     otherwise
//
// What the user has asked for since the forgetting passes all of them. The package knows no files, times or journals;
// whoever does sets Candidate.Newer and Candidate.Explicit. Everything in it that decides how a token comes out is
// frozen under Version, and a golden test guards it.
package bar
