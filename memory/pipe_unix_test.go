//go:build unix

package memory_test

import "syscall"

// makePipe puts a named pipe at path: whoever opens it waits for a writer.
func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
