package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

const prompt = "> "

// console reads messages from a terminal with line editing. The terminal is raw
// while a line is read and as it was during an answer, so that Ctrl-C then is a
// signal.
type console struct {
	keys    *keys
	out     io.Writer
	history *history
	raw     func() (restore func(), err error)
	width   func() int
}

func newConsole(in *os.File, out io.Writer, h *history) *console {
	fd := int(in.Fd())
	// Pastes are marked during answers too: a log that is pasted meanwhile must
	// not become lines that the person typed.
	fmt.Fprint(out, "\x1b[?2004h")
	return &console{
		keys:    &keys{in: in},
		out:     out,
		history: h,
		raw: func() (func(), error) {
			old, err := term.MakeRaw(fd)
			if err != nil {
				return nil, err
			}
			return func() { term.Restore(fd, old) }, nil
		},
		width: func() int { return terminalWidth(in) },
	}
}

func (c *console) close() { fmt.Fprint(c.out, "\x1b[?2004l") }

// terminalWidth is 80 where it cannot be known.
func terminalWidth(f *os.File) int {
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil || w < 20 {
		return 80
	}
	return w
}

// isTerminal reports whether v is a file connected to a terminal.
func isTerminal(v any) (*os.File, bool) {
	f, ok := v.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// next returns io.EOF on Ctrl-D and on Ctrl-C at an empty prompt.
func (c *console) next(ctx context.Context) (message, error) {
	for {
		line, err := c.line(ctx)
		if err != nil {
			return message{}, err
		}
		if !c.keys.interrupted {
			m := message{line: line, pastes: c.keys.pastes, inline: c.keys.inline}
			if len(m.inline)+len(m.pastes) == 0 {
				c.remember(line)
			}
			return m, nil
		}
		if line == "" {
			return message{}, io.EOF
		}
	}
}

// remember adds to the input history, and says once if it cannot be kept.
func (c *console) remember(line string) {
	had := c.history.err
	c.history.remember(line)
	if err := c.history.err; err != nil && had == nil {
		fmt.Fprintf(c.out, "· the input history is not kept: %v\n", err)
	}
}

// line reads one line. The read itself cannot be cancelled, so it happens in a
// goroutine that is left behind when ctx ends: the program ends then too.
func (c *console) line(ctx context.Context) (string, error) {
	restore, err := c.raw()
	if err != nil {
		return "", fmt.Errorf("terminal: %w", err)
	}
	defer restore()
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{c.keys, c.out}, prompt)
	t.History = c.history
	t.SetSize(c.width(), 24)
	c.keys.begin()
	type result struct {
		line string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		line, err := t.ReadLine()
		done <- result{line, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			fmt.Fprint(c.out, "\r\n")
		}
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
