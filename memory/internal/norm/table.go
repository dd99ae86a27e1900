package norm

// The tables hold letters after case folding, so they have no capitals. They were written by hand from what the letters
// look like in common fonts, compared with the pairs Unicode's confusables.txt (UTS #39) lists; rare scripts and letters
// that only resemble one another were left out, because each entry can also damage an honest word.

// exactly holds letters that a reader cannot tell from a small Latin letter.
var exactly = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', // Cyrillic, Russian
	'і': 'i', 'ј': 'j', 'ѕ': 's', 'ԁ': 'd', 'һ': 'h', 'ԛ': 'q', 'ԝ': 'w', 'ѵ': 'v', 'ӏ': 'l', // Cyrillic, others
	'ο': 'o', 'α': 'a', 'ν': 'v', 'ρ': 'p', 'ι': 'i', 'υ': 'u', 'χ': 'x', 'γ': 'y', // Greek
	'օ': 'o', 'ս': 'u', 'հ': 'h', 'ո': 'n', 'զ': 'q', 'ց': 'g', // Armenian
}

// roughly holds letters that pass for a Latin one only as capitals or beside Latin letters: В, К, М, Н, Т are the usual
// disguise of B, K, M, H, T, and folding has made them small.
var roughly = map[rune]rune{
	'в': 'b', 'к': 'k', 'м': 'm', 'н': 'h', 'т': 't', 'ь': 'b', 'г': 'r', // Cyrillic
	'β': 'b', 'ε': 'e', 'ζ': 'z', 'η': 'n', 'κ': 'k', 'μ': 'u', 'τ': 't', 'σ': 'o', 'ω': 'w', // Greek
}

// punctuation maps the dashes and apostrophes that identifiers and contractions are written with to their ASCII forms,
// and the Latin letters that differ from an ASCII one by a dot or a serif to it. These need no word around them. The em
// dash is not among them: it separates.
func punctuation(r rune) rune {
	switch r {
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2212', '\u02D7', '\u2043':
		return '-'
	case '\u2018', '\u2019', '\u201B', '\u02BC', '\u02B9', '\u2032', '\u07F4':
		return '\''
	case '\u2215', '\u2044':
		return '/'
	case '\u2236', '\uA789':
		return ':'
	case 'ı', 'ɩ':
		return 'i'
	case 'ɑ':
		return 'a'
	case 'ɡ':
		return 'g'
	}
	return r
}
