// Package search ranks memories for a query, in memory, without a model.
//
// An [Index] holds documents; [Index.Search] ranks them by fielded BM25 over
// the terms of package analysis. Each term of the query stands with what is
// spelled alike and, at lower weight, with its synonyms (synonyms.txt); the
// best of them counts. Scores are absolute: they mean the same in every store,
// so that one floor tells an answer from a coincidence.
//
// An Index is not safe for concurrent mutation. Any number of Search and
// Similar calls may run at once while nobody calls Put or Remove.
package search
