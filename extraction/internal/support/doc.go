// Package support measures how far a claim rests on what one side of a
// conversation said rather than on what the other side did. It counts stems
// and knows nothing of turns' authors, quotations or gates.
package support
