package agenttools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/daybook-sre/daybook/agenttools"
	"github.com/daybook-sre/daybook/memory"
)

var update = flag.Bool("update", false, "rewrite the results in testdata")

// TestCalls runs the conversations in testdata/calls: what a model asks, and to
// the byte what it gets. A file of an archive is one step:
//
//	-- file NAME.md --            a person writes this file into the store
//	-- forget NAME --             a person forgets a memory
//	-- memory_… --                a tool call with these arguments
//	-- result --                  what the call before gives
//
// ${token} stands for a credential that is made up at run time.
func TestCalls(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/calls/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runCalls(t, file) })
	}
}

var digits = regexp.MustCompile(`~[0-9a-f]{6}\.md`)

func runCalls(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	store := newStore(t)
	tools := agenttools.New(store, nil)
	token := githubToken(99)
	var got []byte
	for i, step := range archive.Files {
		verb, name, _ := strings.Cut(step.Name, " ")
		data := strings.ReplaceAll(string(step.Data), "${token}", token)
		switch verb {
		case "file":
			writeByHand(t, store, name, data)
		case "forget":
			_, err := store.Forget(context.Background(), name, memory.By{Actor: "ana"})
			require.NoError(t, err)
		case "result":
			if *update {
				archive.Files[i].Data = got
				continue
			}
			require.Equal(t, data, string(got), "step %d; go test -run TestCalls -update rewrites the file", i)
		default:
			out, err := tools.Call(context.Background(), verb, json.RawMessage(data))
			require.NoError(t, err)
			require.NotContains(t, string(out), token)
			// The digits that tell proposals apart follow from the store's random key.
			got = digits.ReplaceAll(indented(t, out), []byte("~000000.md"))
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
	}
}

func indented(t *testing.T, out json.RawMessage) []byte {
	var b bytes.Buffer
	require.NoError(t, json.Indent(&b, out, "", "  "))
	b.WriteByte('\n')
	return b.Bytes()
}
