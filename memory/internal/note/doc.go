// Package note reads and writes one memory as a markdown file: a block of
// front matter between two lines of three hyphens, then text. FORMAT.md at the
// root of the repository is its specification.
//
// The calls most users need are [Parse], [Encode] for a new file and [Update]
// for an existing one. [Slug] turns a name into a file name, [OneLine] and
// [Body] prepare text for writing, [IsMemoryFile] tells which files of a
// folder are memories.
//
// Promises:
//   - Parse never guesses: a file that cannot be read is an [Error] with a
//     line and a reason, and neither quotes what the file says.
//   - Encode's output is read back equal, by this package and by strict
//     readers of YAML 1.1 and 1.2. No value can add a key or end the block.
//   - Update changes only the lines it must. Every other byte of a person's
//     file stays, and the result is parsed again before it is returned.
//
// Everything here is a pure function on bytes and strings: no files, no clock,
// no state. All functions are safe for concurrent use.
package note
