package main

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/safety"
)

// dice are thrown anew from a seed in each test, so that the order of the tests
// changes nothing.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 11))} }

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// random is the part of a secret that occurs nowhere else.
func (d dice) random(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphanumeric[d.IntN(len(alphanumeric))]
	}
	copy(b[n/2:], "q7X") // letters of both cases and a digit, however the dice fall
	return string(b)
}

// secret assembles a credential, so that none stands in this file.
func secret(prefix string, n int) string { return prefix + newDice(1).random(n) }

// leak is a text that holds one secret.
type leak struct {
	name, text, random string
}

// leaks returns secrets of every tier, fresh ones for each place they go to.
func leaks(seed uint64) []leak {
	d := newDice(seed)
	var out []leak
	add := func(name, random, text string) {
		out = append(out, leak{name, strings.ReplaceAll(text, "$", random), random})
	}
	add("prefixed: github", d.random(36), "the deploy key is "+"ghp_"+"$")
	add("prefixed: slack", d.random(24), "export SLACK="+"xoxb-"+"123456789012-123456789012-$")
	add("prefixed: aws", strings.ToUpper(d.random(16)), "AWS key "+"AKIA"+"$ for the backup job")
	add("structural: url", d.random(20), "psql postgres://app:$@db.internal:5432/payments")
	add("structural: header", d.random(40), "curl -H 'Authorization: "+"Bearer "+"$' https://api.internal/v1/status")
	add("labelled: env", d.random(28), "DB_PASSWORD=$ is set on web-3")
	add("labelled: yaml", d.random(28), "api_key: $")
	add("prose", d.random(18), "the root password is $ on the jump host")
	key := base64.StdEncoding.EncodeToString([]byte(d.random(600)))
	var body strings.Builder
	for i := 0; i < len(key); i += 64 {
		body.WriteString(key[i:min(i+64, len(key))] + "\n")
	}
	out = append(out, leak{"private key", "-----BEGIN " + "PRIVATE KEY-----\n" + body.String() + "-----END " + "PRIVATE KEY-----", key})
	data := base64.StdEncoding.EncodeToString([]byte("worker" + d.random(30)))
	out = append(out, leak{"structural: kubernetes", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  password: " + data, data[8:]})
	return out
}

// requireAbsent fails if a window of 8 bytes of a secret stands in a text.
func requireAbsent(t *testing.T, where, text string, secrets []leak) {
	t.Helper()
	for _, l := range secrets {
		for i := 0; i+8 <= len(l.random); i++ {
			if strings.Contains(text, l.random[i:i+8]) {
				t.Errorf("%s holds a part of the secret of %q", where, l.name)
				break
			}
		}
	}
}

// disk returns every byte under a directory but that of the files named.
func disk(t *testing.T, dir string, but ...string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, name := range but {
			if filepath.Base(path) == name {
				return nil
			}
		}
		data, err := os.ReadFile(path)
		all.Write(data)
		return err
	}))
	return all.String()
}

func TestNoSecretLeavesForTheProviderOrStays(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	var secrets []leak
	var script strings.Builder
	fresh := func() []leak {
		l := leaks(uint64(len(secrets)))
		secrets = append(secrets, l...)
		return l
	}

	// Hidden in files written by hand, with ordinary text beside them.
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "memory"), 0o700))
	var hand []string
	for i, l := range fresh() {
		name := "hand-" + string(rune('a'+i)) + ".md"
		hand = append(hand, name)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", name),
			[]byte("# Handover of region-"+string(rune('a'+i))+"\n\nThe jump host is bastion-7.\n\n"+l.text+"\n"), 0o600))
	}
	// Typed, pasted, and asked to be remembered, by a person and by the model.
	for _, l := range fresh() {
		script.WriteString("ordinary words, then " + strings.ReplaceAll(l.text, "\n", " ") + "\n")
	}
	for _, l := range fresh() {
		script.WriteString("```\nordinary paste\n" + l.text + "\n```\n")
	}
	for _, l := range fresh() {
		script.WriteString("remember that " + strings.ReplaceAll(l.text, "\n", " ") + "\n")
	}
	replies := []reply{calls(agenttools.Recall, `{"query": "handover jump host", "limit": 20}`)}
	for i := range hand {
		replies = append(replies, calls(agenttools.Recall, `{"name": "`+strings.TrimSuffix(hand[i], ".md")+`"}`))
		if i == 4 {
			replies = append(replies, says("Half of it."))
		}
	}
	replies = append(replies, says("All of it."))
	for _, l := range fresh() {
		args, err := json.Marshal(map[string]string{"name": l.name, "type": "infrastructure", "description": "an ordinary note", "content": l.text})
		require.NoError(t, err)
		replies = append(replies, calls(agenttools.Remember, string(args)), says("Tried: "+l.text))
	}

	f := newFakeLLM(t, append(replies, says("Fine."))...)
	goOnline(t, f)
	got := start(t, "what is in the handover?\nand the rest?\n"+script.String(), "-dir", dir)
	require.Zero(t, got.code, got.err)
	offline(t)
	off := start(t, "what is in the handover of the jump host?\n/memory\n/memory doctor\n/memory log\n"+script.String(), "-dir", dir)
	prompt := start(t, "", "-dir", dir, "-prompt")

	wire := f.wire()
	for _, control := range []string{"ordinary words", "ordinary paste", "Handover of region-a", "bastion-7", "an ordinary note"} {
		require.Contains(t, wire, control)
	}
	requireAbsent(t, "a request", wire, secrets)
	requireAbsent(t, "the folder", disk(t, dir, hand...), secrets)
	requireAbsent(t, "the errors", got.err+off.err+prompt.err, secrets)
	requireAbsent(t, "the prompt", prompt.out, secrets)
	requireAbsent(t, "the offline output", off.out, secrets)
	require.Contains(t, off.out, "bastion-7")
	require.Regexp(t, `· 1 credential hidden from the model: [a-z-]+\. Rotate it if real\.`, got.out)
	require.Regexp(t, `· not saved: looks like a credential \([a-z, -]+\)`, got.out)
	require.Empty(t, noControl.FindString(got.out))
}

func TestEveryStringOfAToolResultIsRedactedBeforeItIsEncoded(t *testing.T) {
	for _, l := range leaks(1) {
		raw, err := json.Marshal(map[string]any{"entries": []any{map[string]string{"content": l.text, "name": "ordinary"}}, "n": 12345678901234567})
		require.NoError(t, err)
		var rules []string
		got := hideJSON(raw, &rules)
		requireAbsent(t, l.name, got, []leak{l})
		require.NotEmpty(t, rules, l.name)
		require.Contains(t, got, "ordinary")
		require.Contains(t, got, "12345678901234567")
		require.True(t, json.Valid([]byte(got)))
	}
	var rules []string
	made := "Tr0ub4" + "dor&3x" // put together here, so that the sources hold nothing that looks real
	raw, err := json.Marshal(map[string]string{"password": made})
	require.NoError(t, err)
	got := hideJSON(raw, &rules)
	require.NotContains(t, got, "Tr0ub4dor")
	require.Len(t, rules, 1)
}

func TestHistoryIsRedacted(t *testing.T) {
	var script strings.Builder
	secrets := leaks(1)
	for _, l := range secrets {
		if !strings.Contains(l.text, "\n") {
			script.WriteString("look at " + l.text + "\r")
		}
	}
	c, h := typing(t, strings.NewReader(script.String()))
	all(t, c)
	data, err := os.ReadFile(h.path)
	require.NoError(t, err)
	require.Contains(t, string(data), "look at")
	requireAbsent(t, "the history", string(data), secrets)
}

// A credential that comes in pieces is recognised by what was said before.
func TestACredentialInTwoMessagesIsHiddenFromTheSecondOn(t *testing.T) {
	d := newDice(3)
	first, second, password, key := d.random(18), d.random(18), d.random(16), d.random(40)
	for _, c := range []struct {
		name   string
		said   []string
		random string
	}{
		{"label, value", []string{"the root password is:", password}, password},
		{"sentence, value", []string{"my password is", password}, password},
		{"halves of a token", []string{"it begins with " + "ghp" + "_" + first, second + " is the rest"}, second},
		{"lines of a key", []string{"-----BEGIN " + "RSA PRIVATE KEY-----", d.random(64), d.random(64), key, "-----END " + "RSA PRIVATE KEY-----"}, key},
	} {
		var talk conversation
		var rules []string
		var said dialogue
		h := openHistory(filepath.Join(t.TempDir(), "history"))
		for _, text := range c.said {
			talk.user(text, &rules)
			h.remember(text)
			said.person(1, message{line: text}, time.Time{})
		}
		talk.user("which cluster is production?", &rules)
		var sent strings.Builder
		for _, m := range talk.messages {
			sent.WriteString(m.Content + "\n")
		}
		pieces := []leak{{c.name, "", c.random}}
		requireAbsent(t, "the conversation", sent.String(), pieces)
		requireAbsent(t, "the history", strings.Join(h.lines, "\n"), pieces)
		for _, turn := range said.turns {
			requireAbsent(t, "a turn", safety.Redact(turn.Content), pieces)
		}
		require.NotEmpty(t, rules, c.name)
		require.Contains(t, sent.String(), "which cluster is production?")
	}
	var talk conversation
	var rules []string
	for _, text := range []string{"what is the root password", "eks-prod-1 is down since the deploy", "where does the token come from?", "kubectl get pods -n payments"} {
		talk.user(text, &rules)
	}
	require.Empty(t, rules)
}
