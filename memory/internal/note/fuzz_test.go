package note_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// largest keeps what is written anew, with its escapes, under MaxFileBytes.
const largest = note.MaxFileBytes / 8

// FuzzParse: no panic, our error type, nil on error; what was read can be
// written again and says the same.
func FuzzParse(f *testing.F) {
	for _, c := range readable {
		f.Add([]byte(c.file))
	}
	for _, c := range unreadable {
		if len(c.file) < 1000 {
			f.Add([]byte(c.file))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > largest {
			return
		}
		n, err := note.Parse(file)
		if err != nil {
			var e *note.Error
			require.ErrorAs(t, err, &e)
			require.Positive(t, e.Line)
			require.NotEmpty(t, e.Reason)
			require.Nil(t, n)
			return
		}
		same, err := note.Update(file, &n.Fields)
		require.NoError(t, err)
		require.Equal(t, string(file), string(same), "nothing asked, nothing changed")

		again, err := note.Parse(note.Encode(&n.Fields))
		require.NoError(t, err)
		require.Equal(t, n.Storable(), again.Fields)
	})
}

// FuzzRoundTrip: what Encode writes, Parse and a strict reader read back
// equal; an update with any value changes that value and no other.
func FuzzRoundTrip(f *testing.F) {
	f.Add("page-rule", "Severity rule: page vs ticket: by p99", "INC #4471", "a, b", "Body.\n", "new\nname: other\n---\n")
	f.Add("no", "\"the \"blue\" cluster\"", `C:\agent\logs: x`, "1.10", "---\nname: x\n---\n", "'")
	f.Add("2026-03-02", " leading", "trailing ", "\u2028", "\n\n---", "- [a]: {b}")
	f.Add("\u0085", "\x00\x7f\uFEFF\uFFFE", "\xff", "🚨 👩‍💻", "\r\n", "| >")
	f.Fuzz(func(t *testing.T, name, description, quote, item, body, value string) {
		fields := note.Fields{
			Name: name, Type: value, Description: description, Quote: quote, Created: item, ValidFrom: value,
			Evidence: []string{item, value}, Tags: []string{name}, Pinned: len(body)%2 == 0, Body: body,
		}
		file := note.Encode(&fields)
		if len(file) > largest {
			return
		}
		n, err := note.Parse(file)
		require.NoError(t, err, "%q", file)
		require.Equal(t, fields.Storable(), n.Fields)
		requireStrict(t, n)

		for i, change := range []func(*note.Fields){
			func(f *note.Fields) { f.Name = value },
			func(f *note.Fields) { f.Description = value },
			func(f *note.Fields) { f.Status, f.Updated = value, item },
			func(f *note.Fields) { f.Evidence, f.Labels = nil, []string{value, item} },
			func(f *note.Fields) { f.Body = value },
		} {
			want := n.Fields
			change(&want)
			out, err := note.Update(file, &want)
			require.NoError(t, err, "change %d of %q", i, file)
			got, err := note.Parse(out)
			require.NoError(t, err)
			require.Equal(t, want.Storable(), got.Fields)
		}
	})
}

// requireStrict reads the block with a YAML reader that knows nothing of us:
// every text must come back as a string, equal.
func requireStrict(t *testing.T, n *note.Note) {
	t.Helper()
	var m map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(n.Raw()), &m))
	for key, want := range map[string]string{"name": n.Name, "description": n.Description, "quote": n.Quote} {
		if want != "" {
			require.Equal(t, any(want), m[key], key)
		}
	}
	for i, want := range n.Evidence {
		require.Equal(t, any(want), m["evidence"].([]any)[i])
	}
}

// FuzzUpdate: over any file that can be read, an update does what was asked or
// is refused; comments and unknown keys are still there.
func FuzzUpdate(f *testing.F) {
	for _, c := range readable {
		f.Add([]byte(c.file), "value: with #signs", "new body\n---\n")
	}
	f.Fuzz(func(t *testing.T, file []byte, value, body string) {
		n, err := note.Parse(file)
		if err != nil {
			return
		}
		want := n.Fields
		want.Description, want.Tags, want.Updated, want.Status = value, []string{value}, "2026-11-29T19:02:11Z", "confirmed"
		if len(value)%2 == 0 {
			want.Body = body
		}
		out, err := note.Update(file, &want)
		if err != nil {
			require.True(t, errors.Is(err, note.ErrNotEditable), "%v", err)
			require.Nil(t, out)
			return
		}
		got, err := note.Parse(out)
		require.NoError(t, err)
		require.Equal(t, want.Storable(), got.Fields)
		require.Equal(t, n.UnknownKeys, got.UnknownKeys)
		require.Equal(t, strings.HasPrefix(string(file), "\uFEFF"), strings.HasPrefix(string(out), "\uFEFF"))
	})
}

func FuzzSlug(f *testing.F) {
	for _, c := range slugs {
		f.Add(c.name)
	}
	f.Add("ΟΔΟΣ ß ŉ ᾳ ﷺ ℃ ½")
	f.Add(strings.Repeat("가나다라", 30))
	f.Add("e\u200b\u0301 \u0301 1\uFE0F\u20E3")
	f.Fuzz(func(t *testing.T, name string) {
		slug, err := note.Slug(name)
		if err != nil {
			var e *note.NameError
			require.ErrorAs(t, err, &e)
			require.Empty(t, slug)
			return
		}
		again, err := note.Slug(slug)
		require.NoError(t, err)
		require.Equal(t, slug, again)
		require.True(t, note.IsSlug(slug))
		require.LessOrEqual(t, utf8.RuneCountInString(slug), note.MaxSlugRunes)
		require.LessOrEqual(t, len(slug), note.MaxSlugBytes)
		require.False(t, strings.ContainsAny(slug, "/\\.: \x00"), slug)
		ok, leftover := note.IsMemoryFile(slug + ".md")
		require.True(t, ok, "%q: %s", slug, leftover)
	})
}

// FuzzText: cleaning is idempotent, leaves nothing hidden and keeps to its limits.
func FuzzText(f *testing.F) {
	f.Add("Prefers JSON.\U000E0061\U000E0070 ab\u202Ecd\u2066ef", 20)
	f.Add("Team 👨\u200D💻 edge می\u200Cشود 1\uFE0F\u20E3 \x1b[31mred\x1b[0m", 9)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit %= 500
		v := note.Visible(s)
		require.Equal(t, v, note.Visible(v))
		require.NotRegexp(t, "[\U000E0000-\U000E007F\u202A-\u202E\u2066-\u2069\u200B\uFEFF\x00-\x08\x7F-\u009F]", v)
		line, _ := note.OneLine(s, limit)
		again, cut := note.OneLine(line, limit)
		require.Equal(t, line, again)
		require.False(t, cut)
		require.NotContains(t, line, "\n")
		body, _ := note.Body(s, limit)
		again, cut = note.Body(body, limit)
		require.Equal(t, body, again)
		require.False(t, cut)
		if limit > 0 {
			require.LessOrEqual(t, utf8.RuneCountInString(line), limit)
			require.LessOrEqual(t, utf8.RuneCountInString(body), limit)
		}
	})
}
