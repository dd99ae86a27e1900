package memory_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// The benchmarks measure what every agent turn pays, as ratios to the bare
// system work measured in the same run. Run them with
//
//	go test -run=^$ -bench=. ./memory
//
// The figures stand in ARCHITECTURE.md.

// filled makes a store of n memories, as files written by hand and noted by one
// save, whose times are old enough to be trusted.
func filled(b testing.TB, n int) (*memory.Store, string) {
	b.Helper()
	dir := b.TempDir()
	mem := filepath.Join(dir, "memory")
	require.NoError(b, os.MkdirAll(mem, 0o700))
	for i := range n {
		text := fmt.Sprintf("---\nname: svc-%05d\ntype: infrastructure\ndescription: Service svc-%05d and its owner team-%d\n---\n"+
			"Service svc-%05d runs in zone %d on pool-%d; its dashboards live at /d/%05d and its pager is rota-%d. "+
			"Restart it with the drain flag; the queue behind it holds %d messages at most.\n\n"+
			"When it pages at night, look at the consumer lag first, then at the connection pool of the database "+
			"behind it. Scaling out does not help while the leader election is stuck: the lock has to be released by "+
			"hand, which the runbook of the team describes. A deploy takes about twelve minutes and can be rolled "+
			"back without losing messages. Its certificates are renewed by the platform team in the first week of "+
			"the quarter.\n", i, i, i%17, i, i%7, i%13, i, i%11, 1000+i)
		require.NoError(b, os.WriteFile(filepath.Join(mem, fmt.Sprintf("svc-%05d.md", i)), []byte(text), 0o600))
	}
	root, err := memory.Open(dir, &memory.Options{MaxMemories: 2 * n})
	require.NoError(b, err)
	b.Cleanup(func() { root.Close() })
	s, err := root.Local()
	require.NoError(b, err)
	_, err = s.Save(b.Context(), draft("first", "The first one"), memory.By{})
	require.NoError(b, err)
	settle(b)
	return s, mem
}

// settle waits until file times are out of the window in which a file is read
// again. It is used by benchmarks alone.
func settle(b testing.TB) {
	b.Helper()
	time.Sleep(2100 * time.Millisecond)
}

func draft(name, text string) memory.Draft {
	return memory.Draft{Name: name, Type: memory.Infrastructure, Description: text, Body: text + "."}
}

// scan is the bare work: one directory handle, Info on each entry.
func scan(b testing.TB, dir string) {
	f, err := os.Open(dir)
	require.NoError(b, err)
	defer f.Close()
	list, err := f.ReadDir(-1)
	require.NoError(b, err)
	for _, e := range list {
		if _, err := e.Info(); err != nil {
			b.Fatal(err)
		}
	}
}

// per returns the time of one call.
func per(n int, fn func(i int)) float64 {
	start := time.Now()
	for i := range n {
		fn(i)
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}

func BenchmarkWarm(b *testing.B) {
	s, dir := filled(b, 500)
	ctx := context.Background()
	list := func(int) { must(s.List(ctx)) }
	prompt := func(int) { must(s.Context(ctx, "", nil)) }
	turn := func(int) { must(s.Context(ctx, "who owns svc-00042 and where is its pager?", nil)) }
	recall := func(int) { must(s.Recall(ctx, memory.Query{Text: "pager rota of svc-00042"})) }
	for _, f := range []func(int){list, prompt, turn, recall} {
		f(0)
	}
	for b.Loop() {
		const n = 50
		bare := per(n, func(int) { scan(b, dir) })
		b.ReportMetric(per(n, list)/bare, "List/scan")
		b.ReportMetric(per(n, prompt)/bare, "Context/scan")
		b.ReportMetric(per(n, turn)/bare, "ContextTurn/scan")
		b.ReportMetric(per(n, recall)/bare, "Recall/scan")
		b.ReportMetric(rawScan(b, n, dir)/bare, "readdir+stat/scan")
	}
}

// BenchmarkLarge has what a turn, a look by /memory doctor, and the first
// question of a process cost in stores beyond what a prompt holds.
func BenchmarkLarge(b *testing.B) {
	for _, size := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s, dir := filled(b, size)
			ctx := context.Background()
			const alert = "pager rota of svc-00042: the queue behind it holds more messages than the pool in zone 3 takes, restart it with the drain flag"
			recall := func(int) { must(s.Recall(ctx, memory.Query{Text: alert})) }
			must(s.List(ctx))
			first := per(1, recall)
			for b.Loop() {
				n := 20_000 / size
				bare := per(n, func(int) { scan(b, dir) })
				b.ReportMetric(per(n, recall)/bare, "Recall/scan")
				b.ReportMetric(per(n, func(int) { must(s.Context(ctx, alert, nil)) })/bare, "Context/scan")
				b.ReportMetric(per(1, func(int) { must(s.Doctor(ctx)) })/1e6, "ms/Doctor")
			}
			b.ReportMetric(first/1e6, "ms/firstRecall")
		})
	}
}

func BenchmarkAfterChange(b *testing.B) {
	s, dir := filled(b, 500)
	ctx := context.Background()
	must(s.List(ctx))
	round := 0
	for b.Loop() {
		const n = 20
		bare := per(n, func(int) { scan(b, dir) })
		saved, edited := 0.0, 0.0
		for range n {
			round++
			must(s.Save(ctx, draft("first", fmt.Sprintf("Now number %d", round)), memory.By{}))
			saved += per(1, func(int) { must(s.List(ctx)) })
			// One file, edited again and again: of several, each would be read anew for
			// two seconds.
			name := filepath.Join(dir, "svc-00042.md")
			require.NoError(b, os.WriteFile(name, fmt.Appendf(nil, "---\nname: svc-00042\ntype: infrastructure\n---\nEdited %d.\n", round), 0o600))
			edited += per(1, func(int) { must(s.List(ctx)) })
		}
		b.ReportMetric(saved/n/bare, "afterSave/scan")
		b.ReportMetric(edited/n/bare, "afterEdit/scan")
	}
}

func BenchmarkCold(b *testing.B) {
	_, dir := filled(b, 1000)
	files, err := filepath.Glob(filepath.Join(dir, "svc-*.md"))
	require.NoError(b, err)
	ctx := context.Background()
	for b.Loop() {
		const n = 5
		read := per(n, func(int) {
			for _, f := range files {
				must(os.ReadFile(f))
			}
		})
		load := per(n, func(int) {
			root, err := memory.Open(filepath.Dir(dir), nil)
			require.NoError(b, err)
			s, err := root.Local()
			require.NoError(b, err)
			must(s.List(ctx))
			root.Close()
		})
		b.ReportMetric(load/read, "load/ReadFile")
	}
}

func BenchmarkSave(b *testing.B) {
	for _, size := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s, dir := filled(b, size)
			ctx := context.Background()
			must(s.Recall(ctx, memory.Query{Text: "pager"})) // the index is there and follows
			must(s.Save(ctx, draft("first", "Warm"), memory.By{}))
			i := 0
			for b.Loop() {
				const n = 20
				list := per(n, func(int) { must(s.List(ctx)) })
				durable := per(n, func(int) { durableWrite(b, dir) })
				save := per(n, func(int) {
					i++
					must(s.Save(ctx, draft("first", fmt.Sprintf("Now number %d", i)), memory.By{}))
				})
				b.ReportMetric(save/(list+4*durable), "save/(List+4durable)")
				b.ReportMetric(save/durable, "save/durable")
				b.ReportMetric(list/durable, "List/durable")
				b.ReportMetric(save/1e6, "ms/save")
			}
		})
	}
}

// durableWrite is the least that any durable store pays: temporary file, fsync,
// rename, fsync of the folder.
func durableWrite(b testing.TB, dir string) {
	tmp := filepath.Join(dir, ".durable.tmp")
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	require.NoError(b, err)
	_, err = f.WriteString("one durable write of a small text\n")
	require.NoError(b, err)
	require.NoError(b, f.Sync())
	require.NoError(b, f.Close())
	require.NoError(b, os.Rename(tmp, filepath.Join(dir, ".durable")))
	d, err := os.Open(dir)
	require.NoError(b, err)
	require.NoError(b, d.Sync())
	require.NoError(b, d.Close())
}

func must[T any](v T, err error) T {
	if err != nil && !os.IsNotExist(err) {
		panic(err)
	}
	return v
}
