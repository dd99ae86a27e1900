package memory_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

func TestSettingsFromTheEnvironment(t *testing.T) {
	for _, v := range []string{"1", "true", "TRUE", "yes", "On", " 1 "} {
		t.Setenv("DAYBOOK_MEMORY_DISABLED", v)
		s, err := memory.SettingsFromEnv("")
		require.NoError(t, err, v)
		require.True(t, s.Disabled, v)
	}
	for _, v := range []string{"", "0", "false", "No", "OFF", "  "} {
		t.Setenv("DAYBOOK_MEMORY_DISABLED", v)
		s, err := memory.SettingsFromEnv("")
		require.NoError(t, err, v)
		require.Zero(t, s, v)
	}
	for _, v := range []string{"2", "ja", "disabled", "-", "tru"} {
		t.Setenv("OTHER_MEMORY_DISABLED", v)
		_, err := memory.SettingsFromEnv("OTHER")
		require.ErrorContains(t, err, "OTHER_MEMORY_DISABLED", v)
	}
	t.Setenv("OTHER_MEMORY_DISABLED", "")
	t.Setenv("OTHER_MEMORY_AUTOEXTRACT_DISABLED", "yes")
	t.Setenv("OTHER_MEMORY_GATEWAY_ENABLED", "1")
	t.Setenv("OTHER_MEMORY_DIR", "/srv/memory")
	s, err := memory.SettingsFromEnv("OTHER")
	require.NoError(t, err)
	require.Equal(t, memory.Settings{AutoExtractDisabled: true, GatewayEnabled: true, Dir: "/srv/memory"}, s)
}

func TestTheFirstBadSwitchIsTheOneThatIsNamed(t *testing.T) {
	for _, name := range []string{"X_MEMORY_GATEWAY_ENABLED", "X_MEMORY_AUTOEXTRACT_DISABLED", "X_MEMORY_DISABLED"} {
		t.Setenv(name, "maybe")
		for range 20 {
			_, err := memory.SettingsFromEnv("X")
			require.ErrorContains(t, err, name+":")
		}
	}
}

func TestTheDirectoryMayNameTheHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for given, want := range map[string]string{"": "", "~": home, "~/mem": filepath.Join(home, "mem"), "mem": "mem", "~ana/x": "~ana/x"} {
		t.Setenv("DAYBOOK_MEMORY_DIR", given)
		s, err := memory.SettingsFromEnv("")
		require.NoError(t, err, given)
		require.Equal(t, want, s.Dir, given)
	}
	_, err := memory.Open("~ana/x", nil)
	require.Error(t, err, "what nobody expanded is no directory")
	for _, none := range []string{"", "/"} {
		t.Setenv("HOME", none)
		t.Setenv("DAYBOOK_MEMORY_DIR", "~/mem")
		_, err := memory.SettingsFromEnv("")
		require.ErrorContains(t, err, "DAYBOOK_MEMORY_DIR", none)
		t.Setenv("DAYBOOK_MEMORY_DIR", "/srv/memory")
		_, err = memory.SettingsFromEnv("")
		require.NoError(t, err, "a home is only needed for ~")
	}
}

func TestWhereMemoryIsOn(t *testing.T) {
	for _, c := range []struct {
		s           memory.Settings
		on          memory.Surface
		is, extract bool
		why         string
	}{
		{memory.Settings{}, "", true, true, ""},
		{memory.Settings{}, memory.Terminal, true, true, ""},
		{memory.Settings{}, memory.Investigation, true, true, ""},
		{memory.Settings{}, memory.Gateway, false, false, "GATEWAY_ENABLED"},
		{memory.Settings{}, "slack", false, false, "slack"},
		{memory.Settings{GatewayEnabled: true}, memory.Gateway, true, true, ""},
		{memory.Settings{AutoExtractDisabled: true}, memory.Terminal, true, false, ""},
		{memory.Settings{Disabled: true}, memory.Terminal, false, false, "MEMORY_DISABLED"},
		{memory.Settings{Disabled: true, GatewayEnabled: true}, memory.Gateway, false, false, "MEMORY_DISABLED"},
	} {
		is, why := c.s.Available(c.on)
		require.Equal(t, c.is, is, "%+v on %s", c.s, c.on)
		require.Contains(t, why, c.why)
		require.Equal(t, c.is, why == "")
		require.Equal(t, c.extract, c.s.AutoExtract(c.on), "%+v on %s", c.s, c.on)
	}
	_, err := memory.Open(t.TempDir(), &memory.Options{Surface: "slack"})
	require.ErrorContains(t, err, "slack")
}

func TestTheDirectoryIsFixedWhenItIsOpened(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	root, err := memory.Open("mem", nil)
	require.NoError(t, err)
	defer root.Close()
	require.Equal(t, filepath.Join(dir, "mem"), root.Path())
	store, err := root.Local()
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	_, err = store.Save(ctx, fact("rack", "The rack is in row 4"), memory.By{})
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "mem", "memory", "rack.md"))

	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, bad := range []string{"", "~/mem", file} {
		_, err := memory.Open(bad, nil)
		require.Error(t, err, bad)
	}
}

func TestAClosedRootSaysSo(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	d.save(fact("rack", "The rack is in row 4"))
	require.NoError(t, d.root.Close())
	require.NoError(t, d.root.Close(), "twice is once")
	_, err := d.Get(ctx, "rack")
	require.ErrorIs(t, err, memory.ErrClosed)
	_, err = d.Save(ctx, fact("a", "b c"), memory.By{})
	require.ErrorIs(t, err, memory.ErrClosed)
	_, err = d.root.Store("ana")
	require.ErrorIs(t, err, memory.ErrClosed)
	_, err = d.Context(ctx, "", nil)
	require.ErrorIs(t, err, memory.ErrClosed)
}
