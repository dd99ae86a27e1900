package note

import (
	"slices"
	"strings"
)

// Key is a front matter key of the format.
type Key string

// The keys of the format, in the order in which they are written.
const (
	KeyName        Key = "name"
	KeyType        Key = "type"
	KeyDescription Key = "description"
	KeyStatus      Key = "status"
	KeySource      Key = "source"
	KeyPrincipal   Key = "principal"
	KeyEvidence    Key = "evidence"
	KeyQuote       Key = "quote"
	KeyCreated     Key = "created"
	KeyUpdated     Key = "updated"
	KeyValidFrom   Key = "valid_from"
	KeyValidUntil  Key = "valid_until"
	KeyExpires     Key = "expires"
	KeyLabels      Key = "labels"
	KeyTags        Key = "tags"
	KeyAllow       Key = "allow"
	KeyPinned      Key = "pinned"
	KeyDependsOn   Key = "depends_on"
)

// The types of memory this format defines. Other words are legal in a file
// and are kept as written.
const (
	TypeUser           = "user"
	TypeInfrastructure = "infrastructure"
	TypePreference     = "preference"
	TypeLearning       = "investigation_learning"
)

// The words of the status key. A memory's place in pending/, not a status
// word, is what withholds it.
const (
	StatusConfirmed   = "confirmed"
	StatusUnconfirmed = "unconfirmed"
)

// Fields is what a memory file says, as written: times are text, Type is the
// word in the file. A zero field is an absent key.
//
// Text fields are one line. Encode and Update fold line breaks in them to one
// space; Parse does the same with multi-line YAML values.
type Fields struct {
	Name        string
	Type        string
	Description string
	Status      string
	Source      string
	Principal   string
	Evidence    []string
	Quote       string
	Created     string
	Updated     string
	ValidFrom   string
	ValidUntil  string
	Expires     string
	Labels      []string
	Tags        []string
	Allow       []string
	Pinned      bool
	DependsOn   []string

	// Body is the text below the block, its line breaks as "\n", without the
	// one empty line that may follow the fence and without the final line break.
	Body string
}

// CanonicalType maps the words of other programs to ours: feedback is a
// preference; project, reference and repository are infrastructure. Case and
// surrounding blanks do not count. Known is false for any other word, which
// is returned as it is.
func CanonicalType(word string) (typ string, known bool) {
	switch folded := strings.ToLower(strings.TrimSpace(word)); folded {
	case TypeUser, TypeInfrastructure, TypePreference, TypeLearning:
		return folded, true
	case "feedback":
		return TypePreference, true
	case "project", "reference", "repository":
		return TypeInfrastructure, true
	}
	return word, false
}

// valueKind says how the value of a key is read and written.
type valueKind uint8

const (
	word  valueKind = iota // one line: an identifier or a closed word
	prose                  // one line a person writes freely, where # and [ are text
	date                   // one line, written without quotes when it is a date
	list
	flag
)

// spec ties a key to its field, so that reading, writing and updating agree.
// Exactly one of text, list and flag is set.
type spec struct {
	key  Key
	kind valueKind
	text func(*Fields) *string
	list func(*Fields) *[]string
	flag func(*Fields) *bool
}

// specs is the format, in writing order.
var specs = [...]spec{
	{key: KeyName, kind: prose, text: func(f *Fields) *string { return &f.Name }},
	{key: KeyType, kind: word, text: func(f *Fields) *string { return &f.Type }},
	{key: KeyDescription, kind: prose, text: func(f *Fields) *string { return &f.Description }},
	{key: KeyStatus, kind: word, text: func(f *Fields) *string { return &f.Status }},
	{key: KeySource, kind: word, text: func(f *Fields) *string { return &f.Source }},
	{key: KeyPrincipal, kind: word, text: func(f *Fields) *string { return &f.Principal }},
	{key: KeyEvidence, kind: list, list: func(f *Fields) *[]string { return &f.Evidence }},
	{key: KeyQuote, kind: prose, text: func(f *Fields) *string { return &f.Quote }},
	{key: KeyCreated, kind: date, text: func(f *Fields) *string { return &f.Created }},
	{key: KeyUpdated, kind: date, text: func(f *Fields) *string { return &f.Updated }},
	{key: KeyValidFrom, kind: date, text: func(f *Fields) *string { return &f.ValidFrom }},
	{key: KeyValidUntil, kind: date, text: func(f *Fields) *string { return &f.ValidUntil }},
	{key: KeyExpires, kind: date, text: func(f *Fields) *string { return &f.Expires }},
	{key: KeyLabels, kind: list, list: func(f *Fields) *[]string { return &f.Labels }},
	{key: KeyTags, kind: list, list: func(f *Fields) *[]string { return &f.Tags }},
	{key: KeyAllow, kind: list, list: func(f *Fields) *[]string { return &f.Allow }},
	{key: KeyPinned, kind: flag, flag: func(f *Fields) *bool { return &f.Pinned }},
	{key: KeyDependsOn, kind: list, list: func(f *Fields) *[]string { return &f.DependsOn }},
}

// spelling is one way to write a key. Of several in a file the lowest rank
// counts: the key itself before its aliases.
type spelling struct {
	spec int
	rank uint8
}

// spellings maps every key that is read to its field. verified is an alias of
// status with its own words, see verifiedStatus.
var spellings = func() map[string]spelling {
	m := make(map[string]spelling, len(specs)+6)
	for i := range specs {
		m[string(specs[i].key)] = spelling{spec: i}
	}
	for alias, of := range map[string]struct {
		key  Key
		rank uint8
	}{
		"created_at":    {KeyCreated, 1},
		"updated_at":    {KeyUpdated, 1},
		"modified":      {KeyUpdated, 2},
		"metadata.type": {KeyType, 1},
		"verified":      {KeyStatus, 1},
	} {
		m[alias] = spelling{spec: m[string(of.key)].spec, rank: of.rank}
	}
	return m
}()

// sameValue reports whether a and b give the key of s the same value. Two
// words for one type are the same: others' words are never rewritten.
func (s *spec) sameValue(a, b *Fields) bool {
	switch s.kind {
	case list:
		return slices.Equal(*s.list(a), *s.list(b))
	case flag:
		return *s.flag(a) == *s.flag(b)
	}
	x, y := *s.text(a), *s.text(b)
	if s.key == KeyType && x != "" && y != "" {
		x, _ = CanonicalType(x)
		y, _ = CanonicalType(y)
	}
	return x == y
}

// isZero reports whether f has no value for the key of s.
func (s *spec) isZero(f *Fields) bool {
	switch s.kind {
	case list:
		return len(*s.list(f)) == 0
	case flag:
		return !*s.flag(f)
	}
	return *s.text(f) == ""
}
