package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestTheBestMatchesAreInFullAndTheOthersBegin(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 30 {
		d.file(fmt.Sprintf("kite-%02d.md", i), fmt.Sprintf("---\nname: kite-%02d\ndescription: The kite pool %d\n---\n%s\n", i, i, strings.Repeat("Drain the kite pool before it is resized. ", 20)))
	}
	c, err := d.Context(ctx, "how is the kite pool resized?", nil)
	require.NoError(t, err)
	names, text := inTurn(c)
	require.Greater(t, len(names), 5)
	for i, name := range names {
		_, body, _ := strings.Cut(text[name], "\n")
		n := utf8.RuneCountInString(strings.TrimSpace(body))
		if i < 2 {
			require.Greater(t, n, 800, name)
		} else {
			require.GreaterOrEqual(t, n, 200, name)
			require.LessOrEqual(t, n, 205, name)
		}
	}
	require.LessOrEqual(t, c.Characters, memory.DefaultChars)
	require.Equal(t, 30, len(union(c.Included, c.Indexed))+c.Omitted)
}

func TestRelevantIsTheTurnAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("rack", "The rack is in row 4"))
	d.save(fact("door", "The door is green"))
	c, err := d.Relevant(ctx, "where is the rack?", nil)
	require.NoError(t, err)
	require.Empty(t, c.Stable)
	require.Contains(t, c.Turn, "The rack is in row 4")
	require.NotContains(t, c.Turn, "green")
	require.Equal(t, []string{"rack"}, c.Included)
	require.Equal(t, 1, c.Omitted)
	requireFenced(t, c.Turn)
	c, err = d.Relevant(ctx, "thanks, that worked", nil)
	require.NoError(t, err)
	require.Empty(t, c.Turn)
	require.NoError(t, d.SetEnabled(ctx, false, memory.By{}))
	_, err = d.Relevant(ctx, "where is the rack?", nil)
	require.ErrorIs(t, err, memory.ErrDisabled)
}

// TestAStoreOfMiddleSizeIsListed has every memory in the block by a line, with
// room left for the matches.
func TestAStoreOfMiddleSizeIsListed(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for i := range 20 {
		d.file(fmt.Sprintf("svc-%02d.md", i), fmt.Sprintf("---\nname: svc-%02d\ndescription: Service %d\n---\nKeyword%02d. %s\n", i, i, i, strings.Repeat("Filler text about nothing. ", 20)))
	}
	c, err := d.Context(ctx, "what is keyword17?", nil)
	require.NoError(t, err)
	require.Zero(t, c.Omitted)
	require.Len(t, union(c.Included, c.Indexed), 20)
	require.Contains(t, c.Turn, "Keyword17")
	require.NotEmpty(t, c.Indexed)
	require.LessOrEqual(t, utf8.RuneCountInString(c.Stable), memory.DefaultChars/2+300)
}

// TestAQuestionNeverChangesTheBlock holds for stores of every size, in any order
// of questions and reads.
func TestAQuestionNeverChangesTheBlock(t *testing.T) {
	t.Parallel()
	for _, n := range []int{3, 20, 60, 300} {
		d := newDesk(t, nil)
		for i := range n {
			d.file(fmt.Sprintf("svc-%03d.md", i), fmt.Sprintf("---\nname: svc-%03d\ndescription: Service %d\nupdated: 2026-01-01T00:00:00Z\n---\nKeyword%d. %s\n", i, i, i, strings.Repeat("Filler text. ", 30)))
		}
		first := d.stable(nil)
		for _, text := range []string{"what is keyword2?", "thanks", "", "keyword1 keyword299"} {
			c, err := d.Context(ctx, text, nil)
			require.NoError(t, err)
			require.True(t, c.Stable == first.Stable, "%d memories, %q", n, text)
			_, err = d.Recall(ctx, memory.Query{Text: text})
			require.NoError(t, err)
		}
		d.reopen()
		require.True(t, d.stable(nil).Stable == first.Stable)
	}
}
