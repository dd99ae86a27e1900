//go:build unix && !linux

package memory_test

import (
	"os"
	"testing"
)

// asOrdinaryUser runs f as a user who is not root, or skips.
func asOrdinaryUser(t *testing.T, _ string, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root may do everything")
	}
	f()
}
