package note_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

type fenced struct{ kind, text string }

// fencedBlocks returns the code blocks of a markdown text.
func fencedBlocks(text string) []fenced {
	var out []fenced
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			kind, body, _ := strings.Cut(part, "\n")
			out = append(out, fenced{kind, body + "\n"})
		}
	}
	return out
}

// values returns the fields that are set, by key.
func values(f *note.Fields) map[string]any {
	out := map[string]any{}
	for key, s := range map[string]string{
		"name": f.Name, "type": f.Type, "description": f.Description, "status": f.Status, "source": f.Source, "principal": f.Principal,
		"quote": f.Quote, "created": f.Created, "updated": f.Updated, "valid_from": f.ValidFrom, "valid_until": f.ValidUntil,
		"expires": f.Expires, "body": f.Body,
	} {
		if s != "" {
			out[key] = s
		}
	}
	for key, items := range map[string][]string{
		"evidence": f.Evidence, "labels": f.Labels, "tags": f.Tags, "allow": f.Allow, "depends_on": f.DependsOn,
	} {
		var list []any
		for _, item := range items {
			list = append(list, item)
		}
		if list != nil {
			out[key] = list
		}
	}
	if f.Pinned {
		out["pinned"] = true
	}
	return out
}

// The specification is true: each of its examples is read as it says.
func TestFormatSpecification(t *testing.T) {
	text, err := os.ReadFile("../../../FORMAT.md")
	require.NoError(t, err)
	blocks := fencedBlocks(string(text))
	read, refused := 0, 0
	for i, b := range blocks {
		switch b.kind {
		case "json":
			n, err := note.Parse([]byte(blocks[i-1].text))
			require.NoError(t, err)
			var want map[string]any
			require.NoError(t, json.Unmarshal([]byte(b.text), &want))
			require.Equal(t, want, values(&n.Fields))
			read++
		case "text":
			_, err := note.Parse([]byte(blocks[i-1].text))
			require.EqualError(t, err, strings.TrimSpace(b.text))
			refused++
		case "slugs":
			for line := range strings.Lines(b.text) {
				name, want, ok := strings.Cut(strings.TrimSpace(line), " → ")
				require.True(t, ok)
				slug, err := note.Slug(name)
				require.NoError(t, err)
				require.Equal(t, want, slug)
			}
		case "markdown":
			require.Contains(t, []string{"json", "text"}, blocks[i+1].kind, "an example without its meaning")
		default:
			t.Fatalf("a block of unknown kind %q", b.kind)
		}
	}
	require.Equal(t, 2, read)
	require.Equal(t, 5, refused)

	first, err := note.Parse([]byte(blocks[0].text))
	require.NoError(t, err)
	require.Equal(t, blocks[0].text, string(note.Encode(&first.Fields)), "the first example is as we write it")
}
