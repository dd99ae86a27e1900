package memory_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// BenchmarkPeakMemory reports how much memory 20 turns of save, context and
// recall take on a store of 10,000, as a multiple of the text in it: the most
// that was in use at the end of any step, garbage included, and what is live.
func BenchmarkPeakMemory(b *testing.B) {
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s, dir := filled(b, 10000)
	ctx := context.Background()
	for b.Loop() {
		peak := uint64(0)
		sample := func() {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
		}
		for i := range 20 {
			must(s.Save(ctx, draft("first", fmt.Sprintf("Turn number %d", i)), memory.By{}))
			sample()
			must(s.Context(ctx, "where does svc-00042 run?", nil))
			sample()
			must(s.Recall(ctx, memory.Query{Text: fmt.Sprintf("pager rota of svc-%05d", i)}))
			sample()
		}
		var live runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&live)
		text := float64(textBytes(b, dir))
		b.ReportMetric(float64(peak-before.HeapInuse)/text, "peak/text")
		b.ReportMetric(float64(live.HeapInuse-before.HeapInuse)/text, "live/text")
	}
	runtime.KeepAlive(s)
}

func textBytes(b *testing.B, dir string) int64 {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	require.NoError(b, err)
	total := int64(0)
	for _, f := range files {
		info, err := os.Stat(f)
		require.NoError(b, err)
		total += info.Size()
	}
	return total
}
