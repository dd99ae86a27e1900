package extraction_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
)

// proposes is a proposer that returns what it is told to.
type proposes func(extraction.Request) ([]extraction.Item, error)

func (p proposes) Propose(_ context.Context, r extraction.Request) (extraction.Proposals, error) {
	items, err := p(r)
	return extraction.Proposals{Items: items}, err
}

// bench is a store with a clock and a conversation.
type bench struct {
	*memory.Store
	t     *testing.T
	dir   string
	now   time.Time
	turns []extraction.Turn
	items []extraction.Item
	calls int
	x     *extraction.Extractor
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, dir: t.TempDir(), now: time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)}
	b.restart()
	return b
}

// restart goes on as another process would.
func (b *bench) restart() {
	root, err := memory.Open(b.dir, &memory.Options{Now: func() time.Time { return b.now }})
	require.NoError(b.t, err)
	b.t.Cleanup(func() { root.Close() })
	b.Store, err = root.Local()
	require.NoError(b.t, err)
	b.x = extraction.New(proposes(func(extraction.Request) ([]extraction.Item, error) {
		b.calls++
		return b.items, nil
	}), nil)
}

// says adds a user turn and the assistant's answer.
func (b *bench) says(text string) {
	b.now = b.now.Add(time.Minute)
	id := "t" + string(rune('a'+len(b.turns)/2))
	b.turns = append(b.turns,
		extraction.Turn{ID: id, Role: extraction.RoleUser, Content: text, At: b.now},
		extraction.Turn{ID: id + "r", Role: extraction.RoleAssistant, Content: "Noted.", At: b.now})
}

func (b *bench) conversation() extraction.Conversation {
	return extraction.Conversation{Store: b.Store, Session: "inc-42", Turns: b.turns}
}

func (b *bench) pass() extraction.Report {
	r, err := b.x.Run(b.t.Context(), b.conversation())
	require.NoError(b.t, err)
	return r
}

func (b *bench) names() []string {
	l, err := b.List(b.t.Context())
	require.NoError(b.t, err)
	var out []string
	for _, r := range l.Records {
		out = append(out, r.Slug)
	}
	return out
}

func fact(name, content, quote string) extraction.Item {
	return extraction.Item{Type: "infrastructure", Name: name, Description: content, Content: content, Quote: quote}
}

const (
	prodSaid = "our production cluster is eks-prod-1 in eu-west-1 and it runs 14 nodes"
	rotaSaid = "the payments team pages through rota pay-eu"
)

func (b *bench) twoFacts() {
	b.says(prodSaid)
	b.says(rotaSaid)
	b.items = []extraction.Item{
		fact("prod-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", prodSaid),
		fact("pay-rota", "The payments team pages through rota pay-eu", rotaSaid),
	}
	r := b.pass()
	require.Len(b.t, r.Saved, 2, "%+v", r)
}

func TestAPassKeepsWhatTheUserSaid(t *testing.T) {
	b := newBench(t)
	b.twoFacts()
	rec, err := b.Get(t.Context(), "prod-cluster")
	require.NoError(t, err)
	require.Equal(t, memory.Unconfirmed, rec.Status)
	require.Equal(t, memory.FromExtraction, rec.Source)
	require.Equal(t, prodSaid, rec.Quote)
	require.Len(t, rec.Evidence, 1)
	require.True(t, strings.HasPrefix(rec.Evidence[0], "inc-42#ta@"), rec.Evidence[0])

	calls := b.calls
	b.pass()
	require.Equal(t, calls, b.calls, "nothing was said since: the model is not asked")
	b.restart()
	r := b.pass()
	require.Empty(t, r.Saved, "after a restart the same turns save nothing twice")
	require.Equal(t, 2, r.Unchanged)
	c, err := b.Doctor(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, c.Passes["saved"])
	require.Equal(t, 4, c.Passes["proposed"])
}

func TestForgottenIsNotExtractedAgain(t *testing.T) {
	returns := map[string][]extraction.Item{
		"same words": {fact("prod-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", prodSaid)},
		"reworded":   {fact("prod-cluster", "In eu-west-1, eks-prod-1 is the production cluster; it has 14 nodes", prodSaid)},
		"split": {
			fact("prod-name", "The production cluster is eks-prod-1", prodSaid),
			fact("prod-region", "The production cluster eks-prod-1 is in eu-west-1", prodSaid)},
		"another name": {fact("main-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", prodSaid)},
	}
	goes := map[string]func(b *bench){
		"forgotten": func(b *bench) {
			_, err := b.Forget(b.t.Context(), "prod-cluster", memory.By{})
			require.NoError(b.t, err)
		},
		"deleted by hand": func(b *bench) {
			require.NoError(b.t, os.Remove(filepath.Join(b.Path(), "prod-cluster.md")))
		},
		"denied and rejected": func(b *bench) {
			ground := memory.Ground{Session: "inc-42", Turn: "9", Text: "no, that's wrong", At: b.now}
			_, err := b.Deny(b.t.Context(), memory.Denial{Name: "prod-cluster", Ground: ground}, memory.By{})
			require.NoError(b.t, err)
			_, err = b.Reject(b.t.Context(), "prod-cluster", memory.By{})
			require.NoError(b.t, err)
		},
	}
	for name, items := range returns {
		for how, vanish := range goes {
			t.Run(how+", "+name, func(t *testing.T) {
				b := newBench(t)
				b.twoFacts()
				b.now = b.now.Add(time.Minute)
				vanish(b)
				for _, later := range []time.Duration{0, 365 * 24 * time.Hour} {
					b.now = b.now.Add(later)
					b.restart()
					b.items = items
					r := b.pass()
					require.Empty(t, r.Saved)
					require.Equal(t, []string{"pay-rota"}, b.names(), "the sibling stays")
					c, err := b.Context(t.Context(), "which production cluster?", nil)
					require.NoError(t, err)
					require.NotContains(t, c.Stable+c.Turn, "eks-prod-1")
					require.Contains(t, c.Stable, "pay-eu")
					got, err := b.Recall(t.Context(), memory.Query{Text: "eks-prod-1 production cluster payments rota"})
					require.NoError(t, err)
					require.Len(t, got.Hits, 1)
				}
			})
		}
	}
}

func TestSaidAnewAfterForgettingIsKept(t *testing.T) {
	b := newBench(t)
	b.twoFacts()
	b.now = b.now.Add(time.Minute)
	_, err := b.Forget(t.Context(), "prod-cluster", memory.By{})
	require.NoError(t, err)
	said := "please remember that our production cluster is eks-prod-1 in eu-west-1 and it runs 14 nodes"
	b.says(said)
	b.items = []extraction.Item{fact("prod-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", said)}
	r := b.pass()
	require.Len(t, r.Saved, 1, "%+v %+v", r, r.Refusals)
	require.Equal(t, memory.Confirmed, r.Saved[0].Record.Status, "an explicit request confirms")
}

func TestAJobInFlightDuringTheForgettingSavesNothing(t *testing.T) {
	b := newBench(t)
	b.twoFacts()
	b.restart()
	b.x = extraction.New(proposes(func(extraction.Request) ([]extraction.Item, error) {
		// The model takes its time; meanwhile the user forgets.
		b.now = b.now.Add(time.Minute)
		_, err := b.Forget(t.Context(), "prod-cluster", memory.By{})
		return b.items, err
	}), nil)
	b.pass()
	require.Equal(t, []string{"pay-rota"}, b.names())
}

func TestADeniedNoteIsGoneFromTheNextPrompt(t *testing.T) {
	b := newBench(t)
	_, err := b.Propose(t.Context(), memory.Proposal{Draft: memory.Draft{Name: "checkout-flaky", Type: memory.Infrastructure,
		Description: "checkout is a known-flaky service", Body: "The checkout service is known to be flaky."}}, memory.By{})
	require.NoError(t, err)
	b.turns = append(b.turns, extraction.Turn{ID: "a", Role: extraction.RoleUser, Content: "why did checkout alert?", At: b.now},
		extraction.Turn{ID: "b", Role: extraction.RoleAssistant, Content: "The checkout service is known to be flaky [checkout-flaky].", At: b.now})
	b.says("no, that's wrong, checkout is not flaky")
	c := b.conversation()
	c.Cited = []string{"checkout-flaky"}
	r, err := b.x.Run(t.Context(), c)
	require.NoError(t, err)
	require.Contains(t, r.Disputes, "checkout-flaky")
	got, err := b.Context(t.Context(), "checkout alert", nil)
	require.NoError(t, err)
	require.NotContains(t, got.Stable+got.Turn, "known to be flaky")
}

func TestAnUnrelatedFactIsNeverRefusedForAForgetting(t *testing.T) {
	b := newBench(t)
	b.twoFacts()
	b.now = b.now.Add(time.Minute)
	_, err := b.Forget(t.Context(), "prod-cluster", memory.By{})
	require.NoError(t, err)
	said := "eks-prod-1 runs Kubernetes 1.33"
	b.says(said)
	b.items = []extraction.Item{fact("prod-version", "eks-prod-1 runs Kubernetes 1.33", said)}
	r := b.pass()
	require.Empty(t, r.Refusals)
	require.NotEmpty(t, append(r.Saved, r.Pending...))
}

func TestAFailedPassIsKeptAndTriedAgain(t *testing.T) {
	b := newBench(t)
	b.says(prodSaid)
	b.says("my password is " + "hunter2-" + "Kestrel!9")
	b.items = []extraction.Item{fact("prod-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", prodSaid)}
	down := true
	flaky := proposes(func(extraction.Request) ([]extraction.Item, error) {
		if down {
			return nil, &extraction.ModelError{Status: 503, Reason: "the endpoint is failing"}
		}
		return b.items, nil
	})
	q := extraction.NewQueue(extraction.New(flaky, nil), nil)
	require.True(t, q.Add(b.conversation()))
	require.NoError(t, q.Close(t.Context()))
	require.Empty(t, b.names())
	jobs, err := filepath.Glob(filepath.Join(b.Path(), ".daybook", "jobs", "*.json"))
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	info, err := os.Stat(jobs[0])
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	data, err := os.ReadFile(jobs[0])
	require.NoError(t, err)
	require.NotContains(t, string(data), "Kestrel")
	require.Contains(t, string(data), "eks-prod-1")

	b.restart()
	q = extraction.NewQueue(extraction.New(flaky, nil), nil)
	require.Error(t, q.Retry(t.Context(), b.Store))
	down = false
	require.NoError(t, q.Retry(t.Context(), b.Store))
	require.Equal(t, []string{"prod-cluster"}, b.names())
	left, err := filepath.Glob(filepath.Join(b.Path(), ".daybook", "jobs", "*.json"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestForgettingRemovesParkedPasses(t *testing.T) {
	b := newBench(t)
	b.twoFacts()
	b.says(prodSaid)
	q := extraction.NewQueue(extraction.New(proposes(func(extraction.Request) ([]extraction.Item, error) {
		return nil, &extraction.ModelError{Status: 503, Reason: "the endpoint is failing"}
	}), nil), nil)
	q.Add(b.conversation())
	require.NoError(t, q.Close(t.Context()))
	jobs, err := b.Jobs(t.Context())
	require.NoError(t, err)
	require.Len(t, jobs, 1)
	_, err = b.Forget(t.Context(), "prod-cluster", memory.By{})
	require.NoError(t, err)
	jobs, err = b.Jobs(t.Context())
	require.NoError(t, err)
	require.Empty(t, jobs)
}

func TestTwoPrincipalsInOneThreadHaveOnlyTheirOwn(t *testing.T) {
	root, err := memory.Open(t.TempDir(), nil)
	require.NoError(t, err)
	defer root.Close()
	at := time.Now()
	turns := []extraction.Turn{
		{ID: "1", Role: extraction.RoleUser, Author: "U_ANA", Content: "I'm on the payments team", At: at},
		{ID: "2", Role: extraction.RoleAssistant, Content: "Noted."},
		{ID: "3", Role: extraction.RoleUser, Author: "U_BEN", Content: "I'm on the search team", At: at},
		{ID: "4", Role: extraction.RoleAssistant, Content: "Noted."},
	}
	x := extraction.New(extraction.Rules{}, nil)
	for _, who := range []string{"U_ANA", "U_BEN"} {
		s, err := root.Store(who)
		require.NoError(t, err)
		_, err = x.Run(t.Context(), extraction.Conversation{Store: s, Session: "thread-1", Owner: who, Turns: turns})
		require.NoError(t, err)
	}
	for who, team := range map[string][2]string{"U_ANA": {"payments", "search"}, "U_BEN": {"search", "payments"}} {
		s, err := root.Store(who)
		require.NoError(t, err)
		c, err := s.Context(t.Context(), "", nil)
		require.NoError(t, err)
		require.Contains(t, c.Stable, team[0])
		require.NotContains(t, c.Stable, team[1])
	}
}

func TestTheSwitchesStopThePass(t *testing.T) {
	b := newBench(t)
	b.says(prodSaid)
	b.items = []extraction.Item{fact("prod-cluster", "The production cluster is eks-prod-1 in eu-west-1 with 14 nodes", prodSaid)}
	require.NoError(t, b.SetAutoExtract(t.Context(), false, memory.By{}))
	b.pass()
	require.Zero(t, b.calls)
	require.NoError(t, b.SetAutoExtract(t.Context(), true, memory.By{}))
	require.NoError(t, b.SetEnabled(t.Context(), false, memory.By{}))
	b.pass()
	require.Zero(t, b.calls)
	require.NoError(t, b.SetEnabled(t.Context(), true, memory.By{}))
	b.pass()
	require.Equal(t, 1, b.calls)
	require.Equal(t, []string{"prod-cluster"}, b.names())
}

func TestTheLastConclusionOfASessionWins(t *testing.T) {
	b := newBench(t)
	learnt := func(name, said string) extraction.Item {
		return extraction.Item{Type: "investigation_learning", Name: name, Description: said, Content: said, Quote: said}
	}
	b.says("turned out it was redis evicting the session keys")
	b.items = []extraction.Item{learnt("redis-evictions", "turned out it was redis evicting the session keys")}
	require.Len(t, b.pass().Saved, 1)
	b.says("it was the missing index on orders after all")
	b.items = append(b.items, learnt("missing-index", "it was the missing index on orders after all"))
	b.pass()
	require.Equal(t, []string{"redis-evictions"}, b.names(), "one memory, under its first name")
	rec, err := b.Get(t.Context(), "redis-evictions")
	require.NoError(t, err)
	require.Contains(t, rec.Body, "missing index")
	history, err := b.History(t.Context(), "redis-evictions")
	require.NoError(t, err)
	require.Contains(t, history[len(history)-1].Record.Body, "redis", "the former conclusion is kept")

	b.says("the fix was adding the index on orders")
	b.items = append(b.items, learnt("index-fix", "the fix was adding the index on orders"))
	b.pass()
	require.Len(t, b.names(), 2, "what was wrong and what helped are two things")
	b.pass()
	require.Len(t, b.names(), 2)
}
