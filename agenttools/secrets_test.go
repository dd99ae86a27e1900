package agenttools_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

func TestACredentialIsRefusedAndSaidNowhere(t *testing.T) {
	t.Parallel()
	token, pass := githubToken(11), password(12)
	for name, with := range map[string]args{
		"in the content":     {"content": "auth_token: " + token},
		"in a sentence":      {"content": "The database password is " + pass},
		"in the description": {"description": "uses " + token},
		"in the name":        {"name": "note " + token},
		"as the name":        {"name": token},
		"in a label":         {"labels": []string{token}},
		"in a date":          {"valid_from": token},
		"as the type":        {"type": token},
		"as a key":           {token: "x"},
		"as a nested value":  {"labels": args{"token": token}},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			store, err := openRoot(t, &memory.Options{Logger: logger}).Local()
			require.NoError(t, err)
			tools := agenttools.New(store, &agenttools.Options{Logger: logger})
			a := fact("bot", "The bot posts alerts.")
			for k, v := range with {
				a[k] = v
			}
			out := rawCall(t, tools, agenttools.Remember, a)
			require.NotEmpty(t, parse(t, out).code(), "%s", out)
			for _, secret := range []string{token, strings.ToLower(token), token[:12], strings.ToLower(token[4:16]), pass} {
				require.NotContains(t, string(out), secret)
				require.NotContains(t, log.String(), secret)
				requireNowhere(t, store.Path(), secret)
			}
		})
	}
}

func TestARefusalNamesTheRuleAndTheField(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	got := remember(t, tools, "bot", "The bot signs in with "+githubToken(13))
	require.Equal(t, "sensitive_content", got.code())
	require.Equal(t, []string{"github-token"}, got.strings("rules"))
	require.Equal(t, "content", got.text("field"))
}

func TestACredentialInAnUnknownNameIsNotEchoed(t *testing.T) {
	t.Parallel()
	tools := agenttools.New(newStore(t), nil)
	remember(t, tools, "bot", "The bot posts alerts.")
	token := githubToken(14)
	for tool, a := range map[string]args{
		agenttools.Recall: {"name": token},
		agenttools.Forget: {"name": "the " + token},
	} {
		out := rawCall(t, tools, tool, a)
		require.Equal(t, "not_found", parse(t, out).code())
		require.NotContains(t, strings.ToLower(string(out)), strings.ToLower(token[4:16]))
	}
	out := rawCall(t, tools, agenttools.Recall, args{"query": "bot " + token})
	require.Equal(t, "found", parse(t, out).status())
	require.NotContains(t, string(out), token[4:16])
}

func TestACredentialInAHandWrittenFileIsInNoResult(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	token := githubToken(15)
	path := writeByHand(t, store, "bot.md", "---\nname: bot\ntype: infrastructure\nstatus: unconfirmed\ndescription: The bot, "+token+"\nquote: use "+token+"\n---\nThe bot posts with "+token+" to the channel.\n")
	for _, a := range []args{{"name": "bot"}, {"query": "bot channel"}, {}} {
		out := rawCall(t, tools, agenttools.Recall, a)
		require.Equal(t, []string{"bot"}, parse(t, out).names())
		require.NotContains(t, string(out), token[4:16])
		require.Contains(t, string(out), "REDACTED")
	}
	onDisk, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(onDisk), token, "the person's file is left alone")

	out := rawCall(t, tools, agenttools.Forget, args{"name": "bot"})
	got := parse(t, out)
	require.Equal(t, "forgotten", got.status())
	require.NotContains(t, string(out), token[4:16])
	require.Equal(t, []any{"github-token"}, got.object("text")["withheld"])
	require.Empty(t, got.object("text").text("content"), "the text is withheld")
}

func requireNowhere(t *testing.T, dir, secret string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		require.NotContains(t, path, secret)
		b, err := os.ReadFile(path)
		require.NotContains(t, string(b), secret, path)
		return err
	})
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
}

func TestWhatNobodyCanSeeIsInNoResult(t *testing.T) {
	t.Parallel()
	store := newStore(t)
	tools := agenttools.New(store, nil)
	hidden := "\U000E0061\U000E0070\u202e\u2066\u200b\x1b[2J\x07"
	writeByHand(t, store, "fmt.md", "---\nname: fmt\ntype: preference\nstatus: unconfirmed\ndescription: Format\U000E0061\n---\nPrefers JSON."+hidden+" Team 👨‍💻 edge.\n")
	remember(t, tools, "format-too", "Prefers JSON in logs."+hidden)
	for _, a := range []args{{"name": "fmt"}, {"query": "json"}, {"name": "format-too"}, {}} {
		out := string(rawCall(t, tools, agenttools.Recall, a))
		for _, r := range []string{"\U000E0061", "\u202e", "\u2066", "\u200b", "\\u001b", "\\u0007", "\x1b"} {
			require.NotContains(t, out, r, "%v", a)
		}
	}
	require.Contains(t, call(t, tools, agenttools.Recall, args{"name": "fmt"}).entries()[0].text("content"), "👨‍💻", "an emoji stays readable")
}
