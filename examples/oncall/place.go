package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// rootDir returns the absolute directory under which memories live: the flag,
// then the setting, then the user's data directory.
func rootDir(opts options) (string, error) {
	for _, dir := range []string{opts.dir, opts.settings.Dir} {
		if dir != "" {
			return filepath.Abs(dir)
		}
	}
	// The XDG specification says to ignore a relative path.
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "daybook"), nil
	}
	home := os.Getenv("HOME")
	if !filepath.IsAbs(home) || filepath.Clean(home) == "/" {
		return "", errors.New("there is no home directory to keep memories in (HOME is unset or /); name a place with -dir DIR")
	}
	return filepath.Join(home, ".local", "share", "daybook"), nil
}

// strayFiles explains a likely mistake: -dir names a folder of markdown files,
// while memories are read from the memory folder in it.
func strayFiles(dir string) string {
	inner := filepath.Join(dir, "memory")
	if _, err := os.Lstat(inner); err == nil {
		return ""
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	n := 0
	for _, e := range entries {
		if !e.IsDir() && strings.EqualFold(filepath.Ext(e.Name()), ".md") {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case filepath.Base(dir) == "memory":
		return fmt.Sprintf("%s holds %s, but memories are read from %s; for the files that are there, start with -dir %s",
			dir, count(n, "markdown file"), inner, filepath.Dir(dir))
	}
	return fmt.Sprintf("%s holds %s, but memories are read from %s; move them there to use them",
		dir, count(n, "markdown file"), inner)
}
