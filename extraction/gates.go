package extraction

import "strings"

// Gates decides what may be kept, from what the user actually wrote. It is
// safe for concurrent use.
type Gates struct {
	owner string
	slug  func(string) string
}

// GateOptions configure Gates. The zero value is the default.
type GateOptions struct {
	// Owner is the Author of the person whose store it is. Only that person's
	// turns ground memories about the person; another's words ground a system
	// fact only as pending. Empty: the sole author of a conversation is the
	// owner, and among several there is none.
	Owner string
	// Slug makes a memory's file name of an item's name, and returns "" for a
	// name of which none can be made. Nil: any name with a letter or digit is
	// good.
	Slug func(name string) string
}

// NewGates returns the gates. Opts may be nil and is copied.
func NewGates(opts *GateOptions) *Gates {
	g := &Gates{slug: plainSlug}
	if opts != nil {
		g.owner = opts.Owner
		if opts.Slug != nil {
			g.slug = opts.Slug
		}
	}
	return g
}

// Check holds one item against the conversation. The gates are asked in order
// and the first that objects decides; what comes after grounding (safety,
// tombstones, conflict, the limits of a pass) is the store's. Check never
// fails and changes nothing.
func (e *Evidence) Check(item Item) Verdict {
	item = item.trimmed()
	c := &candidate{item: item, claim: claimOf(item)}
	for _, gate := range []func(*candidate) (string, string){
		gateType, gateBlank, e.gateSlug,
	} {
		if name, reason := gate(c); reason != "" {
			return dropped(name, reason)
		}
	}
	c.basis = e.basisOf(c)
	c.explicit = e.asked(c)
	worst := Verdict{Outcome: Served}
	for _, gate := range []func(*candidate) Verdict{e.gateSample, e.gateLasting, e.gateGrounding} {
		v := gate(c)
		if v.Outcome < worst.Outcome {
			worst = v
		}
		if v.Outcome == Dropped {
			return worst
		}
	}
	return e.cite(c, worst)
}

// cite adds what a kept item rests on.
func (e *Evidence) cite(c *candidate, v Verdict) Verdict {
	v.Quote = c.basis.quote
	v.Grounding = append(v.Grounding, e.ref(c.basis.turn))
	v.ValidFrom, v.ValidUntil = c.from, c.until
	v.Explicit = v.Outcome == Served && c.explicit
	return v
}

func (it Item) trimmed() Item {
	for _, s := range []*string{
		&it.Type, &it.Name, &it.Description, &it.Content, &it.Quote, &it.Turn, &it.ValidFrom, &it.ValidUntil, &it.Supersedes,
	} {
		*s = strings.TrimSpace(*s)
	}
	return it
}
