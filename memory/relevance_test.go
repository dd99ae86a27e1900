package memory_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// TestRelevance drives the reference system's cases about which memories a
// request brings in, and its later one about the order of the index. The stores
// are filled beyond what a stable block holds, because below that everything is
// there whatever is asked.
func TestRelevance(t *testing.T) {
	dir := os.Getenv("DAYBOOK_CASES")
	if dir == "" {
		t.Skip("DAYBOOK_CASES names no folder with the reference cases")
	}
	data, err := os.ReadFile(filepath.Join(dir, "reference.json"))
	require.NoError(t, err)
	var all []referenceCase
	require.NoError(t, json.Unmarshal(data, &all))
	ran := 0
	for _, c := range all {
		if c.Area != "relevance" && c.ID != "INDEX-006" {
			continue
		}
		check, ok := relevanceChecks[c.ID]
		require.True(t, ok, "%s is neither tested nor listed as a difference", c.ID)
		ran++
		t.Run(c.ID, func(t *testing.T) { check.run(newDesk(t, nil), c.Given) })
	}
	require.Equal(t, len(relevanceChecks), ran, "a check without a case")
}

// crowd makes the store too large for the stable block, with texts that nothing
// below asks about.
func (d *desk) crowd() {
	for i := range 40 {
		d.file(fmt.Sprintf("zz-%02d.md", i), fmt.Sprintf("---\nname: zz-%02d\ntype: investigation_learning\n---\n%s\n", i, strings.Repeat("Walnut plum quince. ", 25)))
	}
}

// turn returns what a request brings in, in order.
func (d *desk) turn(request string) (names []string, text map[string]string) {
	d.t.Helper()
	c, err := d.Relevant(ctx, request, nil)
	require.NoError(d.t, err)
	return inTurn(c)
}

// inTurn reads a turn block as entries reads a stable one, whose preface ends
// with an empty line.
func inTurn(c memory.Context) (names []string, text map[string]string) {
	return entries(strings.Replace(c.Turn, ":\n", ":\n\n", 1))
}

var relevanceChecks = map[string]referenceCheck{
	"REL-001": {"", func(d *desk, _ map[string]any) {
		d.crowd()
		d.save(fact("billing", "northwind/billing owns the ledger API"))
		for i, text := range []string{"The door is green", "Ana likes tea", "Racks stand in row 4", "Mondays are quiet"} {
			d.save(fact(fmt.Sprint("note-", i), text))
		}
		names, text := d.turn("please plan the rollout of the ledger")
		require.Equal(d.t, []string{"billing"}, names)
		require.Contains(d.t, text["billing"], "northwind/billing owns the ledger API")
	}},
	"REL-002": {"the best match is first, whatever its type: types order the stable block", func(d *desk, _ map[string]any) {
		d.crowd()
		d.save(fact("escalation", "Escalation goes to the platform team first"))
		d.save(memory.Draft{Name: "report", Type: memory.Preference, Description: "Report format", Body: "Reports are short, with a table"})
		d.save(memory.Draft{Name: "me", Type: memory.User, Description: "Who Ana is", Body: "Ana reads Go"})
		names, _ := d.turn("draft the report and the escalation path")
		require.ElementsMatch(d.t, []string{"report", "escalation"}, names)
	}},
	"REL-005": {"there are no repository memories: what matches is there", func(d *desk, _ map[string]any) {
		d.crowd()
		d.save(fact("repository-a", "Repository A is built with Bazel"))
		d.save(fact("cache", "Cache eviction is least recently used"))
		names, _ := d.turn("how does cache eviction work in repository A?")
		require.Equal(d.t, "cache", names[0])
		require.Contains(d.t, names, "repository-a")
	}},
	"REL-006": {"the budget is in characters alone; two bodies of 1200, and the beginning of the others", func(d *desk, _ map[string]any) {
		for i := range 8 {
			d.save(fact(fmt.Sprint("kite-", i), strings.Repeat("The kite pool is drained first. ", 95)))
		}
		c, err := d.Relevant(ctx, "how is the kite pool drained?", &memory.ContextOptions{MaxChars: 4000})
		require.NoError(d.t, err)
		require.LessOrEqual(d.t, c.Characters, 4000)
		names, text := inTurn(c)
		require.NotEmpty(d.t, names)
		for _, name := range names {
			require.Less(d.t, len(text[name]), 1200+200)
		}
	}},
	"REL-009": {"nothing is left out for being a demonstration: a person forgets it", func(d *desk, _ map[string]any) {
		d.crowd()
		d.save(fact("demo-repository", "The demo repository is northwind/demo"))
		d.save(memory.Draft{Name: "demos", Type: memory.Preference, Description: "Demos", Body: "Demos are held on Fridays"})
		d.forget("demo-repository")
		names, _ := d.turn("prepare the demo")
		require.Equal(d.t, []string{"demos"}, names)
		require.Equal(d.t, []string{"demos"}, found(d.ask("demo")))
	}},
	"REL-010": {"", func(d *desk, _ map[string]any) {
		d.save(fact("ledger-flake", "The ledger test is a flake"))
		d.save(fact("macos-runners", "The macos runners are slow"))
		d.save(fact("unrelated", "Tea is in the kitchen"))
		got := d.ask("ledger macos flake")
		require.Equal(d.t, []string{"ledger-flake", "macos-runners"}, found(got))
		require.Greater(d.t, got.Hits[0].Score, got.Hits[1].Score)
		require.Positive(d.t, got.Hits[1].Score)
	}},
	"REL-012": {"", func(d *desk, _ map[string]any) {
		c, err := d.Context(ctx, "anything", nil)
		require.NoError(d.t, err)
		require.Empty(d.t, c.Stable+c.Turn)
		require.Empty(d.t, d.ask("anything").Hits)
	}},
	"REL-013": {"there is no usage file: reading writes nothing", func(d *desk, given map[string]any) {
		texts := map[string]string{}
		for _, m := range given["members"].([]any) {
			s, err := d.root.Store(m.(string))
			require.NoError(d.t, err)
			_, err = s.Save(ctx, fact("mine", "The cat of "+m.(string)), memory.By{})
			require.NoError(d.t, err)
			c, err := s.Context(ctx, "whose cat?", nil)
			require.NoError(d.t, err)
			texts[m.(string)] = c.Stable
		}
		require.Contains(d.t, texts["U_ANA"], "The cat of U_ANA")
		require.NotContains(d.t, texts["U_BEN"], "U_ANA")
	}},
	"GAP-036": {"", func(d *desk, _ map[string]any) {
		d.crowd()
		for name, text := range map[string]string{"s3": "S3 keeps the artefacts for seven days", "db": "The DB is postgres 16", "ci": "CI runs on macos"} {
			d.save(fact(name+"-note", text))
		}
		for request, want := range map[string]string{"how long does S3 keep it?": "s3-note", "which DB?": "db-note", "where does CI run?": "ci-note"} {
			names, _ := d.turn(request)
			require.Equal(d.t, want, names[0], request)
		}
	}},
	"GAP-037": {"", func(d *desk, _ map[string]any) {
		d.crowd()
		for i := range 5 {
			d.save(memory.Draft{Name: fmt.Sprint("taste-", i), Type: memory.Preference, Description: "A taste", Body: fmt.Sprintf("Ana wants the failover page %d printed", i)})
		}
		d.save(fact("failover", "A failover of payments-db to eu-central-1 is started by hand"))
		names, _ := d.turn("how is a failover of payments-db to eu-central-1 started?")
		require.Equal(d.t, "failover", names[0])
	}},
	"INDEX-006": {"the block has an order of its own and a budget of 8000 characters", func(d *desk, _ map[string]any) {
		for i := range 30 {
			m := fact(fmt.Sprint("svc-", i), strings.Repeat("A long text. ", 30))
			m.Description = strings.Repeat("A long description. ", 9)
			d.file(m.Name+".md", fmt.Sprintf("---\nname: %s\ntype: infrastructure\ndescription: %s\n---\n%s\n", m.Name, m.Description, m.Body))
		}
		d.save(memory.Draft{Name: "taste", Type: memory.Preference, Description: "A taste", Body: "Tea"})
		d.save(memory.Draft{Name: "me", Type: memory.User, Description: "Who Ana is", Body: "Ana reads Go"})
		c := d.stable(nil)
		names, _ := entries(c.Stable)
		require.Equal(d.t, []string{"me", "taste"}, names[:2])
		require.Contains(d.t, c.Stable, fmt.Sprintf("… and %d more (memory_recall)\n", c.Omitted))
		require.Less(d.t, c.Characters, 2000+800)
	}},
}
