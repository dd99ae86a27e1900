package bar_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

var key = bar.Key{7, 7, 7}

func barOf(c bar.Claim) bar.Bar { return bar.Bar{Digests: key.Digest(c)} }

var prod = bar.Claim{
	Type:        "infrastructure",
	Description: "The production EKS cluster, eu-west-1",
	Body:        "Production runs on eks-prod-1; staging on eks-stg-2.",
	Quote:       "prod is eks-prod-1 since the November move, staging is eks-stg-2",
	Slug:        "eks-prod-1",
}

// A bar that went through the journal decides as the one that was made.
func TestDigestsSurviveJSON(t *testing.T) {
	long := prod
	for i := range 400 {
		long.Body += fmt.Sprintf(" host-%d", i)
	}
	for _, c := range []bar.Claim{{}, {Description: "Kubernetes"}, prod, long} {
		d := key.Digest(c)
		line, err := json.Marshal(d)
		require.NoError(t, err)
		var back bar.Digests
		require.NoError(t, json.Unmarshal(line, &back))
		require.Equal(t, d, back)
	}
}

// A save of ordinary size costs its journal line a few hundred bytes, and no size more than a few thousand.
func TestDigestsAreCompact(t *testing.T) {
	line, err := json.Marshal(key.Digest(prod))
	require.NoError(t, err)
	require.Less(t, len(line), 350)

	huge := bar.Claim{Description: "Inventory", Quote: "see the list"}
	for i := range 5000 {
		huge.Body += fmt.Sprintf("host-%d ", i)
	}
	d := key.Digest(huge)
	require.Equal(t, 5001, d.Words.Len())
	line, err = json.Marshal(d)
	require.NoError(t, err)
	require.Less(t, len(line), 2500)
}

// Nothing of the text is in the digests, and another store's key gives other ones.
func TestDigestsTellNothingWithoutTheKey(t *testing.T) {
	line, err := json.Marshal(key.Digest(prod))
	require.NoError(t, err)
	for _, word := range []string{"prod", "eks", "eu-west", "cluster", "staging"} {
		require.NotContains(t, strings.ToLower(string(line)), word)
	}
	other := bar.Key{8}
	d := bar.Decide(bar.Bar{Digests: other.Digest(prod)}, key.Candidate(prod))
	require.Equal(t, bar.Decision{}, d)
	require.Equal(t, bar.SameClaim, bar.Decide(barOf(prod), key.Candidate(prod)).Rule, "control")
}

func TestDamagedDigestsAreErrors(t *testing.T) {
	for _, in := range []string{
		`{"v":1,"k":"AAAA"}`,
		`{"v":1,"k":"!"}`,
		`{"v":1,"k":"AAAAAAABAAAAAAAB"}`,
		`{"v":1,"k":"AAAAAAACAAAAAAAB"}`,
		`{"v":1,"k":"300.AAAAAAAB"}`,
		`{"v":1,"k":"x.AAAAAAAB"}`,
		`{"v":1,"c":"AAAA"}`,
		`{"v":1,"s":"????????????????"}`,
	} {
		require.Error(t, json.Unmarshal([]byte(in), &bar.Digests{}), in)
	}
}

// A page longer than a bar keeps is still known, whole or a sentence of it, and does not bar other pages.
func TestLongClaims(t *testing.T) {
	page := func(host string) bar.Claim {
		c := bar.Claim{Description: "Inventory of " + host}
		for i := range 900 {
			c.Body += fmt.Sprintf("Rack %d of %s holds %s-%d. ", i, host, host, i*7)
		}
		return c
	}
	forgotten := barOf(page("alpha"))
	again := page("alpha")
	again.Description = "Racks"
	again.Body = "It is noted: " + again.Body
	require.Equal(t, bar.Refused, bar.Decide(forgotten, key.Candidate(again)).Outcome)
	require.Equal(t, bar.Free, bar.Decide(forgotten, key.Candidate(page("omega"))).Outcome)
}

func TestBarsOfAnUnknownVersionRefuse(t *testing.T) {
	b := barOf(prod)
	b.Version++
	c := key.Candidate(bar.Claim{Description: "Something else entirely"})
	c.Newer, c.Explicit = true, true
	require.Equal(t, bar.Decision{Outcome: bar.Refused, Rule: bar.UnknownVersion}, bar.Decide(b, c))
}

func TestOneCandidateAgainstBarsOfItsKind(t *testing.T) {
	other := barOf(bar.Claim{Description: "The search timeout is 5 s"})
	named := barOf(bar.Claim{Description: "Mostly about pages", Slug: "paging"})
	same := barOf(bar.Claim{Description: "Paging goes to #sre-oncall"})
	more := barOf(bar.Claim{Description: "Paging goes to #sre-oncall, always"})
	c := key.Candidate(bar.Claim{Description: "#sre-oncall gets the paging", Slug: "paging"})
	require.Equal(t, bar.Decision{}, bar.Decide(other, c))
	require.Equal(t, bar.Decision{Outcome: bar.Pending, Rule: bar.SameSlug}, bar.Decide(named, c))
	c = key.Candidate(bar.Claim{Description: "Paging goes to #sre-oncall", Slug: "paging"})
	require.Equal(t, bar.Decision{Outcome: bar.Refused, Rule: bar.SameClaim}, bar.Decide(same, c))
	require.Equal(t, bar.Refused, bar.Decide(more, c).Outcome)
	c.Newer, c.Explicit = true, true
	require.Equal(t, bar.Decision{Rule: bar.SameClaim, Exempt: true}, bar.Decide(same, c))
}

// No text with a letter in it comes out empty, or it could be forgotten but never held back.
func FuzzClaims(f *testing.F) {
	f.Add("Production runs on eks-prod-1", "not 30s; 生产集群 サーバー เซิร์ฟเวอร์")
	f.Add("to be or not to be", "です")
	f.Add("don't l'équipe 10,000 1,2,3,", "- a\n#b\n1. c\n\n")
	f.Add("a\u0301'-_./:@", "'''--")
	f.Fuzz(func(t *testing.T, description, body string) {
		c := bar.Claim{Description: description, Body: body, Quote: body, Slug: "a"}
		d := key.Digest(c)
		require.Equal(t, d, key.Digest(c), "digests are deterministic")
		line, err := json.Marshal(d)
		require.NoError(t, err)
		var back bar.Digests
		require.NoError(t, json.Unmarshal(line, &back))
		require.Equal(t, d, back)
		require.Equal(t, bar.SameClaim, bar.Decide(bar.Bar{Digests: back}, key.Candidate(c)).Rule)
		if strings.ContainsAny(description, "bcdfgkqxz") {
			require.NotZero(t, d.Words.Len(), "%q", description)
		}
	})
}

func FuzzDigestsFromJSON(f *testing.F) {
	for _, c := range []bar.Claim{{}, prod} {
		line, err := json.Marshal(key.Digest(c))
		require.NoError(f, err)
		f.Add(line)
	}
	c := key.Candidate(prod)
	f.Fuzz(func(t *testing.T, line []byte) {
		var d bar.Digests
		if json.Unmarshal(line, &d) != nil {
			return
		}
		bar.Decide(bar.Bar{Digests: d}, c)
		out, err := json.Marshal(d)
		require.NoError(t, err)
		var back bar.Digests
		require.NoError(t, json.Unmarshal(out, &back))
		again, err := json.Marshal(back)
		require.NoError(t, err)
		require.True(t, bytes.Equal(out, again))
	})
}
