package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/daybook-sre/daybook/slash/terminal"
)

// maxHistory is how many lines the arrow keys reach.
const maxHistory = 500

// history is the input history: single typed lines with credentials redacted,
// in a file that only its owner can read, beside the principal's memory folder.
// Pastes are never kept. It implements term.History.
type history struct {
	path  string // "" keeps it for this run alone
	lines []string
	typed listener
	err   error // why the file is not written
}

// openHistory reads what is there. It creates nothing.
func openHistory(path string) *history {
	h := &history{path: path}
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return h // a pipe of that name would block for ever
	}
	f, err := os.Open(path)
	if err != nil {
		return h
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		h.lines = append(h.lines, terminal.OneLine(sc.Text()))
	}
	if len(h.lines) > 2*maxHistory {
		h.lines = h.lines[len(h.lines)-maxHistory:]
		h.err = h.shorten()
	}
	return h
}

// Add is called by term.Terminal for every line, pasted ones too, and so keeps
// nothing: remember does.
func (h *history) Add(string) {}

// Len and At implement term.History.
func (h *history) Len() int { return min(len(h.lines), maxHistory) }

// At returns the line that was entered i lines ago.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }

// remember keeps one typed line.
func (h *history) remember(line string) {
	var rules []string // what is hidden is reported when the line is sent
	line = strings.TrimSpace(h.typed.hide(line, &rules))
	if line == "" || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return
	}
	h.lines = append(h.lines, line)
	if h.path != "" && h.err == nil {
		h.err = h.write(os.O_APPEND, line+"\n")
	}
}

func (h *history) shorten() error {
	return h.write(os.O_TRUNC, strings.Join(h.lines, "\n")+"\n")
}

// write opens the file anew each time, so that a file removed meanwhile is made
// again with the right mode.
func (h *history) write(how int, text string) error {
	info, err := os.Lstat(h.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(h.path), 0o700); err != nil {
			return err
		}
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", h.path)
	}
	f, err := os.OpenFile(h.path, how|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := f.Chmod(0o600); err != nil {
		f.Close()
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
