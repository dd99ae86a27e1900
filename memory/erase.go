package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/daybook-sre/daybook/memory/internal/disk"
	"github.com/daybook-sre/daybook/memory/internal/ledger"
)

// Principal is one owner of memories below a root.
type Principal struct {
	ID  string // "" for the local one, and when only the directory is known
	Dir string // relative to the root, with slashes
}

// Principals lists who has a directory below the root, by directory. The id is
// read from the store's journal, because directory names may be shortened; it is
// empty when the store never wrote one.
func (r *Root) Principals(ctx context.Context) ([]Principal, error) {
	names, err := disk.Subdirs(r.dir, usersDir)
	if err != nil {
		return nil, classifyRead(err)
	}
	var out []Principal
	if ok, err := disk.Exists(disk.Place{Base: r.dir, Rel: []string{memoryDir}}); err != nil {
		return nil, classifyRead(err)
	} else if ok {
		out = append(out, Principal{Dir: memoryDir})
	}
	slices.Sort(names)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := Principal{Dir: usersDir + "/" + name}
		if isPlain(name) {
			p.ID = name
		} else {
			p.ID = ownerOf(disk.Place{Base: r.dir, Rel: []string{usersDir, name, memoryDir}}, name)
		}
		out = append(out, p)
	}
	return out, nil
}

// ownerOf reads who the directory with this name belongs to from the first line
// of its journal. A journal that was copied there from elsewhere says nothing.
func ownerOf(p disk.Place, name string) (id string) {
	dir, err := disk.Open(p, false)
	if err != nil {
		return ""
	}
	defer dir.Close()
	_ = ledger.Each(dir, func(l ledger.Line) bool { // an unreadable journal tells no owner
		id = l.Owner
		return false
	})
	if dirName, err := principalDir(id); err != nil || dirName != name {
		return ""
	}
	return id
}

// Erase removes everything a principal has below the root: memories, history,
// journal, tombstones. It is for leaving and for the right to be forgotten;
// nothing is kept that could bar what is said later. It waits for writers under
// way. Erasing who has nothing is no error. A directory that is a link is an
// error: it is left alone. It works while memory is switched off, and whatever
// state the store is in.
//
// nil means that it stays erased after a crash. Calls on stores of the principal
// that are held elsewhere find an empty store.
func (r *Root) Erase(ctx context.Context, principal string, by By) error {
	name, err := principalDir(principal)
	if err != nil {
		return err
	}
	s, err := r.Store(principal)
	if err != nil {
		return err
	}
	err = s.locked(ctx, false, by, func(t *tx) error {
		t.store.root.opts.Logger.Info("memory: erasing a principal", "dir", name)
		return disk.Detach(r.dir, usersDir, name)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := disk.RemoveDetached(r.dir, usersDir, name); err != nil {
		return fmt.Errorf("erasing %s: %w", name, classify(err))
	}
	return nil
}
