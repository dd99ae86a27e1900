package safety_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

var update = flag.Bool("update", false, "rewrite the rule table in SECURITY.md")

const (
	tableBegin = "<!-- rules: go test ./safety -run TestRuleTable -update -->\n"
	tableEnd   = "<!-- end of rules -->\n"
)

// ruleTable prints Rules as SECURITY.md shows them.
func ruleTable() string {
	var b strings.Builder
	b.WriteString("| rule | class | finds | source of the shape |\n|---|---|---|---|\n")
	for _, r := range safety.Rules() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Class, r.Matches, r.Source)
	}
	return b.String()
}

// The document lists the rules there are.
func TestRuleTable(t *testing.T) {
	path := filepath.Join(root, "SECURITY.md")
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(raw), tableBegin)
	require.True(t, ok, "SECURITY.md has no rule table")
	table, after, ok := strings.Cut(rest, tableEnd)
	require.True(t, ok, "SECURITY.md's rule table has no end")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(before+tableBegin+ruleTable()+tableEnd+after), 0o644))
		return
	}
	require.Equal(t, ruleTable(), table, "rerun with -update")
	require.Contains(t, before+after, fmt.Sprintf("%d rules", len(safety.Rules())))
}
