package agenttools

import (
	"slices"
	"strings"
	"time"

	"github.com/daybook-sre/daybook/memory"
	"github.com/daybook-sre/daybook/safety"
)

// argumentsFirst finds what a proposal's own text rules out, in the order in
// which the store checks it. The store decides alone; this is for a gate, which
// comes before the store and must not hide that the arguments are wrong, nor
// see a credential.
func argumentsFirst(d memory.Draft) error {
	slug, err := memory.Slug(d.Name)
	if err != nil {
		return err
	}
	from, errFrom := parseTime(d.ValidFrom)
	until, errUntil := parseTime(d.ValidUntil)
	switch {
	case !validType(d.Type):
		return &memory.Refusal{Code: memory.InvalidType, Name: slug, Field: "type"}
	case strings.TrimSpace(d.Description) == "":
		return &memory.Refusal{Code: memory.EmptyDescription, Name: slug, Field: "description"}
	case strings.TrimSpace(d.Body) == "":
		return &memory.Refusal{Code: memory.EmptyContent, Name: slug, Field: "content"}
	case errFrom != nil:
		return &memory.Refusal{Code: memory.InvalidInterval, Name: slug, Field: "valid_from"}
	case errUntil != nil || !from.IsZero() && until.Before(from) && !until.IsZero():
		return &memory.Refusal{Code: memory.InvalidInterval, Name: slug, Field: "valid_until"}
	}
	all := strings.Join(slices.Concat([]string{d.Name + ": " + d.Description, d.Body}, d.Labels), "\n")
	if rules := safety.RuleIDs(safety.Scan(all)); len(rules) > 0 {
		return &memory.Refusal{Code: memory.SensitiveContent, Rules: rules}
	}
	return nil
}

func validType(t memory.Type) bool {
	return memory.Type(strings.ToLower(strings.TrimSpace(string(t)))).Valid()
}

// parseTime reads the two forms that the schema names.
func parseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, nil
	}
	return time.Parse(time.RFC3339, s)
}
