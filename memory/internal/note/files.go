package note

import (
	"bytes"
	"strings"
)

// notMemories are files of this folder, in lower case, that people and other
// programs keep beside memories: our index and digest, instructions for
// agents, a folder's own description.
var notMemories = map[string]bool{
	"readme.md":         true,
	"memory.md":         true,
	"morning.md":        true,
	"memory_summary.md": true,
	"agents.md":         true,
	"claude.md":         true,
}

// IsMemoryFile reports whether a file of this name, without its folder, is a
// memory: it ends in ".md" (in any case), does not start with a dot, is none
// of the files that have another purpose (README.md, MEMORY.md, MORNING.md,
// memory_summary.md, AGENTS.md, CLAUDE.md, in any case) and no copy that an
// editor or a sync tool left behind.
//
// For such a copy of a memory, leftover says what it is, in a few words. It is
// empty for memories and for files that have nothing to do with them.
func IsMemoryFile(name string) (ok bool, leftover string) {
	lower := strings.ToLower(name)
	if strings.HasPrefix(name, ".") || notMemories[lower] {
		return false, ""
	}
	if strings.Contains(lower, ".md") {
		leftover = leftoverKind(lower)
	}
	return leftover == "" && strings.HasSuffix(lower, ".md"), leftover
}

// ClaimedName returns what the name: line of a file says that [Parse] refuses,
// or "". While a person mends the file, or an editor is still writing it, the
// name says which memory it is.
func ClaimedName(file []byte) string {
	line, rest := cutLine(bytes.TrimPrefix(file, byteOrderMark))
	if !isFence(line) {
		return ""
	}
	for len(rest) > 0 {
		line, rest = cutLine(rest)
		if isFence(line) {
			break
		}
		if key, value, ok := cutKey(line); ok && string(key) == string(KeyName) {
			return strings.Trim(string(value), `"'`)
		}
	}
	return ""
}

// Stem returns a file's name without its ".md", in any case.
func Stem(name string) string {
	if n := len(name) - len(".md"); n >= 0 && strings.EqualFold(name[n:], ".md") {
		return name[:n]
	}
	return name
}

// copyMarks are what sync tools write in brackets at the end of a name:
// Dropbox in several languages, Nextcloud, Obsidian.
var copyMarks = []string{
	"conflicted copy", "conflict copy", "case conflict", "conflicted",
	"in konflikt stehende kopie", "konfliktkopie", "copie en conflit", "copia en conflicto", "cópia em conflito",
}

// backupEndings are the endings that editors, patch and sync tools append.
var backupEndings = []string{".bak", ".orig", ".rej", ".tmp", ".temp", ".old", ".save", ".swp", ".swo", ".swx", ".part", ".crdownload", ".!sync"}

func leftoverKind(lower string) string {
	switch {
	case strings.HasSuffix(lower, "~"):
		return "an editor's backup"
	case strings.HasPrefix(lower, "#") && strings.HasSuffix(lower, "#"):
		return "an editor's unsaved text"
	case strings.HasPrefix(lower, "~$"):
		return "an editor's lock file"
	case strings.Contains(lower, ".sync-conflict-"):
		return "a conflict copy of a sync tool"
	case strings.HasPrefix(lower, "~syncthing~"):
		return "a temporary file of a sync tool"
	}
	for _, ending := range backupEndings {
		if strings.HasSuffix(lower, ending) {
			return "a backup or temporary file"
		}
	}
	stem := strings.TrimSuffix(lower, ".md")
	if open := strings.LastIndexByte(stem, '('); open > 0 && strings.HasSuffix(stem, ")") {
		for _, mark := range copyMarks {
			if strings.Contains(stem[open:], mark) {
				return "a conflict copy of a sync tool"
			}
		}
	}
	return numberedKind(stem)
}

// numberedKind recognises "x_conflict-20260310-101500" (ownCloud) and
// "x_LOCAL_1234" with its sisters (git mergetool).
func numberedKind(stem string) string {
	base := strings.TrimRight(stem, "0123456789-")
	switch {
	case base == stem:
	case strings.HasSuffix(base, "_conflict"):
		return "a conflict copy of a sync tool"
	case strings.HasSuffix(base, "_backup_"), strings.HasSuffix(base, "_base_"), strings.HasSuffix(base, "_local_"), strings.HasSuffix(base, "_remote_"):
		return "a file of a merge tool"
	}
	return ""
}
