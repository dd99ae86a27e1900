//go:build !unix

package memory_test

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
