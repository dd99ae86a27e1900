package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestSimilarSaysHowTheyDiffer(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	estate(d)
	d.file("checkout.md", "---\nname: checkout\ndescription: Timeouts\n---\nThe request timeout of checkout is 30s.\n")
	tests := []struct {
		draft string
		want  string
	}{
		{"kafka keeps  the audit topic for 30 days", "audit-topic (same text)"},
		{"The audit topic is kept in Kafka for 30 days.", "audit-topic (reworded)"},
		{"The request timeout of checkout is 60s.", "checkout (another value: 30s, 60s; a correction?)"},
		{"Ana Souza prefers short summaries in the morning.", ""},
	}
	for _, tt := range tests {
		description := "Timeouts"
		if strings.Contains(strings.ToLower(tt.draft), "kafka") {
			description = "About audit-topic"
		}
		got, err := d.Similar(ctx, memory.Draft{Description: description, Body: tt.draft})
		require.NoError(t, err)
		if tt.want == "" {
			require.Empty(t, got, tt.draft)
			continue
		}
		require.NotEmpty(t, got, tt.draft)
		require.Equal(t, tt.want, got[0].String())
	}
	got, err := d.Similar(ctx, memory.Draft{Name: "Audit Topic", Description: "About audit-topic", Body: "Kafka keeps the audit topic for 30 days."})
	require.NoError(t, err)
	require.Empty(t, got, "what is stored under its own name is no other memory")
}

func TestASaveNamesWhatLooksAlike(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(memory.Draft{Name: "timeout", Type: memory.Infrastructure, Description: "Timeout of checkout", Body: "The request timeout of checkout is 30s."})
	require.Empty(t, d.save(fact("rack", "The rack is in row 4")).Similar)
	other := memory.Draft{Name: "checkout-timeout", Type: memory.Infrastructure, Description: "Timeout of checkout", Body: "The request timeout of checkout is 60s."}
	res := d.save(other)
	require.Equal(t, []memory.Match{{Name: "timeout", Relation: memory.OtherValue, Differ: []string{"30s", "60s"}}}, res.Similar)
	require.Len(t, d.slugs(), 3, "nothing is merged")
	check, err := d.Doctor(ctx)
	require.NoError(t, err)
	require.Len(t, check.Alike, 1, "each pair once")
	require.Len(t, check.Alike[0].Matches, 1)
	require.True(t, check.Healthy())
}

// TestALargeStoreIsNotIndexedForASave has a process that does nothing but save
// go without the hint, and one that has searched get it.
func TestALargeStoreIsNotIndexedForASave(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 1100 {
		d.file(fmt.Sprintf("m%04d.md", i), fmt.Sprintf("The machine %d stands in rack %d", i, i%90))
	}
	again := func(name string) []memory.Match {
		return d.save(memory.Draft{Name: name, Type: memory.Infrastructure, Description: "x", Body: "The machine 4 stands in rack 4"}).Similar
	}
	require.Empty(t, again("first"))
	require.Empty(t, d.Indexed("machine"))
	d.ask("machine")
	require.NotEmpty(t, again("second"))
}
