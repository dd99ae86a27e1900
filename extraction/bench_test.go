package extraction_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/daybook-sre/daybook/extraction"
)

// benchTurns is a conversation of 30 turns as they come: questions, statements,
// a paste, answers of some length.
func benchTurns() ([]extraction.Turn, []extraction.Item) {
	said := []string{
		"our prod cluster is eks-prod-%d in eu-west-1 and staging is eks-stg-%d",
		"can you check why checkout-%d is slow? latency is at %d ms since the deploy",
		"the fix was raising max_connections on pg-%d to %d, confirmed in the postmortem",
		"here is the log:\n2026-11-29T02:11:07Z ERROR ledger-%d: timeout after %d ms\n2026-11-29T02:11:08Z INFO retrying\nplease look",
		"I'm on the payments team, we deploy service %d on tuesdays, never after %d o'clock",
	}
	answer := strings.Repeat("I looked at the dashboards of service %d and the error rate went up after the last rollout. "+
		"The connection pool of the database seems to be exhausted, which would explain the timeouts. ", 3)
	var turns []extraction.Turn
	for i := range 15 {
		turns = append(turns,
			user(fmt.Sprint(2*i), fmt.Sprintf(said[i%len(said)], i, i*7)),
			assistant(fmt.Sprint(2*i+1), strings.ReplaceAll(answer, "%d", fmt.Sprint(i))))
	}
	items := []extraction.Item{
		item("infrastructure", "prod cluster", "Production runs on eks-prod-0 in eu-west-1."),
		item("investigation_learning", "max connections", "Raising max_connections on pg-2 to 14 fixed it."),
		item("user", "team", "The user is on the payments team."),
		item("infrastructure", "pool", "The connection pool of the database is exhausted."),
		item("infrastructure", "ledger", "ledger-3 times out after 21 ms."),
	}
	return turns, items
}

func digestText(turns []extraction.Turn) string {
	return extraction.NewDigest(turns, "", nil).Text
}

// BenchmarkGates holds five items against 30 turns; its bound is 50 times
// BenchmarkFields, and x-fields is the ratio measured within the run.
func BenchmarkGates(b *testing.B) {
	turns, items := benchTurns()
	text := digestText(turns)
	gates := extraction.NewGates(nil)
	gates.Read(turns).Check(items[0]) // the phrase files are read once
	const passes = 1000
	start := time.Now()
	for range passes {
		strings.Fields(text)
	}
	fields := float64(time.Since(start).Nanoseconds()) / passes
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		e := gates.Read(turns)
		for _, it := range items {
			e.Check(it)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/fields, "x-fields")
}

func BenchmarkFields(b *testing.B) {
	turns, _ := benchTurns()
	text := digestText(turns)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		strings.Fields(text)
	}
}
