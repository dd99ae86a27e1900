// Package lexicon knows the phrases that tell a lasting statement from talk
// about this moment, in the languages that have a phrase file.
//
// The files under words/ are the whole knowledge; README.md there describes
// their format. The package itself knows no word of any language.
package lexicon

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed words/*.txt
var files embed.FS

// Class is what a phrase says about the statement it stands in.
type Class uint8

// The classes, named as the sections of the phrase files.
const (
	Request      Class = iota // asks to remember
	RequestNot                // looks like it and does not
	Forget                    // asks to forget
	Confirm                   // agrees with what was said before
	Deny                      // denies what was said before
	Negation                  // says that something is not so
	DenyNot                   // looks like it and does not
	Guess                     // not asserted
	Now                       // bound to this moment
	Event                     // something that just happened
	State                     // a condition that passes
	Question                  // asks
	Hypothetical              // supposes
	If                        // a condition, which a rule has as well
	Plan                      // has not happened yet
	Order                     // tells the agent or a colleague what to do
	Joke                      // not meant
	Hearsay                   // somebody else's word
	Cause                     // says why
	Found                     // says that the cause is known
	Remedy                    // says what put it right, not what was wrong
	Standing                  // holds always, or from some day on
	Identity                  // who the user is
	Preference                // how the user wants things
	Retract                   // says that something no longer holds
	Lasting                   // how a thing is set up
	Until                     // the end is named
	Real                      // says that it is no demonstration
	numClasses
)

type classes uint32

var classNames = [numClasses]string{
	"request", "request_not", "forget", "confirm", "deny", "negation", "deny_not", "guess", "now", "event", "state", "question",
	"hypothetical", "if", "plan", "order", "joke", "hearsay", "cause", "found", "remedy", "standing", "identity",
	"preference", "retract", "lasting", "until", "real",
}

// String returns the section name of the class.
func (c Class) String() string {
	if c < numClasses {
		return classNames[c]
	}
	return "unknown"
}

// Languages lists the languages with a phrase file, sorted.
func Languages() []string {
	all, _ := load() // its error leaves no languages
	var names []string
	for name := range all {
		if name != otherFile {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// otherFile lists function words of languages that have no phrase file, so
// that they are not taken for one that has.
const otherFile = "other"

// load finds the phrase files and reads their function words, which is all
// that telling languages apart needs. Phrases are compiled when a text in the
// language is first read: a process seldom sees more than two.
var load = sync.OnceValues(func() (map[string]*language, error) {
	entries, err := files.ReadDir("words")
	if err != nil {
		return nil, err // unreachable: the folder is embedded
	}
	all := map[string]*language{}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".txt")
		b, err := files.ReadFile(path.Join("words", e.Name()))
		if err != nil {
			return nil, err // unreachable: the file is embedded
		}
		l := &language{functions: map[string]bool{}, interjections: map[string]bool{}}
		if err := l.read(string(b), true); err != nil {
			return nil, fmt.Errorf("words/%s: %w", e.Name(), err)
		}
		l.phrases = sync.OnceValue(func() error { return l.read(string(b), false) })
		all[name] = l
	}
	return all, nil
})

// Check returns the first mistake in the phrase files, with its file and line.
// A test calls it; in use, a phrase with a mistake is left out.
func Check() error {
	all, err := load()
	if err != nil {
		return err
	}
	for name, l := range all {
		if err := l.phrases(); err != nil {
			return fmt.Errorf("words/%s.txt: %w", name, err)
		}
	}
	return nil
}

// read reads a phrase file: its function words, or everything else. It goes on
// after a mistake and returns the first.
func (l *language) read(text string, functions bool) error {
	section := ""
	var first error
	for _, line := range joinLines(text) {
		body := strings.TrimSpace(line.text)
		var err error
		switch {
		case body == "" || body[0] == '#':
		case body[0] == '[' && strings.HasSuffix(body, "]"):
			section = body[1 : len(body)-1]
			if !l.knows(section) {
				err = fmt.Errorf("no section is called %q", section)
			}
		case functions == (section == "function"):
			err = l.line(section, body)
		}
		if err != nil && first == nil {
			first = fmt.Errorf("line %d: %w", line.number, err)
		}
	}
	return first
}

type numbered struct {
	text   string
	number int
}

// joinLines appends an indented line to the one before it, with a space unless
// that ends within a list of alternatives.
func joinLines(text string) []numbered {
	var lines []numbered
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if len(lines) > 0 && strings.HasPrefix(line, "  ") {
			last := &lines[len(lines)-1].text
			if !strings.HasSuffix(*last, "|") && !strings.HasSuffix(*last, "(") {
				*last += " "
			}
			*last += strings.TrimLeft(line, " ")
			continue
		}
		lines = append(lines, numbered{line, n})
	}
	return lines
}

func (l *language) knows(section string) bool {
	switch section {
	case "function", "interjection":
		return true
	}
	return slices.Contains(classNames[:], section)
}

func (l *language) line(section, body string) error {
	switch section {
	case "function":
		addWords(l.functions, body)
	case "interjection":
		addWords(l.interjections, body)
	default:
		i := slices.Index(classNames[:], section)
		if i < 0 {
			return fmt.Errorf("%q stands before the first section", body)
		}
		return l.add(body, Class(i))
	}
	return nil
}

func addWords(set map[string]bool, body string) {
	for _, t := range Tokens(nil, strings.NewReplacer("(", " ", ")", " ", "|", " ").Replace(body)) {
		set[t.Word] = true
	}
}
