package memory

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory/internal/bar"
	"github.com/daybook-sre/daybook/memory/internal/note"
	"github.com/daybook-sre/daybook/safety"
)

// clean is a draft whose text is in the form in which it would be stored, and
// which passed every check that needs no store.
type clean struct {
	Draft
	slug  string
	shown string // the slug, or "" when the name holds a credential
	quote string
	cut   []string
}

// Slug returns the canonical form of a name: the file it is stored in, and what
// tools and prompts call it. Equal slugs are one memory. It is pure and
// idempotent. The error is a *Refusal with code InvalidName for a name without
// any letter or digit, or with control characters.
func Slug(name string) (string, error) { return slugOf(name) }

func slugOf(name string) (string, error) {
	slug, err := note.Slug(name)
	if err != nil {
		return "", refuse(InvalidName, "", "name", "%v", err)
	}
	return slug, nil
}

// prepare checks a draft in the order that Code lists, so that a caller learns
// of one mistake at a time and always of the same one. byHand lets allow pass.
func prepare(d Draft, quote string, byHand bool) (*clean, error) {
	slug, err := slugOf(d.Name)
	if err != nil {
		return nil, err
	}
	c := &clean{Draft: d, slug: slug, shown: shownName(d.Name, slug)}
	c.Name, _ = note.OneLine(d.Name, maxName)
	if again, err := note.Slug(c.Name); err != nil || again != slug {
		c.Name = slug // too long to be kept as it is: its slug finds it, too
	}
	if t, ok := foldType(d.Type); ok {
		c.Type = t
	} else {
		return nil, refuse(InvalidType, c.shown, "type", "the type must be one of user, infrastructure, preference, investigation_learning")
	}
	c.field("description", note.OneLine, d.Description, MaxDescription, &c.Description)
	if c.Description == "" {
		return nil, refuse(EmptyDescription, c.shown, "description", "give one line that says what this is, so that it can be found")
	}
	c.field("body", note.Body, d.Body, MaxBody, &c.Body)
	if strings.TrimSpace(c.Body) == "" {
		return nil, refuse(EmptyContent, c.shown, "content", "give the text to remember")
	}
	c.ValidFrom, c.ValidUntil = strings.TrimSpace(d.ValidFrom), strings.TrimSpace(d.ValidUntil)
	if err := checkInterval(c.shown, c.ValidFrom, c.ValidUntil); err != nil {
		return nil, err
	}
	// What a user said may hold more than the fact: a credential in it is no
	// reason not to keep the fact.
	c.field("quote", note.OneLine, safety.Redact(quote), MaxQuote, &c.quote)
	c.Labels, c.Tags = c.words("labels", d.Labels), c.words("tags", d.Tags)
	c.Allow = nil
	if byHand {
		c.Allow = c.words("allow", d.Allow)
	}
	return c, c.scan(d)
}

// shownName returns what an error may call a memory: its slug, or "" when the
// name holds a credential.
func shownName(name, slug string) string {
	if !harmless(name, slug) {
		return ""
	}
	return slug
}

// maxName bounds the name as it is kept beside its slug, in runes.
const maxName = 200

func (c *clean) field(name string, fit func(string, int) (string, bool), in string, limit int, out *string) {
	s, cut := fit(in, limit)
	if cut {
		c.cut = append(c.cut, name)
	}
	*out = s
}

// foldType accepts a type in any case, between blanks: nothing else is close
// enough to one of four words to be meant.
func foldType(t Type) (Type, bool) {
	f := Type(strings.ToLower(strings.TrimSpace(string(t))))
	return f, f.Valid()
}

// MaxLabels bounds the labels and the tags of one memory.
const MaxLabels = 32

// words cleans a list of labels: one line each, no doubles, order kept.
func (c *clean) words(name string, list []string) []string {
	var out []string
	for _, w := range list {
		w, _ = note.OneLine(w, 64)
		if w == "" || slices.Contains(out, w) {
			continue
		}
		if len(out) == MaxLabels {
			c.cut = append(c.cut, name)
			break
		}
		out = append(out, w)
	}
	return out
}

// checkInterval checks both ends and their order.
func checkInterval(slug, from, until string) error {
	a, errA := parseBound(from, false)
	b, errB := parseBound(until, true)
	switch {
	case errA != nil:
		return refuse(InvalidInterval, slug, "valid_from", "%v", errA)
	case errB != nil:
		return refuse(InvalidInterval, slug, "valid_until", "%v", errB)
	case !a.IsZero() && !b.IsZero() && !a.Before(b):
		return refuse(InvalidInterval, slug, "valid_until", "valid_until must be after valid_from")
	}
	return nil
}

// parseBound reads one end of an interval; an absent one is open.
func parseBound(s string, isEnd bool) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	return note.ParseTime(s, isEnd)
}

// scan looks for credentials in everything that would reach the disk. The
// fields are scanned as given, because a cut may leave a part of one that nobody
// recognises, and once more together, because a value may lie in another field
// than its label.
func (c *clean) scan(d Draft) error {
	for _, f := range []struct{ name, text string }{
		{"name", d.Name}, {"description", d.Description}, {"content", d.Body}, {"quote", c.quote},
		{"labels", strings.Join(d.Labels, "\n")}, {"tags", strings.Join(d.Tags, "\n")},
		{"allow", strings.Join(c.Allow, "\n")}, {"valid_from", c.ValidFrom + "\n" + c.ValidUntil},
	} {
		if rules := c.offending(f.text); len(rules) > 0 {
			return c.sensitive(f.name, rules)
		}
	}
	for _, together := range []string{
		printed(c.Name, c.Description, c.Body),
		c.Description, c.Body, strings.Join(c.Labels, "\n"), strings.Join(c.Tags, "\n"),
	} {
		if rules := c.offending(together); len(rules) > 0 {
			return c.sensitive("content", rules)
		}
	}
	return nil
}

// Validate checks a draft as far as that needs no store, in the order in which
// Code lists the reasons. It returns a *Refusal or nil. Propose and Save check
// the same: it is for those who want to know first.
func (d Draft) Validate() error {
	_, err := prepare(d, "", false)
	return err
}

// offending returns the rules that text violates and that no person let pass. A
// certain finding cannot be let pass.
func (c *clean) offending(text string) (rules []string) {
	for _, f := range safety.Scan(text) {
		if f.Class == safety.Suspected && slices.Contains(c.Allow, f.Rule) {
			continue
		}
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

func (c *clean) sensitive(field string, rules []string) error {
	r := refuse(SensitiveContent, c.shown, field,
		"the %s looks like a credential. Nothing was stored. Keep it in a secret store and remember where it is", field)
	if rule := c.mayPass(); rule != "" {
		r.Detail += fmt.Sprintf("; if this is a false alarm, a person can write allow: [%s] in the file or use /memory add … --allow %s", rule, rule)
	}
	r.Rules = rules
	return r
}

// mayPass returns the rule that a person can let pass, or "" when one of the
// findings is certain.
func (c *clean) mayPass() (rule string) {
	for _, f := range safety.Scan(printed(c.Name, c.Description, c.Body) + "\n" + c.quote) {
		if f.Class == safety.Certain {
			return ""
		}
		rule = f.Rule
	}
	return rule
}

// value returns what the draft says, for bars and comparisons.
func (c *clean) value() bar.Claim {
	return bar.Claim{Type: string(c.Type), Description: c.Description, Body: c.Body,
		ValidFrom: c.ValidFrom, ValidUntil: c.ValidUntil, Quote: c.quote, Slug: c.slug}
}

// timestamp is how times of ours are written: UTC, whole seconds.
func timestamp(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }
