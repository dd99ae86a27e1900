package extraction_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
	"github.com/daybook-sre/daybook/memory"
)

// faultStep is one step of a fault that users of other products met.
type faultStep struct {
	Op   string
	Args struct{ Type, Name, Content string }
	Turn struct{ Source, User, Assistant string }
	// Reply is what the extraction model answers.
	Reply string
}

type fault struct {
	ID    string
	Area  string
	Input struct {
		Setup struct {
			Memories []struct{ Type, Name, Content string }
		}
		Steps []faultStep
	}
}

// faultOutcomes say which memories are there after each step of a fault, when
// its steps follow each other, or after each alone.
var faultOutcomes = map[string]struct {
	alone bool
	after []string // names, separated by spaces, after each step
}{
	"PARSE-01": {after: []string{"metrics-port", "metrics-port", "metrics-port"}},
	"PARSE-03": {after: []string{"metrics-port"}},
	"PARSE-05": {alone: true, after: []string{"metrics-port", "metrics-port", "", "", "metrics-port"}},
	"PARSE-06": {alone: true, after: []string{"metrics-port", ""}},
	"PARSE-07": {after: []string{"dash"}},
	"PARSE-09": {after: []string{""}},
	"PARSE-10": {after: []string{"a"}},
	"PARSE-11": {after: []string{""}},
	"PARSE-12": {after: []string{"", "", "", "", "", "", ""}},
	"PARSE-14": {after: []string{"owns-checkout"}},
	"GRD-04":   {alone: true, after: []string{"", "", "no-friday"}},
	"GRD-07":   {alone: true, after: []string{"", ""}},
	"GRD-09":   {alone: true, after: []string{"prod-cluster", "length"}},
	"GRD-10":   {after: []string{"", "", ""}},
	"GRD-12":   {after: []string{"", ""}},
	"DUP-01":   {after: []string{"tabs", "tabs", "tabs", "tabs"}},
	"DUP-05":   {after: []string{"nas", "nas", "nas", "nas"}},
	"LANG-03":  {alone: true, after: []string{"cluster-producao", "本番", "主库"}},
}

func readFaults(t *testing.T) map[string]fault {
	out := map[string]fault{}
	readLines(t, filepath.Join(casesDir(t), "faults.jsonl"), func(line []byte) {
		var f fault
		line = bytes.ReplaceAll(line, []byte("\u241f"), nil)
		if json.Unmarshal(line, &f) == nil {
			out[f.ID] = f
		}
	})
	return out
}

// replay is a store, a model and a log.
type replay struct {
	*bench
	endpoint *endpoint
	log      *bytes.Buffer
	reply    string
}

func newReplay(t *testing.T) *replay {
	p := &replay{bench: newBench(t), log: &bytes.Buffer{}}
	p.endpoint = serve(t, func(_ int, _ string, w http.ResponseWriter) { say(w, p.reply) })
	p.x = extraction.New(p.endpoint.model(extraction.ModelOptions{Retries: -1}), &extraction.Options{Logger: slog.New(slog.NewTextHandler(p.log, nil))})
	return p
}

func (p *replay) setup(f fault) {
	for _, m := range f.Input.Setup.Memories {
		_, err := p.Save(p.t.Context(), memory.Draft{Name: m.Name, Type: memory.Type(m.Type), Description: m.Name, Body: m.Content}, memory.By{})
		require.NoError(p.t, err)
	}
}

func (p *replay) play(s faultStep) {
	switch s.Op {
	case "remember":
		_, err := p.Propose(p.t.Context(), memory.Proposal{Draft: memory.Draft{Name: s.Args.Name, Type: memory.Type(s.Args.Type), Description: "A fact", Body: s.Args.Content}}, memory.By{})
		require.NoError(p.t, err)
	case "extract":
		user := strings.ReplaceAll(s.Turn.User, "<2 MB log paste>", strings.Repeat("2026-11-29T02:11:07Z INFO tick pool=9\n", 2<<20/38))
		p.says(user)
		turn := &p.turns[len(p.turns)-2]
		if s.Turn.Source != "user" {
			turn.Origin = s.Turn.Source
		}
		p.turns[len(p.turns)-1].Content = s.Turn.Assistant
		p.reply = s.Reply
		p.pass()
	case "render":
	default:
		p.t.Fatalf("no such step here: %s", s.Op)
	}
}

func TestFaultsOfOtherProducts(t *testing.T) {
	faults := readFaults(t)
	for id, want := range faultOutcomes {
		t.Run(id, func(t *testing.T) {
			f, ok := faults[id]
			require.True(t, ok)
			require.Len(t, f.Input.Steps, len(want.after))
			var p *replay
			for i, step := range f.Input.Steps {
				if p == nil || want.alone {
					p = newReplay(t)
					p.setup(f)
				}
				p.play(step)
				require.ElementsMatch(t, strings.Fields(want.after[i]), p.names(), "step %d: %s", i+1, p.log)
			}
			for _, body := range p.endpoint.bodies {
				require.Less(t, utf8.RuneCountInString(body), 2*extraction.DigestMax)
			}
			checkFault(t, id, p)
		})
	}
	for id, f := range faults {
		if strings.Contains(f.Area, "grounding") || strings.Contains(f.Area, "reply") {
			require.Contains(t, faultOutcomes, id, "every fault of these areas has an outcome here")
		}
	}
}

// checkFault checks what a fault's outcome is besides names.
func checkFault(t *testing.T, id string, p *replay) {
	body := func(name string) string {
		rec, err := p.Get(t.Context(), name)
		require.NoError(t, err)
		return rec.Body
	}
	switch id {
	case "PARSE-07":
		require.Equal(t, "Main dashboard: https://graf.example.test/d/ab//x?y=[1,2,] // main one", body("dash"))
	case "PARSE-11":
		require.Contains(t, p.log.String(), "reply:1", "the log says how much came to nothing")
		require.NotContains(t, p.log.String(), "9104")
	case "PARSE-12":
		require.Empty(t, p.log.String())
	case "GRD-07":
		require.Empty(t, p.endpoint.bodies, "the model is not even called")
	case "DUP-05":
		require.Contains(t, body("nas"), "Stratus 2")
		c, err := p.Context(t.Context(), "storage box", nil)
		require.NoError(t, err)
		for _, old := range []string{"Nimbus", "Cumulus"} {
			require.NotContains(t, fmt.Sprint(c.Stable, c.Turn), old)
		}
	}
}
