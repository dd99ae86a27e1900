package bar

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/norm"
)

const frozen = `a text has other tokens than when existing bars were written, so forgotten memories could come back.
Do not edit the golden file. Restore the behaviour, or raise Version and keep making digests of version 1 beside it.`

// TestGolden guards Version with testdata/bar1.golden: how every code point is read, the tokens of every word in our lists, and of
// some texts, and one digest. There is no flag that rewrites the file, on purpose.
func TestGolden(t *testing.T) {
	require.Equal(t, 1, Version)
	file, err := os.Open("testdata/bar1.golden")
	require.NoError(t, err)
	defer file.Close()

	lines := bufio.NewScanner(file)
	seen := map[string]int{}
	for lines.Scan() {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		seen[kind]++
		switch kind {
		case "range":
			var lo, hi rune
			var want string
			_, err := fmt.Sscanf(rest, "%x %x %s", &lo, &hi, &want)
			require.NoError(t, err)
			require.Equal(t, want, digestOfRange(lo, hi), "%U..%U: %s", lo, hi, frozen)
		case "words":
			require.Equal(t, rest, digestOfWords(), frozen)
		case "text":
			var in, want string
			_, err := fmt.Sscanf(rest, "%q %q", &in, &want)
			require.NoError(t, err)
			require.Equal(t, want, termsOf(in), "%s", frozen)
		case "digest":
			require.Equal(t, rest, digestOfClaim(t), frozen)
		}
	}
	require.NoError(t, lines.Err())
	require.EqualValues(t, (unicode.MaxRune+1)/0x1000, seen["range"])
	require.Equal(t, 1, seen["words"])
	require.Equal(t, 1, seen["digest"])
	require.GreaterOrEqual(t, seen["text"], 20)
}

// termsOf prints the tokens of a text: sorted, with polarity and kind.
func termsOf(text string) string {
	terms := analyse(text).terms
	var out []string
	for _, k := range slices.Sorted(maps.Keys(terms)) {
		out = append(out, fmt.Sprintf("%s/%02x", k, int(terms[k])))
	}
	return strings.Join(out, " ")
}

// digestOfRange covers how each code point is classed, and what becomes of it in a word.
func digestOfRange(lo, hi rune) string {
	h := sha256.New()
	for r := lo; r <= hi; r++ {
		if norm.Known(r) {
			w := "kafk" + string(r)
			fmt.Fprintf(h, "%x %t %d %q %q\n", r, inChunk(r), unspaced(r), westernDigits(w), stem(w))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

func digestOfWords() string {
	h := sha256.New()
	for _, list := range []map[string]bool{stops, negations, portuguese} {
		for _, w := range slices.Sorted(maps.Keys(list)) {
			fmt.Fprintf(h, "%q\n", termsOf(w+" kafka"))
		}
	}
	for _, table := range []map[string]string{values, numberWords, aliases, units} {
		for _, w := range slices.Sorted(maps.Keys(table)) {
			fmt.Fprintf(h, "%q\n", termsOf("kafka 5 "+w))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}

func digestOfClaim(t *testing.T) string {
	line, err := json.Marshal(Key{1, 2, 3}.Digest(Claim{
		Type: "infrastructure", Description: "Do not restart vault-0 by hand", Body: "It needs 2 keys within 30 s.",
		ValidFrom: "2026-11-01", ValidUntil: "2027-01-01", Quote: "never restart vault-0 yourself", Slug: "vault-0",
	}))
	require.NoError(t, err)
	return string(line)
}
