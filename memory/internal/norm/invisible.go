package norm

import "sort"

// span is a range of code points, both ends included.
type span struct{ lo, hi rune }

// in reports whether r lies in one of spans, which are sorted and do not overlap.
func in(spans []span, r rune) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].hi >= r })
	return i < len(spans) && spans[i].lo <= r
}

// Known reports whether r was assigned in Unicode 15.0, the version norm/1 was made with. Callers that classify the
// runes of normalised text treat the others as opaque, or a newer Unicode would change their classes.
func Known(r rune) bool {
	if r <= assigned[0].hi {
		return r >= 0
	}
	return in(assigned, r)
}

// visible maps what a reader cannot see to -1, for strings.Map. Control characters that separate (tab, line feed, next
// line, …) are kept for collapse to turn into spaces.
func visible(r rune) rune {
	if in(invisible, r) {
		return -1
	}
	return r
}

// invisible holds the control characters that are not white space, the code points with the Unicode property
// Default_Ignorable_Code_Point, and the remaining format characters (general category Cf), Unicode 15.0.
var invisible = []span{
	{0x00, 0x08},       // C0 controls before tab
	{0x0E, 0x1F},       // C0 controls after carriage return
	{0x7F, 0x84},       // delete, C1 controls before next line
	{0x86, 0x9F},       // the other C1 controls
	{0xAD, 0xAD},       // soft hyphen
	{0x034F, 0x034F},   // combining grapheme joiner
	{0x0600, 0x0605},   // Arabic number signs
	{0x061C, 0x061C},   // Arabic letter mark
	{0x06DD, 0x06DD},   // Arabic end of ayah
	{0x070F, 0x070F},   // Syriac abbreviation mark
	{0x0890, 0x0891},   // Arabic pound and piastre mark above
	{0x08E2, 0x08E2},   // Arabic disputed end of ayah
	{0x115F, 0x1160},   // Hangul fillers
	{0x17B4, 0x17B5},   // Khmer inherent vowels
	{0x180B, 0x180F},   // Mongolian variation selectors and vowel separator
	{0x200B, 0x200F},   // zero-width space, joiners, direction marks
	{0x202A, 0x202E},   // direction embeddings and overrides
	{0x2060, 0x206F},   // word joiner, invisible operators, direction isolates
	{0x3164, 0x3164},   // Hangul filler
	{0xFE00, 0xFE0F},   // variation selectors
	{0xFEFF, 0xFEFF},   // byte order mark
	{0xFFA0, 0xFFA0},   // half-width Hangul filler
	{0xFFF0, 0xFFFB},   // reserved ignorable, interlinear annotation
	{0x110BD, 0x110BD}, // Kaithi number sign
	{0x110CD, 0x110CD}, // Kaithi number sign above
	{0x13430, 0x1343F}, // Egyptian hieroglyph format controls
	{0x1BCA0, 0x1BCA3}, // shorthand format controls
	{0x1D173, 0x1D17A}, // musical format controls
	{0xE0000, 0xE0FFF}, // tags, variation selectors supplement
}
