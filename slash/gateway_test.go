package slash_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// On a gateway nobody sees where the files are, and there is no editor; the
// same lines in a terminal are the control.
func TestGatewayShowsNoPathsAndNoEditor(t *testing.T) {
	d := newDesk(t, &memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}})
	edits := 0
	d.opts.Edit = func(context.Context, string) error { edits++; return nil }
	d.types("/memory add infrastructure logs: Logs lie in /var/log/payments.")
	d.writes("broken.md", "---\nname: \"x\n---\n")
	lines := []string{"", "list", "show logs", "show broken", "edit logs", "path", "doctor", "doctor reset", "search logs",
		"log", "history logs", "help", "help all", "add user broken: x", "off", "on", "nope", "forget logs"}
	said := func() string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(d.types("/memory " + l))
		}
		return b.String()
	}
	out := said()
	require.NotContains(t, out, "$DIR")
	require.NotContains(t, out, d.store.Path())
	require.NotContains(t, out, "/memory edit")
	require.NotContains(t, out, "/memory path")
	require.Contains(t, out, "/var/log/payments", "the path a memory is about stays")
	require.Zero(t, edits)

	d.opts.Surface = memory.Terminal
	d.types("/memory add infrastructure logs: Logs lie in /var/log/payments.")
	out = said()
	require.Contains(t, out, "$DIR")
	require.Contains(t, out, "/memory edit")
	require.Equal(t, 1, edits)
}

func TestGatewayIsOffUntilOptedIn(t *testing.T) {
	d := newDesk(t, &memory.Options{Surface: memory.Gateway})
	require.Contains(t, d.types("/memory"), "until the operator opts in")
	d = newDesk(t, &memory.Options{Surface: memory.Gateway, Settings: memory.Settings{GatewayEnabled: true}})
	require.Contains(t, d.types("/memory"), "Nothing is remembered yet", "control")
}

// An error of the file system names files; on a gateway it does not.
func TestGatewayErrorsHoldNoPaths(t *testing.T) {
	for _, surface := range []memory.Surface{memory.Terminal, memory.Gateway} {
		d := newDesk(t, &memory.Options{Settings: memory.Settings{GatewayEnabled: true}})
		d.opts.Surface = surface
		d.types("/memory add user a: A.")
		linkAway(t, d.store.Path())
		out := d.types("/memory add user b: B.")
		require.NotContains(t, out, "Created")
		if surface == memory.Gateway {
			require.NotContains(t, out, "$DIR")
			require.NotRegexp(t, `(^|\s)/[a-z]+/`, out)
		}
	}
}
