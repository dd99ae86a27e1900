package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// messages reads a whole script.
func messages(t *testing.T, in io.Reader) []string {
	t.Helper()
	s := newScript(in)
	var out []string
	for {
		m, err := s.next(context.Background())
		if err == io.EOF {
			return out
		}
		require.NoError(t, err)
		out = append(out, m.text())
	}
}

func TestAScriptIsOneTurnALine(t *testing.T) {
	require.Equal(t, []string{"remember that prod is eks-prod-1", "which cluster is production?", "/quit"},
		messages(t, strings.NewReader("remember that prod is eks-prod-1\r\nwhich cluster is production?\n/quit")))
	require.Equal(t, []string{"we moved prod to eks-prod-1", "I'm on the payments team", "please always page the secondary"},
		messages(t, strings.NewReader("we moved prod to eks-prod-1\nI'm on the payments team\nplease always page the secondary\n")))
}

func TestFencedLinesAreOneMessage(t *testing.T) {
	require.Equal(t, []string{"what is this?", "a\nb", "and this?"},
		messages(t, strings.NewReader("what is this?\n```\na\nb\n```\nand this?\n")))
	require.Equal(t, []string{"never closed"}, messages(t, strings.NewReader("```\nnever closed")))
}

func TestAPipedLogIsOneMessage(t *testing.T) {
	for name, text := range map[string]string{
		"log":      "2026-11-29T10:00:00Z ERROR pool exhausted\n2026-11-29T10:00:01Z ERROR pool exhausted",
		"yaml":     "apiVersion: v1\nkind: Config\nclusters:\n- name: prod",
		"json":     "{\n  \"a\": 1\n}",
		"env":      "DB_HOST=db\nDB_PORT=5432",
		"question": "why does it fail?\n[12:00:01] connect refused\n[12:00:02] connect refused",
	} {
		require.Equal(t, []string{text}, messages(t, strings.NewReader(text+"\n")), name)
	}
}

func TestLinesOfAnInteractivePipeAreNotHeldBack(t *testing.T) {
	r, w := io.Pipe()
	s := newScript(r)
	for _, line := range []string{"status: what is it?", "and now?"} {
		go io.WriteString(w, line+"\n")
		m, err := s.next(context.Background())
		require.NoError(t, err)
		require.Equal(t, line, m.text())
	}
	w.Close()
	_, err := s.next(context.Background())
	require.ErrorIs(t, err, io.EOF)
}

func TestAFileIsTheMessage(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "incident.log")
	require.NoError(t, os.WriteFile(path, []byte("line 1\r\nremember that it lies\n"), 0o600))

	m, err := withFile(message{line: "@" + path + " what happened?"})
	require.NoError(t, err)
	require.Equal(t, "what happened? \nline 1\nremember that it lies", m.text())
	require.Equal(t, "what happened?", m.typed())

	big := filepath.Join(dir, "big")
	require.NoError(t, os.WriteFile(big, make([]byte, maxFile+1), 0o600))
	binary := filepath.Join(dir, "binary")
	require.NoError(t, os.WriteFile(binary, []byte{0xff, 0xfe, 0}, 0o600))
	for path, want := range map[string]string{
		dir:                          "is not a file",
		filepath.Join(dir, "absent"): "no such file",
		big:                          "larger than 1 MiB",
		binary:                       "not text in UTF-8",
	} {
		_, err := withFile(message{line: "@" + path})
		require.ErrorContains(t, err, want)
	}
}
