package extraction_test

import (
	"os"
	"testing"

	"github.com/daybook-sre/daybook/extraction"
)

func TestHeld(t *testing.T) {
	checkLasting(t, os.Getenv("HELD"), 10, 1, 1)
	g := extraction.NewGates(nil)
	n := map[string]int{}
	for _, l := range readLabelled(t, os.Getenv("HELD")) {
		v := verdictOn(g, l.text)
		if v.Reason == "nothing says that it lasts" {
			n[l.label]++
			if l.label != "lasting" {
				t.Log("neutral", l.language, l.label, l.text)
			}
		}
	}
	t.Log(n)
}
