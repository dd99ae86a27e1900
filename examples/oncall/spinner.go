package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// spinner shows on a terminal that the model is at work. Elsewhere it does
// nothing.
type spinner struct {
	stop chan struct{}
	done chan struct{}
	once sync.Once
}

func startSpinner(screen *os.File) *spinner {
	s := &spinner{stop: make(chan struct{}), done: make(chan struct{})}
	if screen == nil {
		close(s.done)
		return s
	}
	go s.run(screen)
	return s
}

func (s *spinner) run(w io.Writer) {
	defer close(s.done)
	tick := time.NewTicker(120 * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		fmt.Fprintf(w, "\r%c thinking", `|/-\`[i%4])
		select {
		case <-tick.C:
		case <-s.stop:
			fmt.Fprint(w, "\r\x1b[K")
			return
		}
	}
}

// end takes the spinner away and returns when it is gone.
func (s *spinner) end() {
	s.once.Do(func() { close(s.stop) })
	<-s.done
}
