// Package safety finds credentials in the text that on-call people write and
// paste, so that none is stored and none is sent.
//
//	if found := safety.Scan(note); len(found) > 0 {
//		return fmt.Errorf("refused: %v", safety.RuleIDs(found))
//	}
//	send(safety.Redact(message))
//
// Scan and Redact are one engine: what one refuses the other hides, to the last
// byte. A finding names its rule and its place, never the value. Scan gives
// offsets in the text as it was passed in, although zero-width characters,
// full-width letters, Markdown escapes, line continuations, JSON escapes and
// HTML entities are undone before looking.
//
// What is found: the tokens of about seventy vendors, private keys, passwords
// and tokens in URLs, headers, cookies, command lines, connection strings,
// Kubernetes Secrets, and the values of labels such as "password" in
// configuration, tables and sentences. Rules lists the rules. Digests, UUIDs,
// commit and trace ids are evidence and pass, unless a label calls them a
// secret.
//
// Promises, each with a test of its name: findings are ordered, do not overlap
// and lie on the edges of runes; Scan(Redact(x)) is empty; Redact is idempotent
// and keeps valid UTF-8 valid; the time is linear in the length of the text,
// whatever the text; no error or finding holds a part of a value.
//
// The package keeps no state, starts no goroutine and reads no environment.
// Everything in it is safe for concurrent use. It is no scanner for source
// repositories: it does not verify a token with its vendor, look into images or
// archives, or find passwords of letters alone in sentences. SECURITY.md at the
// module's root lists what is measured and what is missed.
package safety
