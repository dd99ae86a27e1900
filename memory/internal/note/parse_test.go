package note_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

// readable are files that are read as the person meant.
var readable = []struct {
	what, file string
	want       note.Fields
}{
	{"as we write it", "---\nname: eks-prod-1\ntype: infrastructure\nevidence: [inc-42#7@1a2b3c4d5e6f]\npinned: true\n---\nProduction.\n",
		note.Fields{Name: "eks-prod-1", Type: "infrastructure", Evidence: []string{"inc-42#7@1a2b3c4d5e6f"}, Pinned: true, Body: "Production."}},
	{"byte order mark and CRLF", "\uFEFF---\r\nname: shift\r\ntype: user\r\n---\r\nEarly.\r\nLate.\r\n",
		note.Fields{Name: "shift", Type: "user", Body: "Early.\nLate."}},
	{"lone CR", "---\rname: x\r---\rbody\r", note.Fields{Name: "x", Body: "body"}},
	{"fence at the end", "---\nname: x\n---", note.Fields{Name: "x"}},
	{"blanks after fences", "--- \nname: x\n---\t \nbody\n", note.Fields{Name: "x", Body: "body"}},
	{"empty body", "---\nname: x\n---\n", note.Fields{Name: "x"}},
	{"empty lines before the body", "---\nname: x\n---\n\n\nbody\n", note.Fields{Name: "x", Body: "\nbody"}},
	{"empty lines and comments in the block", "---\n\n# mine\nname: x # comment\n\n---\nbody", note.Fields{Name: "x", Body: "body"}},
	{"empty lines above the block", "\n\n---\nname: x\n---\nbody", note.Fields{Name: "x", Body: "body"}},
	{"empty block", "---\n---\nbody\n", note.Fields{Body: "body"}},
	{"block of comments", "---\n# nothing\n---\nbody\n", note.Fields{Body: "body"}},
	{"rules in the body", "---\nname: x\n---\nintro\n---\nafter a rule\n---\nend", note.Fields{Name: "x", Body: "intro\n---\nafter a rule\n---\nend"}},
	{"body that starts with a rule", "---\nname: x\n---\n---\nNote: this\n---\n", note.Fields{Name: "x", Body: "---\nNote: this\n---"}},
	{"body like JSON", "---\nname: x\n---\n{\"a\": 1}\n", note.Fields{Name: "x", Body: `{"a": 1}`}},
	{"body like TOML", "---\nname: x\n---\n+++\na = 1\n+++\n", note.Fields{Name: "x", Body: "+++\na = 1\n+++"}},
	{"text like JSON front matter", ";;;\n{}\n;;;\n", note.Fields{Body: ";;;\n{}\n;;;"}},
	{"no front matter", "# Runbook\n\nname: is no key here\n", note.Fields{Body: "# Runbook\n\nname: is no key here"}},
	{"rules below an empty line are text", "\n---\nSome: text\n---\n", note.Fields{Body: "\n---\nSome: text\n---"}},
	{"scalars as written", "---\nname: no\ntype: 007\ndescription: 1.10\nstatus: null\nsource: ~\nquote: 0x1F\ncreated: 2026-03-02\nlabels: [yes, 10:30, 12e4567]\n---\n",
		note.Fields{Name: "no", Type: "007", Description: "1.10", Status: "null", Source: "~", Quote: "0x1F", Created: "2026-03-02", Labels: []string{"yes", "10:30", "12e4567"}}},
	{"colon in an unquoted value", "---\nname: x\ndescription: Severity rule: page vs ticket: by p99 # always\n---\n",
		note.Fields{Name: "x", Description: "Severity rule: page vs ticket: by p99 # always"}},
	{"colon at the end of a value", "---\r\ndescription: see below:\r\nname: x\r\n---\r\n", note.Fields{Name: "x", Description: "see below:"}},
	{"number sign before a word", "---\ndescription: Follow-up of INC #4471 and change #88\nquote: #4471 is open\n---\n",
		note.Fields{Description: "Follow-up of INC #4471 and change #88", Quote: "#4471 is open"}},
	{"comment", "---\ndescription: Follow-up # ask ana\nname: x  #  y\n---\n", note.Fields{Description: "Follow-up", Name: "x"}},
	{"brackets around free text", "---\ndescription: [draft, old]\nname: {x}\n---\n", note.Fields{Description: "[draft, old]", Name: "{x}"}},
	{"free text behind brackets", "---\ndescription: [This alert][runbook] fires: see {x} # and [y]\nquote: {{ $labels.pod }} is down\nname: [a] and [b]\n---\n",
		note.Fields{Description: "[This alert][runbook] fires: see {x} # and [y]", Quote: "{{ $labels.pod }} is down", Name: "[a] and [b]"}},
	{"placeholder as free text", "---\ndescription: {{ $labels.pod }}\n---\n", note.Fields{Description: "{{ $labels.pod }}"}},
	{"typographic quotes, emoji", "---\ndescription: wording “budget” — SLO 🚨\n---\n≥ 2 %\n", note.Fields{Description: "wording “budget” — SLO 🚨", Body: "≥ 2 %"}},
	{"quotes", "---\nname: 'it''s'\ndescription: \"a \\\"b\\\" \\u00e9\"\n---\n", note.Fields{Name: "it's", Description: `a "b" é`}},
	{"block scalars fold to a line", "---\ndescription: |\n  one\n  ---\n  two\n\nquote: >-\n  three\n  four\nname: x\n---\n",
		note.Fields{Name: "x", Description: "one --- two", Quote: "three four"}},
	{"lists in three forms", "---\ntags:\n- a\n- b c\nlabels: [pii, \"x, y\"]\nallow: github-token, jwt\ndepends_on: one\n---\n",
		note.Fields{Tags: []string{"a", "b c"}, Labels: []string{"pii", "x, y"}, Allow: []string{"github-token", "jwt"}, DependsOn: []string{"one"}}},
	{"aliases", "---\ncreated_at: 2026-01-02\nmodified: 2026-01-03\nmetadata:\n  type: feedback\nverified: true\n---\n",
		note.Fields{Type: "feedback", Status: "confirmed", Created: "2026-01-02", Updated: "2026-01-03"}},
	{"our key before an alias", "---\nmodified: 1\nupdated_at: 2\nupdated: 3\nverified: false\nstatus: confirmed\nmetadata: {type: user}\ntype: project\n---\n",
		note.Fields{Type: "project", Status: "confirmed", Updated: "3"}},
	{"YAML anchors", "---\nname: &n x\ndescription: *n\n---\n", note.Fields{Name: "x", Description: "x"}},
	{"indented keys", "---\n  name: x\n  type: user\n---\n", note.Fields{Name: "x", Type: "user"}},
	{"dots and hyphens in values", "---\nname: a --- b ...\ndescription: wait...\n---\n", note.Fields{Name: "a --- b ...", Description: "wait..."}},
	{"a block in braces", "---\n{name: x, type: user}\n---\n", note.Fields{Name: "x", Type: "user"}},
}

func TestParseReadsWhatThePersonMeant(t *testing.T) {
	for _, c := range readable {
		t.Run(c.what, func(t *testing.T) {
			n, err := note.Parse([]byte(c.file))
			require.NoError(t, err)
			require.Equal(t, c.want, n.Fields)
		})
	}
}

// unreadable are files that are refused, with the line and a part of the reason.
var unreadable = []struct {
	what, file string
	line       int
	reason     string
}{
	{"zero bytes", "", 1, "empty"},
	{"only blanks", "\uFEFF \n\n", 1, "empty"},
	{"quotes inside quotes", "---\nname: broken\ntype: user\ndescription: \"the \"blue\" cluster\"\nowner: x\n---\nbody\n", 4, "'description': text after the closing quote"},
	{"backtick", "---\nname: bad\npath: `C:\\agent\\logs`: x\n---\nbody\n", 3, "'path'"},
	{"open quote", "---\nname: x\ndescription: \"open\nowner: y\n---\n", 3, "never closed"},
	{"open bracket", "---\nname: x\ntags: [a, b\nowner: y\n---\n", 3, "bracket"},
	{"text after a bracket", "---\ntags: [prod] cluster\n---\n", 2, "quote the value"},
	{"open bracket in free text", "---\ndescription: [prod cluster\n---\n", 2, "bracket"},
	{"tab", "---\nname: x\ntags:\n\t- a\n---\n", 4, "tab"},
	{"tab before a key", "---\n\tname: x\n---\n", 2, "tab"},
	{"bad escape", "---\npath: \"C:\\query\"\n---\n", 2, "backslash"},
	{"alias", "---\nname: x\ndescription: *bold*\n---\n", 3, "alias"},
	{"unknown anchor", "---\nname: x\ndescription: *bold\n---\n", 3, "alias"},
	{"no closing fence", "---\nname: x\n", 1, "without a closing line"},
	{"no closing fence below an empty line", "---\n\n# Title\n", 1, "without a closing line"},
	{"indented closing fence", "---\nname: x\n ---\nbody\n", 1, "without a closing line"},
	{"second block", "---\nname: x\n---\n---\nname: y\nowner: z\n---\nbody\n", 4, "second front matter block"},
	{"document marker", "---\nname: x\n...\ntype: user\n---\n", 3, "document marker"},
	{"second document", "---\nname: x\n--- y\n---\n", 3, "document marker"},
	{"document marker below comments", "---\n# a---b\n...\nname: x\n---\n", 3, "document marker"},
	{"document marker below a rule in a value", "---\nname: a---b\n...\ntype: user\n---\n", 3, "document marker"},
	{"text behind braces", "---\n{name: x}\ntype: user\n---\n", 2, ""},
	{"key twice", "---\nname: x\ntype: user\nname: y\n---\n", 4, "'name' occurs twice"},
	{"nested key twice", "---\nmetadata:\n  a: 1\n  a: 2\n---\n", 4, "'a' occurs twice"},
	{"list", "---\n- a\n- b\n---\n", 2, "key: value"},
	{"text", "---\n\njust text\n---\n", 3, "key: value"},
	{"key below a value", "---\nname: x\n type: y\n---\n", 3, "'name'"},
	{"not UTF-8", "---\nname: x\n---\nab\xffcd\n", 4, "UTF-8"},
	{"UTF-16", "\xff\xfe-\x00-\x00", 1, "UTF-16"},
	{"NUL", "---\r\nname: x\r\n---\r\n\x00", 4, "NUL"},
	{"control character", "---\nname: x\ndescription: a\x01b\n---\n", 3, "control character"},
	{"too large", strings.Repeat("x", note.MaxFileBytes+1), 1, "1 MiB"},
}

func TestParseRefusesWithLineAndReason(t *testing.T) {
	for _, c := range unreadable {
		t.Run(c.what, func(t *testing.T) {
			n, err := note.Parse([]byte(c.file))
			var e *note.Error
			require.ErrorAs(t, err, &e)
			require.Nil(t, n)
			require.Equal(t, c.line, e.Line, "%v", e)
			require.Contains(t, e.Reason, c.reason)

			f := note.Fields{Body: "new"}
			out, err := note.Update([]byte(c.file), &f)
			require.ErrorAs(t, err, &e)
			require.Nil(t, out, "a file that cannot be read is never rewritten")
		})
	}
}

func TestErrorsAndWarningsNeverQuoteValues(t *testing.T) {
	const canary = "canary"
	for _, value := range []string{
		"*canary", "&canary", "\"canary", "\"a\" canary", "`canary`", "[canary", "{canary: [", "!canary x: y", "|canary", "\"\\canary\"",
		"a: canary: b", "\"canary\x01\"", "@canary", "%canary", "- canary", "? canary",
	} {
		for _, key := range []string{"description", "valid_from", "valid_until", "type", "status", "pinned", "verified", "owner", "tags"} {
			n, err := note.Parse([]byte("---\n" + key + ": " + value + "\n---\ncanary\n"))
			if err != nil {
				require.NotContains(t, err.Error(), canary, value)
				continue
			}
			require.NotContains(t, strings.Join(n.Warnings, "\n"), canary, value)
		}
	}
}

func TestParseTellsAbsentFromSet(t *testing.T) {
	n, err := note.Parse([]byte("---\nverified: false\ndescription:\nmetadata: {type: project, node_type: memory, x: 1}\nowner: edge\n---\nbody\n"))
	require.NoError(t, err)
	require.True(t, n.FrontMatter)
	require.True(t, n.Has(note.KeyStatus))
	require.True(t, n.Has(note.KeyDescription), "set, if to nothing")
	require.True(t, n.Has(note.KeyType))
	require.False(t, n.Has(note.KeyName))
	require.False(t, n.Has(note.KeyPinned))
	require.Equal(t, note.StatusUnconfirmed, n.Status)
	require.Equal(t, "infrastructure", n.CanonicalType)
	require.True(t, n.Foreign)
	require.Equal(t, []string{"metadata.node_type", "metadata.x", "owner"}, n.UnknownKeys)
	require.Contains(t, n.Raw(), "owner: edge")

	n, err = note.Parse([]byte("originSessionId is only a word here\n"))
	require.NoError(t, err)
	require.False(t, n.FrontMatter)
	require.False(t, n.Foreign)
	require.Empty(t, n.Raw())
}

func TestHeadline(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"---\ndescription: d\n---\n# Title\n", "d"},
		{"---\nname: x\n---\n# Title #\ntext\n", "Title #"},
		{"\n\n---\n\n## How we page\n\ntext", "How we page"},
		{"Postgres runs on db-7.\nMore.\n", "Postgres runs on db-7."},
		{"```\nkubectl get pods\n```\n", "kubectl get pods"},
		{"#\n***\nx\x1b[31my\u202E\n", "xy"},
		{strings.Repeat("a", 300), strings.Repeat("a", 199) + "…"},
		{"---\n---\n", ""},
	} {
		n, err := note.Parse([]byte(c.file))
		require.NoError(t, err)
		require.Equal(t, c.want, n.Headline(), "%q", c.file)
	}
}

func TestTypesOfOtherPrograms(t *testing.T) {
	for word, want := range map[string]string{
		"user": "user", "Infrastructure": "infrastructure", "feedback": "preference", "project": "infrastructure",
		"reference": "infrastructure", "repository": "infrastructure", "investigation_learning": "investigation_learning",
	} {
		n, err := note.Parse([]byte("---\ntype: " + word + "\n---\n"))
		require.NoError(t, err)
		require.Equal(t, word, n.Type)
		require.Equal(t, want, n.CanonicalType)
		require.Empty(t, n.Warnings)
	}
	n, err := note.Parse([]byte("---\ntype: runbook\n---\n"))
	require.NoError(t, err)
	require.Equal(t, "runbook", n.CanonicalType)
	require.Len(t, n.Warnings, 1)
	require.Contains(t, n.Warnings[0], "'type'")
}

func TestTimes(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	parse := func(lines string) *note.Note {
		n, err := note.Parse([]byte("---\n" + lines + "---\n"))
		require.NoError(t, err)
		return n
	}
	n := parse("valid_from: 2026-11-01\nvalid_until: 2026-11-01\nexpires: 2026-11-30\n")
	require.Equal(t, day(1), n.ValidFromTime)
	require.Equal(t, day(2), n.ValidUntilTime, "a bare date as an end includes its day")
	require.Equal(t, day(31), n.ExpiresTime)
	require.Empty(t, n.Warnings)

	n = parse("valid_from: 2026-11-01T02:00:00+02:00\nvalid_until: 2026-11-02 00:00Z\ncreated: 2026-11-01t00:00:00.5z\n")
	require.Equal(t, day(1), n.ValidFromTime)
	require.Equal(t, day(2), n.ValidUntilTime)
	require.Equal(t, day(1).Add(time.Second/2), n.CreatedTime)
	require.Empty(t, n.Warnings)

	for _, c := range []struct{ lines, warning string }{
		{"valid_from: 2026-11-01T10:00:00\n", "without a zone"},
		{"valid_until: 2026-11-01 10:00\n", "without a zone"},
		{"valid_until: soon\n", "not a time"},
		{"valid_until: 2026-02-30\n", "not a time"},
		{"valid_from: 2026-11-02\nvalid_until: 2026-11-01\n", "not after valid_from"},
		{"valid_from: 2026-11-02T10:00:00Z\nvalid_until: 2026-11-02T10:00:00Z\n", "not after valid_from"},
	} {
		n := parse(c.lines)
		require.Len(t, n.Warnings, 1, c.lines)
		require.Contains(t, n.Warnings[0], c.warning)
		require.Zero(t, n.ValidFromTime, c.lines)
		require.Zero(t, n.ValidUntilTime, c.lines)
	}
}
