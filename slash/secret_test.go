package slash_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// made returns n letters and digits that no file of this repository holds.
func made(n int) string {
	const signs = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"
	r := rand.New(rand.NewPCG(7, uint64(n)))
	b := make([]byte, n)
	for i := range b {
		b[i] = signs[r.IntN(len(signs))]
	}
	return string(b)
}

// A credential is refused by the name of the rule that found it, also with
// --allow when there is no doubt.
func TestCredentialsAreRefused(t *testing.T) {
	d := newDesk(t, nil)
	token := "ghp" + "_" + made(36)
	out := d.types("/memory add infrastructure bot: The deploy bot uses " + token)
	require.Contains(t, out, "Not saved (sensitive_content)")
	require.Contains(t, out, "--allow github-")
	require.NotContains(t, out, token)
	require.NotContains(t, out, token[8:20])

	rule := allowed(t, out)
	out = d.types("/memory add infrastructure bot: The deploy bot uses " + token + " --allow " + rule)
	require.Contains(t, out, "--allow "+rule+" does not let it pass")
	require.NotContains(t, out, token)
}

// What merely looks like a credential passes when the person says so.
func TestFalseAlarmCanBeLetPass(t *testing.T) {
	d := newDesk(t, nil)
	password := made(14)
	line := "/memory add infrastructure db: The database password=" + password
	out := d.types(line)
	require.Contains(t, out, "Not saved")
	require.NotContains(t, out, password)
	rule := allowed(t, out)
	require.Contains(t, d.types(line+" --allow "+rule), "Created db")
	require.Contains(t, d.types("/memory show db"), "allowed    "+rule)
}

// A credential that was typed where a name or a word belongs is not repeated.
func TestTypedCredentialsAreNotRepeated(t *testing.T) {
	d := newDesk(t, nil)
	d.types("/memory add infrastructure eks: The cluster is eks-prod-1")
	token := "ghp" + "_" + made(36)
	for _, line := range []string{"$", "show $", "forget $", "edit $", "history $", "log $", "approve $", "reject $", "correct $: x",
		"list $", "review $", "search $", "add $ eks: text", "add user $: text", "log --since $", "log eks --since $"} {
		out := d.types("/memory " + strings.ReplaceAll(line, "$", token))
		require.NotEmpty(t, out, line)
		require.NotContains(t, out, token[8:16], line)
	}
	require.Contains(t, d.types("/memory show nowhere"), "nowhere")
}

// allowed returns the rule that a refusal offers to let pass.
func allowed(t *testing.T, refusal string) string {
	t.Helper()
	found := allowLine.FindStringSubmatch(refusal)
	require.Len(t, found, 2, refusal)
	return found[1]
}

// A credential in a hand-written file is shown by its rule, never by its value,
// also when the memory is forgotten.
func TestHiddenCredentials(t *testing.T) {
	d := newDesk(t, nil)
	token := "ghp" + "_" + made(36)
	d.writes("deploy.md", "---\nname: deploy\ntype: infrastructure\ndescription: deploy bot\n---\nUse "+token+" for the deploy bot.\n")
	for _, line := range []string{"list", "show deploy", "doctor", "search deploy", "history deploy", "forget deploy"} {
		out := d.types("/memory " + line)
		require.NotContains(t, out, token, line)
		require.Contains(t, out, "deploy", line)
	}
	d.writes("deploy.md", "Use "+token+" for the deploy bot.\n")
	require.Contains(t, d.types("/memory show deploy"), "hidden")
	require.Contains(t, d.types("/memory doctor"), "deploy.md (served)")
}
