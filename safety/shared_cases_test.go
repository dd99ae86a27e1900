package safety_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// The pages and questions of the public retrieval sets are honest text.
func TestRecallPagesAreClean(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casesDir(t), "recall", "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts := 0
	for _, file := range files {
		eachLine(t, file, func(line []byte) {
			if line[0] != '{' {
				return // the licence
			}
			var fields map[string]any
			require.NoError(t, json.Unmarshal(line, &fields))
			for name, v := range fields {
				text, ok := v.(string)
				if !ok {
					continue
				}
				texts++
				for _, f := range safety.Scan(text) {
					t.Errorf("%s, %s of %v: %s at %d", filepath.Base(file), name, fields["slug"], f.Rule, f.Start)
				}
			}
		})
	}
	require.Greater(t, texts, 1000)
}

// saved says for the steps of a fault, in order, whether the text may be kept.
var saved = map[string][]bool{
	"SEC-01": {false, false, false, false, false},
	"SEC-03": {false, false, false, false, false},
	"SEC-04": {true, true, true, true, true, true, true, true, true, true, true, true},
	"SEC-06": {true, true, true, true, true, true, false},
	"SEC-08": {false, false},
	"SEC-09": {false},
	"SEC-11": {false, false, false},
	"SEC-12": {false},
	"SEC-13": {true, true, true, true, true},
}

func TestFaultsOfTheSecretsArea(t *testing.T) {
	seen := 0
	path := filepath.Join(casesDir(t), "faults.jsonl")
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	// The separator sits inside made-up credentials.
	lines := bufio.NewScanner(bytes.NewReader(bytes.ReplaceAll(raw, []byte("\u241f"), nil)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var fault struct {
			ID    string
			Input struct {
				Steps []struct {
					Args struct{ Name, Description, Content string }
				}
			}
		}
		if lines.Bytes()[0] != '{' || json.Unmarshal(lines.Bytes(), &fault) != nil {
			continue
		}
		want, ok := saved[fault.ID]
		if !ok {
			continue
		}
		seen++
		for i, keep := range want {
			a := fault.Input.Steps[i].Args
			found := safety.ScanParts(a.Name, a.Description, a.Content)
			require.Equal(t, keep, len(slices.Concat(found...)) == 0, "%s, step %d", fault.ID, i)
		}
	}
	require.NoError(t, lines.Err())
	require.Equal(t, len(saved), seen)
}

// built makes the text of a case from its strings and its secret-shaped objects.
func built(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return strings.ReplaceAll(s, "\u241f", "")
	}
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) == nil {
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(built(t, p))
		}
		return b.String()
	}
	var secret struct {
		Kind, Prefix, Alphabet, Repeat, Algorithm string
		Len, Times                                int
	}
	require.NoError(t, json.Unmarshal(raw, &secret))
	if secret.Kind == "pem_begin_line" {
		return begin(secret.Algorithm + " PRIVATE KEY")
	}
	if secret.Repeat != "" {
		return strings.Repeat(secret.Repeat, secret.Times)
	}
	g := gen{rand.New(rand.NewPCG(31, 7))}
	switch secret.Alphabet {
	case "lower":
		return secret.Prefix + g.from(lower, secret.Len)
	case "upper+digits":
		return secret.Prefix + g.from(upper+number, secret.Len)
	case "mixed case, digits, one !":
		return secret.Prefix + g.mixed(secret.Len-1) + "!"
	}
	return secret.Prefix + g.mixed(secret.Len)
}

// Every case of the reference's safety and redaction areas, and of its gaps.
func TestReferenceCases(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(casesDir(t), "reference.json"))
	require.NoError(t, err)
	raw = raw[bytes.IndexByte(raw, '['):]
	var cases []struct {
		ID, Area, Must string
		Given          struct {
			Text  json.RawMessage
			Texts []json.RawMessage
			Forms []string
			V     json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	seen := 0
	for _, c := range cases {
		if c.Area != "safety" && c.Area != "redact" || c.ID == "GAP-012" { // GAP-012 describes its URLs in words
			continue
		}
		texts := c.Given.Texts
		if c.Given.Text != nil {
			texts = append(texts, c.Given.Text)
		}
		var all []string
		for _, text := range texts {
			all = append(all, built(t, text))
		}
		for _, form := range c.Given.Forms {
			all = append(all, strings.ReplaceAll(form, "V", built(t, c.Given.V)))
		}
		for i, text := range all {
			seen++
			if c.ID == "SAFE-001" && i == 0 {
				require.Empty(t, safety.Scan(text), "words about a key")
				continue
			}
			secret := c.Must == "not_store" || c.Must == "not_send"
			require.Equal(t, secret, len(safety.Scan(text)) > 0, "%s: %s", c.ID, c.Area)
			require.Equal(t, secret, safety.Redact(text) != text, c.ID)
		}
	}
	require.Greater(t, seen, 20)
}

// GAP-012: no character of a password in a URL is left.
func TestURLPasswordsLeaveNothing(t *testing.T) {
	g := newGen(41)
	for _, c := range []struct{ name, before, password, after string }{
		{"redis with an empty user", "redis://:", g.mixed(12), "@cache:6379"},
		{"token-only userinfo", "https://", g.mixed(32), "@git.example.net/x"},
		{"password containing :", "postgres://a:", g.mixed(5) + ":" + g.mixed(5), "@db:5432/x"},
		{"password containing @", "postgres://a:", g.mixed(5) + "@" + g.mixed(5), "@db:5432/x"},
		{"password containing #", "http://a:", g.mixed(8) + "#", "@proxy:3128"},
		{"password containing /", "postgres://a:", "x" + g.mixed(5) + "/" + g.mixed(5), "@db:5432/x"},
		{"percent-encoded", "postgres://a:", "p%40" + g.mixed(6) + "%3A", "@db:5432/x"},
	} {
		clean := safety.Redact(c.before + c.password + c.after)
		require.True(t, strings.HasPrefix(clean, c.before+"[REDACTED:url-") && strings.HasSuffix(clean, "]"+c.after), "%s: %s", c.name, clean)
	}
}

// The secret cases of the governed memory that name a text and a risk.
func TestGovernedRisks(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(casesDir(t), "governed.json"))
	require.NoError(t, err)
	raw = raw[bytes.IndexByte(raw, '['):]
	var cases []struct {
		ID, Area string
		Given    struct {
			TextParts []json.RawMessage `json:"text_parts"`
		}
		Then struct{ Risk string }
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	seen := 0
	for _, c := range cases {
		if c.Area != "secret" || c.Given.TextParts == nil {
			continue
		}
		seen++
		var text strings.Builder
		for _, p := range c.Given.TextParts {
			text.WriteString(built(t, p))
		}
		risk := "none"
		for _, f := range safety.Scan(text.String()) {
			if risk != "certain" {
				risk = f.Class.String()
			}
		}
		require.Equal(t, c.Then.Risk, risk, c.ID)
	}
	require.GreaterOrEqual(t, seen, 12)
}
