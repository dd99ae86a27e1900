package memory

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Surface is where a conversation takes place. It decides the defaults.
type Surface string

// The values of Surface. The zero value counts as Terminal.
const (
	Terminal      Surface = "terminal"      // one person at a keyboard
	Investigation Surface = "investigation" // an agent working on an incident
	Gateway       Surface = "gateway"       // a shared chat surface, such as a Slack bot
)

// Audience is who reads along. Memories of type user, and those labelled pii
// or private, are kept from a room.
type Audience string

// The values of Audience. The zero value is the surface's default: Room on a
// gateway, Private elsewhere. An embedder sets Private for direct messages.
const (
	Private Audience = "private"
	Room    Audience = "room"
)

// Settings are the switches an operator has. The zero value is on everywhere
// but on gateways, which an operator opts in.
type Settings struct {
	Disabled            bool   // all off
	AutoExtractDisabled bool   // the automatic pass over conversations off
	GatewayEnabled      bool   // on on shared chat surfaces too
	Dir                 string // the root directory; "" leaves it to the embedder
}

// SettingsFromEnv reads the switches from the environment: <prefix>_MEMORY_DISABLED,
// <prefix>_MEMORY_AUTOEXTRACT_DISABLED, <prefix>_MEMORY_GATEWAY_ENABLED and
// <prefix>_MEMORY_DIR, in which a leading ~ is the home directory. An empty
// prefix stands for DAYBOOK.
//
// True is 1, true, yes or on in any case; false is empty, 0, false, no or off.
// Anything else is an error that names the variable: a switch nobody understands
// must not count as either. It is the only function of this package that reads
// the environment, and nothing calls it for you.
func SettingsFromEnv(prefix string) (Settings, error) {
	if prefix == "" {
		prefix = "DAYBOOK"
	}
	var s Settings
	for _, v := range []struct {
		name string
		to   *bool
	}{
		{"_MEMORY_DISABLED", &s.Disabled},
		{"_MEMORY_AUTOEXTRACT_DISABLED", &s.AutoExtractDisabled},
		{"_MEMORY_GATEWAY_ENABLED", &s.GatewayEnabled},
	} {
		on, err := truth(os.Getenv(prefix + v.name))
		if err != nil {
			return Settings{}, fmt.Errorf("%s%s: %w", prefix, v.name, err)
		}
		*v.to = on
	}
	dir, err := expandHome(os.Getenv(prefix + "_MEMORY_DIR"))
	if err != nil {
		return Settings{}, fmt.Errorf("%s_MEMORY_DIR: %w", prefix, err)
	}
	s.Dir = dir
	return s, nil
}

// expandHome puts the home directory in the place of a leading ~ or ~/. A home of
// "/" is that of a service without one.
func expandHome(dir string) (string, error) {
	rest, ok := strings.CutPrefix(dir, "~/")
	if !ok && dir != "~" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err == nil && home == "/" {
		err = errors.New("the home directory is /")
	}
	if err != nil {
		return "", fmt.Errorf("no home directory to put in place of ~; give a whole path: %w", err)
	}
	if !ok {
		return home, nil
	}
	return filepath.Join(home, rest), nil
}

func truth(v string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "1", "true", "yes", "on":
		return true, nil
	case "", "0", "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("neither true (1, true, yes, on) nor false (0, false, no, off)")
}

// known reports whether a surface is one of the three, or zero.
func (on Surface) known() bool {
	return on == "" || on == Terminal || on == Investigation || on == Gateway
}

// Available reports whether memory is on for a surface, and if not, why. It is
// off on a surface that nobody knows.
func (s Settings) Available(on Surface) (ok bool, why string) {
	switch {
	case !on.known():
		return false, fmt.Sprintf("memory is off on %q, which is none of the surfaces terminal, investigation and gateway", string(on))
	case s.Disabled:
		return false, "memory is disabled by the operator (…_MEMORY_DISABLED)"
	case on == Gateway && !s.GatewayEnabled:
		return false, "memory is off on shared chat surfaces until the operator opts in (…_MEMORY_GATEWAY_ENABLED)"
	}
	return true, ""
}

// AutoExtract reports whether the automatic pass over conversations is on for a
// surface.
func (s Settings) AutoExtract(on Surface) bool {
	ok, _ := s.Available(on)
	return ok && !s.AutoExtractDisabled
}

// audience resolves the zero Audience. One that nobody knows is taken for a room.
func (on Surface) audience(a Audience) Audience {
	if a == Private || a == "" && on != Gateway {
		return Private
	}
	return Room
}
