package norm_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

const frozen = `norm/1 no longer does what it did when existing bars were written, so forgotten memories could come back.
Do not edit the golden file. Restore the behaviour, or keep norm/1 and add norm/2 beside it.`

// TestGolden guards the version with testdata/norm1.golden. There is no flag that rewrites it, on purpose.
func TestGolden(t *testing.T) {
	require.Equal(t, 1, norm.Version)
	file, err := os.Open("testdata/norm1.golden")
	require.NoError(t, err)
	defer file.Close()

	var ranges, texts int
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		switch kind {
		case "range":
			var lo, hi rune
			var want string
			_, err := fmt.Sscanf(rest, "%x %x %s", &lo, &hi, &want)
			require.NoError(t, err)
			require.Equal(t, want, digestOfRange(lo, hi), "%U..%U: %s", lo, hi, frozen)
			ranges++
		case "text":
			var in, want string
			_, err := fmt.Sscanf(rest, "%q %q", &in, &want)
			require.NoError(t, err)
			require.Equal(t, want, norm.Text(in), "%s", frozen)
			texts++
		}
	}
	require.NoError(t, lines.Err())
	require.EqualValues(t, (unicode.MaxRune+1)/0x1000, ranges, "the golden file must cover every code point")
	require.GreaterOrEqual(t, texts, 20)
}

// digestOfRange leaves out private use, 137,468 code points that nothing happens to. It covers what becomes of each code point alone, inside a Latin word, and after a letter.
func digestOfRange(lo, hi rune) string {
	h := sha256.New()
	for r := lo; r <= hi; r++ {
		switch {
		case unicode.Is(unicode.Co, r):
		case norm.Known(r):
			fmt.Fprintf(h, "%x %q\n", r, norm.Text(string(r)+" Z"+string(r)+"q"))
		default:
			fmt.Fprintf(h, "%x unassigned\n", r)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}
