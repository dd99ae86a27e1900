// Package extraction finds in a conversation what is worth remembering, and
// lets nothing through that the user did not say.
//
//	proposals, err := extraction.Rules{}.Propose(ctx, extraction.Request{Turns: turns})
//	evidence := extraction.NewGates(nil).Read(turns)
//	for _, item := range proposals.Items {
//		verdict := evidence.Check(item)
//		// verdict.Outcome: Served, Pending or Dropped, and by which gate.
//	}
//
// A proposer only proposes: [Rules] without a model, [Model] with one. The
// gates decide, plain code over what the user actually wrote:
//
//   - type, blank, slug: the item is well formed.
//   - sample: it is not about the agent's own demonstration material.
//   - lasting: it is stated as a fact that holds tomorrow. The words for
//     guesses, passing states, requests and denials stand in phrase files, one
//     a language, which need no Go to edit (internal/lexicon/words).
//   - grounding: its quote stands in the user's own words, every number,
//     identifier and name in it was written by the user, and it rests on the
//     user more than on the assistant.
//
// What comes after them (secrets, tombstones, conflicts, limits) is the
// store's business.
//
// What the user pasted, quoted or fenced, what a machine wrote in the user's
// role, and what we recalled ourselves grounds nothing. In doubt an item waits
// for a person; it is never served on a guess.
//
// Nothing here writes, starts goroutines or reads the environment; only a
// Model talks to the network.
package extraction
