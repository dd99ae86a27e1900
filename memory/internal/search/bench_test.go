package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The benchmarks report ratios measured in one run, because absolute times say
// little on a shared machine. Run them with
//
//	go test ./memory/internal/search -run '^$' -bench . -benchtime 20x

// alertText is a query of the longer sort.
const alertText = "Prometheus checkout/checkout-api-5d8c7b9f6d-x2lkq has dropped 12.4 targets because the number of " +
	"targets exceeded the configured target_limit on cluster eks-prod-17, please check the replicas and the disk"

// synthetic makes n documents of some 700 bytes with word frequencies as in
// real text (Zipf), and an identifier each.
func synthetic(n int) []Doc {
	rnd := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rnd, 1.1, 8, 12_000)
	words := syntheticWords(rnd, 12_001)
	text := func(k int) string {
		var b strings.Builder
		for range k {
			b.WriteString(words[zipf.Uint64()])
			b.WriteByte(' ')
		}
		return b.String()
	}
	docs := make([]Doc, n)
	for i := range docs {
		name := fmt.Sprintf("%s-%s-%d", words[rnd.IntN(len(words))], words[rnd.IntN(len(words))], i)
		docs[i] = Doc{ID: name, Name: name, Description: text(12), Quote: text(15), Body: text(70) + "on " + name + "."}
	}
	return docs
}

// syntheticWords makes up pronounceable words, after the words of the alert
// text and some that are frequent in English.
func syntheticWords(rnd *rand.Rand, n int) []string {
	words := strings.Fields("the of to and a in is it for on with as at by this be are was " + alertText)
	for len(words) < n {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			b.WriteByte("bcdfghklmnprstvz"[rnd.IntN(16)])
			b.WriteByte("aeiou"[rnd.IntN(5)])
			if rnd.IntN(3) == 0 {
				b.WriteByte("nrslt"[rnd.IntN(5)])
			}
		}
		words = append(words, b.String())
	}
	return words
}

func textSize(docs []Doc) (n int) {
	for _, d := range docs {
		n += len(d.Name) + len(d.Description) + len(d.Quote) + len(d.Body)
	}
	return n
}

// BenchmarkSearch compares ranking alone with a bare scan (ReadDir and Info)
// of as many files.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		docs := synthetic(n)
		ix := indexOf(docs...)
		dir := b.TempDir()
		for _, d := range docs {
			if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(d.ID, "/", "-")+".md"), []byte(d.Body), 0o600); err != nil {
				b.Fatal(err)
			}
		}
		for _, q := range []struct{ name, text string }{{"alert", alertText}, {"short", "replicas of eks-prod-17"}} {
			b.Run(fmt.Sprintf("%s/%d", q.name, n), func(b *testing.B) {
				ix.Search(Query{Text: q.text}) // The embedded lists are read at the first search.
				var scan, search time.Duration
				for b.Loop() {
					start := time.Now()
					scanDir(b, dir)
					scan += time.Since(start)
					start = time.Now()
					ix.Search(Query{Text: q.text, Limit: 5})
					search += time.Since(start)
				}
				b.ReportMetric(float64(search.Microseconds())/float64(b.N), "µs/search")
				b.ReportMetric(float64(search)/float64(scan), "of-scan")
			})
		}
	}
}

func scanDir(b *testing.B, dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range entries {
		if _, err := e.Info(); err != nil {
			b.Fatal(err)
		}
	}
}

// plainPostings is what a plain BM25 index of one text a document is built of:
// its lower-case words, counted, and a list of documents for each.
func plainPostings(docs []Doc) map[string][][2]int {
	postings := make(map[string][][2]int)
	for i, d := range docs {
		counts := make(map[string]int)
		for _, w := range strings.FieldsFunc(strings.ToLower(d.Name+" "+d.Description+" "+d.Quote+" "+d.Body), notAlnum) {
			counts[w]++
		}
		for w, n := range counts {
			postings[w] = append(postings[w], [2]int{i, n})
		}
	}
	return postings
}

// BenchmarkBuild compares building the index with building a plain BM25 index
// of the same text, and one update with a build.
func BenchmarkBuild(b *testing.B) {
	docs := synthetic(10_000)
	var plain, ours, update time.Duration
	for b.Loop() {
		runtime.GC()
		start := time.Now()
		plainPostings(docs)
		plain += time.Since(start)
		runtime.GC()
		start = time.Now()
		ix := indexOf(docs...)
		ours += time.Since(start)
		start = time.Now()
		for i := range 100 {
			d := docs[i*97]
			d.Body += " changed"
			ix.Put(d)
		}
		update += time.Since(start) / 100
	}
	b.ReportMetric(float64(ours)/float64(plain), "of-plain")
	b.ReportMetric(float64(update)/float64(ours)*50, "of-a-50th")
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N)/float64(len(docs)), "µs/doc")
}

// BenchmarkMemory reports the memory of an index, without the text that it
// shares with its documents, as a multiple of that text.
func BenchmarkMemory(b *testing.B) {
	docs := synthetic(10_000)
	var used uint64
	for b.Loop() {
		before := heap()
		ix := indexOf(docs...)
		used += heap() - before
		runtime.KeepAlive(ix)
	}
	b.ReportMetric(float64(used)/float64(b.N)/float64(textSize(docs)), "of-text")
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
