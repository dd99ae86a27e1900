package bar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

func TestRepeats(t *testing.T) {
	stored := func(description, body string) bar.Claim {
		return bar.Claim{Type: "preference", Description: description, Body: body, Slug: "first"}
	}
	for name, c := range map[string]struct {
		old, new bar.Claim
		want     bool
	}{
		"word for word":               {stored("Indentation", "Use tabs."), stored("Indentation", "Use tabs."), true},
		"case, blanks, stop":          {stored("Indentation", "Use tabs."), stored("Indentation", "use  TABS"), true},
		"another description":         {stored("Indentation", "Use tabs."), stored("How to indent", "Use tabs"), true},
		"another type":                {stored("Indentation", "Use tabs."), bar.Claim{Type: "user", Description: "d", Body: "Use tabs"}, true},
		"another language":            {stored("缩进", "请使用制表符缩进"), stored("缩进方式", "请使用制表符缩进。"), true},
		"another body":                {stored("Indentation", "Use tabs."), stored("Indentation", "Use blanks."), false},
		"negated":                     {stored("Indentation", "Use tabs."), stored("Indentation", "Do not use tabs."), false},
		"another environment":         {stored("Replicas in staging", "There are two replicas"), stored("Replicas in prod", "There are two replicas"), false},
		"another number":              {stored("Rack 3", "It stands in the basement"), stored("Rack 4", "It stands in the basement"), false},
		"another name":                {stored("Lead of the team is Ana", "Works mornings only"), stored("Lead of the team is Bob", "Works mornings only"), false},
		"the description says it all": {stored("Melanie likes pottery classes", "Said on 8 May"), stored("Caroline adopts a small dog", "Said on 8 May"), false},
	} {
		c.new.Slug = "second"
		require.Equal(t, c.want, bar.Repeats(key.Digest(c.old), key.Candidate(c.new)), name)
	}
	word := bar.Claim{Description: "d", Body: "x", Slug: "one"}
	require.True(t, bar.Repeats(key.Digest(word), key.Candidate(word)))
	word.Slug = "two"
	require.False(t, bar.Repeats(key.Digest(bar.Claim{Description: "d", Body: "x", Slug: "one"}), key.Candidate(word)), "a word says nothing")
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"scratch-1", "scratch-2", true}, {"replicas-prod", "replicas-staging", true}, {"eks-prod-1", "eks-prod-2", true},
		{"tabs", "tabs-2", false}, {"tabs", "indent", false}, {"tabs", "tabs", false}, {"prod", "production", false},
	} {
		require.Equal(t, c.want, bar.Apart(c.a, c.b), "%s %s", c.a, c.b)
		require.Equal(t, c.want, bar.Apart(c.b, c.a), "%s %s", c.b, c.a)
	}
}
