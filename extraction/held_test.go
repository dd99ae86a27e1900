package extraction_test

import (
	"os"
	"testing"
)

func TestHeld(t *testing.T) {
	checkLasting(t, os.Getenv("HELD"), 10, 1, 1)
}
