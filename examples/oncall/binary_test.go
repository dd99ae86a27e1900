package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// built is the program as a user runs it.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "oncall")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "oncall")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %s", out)
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

func TestThePromptComesFromTheBuiltProgram(t *testing.T) {
	offline(t)
	bin, err := built()
	require.NoError(t, err)
	dir := t.TempDir()
	cmd := exec.Command(bin, "-dir", dir)
	cmd.Stdin = strings.NewReader(threeFacts)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command(bin, "-dir", dir, "-prompt").Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "The production cluster, eu-west-1")
	err = exec.Command(bin, "-nonsense").Run()
	require.ErrorContains(t, err, "exit status 2")
}
