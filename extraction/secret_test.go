package extraction_test

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

// token is shaped like a GitHub token. It is put together here, so that no
// scanner finds one in this file.
func token(r *rand.Rand) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := []byte("gh" + "p_")
	for range 36 {
		b = append(b, letters[r.IntN(len(letters))])
	}
	return string(b)
}

// everyFile returns the bytes of all files below a directory.
func everyFile(t *testing.T, dir string) string {
	var all []byte
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all = append(all, data...)
		return err
	}))
	return string(all)
}

func TestATokenIsInNoRequestAndNoFile(t *testing.T) {
	b := newBench(t)
	secret := token(rand.New(rand.NewPCG(1, 2)))
	said := "remember that our deploy bot on ci-7 uses " + secret + " for releases"
	b.says(said)
	b.says("the bot's home is ci-7 in eu-west-1")
	b.tells(extraction.RoleTool, "GITHUB_TOKEN="+secret)
	item := func(name, content, quote string) map[string]string {
		return map[string]string{"type": "infrastructure", "name": name, "description": "deploy bot", "content": content, "quote": quote, "turn": "ta"}
	}
	reply, err := json.Marshal([]any{
		item("bot", "our deploy bot on ci-7 uses "+secret+" for releases", said),
		item("bot-"+secret, "our deploy bot on ci-7 uses a token for releases", said),
		item("bot-home", "the bot's home is ci-7 in eu-west-1", "the bot's home is ci-7 in eu-west-1"),
		item("bot-quoting", "our deploy bot is on ci-7", said),
	})
	require.NoError(t, err)
	e := serve(t, func(n int, _ string, w http.ResponseWriter) {
		if n == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		say(w, string(reply))
	})
	x := extraction.New(e.model(extraction.ModelOptions{Retries: -1}), nil)
	for range 2 { // the first pass fails and is parked, the second takes it up
		q := extraction.NewQueue(x, nil)
		require.True(t, q.Add(b.conversation()))
		require.NoError(t, q.Close(t.Context()))
		require.NotContains(t, everyFile(t, b.dir), secret[4:20])
	}
	require.Len(t, e.bodies, 2)
	sent := strings.Join(e.bodies, "\n")
	require.NotContains(t, sent, secret[4:20])
	require.Contains(t, sent, "the bot's home is ci-7")
	require.Contains(t, b.names(), "bot-home")
	require.NotContains(t, b.names(), "bot")
}
