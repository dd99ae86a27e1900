package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// pty is a terminal with the program in it.
type pty struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd
	seen   chan string
	text   string
}

func openPTY(t *testing.T, args ...string) *pty {
	t.Helper()
	bin, err := built()
	require.NoError(t, err)
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo terminals here")
	}
	fd := int(master.Fd())
	require.NoError(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))

	p := &pty{t: t, master: master, seen: make(chan string)}
	p.cmd = exec.Command(bin, args...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(t, p.cmd.Start())
	slave.Close()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.cmd.Wait()
		master.Close()
	})
	go p.read()
	return p
}

func (p *pty) read() {
	defer close(p.seen)
	buf := make([]byte, 4096)
	for {
		n, err := p.master.Read(buf)
		if err != nil {
			return
		}
		p.seen <- string(buf[:n])
	}
}

// expect waits until the program has printed text since the last expect.
func (p *pty) expect(text string) {
	p.t.Helper()
	limit := time.After(30 * time.Second)
	for !strings.Contains(p.text, text) {
		select {
		case more, ok := <-p.seen:
			require.True(p.t, ok, "the program ended before it printed %q; it printed %q", text, p.text)
			p.text += more
		case <-limit:
			require.FailNow(p.t, "nothing came", "waiting for %q after %q", text, p.text)
		}
	}
	_, p.text, _ = strings.Cut(p.text, text)
}

func (p *pty) press(keys string) {
	p.t.Helper()
	_, err := p.master.WriteString(keys)
	require.NoError(p.t, err)
}

// end waits for the program and returns its exit code.
func (p *pty) end() int {
	p.t.Helper()
	for range p.seen {
	}
	p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

func TestASessionInATerminal(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	p := openPTY(t, "-dir", dir)
	p.expect("offline: memory only")
	p.expect("> ")
	p.press("remember eks-prod-1: The production cluster\r")
	p.expect("· remembered eks-prod-1: The production cluster (confirmed)")
	p.expect("> ")
	p.press(startMark + "12:00 error\nremember that this is a log\n12:01 production cluster" + endMark)
	p.expect("[paste 1: 3 lines]")
	p.press("\r")
	p.expect("[eks-prod-1] The production cluster")
	p.expect("> ")
	p.press("half a thought\x03")
	p.expect("> ")
	p.press("which cluster is production?\r")
	p.expect("[eks-prod-1] The production cluster")
	p.expect("> ")
	p.press("\x1b[A") // the last typed line
	p.expect("which cluster is production?")
	p.press("\x03\x03")
	require.Zero(t, p.end())

	data, err := os.ReadFile(filepath.Join(dir, ".oncall_history"))
	require.NoError(t, err)
	require.Equal(t, "remember eks-prod-1: The production cluster\nwhich cluster is production?\n", string(data))
	require.Equal(t, []string{"eks-prod-1.md"}, names(t, dir))
}

func TestCtrlCInATerminalStopsAnAnswer(t *testing.T) {
	offline(t)
	released := make(chan struct{})
	f := newFakeLLM(t, hangs(released), says("Second answer."))
	defer close(released)
	goOnline(t, f)
	p := openPTY(t, "-dir", t.TempDir())
	p.expect("online: ")
	p.expect("> ")
	p.press("first question?\r")
	p.expect("Thinking about")
	p.press("\x03")
	p.expect("· stopped")
	p.expect("> ")
	p.press("second question?\r")
	p.expect("Second answer.")
	p.expect("> ")
	p.press("\x04")
	require.Zero(t, p.end())
}
