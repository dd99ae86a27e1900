package slash_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shownNames returns the names as list prints them, one above each description.
func shownNames(list string) []string {
	var names []string
	lines := strings.Split(list, "\n")
	for i := 1; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "  Text of number") {
			name, _, _ := strings.Cut(lines[i-1], "  user")
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// Whatever a memory is called, the name as list prints it is the name that show
// and forget take.
func TestNamesWorkAsPrinted(t *testing.T) {
	given := []string{
		"plain", "Rack plan 東京 (2026)", "with 'quotes'", "“curly”", "12e4567", "007", "no", "1.10", "0x1F", "null", "2026-03-02",
		"C++", "C#", "CON", "MEMORY", "прод кластер", "كتلة الإنتاج", "e\u0301cole", "emoji 🚀 rocket", "نام\u200cخانوادگی",
		"a\u00a0b", "tab\tname", strings.Repeat("long name ", 8), strings.Repeat("東京", 30), "--since", "list", "help all",
	}
	d := newDesk(t, nil)
	d.opts.Width = 160
	for i, name := range given {
		require.Contains(t, d.types("/memory add user "+name+": Text of number "+strings.Repeat("i", i+1)), "Created", name)
	}
	d.writes("Hand made.md", "Text of number zero\n")
	names := shownNames(strings.ReplaceAll(d.types("/memory list"), "  infrastructure", "  user"))
	require.Len(t, names, len(given)+1)
	for _, name := range names {
		require.Contains(t, d.types("/memory show "+name), "Text of number", name)
		require.Contains(t, d.types("/memory log "+name), "confirmed", name)
		require.Contains(t, d.types(`/memory history "`+name+`"`), "Text of number", name)
		require.Contains(t, d.types("/memory forget "+name), "Forgot ", name)
	}
	require.Contains(t, d.types("/memory"), "Nothing is remembered yet")
}

// Names with a colon need quotes only where add has to find their end.
func TestNamesWithColons(t *testing.T) {
	d := newDesk(t, nil)
	require.Contains(t, d.types(`/memory add user "10:30 job: nightly": Runs at half past ten.`), "Created 10:30 job: nightly")
	out := d.types("/memory forget 10:30 job: nightly")
	require.Contains(t, out, `/memory add user "10:30 job: nightly": Runs at half past ten.`)
	d.types(`/memory add user "10:30 job: nightly": Runs at half past ten.`)
	require.Contains(t, d.types("/memory show 10:30 job: nightly"), "half past ten")
}

// Case and punctuation do not matter, letters do.
func TestForgetTakesNoOtherMemory(t *testing.T) {
	d := newDesk(t, nil)
	for _, name := range []string{"eks-prod-1", "eks-prod-10", "eks"} {
		d.types("/memory add infrastructure " + name + ": The cluster " + name + ".")
	}
	for _, name := range []string{"eks-prod", "eks-prod-1*", "*", "eks prod", "prod", "eks-prod-1 eks"} {
		out := d.types("/memory forget " + name)
		require.NotContains(t, out, "Forgot", name)
	}
	require.Contains(t, d.types("/memory"), "3 memories")
	require.Contains(t, d.types("/memory forget EKS Prod 1"), "Forgot eks-prod-1", "control")
	require.Contains(t, d.types("/memory"), "2 memories")
}
