package lexicon

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDebug(t *testing.T) {
	for _, s := range strings.Split(os.Getenv("TXT"), "|") {
		x := Read(s)
		fmt.Println(s, x.Languages, x.Sure)
		for _, m := range x.Matches {
			var w []string
			for _, k := range x.Tokens[m.First : m.Last+1] {
				w = append(w, k.Word)
			}
			fmt.Println("   ", m.Class, strings.Join(w, " "))
		}
	}
}
