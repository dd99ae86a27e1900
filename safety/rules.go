package safety

// RuleInfo describes one built-in rule.
type RuleInfo struct {
	// ID is the rule's stable name, as in Finding.Rule and [REDACTED:id].
	ID string
	// Class is Certain or Suspected.
	Class Class
	// Matches says what the rule finds, in words.
	Matches string
	// Source says where the shape comes from.
	Source string
}

// Rules returns the built-in rules in the order of the documentation. The slice
// is the caller's.
func Rules() []RuleInfo {
	var out []RuleInfo
	for i := range vendorRules {
		if vendorRules[i].info.Matches != "" {
			out = append(out, vendorRules[i].info)
		}
	}
	for i := range innerRules {
		out = append(out, innerRules[i].info)
	}
	for _, r := range structuralRules {
		out = append(out, *r)
	}
	return out
}

func builtinLiterals() []literal {
	return append(vendorLiterals(), structuralLiterals()...)
}
