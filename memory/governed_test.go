package memory_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

// governedCase is a behaviour of a governed memory, restated.
type governedCase struct {
	ID, Area string
	When     struct{ Search string }
	Given    struct {
		Search   string // in cases about its terms
		Memories []struct{ Subject, Signature, Claim string }
		Asked    []int `json:"limits_asked"`
	}
	Then struct {
		Subjects []string
		First    string
	}
}

// governedAreas are those about searching and about what fits into an answer.
var governedAreas = map[string]bool{"search_terms": true, "search_match": true, "response_budget": true}

// TestGoverned drives every case of a governed memory about searching. Where
// ours differs on purpose, differs says why, and the check shows what we do.
func TestGoverned(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the governed cases")
	}
	data, err := os.ReadFile(filepath.Join(dir, "governed.json"))
	require.NoError(t, err)
	var all []struct{ ID, Area string }
	require.NoError(t, json.Unmarshal(data, &all))
	var raw []json.RawMessage
	require.NoError(t, json.Unmarshal(data, &raw))
	ran := 0
	for i, c := range all {
		if !governedAreas[c.Area] {
			continue
		}
		check, ok := governedChecks[c.ID]
		require.True(t, ok, "%s is neither tested nor listed as a difference", c.ID)
		ran++
		t.Run(c.ID, func(t *testing.T) {
			var full governedCase
			if err := json.Unmarshal(raw[i], &full); err != nil {
				full.ID = c.ID // texts given as a size: the check makes its own
			}
			check.run(newDesk(t, nil), full)
		})
	}
	require.Equal(t, len(governedChecks), ran, "a check without a case")
}

type governedCheck struct {
	differs string // from the governed memory, and why; "" when it does not
	run     func(*desk, governedCase)
}

const anyWord = "any word counts, so that a question is answered that has one word too many; what may be chance is marked weak, and only what holds most of a question is sure"

var governedChecks = map[string]governedCheck{
	"terms.budget_six_strong_first":                {"64 terms are looked up, so that an alert text keeps all of its own", usesFirst("not_in_channel")},
	"terms.no_omission_no_field":                   {"", nothingDropped},
	"terms.stopwords_and_single_letters_dropped":   {"the filler words of English alone are left out; those of other languages are rare enough not to count", usesFirst("not_in_channel")},
	"match.terms_across_fields_literal_underscore": {anyWord, findsFirst},
	"match.relevance_beats_popularity_2":           {"", findsFirst},
	"match.punctuation_only_is_not_match_all":      {"", findsNothing},
	"match.unknown_url_is_not_match_all":           {anyWord, findsNothingSure},
	"match.stopwords_only_is_not_match_all":        {anyWord, findsNothingSure},
	"match.strong_identifier_survives_budget_1":    {"", findsFirst},
	"match.strong_identifier_survives_budget_2":    {"", findsFirst},
	"match.strong_identifier_survives_budget_3":    {"", findsFirst},
	"match.short_identifier_1":                     {"", findsFirst},
	"match.short_identifier_2":                     {"", findsFirst},
	"match.filler_sentence_1":                      {anyWord, findsNothingSure},
	"match.two_rune_terms_need_boundaries":         {"", findsNothing},
	"match.strong_term_in_query_must_match":        {anyWord + "; an identifier that no memory holds is where an alert happens, and a hit says which terms it has", saysTheTerms},
	"match.list_view_requires_all_terms":           {"the list is one, and searching is another call", listsAll},
	"match.rank_order":                             {"equal scores come by name: how often something was said again does not make it an answer", tiesByName},
	"match.exact_field_filters":                    {"a memory has one name and one type; the name alone finds it", exactName},
	"match.limits":                                 {"5 by default and 20 at most", limits},
	"budget.result_16KiB_stops_at_first_overflow":  {"what does not fit is named and counted, and what comes after it and fits is there", resultBudget},
	"budget.empty_is_array_not_null":               {"", emptyArray},
}

// governed fills a store with the memories of a case and searches.
func (d *desk) governed(c governedCase) memory.Recollection {
	d.t.Helper()
	for _, m := range c.Given.Memories {
		body := m.Claim
		if m.Signature != "" {
			body += "\nSignature: " + m.Signature
		}
		d.file(strings.ReplaceAll(m.Subject, " ", "-")+".md", fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n%s\n", m.Subject, m.Subject, body))
	}
	return d.recall(memory.Query{Text: c.When.Search})
}

func usesFirst(term string) func(*desk, governedCase) {
	return func(d *desk, c governedCase) {
		d.file("a.md", "The error not_in_channel")
		got := d.recall(memory.Query{Text: c.Given.Search})
		require.Equal(d.t, term, got.Used[0])
		require.Empty(d.t, got.Dropped)
	}
}

func nothingDropped(d *desk, c governedCase) {
	d.file("a.md", "slack alerts")
	require.Empty(d.t, d.recall(memory.Query{Text: c.Given.Search}).Dropped)
}

func findsFirst(d *desk, c governedCase) {
	got := d.governed(c)
	want := c.Then.First
	if want == "" {
		want = c.Then.Subjects[0]
	}
	require.NotEmpty(d.t, got.Hits)
	require.Equal(d.t, want, got.Hits[0].Record.Name)
}

func findsNothing(d *desk, c governedCase) { require.Empty(d.t, d.governed(c).Hits) }

func findsNothingSure(d *desk, c governedCase) {
	require.NotEmpty(d.t, c.When.Search)
	got := d.governed(c)
	require.False(d.t, got.Sure, "%v", found(got))
	require.Less(d.t, len(got.Hits), max(2, len(c.Given.Memories)), "nor is it everything")
}

func saysTheTerms(d *desk, c governedCase) {
	got := d.governed(c)
	require.Contains(d.t, got.Used, "not_in_channel")
	require.NotContains(d.t, got.Hits[0].Terms, "not_in_channel")
}

func listsAll(d *desk, c governedCase) {
	d.governed(c)
	require.Len(d.t, d.recall(memory.Query{}).Hits, len(c.Given.Memories))
}

func tiesByName(d *desk, _ governedCase) {
	for _, name := range []string{"bb", "aa", "cc"} {
		d.file(name+".md", "The same text")
	}
	require.Equal(d.t, []string{"aa", "bb", "cc"}, found(d.recall(memory.Query{Text: "same text"})))
}

func exactName(d *desk, _ governedCase) {
	d.save(fact("grafana datasource", "errors clear after refreshing the datasource token"))
	d.save(fact("grafana datasources", "grafana datasource grafana datasource"))
	require.Equal(d.t, "grafana-datasource", found(d.recall(memory.Query{Text: "Grafana  Datasource"}))[0])
}

func limits(d *desk, c governedCase) {
	for i := range 60 {
		d.file(fmt.Sprintf("m%02d.md", i), "The same text")
	}
	require.NotEmpty(d.t, c.Given.Asked)
	for _, n := range c.Given.Asked {
		got, err := d.Recall(ctx, memory.Query{Text: "same", Limit: n})
		require.NoError(d.t, err)
		want := min(n, memory.MaxHits)
		if n <= 0 {
			want = memory.DefaultHits
		}
		require.Len(d.t, got.Hits, want)
	}
}

func resultBudget(d *desk, _ governedCase) {
	d.save(fact("budget-first", "The budget is small"))
	for i := range 6 {
		d.save(fact(fmt.Sprint("budget-large-", i), "The budget: "+strings.Repeat("a long text about it ", 400)))
	}
	out, err := agenttools.New(d.Store, nil).Call(ctx, agenttools.Recall, json.RawMessage(`{"query": "budget", "limit": 10}`))
	require.NoError(d.t, err)
	require.LessOrEqual(d.t, len(out), agenttools.MaxTotal+4096, "and what describes it")
	var got struct{ Omitted map[string]int }
	require.NoError(d.t, json.Unmarshal(out, &got))
	require.NotEmpty(d.t, got.Omitted)
	require.Contains(d.t, string(out), "budget-first")
}

func emptyArray(d *desk, _ governedCase) {
	out, err := agenttools.New(d.Store, nil).Call(ctx, agenttools.Recall, json.RawMessage(`{"query": "budget"}`))
	require.NoError(d.t, err)
	require.Contains(d.t, string(out), `"entries":[]`)
}
