//go:build !linux

package memory_test

import "testing"

// rawScan is measured on Linux alone.
func rawScan(testing.TB, int, string) float64 { return 0 }
