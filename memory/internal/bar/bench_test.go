package bar_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/bar"
)

// A save digests its claim, and every automatic write is decided against all bars of its store.
func BenchmarkDigest(b *testing.B) {
	text := strings.Repeat("Scale ingest-worker to 6 when the lag of topic ingest-raw grows, and tell the data team. ", 7)[:600]
	c := bar.Claim{Description: "Ingest backlog", Body: text, Slug: "ingest"}
	b.ReportAllocs()
	for b.Loop() {
		key.Digest(c)
	}
}

func BenchmarkDecideAgainst1000(b *testing.B) {
	var bars []bar.Bar
	for i := range 1000 {
		var text strings.Builder
		for j := range 40 {
			fmt.Fprintf(&text, "word%c%c fact-%d ", 'a'+i%26, 'a'+j%26, i*j)
		}
		bars = append(bars, barOf(bar.Claim{Description: text.String()}))
	}
	c := key.Candidate(prod)
	b.ReportAllocs()
	for b.Loop() {
		for _, x := range bars {
			if d := bar.Decide(x, c); d.Outcome != bar.Free {
				b.Fatal(d)
			}
		}
	}
}

func TestDecidingAllocatesNothing(t *testing.T) {
	bars := []bar.Bar{barOf(prod), barOf(bar.Claim{Description: "The search timeout is 5 s"})}
	c := key.Candidate(bar.Claim{Description: "On call rota of the payments API", Quote: "it changes on Mondays"})
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for _, x := range bars {
			bar.Decide(x, c)
		}
	}))
}
