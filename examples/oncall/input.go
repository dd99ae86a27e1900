package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// input is where messages come from: a terminal or a script.
type input interface {
	// next returns the next message, io.EOF when there is none, or ctx's error.
	next(ctx context.Context) (message, error)
	close()
}

// maxFile bounds a file given as a message, in bytes.
const maxFile = 1 << 20

// withFile turns "@path words" into a message that holds the file.
func withFile(m message) (message, error) {
	name, ok := strings.CutPrefix(m.line, "@")
	if !ok || len(m.pastes) > 0 {
		return m, nil
	}
	name, words, _ := strings.Cut(name, " ")
	if name == "" {
		return m, nil
	}
	text, err := readText(name)
	if err != nil {
		return message{}, err
	}
	return pasted(strings.TrimSpace(words), text), nil
}

// readText reads a text file that a person names.
func readText(name string) (string, error) {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		name = filepath.Join(os.Getenv("HOME"), rest)
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", fmt.Errorf("@%s: %w", name, errors.Unwrap(err))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("@%s is not a file", name)
	case info.Size() > maxFile:
		return "", fmt.Errorf("@%s is larger than 1 MiB; give the part that matters", name)
	}
	b, err := os.ReadFile(name)
	switch {
	case err != nil:
		return "", fmt.Errorf("@%s: %w", name, errors.Unwrap(err))
	case !utf8.Valid(b):
		return "", fmt.Errorf("@%s is not text in UTF-8", name)
	}
	text := strings.Trim(pastedText(b), "\n")
	if text == "" {
		return "", fmt.Errorf("@%s is empty", name)
	}
	return text, nil
}

// script reads messages from input that is no terminal. A line is a turn; lines
// between two lines of ``` are one message; input that looks like a log or a
// configuration file is one message as a whole.
type script struct {
	lines chan string
	block chan string // at most one: the whole input
	err   error       // set before lines is closed
}

func newScript(in io.Reader) *script {
	s := &script{lines: make(chan string), block: make(chan string, 1)}
	go s.read(in)
	return s
}

// read runs in a goroutine, because a read cannot be cancelled. It ends with the
// input.
func (s *script) read(in io.Reader) {
	defer close(s.lines)
	r := bufio.NewReaderSize(in, 1<<16)
	r.Peek(1)
	first, _ := r.Peek(r.Buffered())
	if looksPasted(pastedText(first)) {
		whole, err := io.ReadAll(io.LimitReader(r, maxPaste+1))
		text := strings.Trim(pastedText(whole), "\n")
		if len(whole) > maxPaste {
			text += "\n" + leftOut
		}
		s.err = err
		s.block <- text
		return
	}
	for {
		line, err := r.ReadString('\n')
		if line != "" {
			s.lines <- strings.TrimSuffix(pastedText([]byte(line)), "\n")
		}
		if err != nil {
			if err != io.EOF {
				s.err = err
			}
			return
		}
	}
}

func (s *script) close() {}

func (s *script) next(ctx context.Context) (message, error) {
	line, err := s.line(ctx)
	select {
	case block := <-s.block:
		return pasted("", block), nil
	default:
	}
	if err != nil || strings.TrimSpace(line) != "```" {
		return message{line: strings.TrimSpace(line)}, err
	}
	var block []string
	for {
		line, err := s.line(ctx)
		if err != nil && err != io.EOF {
			return message{}, err
		}
		if err == io.EOF || strings.TrimSpace(line) == "```" {
			return pasted("", strings.Join(block, "\n")), nil
		}
		block = append(block, line)
	}
}

func (s *script) line(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line, ok := <-s.lines:
		if ok {
			return line, nil
		}
	}
	if s.err != nil {
		return "", s.err
	}
	return "", io.EOF
}

// looksPasted reports whether text that arrived at once is something shown, such
// as a log or a configuration file, and not lines that somebody says: several
// lines, none of them a command, at least half of which no person types.
func looksPasted(text string) bool {
	lines, machine := 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
			continue
		case isCommand(trimmed), strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "@"):
			return false
		case looksMachineMade(line):
			machine++
		}
		lines++
	}
	return lines > 1 && machine*2 >= lines
}

// looksMachineMade judges one line by how it begins and by how little of it is
// words.
func looksMachineMade(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	if !unicode.IsLetter(first) && first != '"' && first != '¿' {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	if strings.HasSuffix(word, ":") || strings.ContainsAny(word, "={}[]<>|") {
		return true
	}
	letters, other := 0, 0
	for _, r := range line {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsSpace(r):
			other++
		}
	}
	return other > letters
}
