package disk

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
)

// JobsDir holds work that is kept for later.
const JobsDir = StateDir + "/jobs"

const (
	historyDir  = StateDir + "/history"
	asidePrefix = "aside-"
)

// AsidePath is where the file that operation seq replaces or removes is kept
// until the operation has ended. It carries the file's name, because the
// journal does not.
func AsidePath(seq int64, name string) string {
	return StateDir + "/" + asidePrefix + strconv.FormatInt(seq, 10) + "~" + name
}

// Aside is a file that an unfinished operation left set aside.
type Aside struct {
	Path string // where it is
	Name string // the name it had
	Seq  int64  // the operation
}

// Asides lists the files that unfinished operations left set aside.
func (d *Dir) Asides() ([]Aside, error) {
	list, err := d.scan(StateDir, func(string) bool { return false })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Aside
	for _, e := range list {
		num, name, ok := strings.Cut(strings.TrimPrefix(e.Name, asidePrefix), "~")
		seq, err := strconv.ParseInt(num, 10, 64)
		if ok && err == nil && strings.HasPrefix(e.Name, asidePrefix) {
			out = append(out, Aside{Path: StateDir + "/" + e.Name, Name: name, Seq: seq})
		}
	}
	return out, nil
}

// HistoryPath is where operation seq keeps the bytes it wrote.
func HistoryPath(seq int64) string { return historyDir + "/" + strconv.FormatInt(seq, 10) + ".md" }

// ReplacedPath is where operation seq keeps what it replaced when those bytes
// were not in the history yet, because a person had written them.
func ReplacedPath(seq int64) string {
	return historyDir + "/" + strconv.FormatInt(seq, 10) + ".before.md"
}

// ReasonPath is where operation seq keeps the reason that was given for it.
func ReasonPath(seq int64) string { return historyDir + "/" + strconv.FormatInt(seq, 10) + ".why" }

// HistorySeqs returns the numbers of the operations that keep something in the
// history, in no order.
func (d *Dir) HistorySeqs() ([]int64, error) {
	list, err := d.scan(historyDir, func(string) bool { return false })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []int64
	for _, e := range list {
		num, _, _ := strings.Cut(e.Name, ".")
		if seq, err := strconv.ParseInt(num, 10, 64); err == nil && seq > 0 {
			out = append(out, seq)
		}
	}
	return out, nil
}

// RemoveHistory removes all that operation seq kept. Absence is no error; the
// folder is not synced.
func (d *Dir) RemoveHistory(seq int64) error {
	for _, name := range []string{HistoryPath(seq), ReplacedPath(seq), ReasonPath(seq)} {
		if err := d.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// IsTemp reports whether a name is one that NewTemp makes: a dot, the name of
// the memory's file, a random number.
func IsTemp(name string) bool {
	stem, num, ok := strings.Cut(name, ".md")
	if !ok || len(stem) < 2 || stem[0] != '.' || len(num) < 6 {
		return false
	}
	return strings.Trim(num, "0123456789") == ""
}
