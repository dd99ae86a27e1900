package lexicon

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// Text is a text with the phrases found in it.
type Text struct {
	Tokens  []Token
	Matches []Match
	// Languages are the languages whose phrases were looked for, the likeliest
	// first. Empty means that no phrase file covers the text.
	Languages []string
	// Sure says that words of the first language were recognised, so that a
	// phrase not found is really absent.
	Sure bool
}

// Read finds the phrases of a text in its language. A short text that shows no
// language is read in all languages of its script.
func Read(text string) Text {
	all, _ := load()
	t := Text{Tokens: Tokens(nil, text)}
	t.Languages, t.Sure = detect(all, t.Tokens, text)
	for _, name := range t.Languages {
		if l := all[name]; l != nil {
			_ = l.phrases() // a phrase with a mistake is left out; Check finds it
			t.Matches = l.find(t.Matches, t.Tokens)
		}
	}
	return t
}

// scripts of a text, by which languages are told apart first.
type script struct {
	latin, cyrillic, kana, han, foreign int
	odd                                 bool // a letter that none of our languages writes
}

func detect(all map[string]*language, tokens []Token, text string) ([]string, bool) {
	s := scriptOf(text)
	switch {
	case s.foreign > (s.latin+s.cyrillic+s.kana+s.han)/4:
		return nil, false
	case s.kana > 0:
		return present(all, "ja"), true
	case s.han > 0 && s.han*4 >= s.latin, s.han > 1 && speaks(all, tokens) == 0:
		return present(all, "zh"), true
	case s.cyrillic*4 > s.latin && s.cyrillic > 0:
		if s.odd {
			return nil, false
		}
		return present(all, "ru"), true
	}
	return vote(all, tokens, text, s.odd)
}

func present(all map[string]*language, name string) []string {
	if all[name] == nil {
		return nil
	}
	return []string{name}
}

// speaks counts the function words of all languages in a text.
func speaks(all map[string]*language, tokens []Token) int {
	n := 0
	for i := range tokens {
		for _, l := range all {
			if l.functions[tokens[i].Word] {
				n++
				break
			}
		}
	}
	return n
}

// telling are letters that only one of our languages with Latin letters uses.
var telling = map[rune]string{
	'ä': "de", 'ö': "de", 'ß': "de", 'ñ': "es", '¿': "es", '¡': "es", 'ã': "pt", 'õ': "pt",
	'è': "fr", 'ê': "fr", 'ù': "fr", 'û': "fr", 'î': "fr", 'œ': "fr", 'ë': "fr", 'ï': "fr",
}

// vote counts the function words of each language that uses Latin letters.
func vote(all map[string]*language, tokens []Token, text string, odd bool) ([]string, bool) {
	type count struct {
		name  string
		votes int
	}
	var counts []count
	top := 0
	letters := map[string]int{}
	for _, r := range text {
		if name, ok := telling[r]; ok {
			letters[name]++
		}
	}
	for name, l := range all {
		switch name {
		case "ja", "zh", "ru":
			continue
		}
		c := count{name: name, votes: min(letters[name], 2)}
		for i := range tokens {
			if l.functions[tokens[i].Word] {
				c.votes++
			}
		}
		top = max(top, c.votes)
		counts = append(counts, c)
	}
	slices.SortFunc(counts, func(a, b count) int {
		if a.votes != b.votes {
			return b.votes - a.votes
		}
		if (a.name == "en") != (b.name == "en") {
			if a.name == "en" {
				return -1
			}
			return 1
		}
		if a.name < b.name {
			return -1
		}
		return 1
	})
	if len(counts) > 0 && counts[0].name == otherFile && top > 0 || odd && top < 2 {
		return nil, false
	}
	var names []string
	for _, c := range counts {
		if c.name != otherFile && c.votes == top {
			names = append(names, c.name)
		}
	}
	return names, top > 0
}

func scriptOf(text string) script {
	var s script
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				s.latin++
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		s.count(r)
	}
	return s
}

func (s *script) count(r rune) {
	switch {
	case !unicode.IsLetter(r):
	case unicode.Is(unicode.Latin, r):
		s.latin++
		s.odd = s.odd || !ourLatin[unicode.ToLower(r)]
	case unicode.Is(unicode.Cyrillic, r):
		s.cyrillic++
		s.odd = s.odd || !(r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё')
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		s.kana++
	case unicode.Is(unicode.Han, r):
		s.han++
	case r == 'ー' || r == '々':
		s.kana++
	case unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Greek, unicode.Hangul, unicode.Thai, unicode.Devanagari):
		s.foreign++
	default:
		s.foreign++
	}
}

// ourLatin are the letters beyond a to z in German, English, Spanish, French
// and Portuguese. Another one shows another language.
var ourLatin = func() map[rune]bool {
	m := map[rune]bool{}
	for _, r := range "äöüßáéíóúñàâæçèêëîïôœùûÿãõªº" {
		m[r] = true
	}
	return m
}()
