package disk

import (
	"io/fs"
	"syscall"
)

func keyOf(info fs.FileInfo) Key {
	k := Key{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		k.ChangeTime = st.Ctim.Nano()
		k.Inode = st.Ino
	}
	return k
}
