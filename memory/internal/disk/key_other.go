//go:build !linux && !darwin

package disk

import "io/fs"

func keyOf(info fs.FileInfo) Key {
	return Key{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
}
