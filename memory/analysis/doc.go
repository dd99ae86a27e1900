// Package analysis turns text into the terms that recall compares: the same
// words in another case, width, accent or inflection become the same term, and
// an identifier is kept whole as well as taken apart. Most users won't need
// it; memory and extraction do.
//
//	for _, t := range analysis.Tokens("eks-prod-1 restarts hourly") {
//		fmt.Println(t.Kind, t.Term)
//	}
//
// What it does, in order:
//
//   - Text is cut at white space and punctuation. Hyphens, underscores, dots,
//     slashes, colons, at signs and plus signs inside a word do not cut: they
//     make it an identifier.
//   - Letters are folded: NFKC, lower case, accents off Latin and Greek
//     letters ([Fold]).
//   - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, which do not put
//     spaces between all words, become overlapping pairs of characters.
//   - Other words are stemmed by script: Cyrillic by the Russian Snowball
//     stemmer, plain Latin by the English one ([Stem]). Inflections of other
//     languages are the business of the index, which also matches terms that
//     are spelled alike.
//   - An identifier gives the whole ("eks-prod-1"), each level of its parts
//     ("db-1.internal:5432" gives "db-1.internal", "db-1") and its words.
//     Hyphens, underscores and camel case do not tell wholes apart, so
//     KubePodCrashLooping is kube-pod-crash-looping; digits are never merged,
//     so db-1-1 is not db-11. Random-looking parts are not taken apart.
//   - Stop words are marked, not removed: what a text consists of when it has
//     nothing else is the caller's decision.
//
// Terms are not stable between versions of this package. Do not store them.
package analysis
