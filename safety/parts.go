package safety

import "strings"

// ScanParts scans the fields of one record: each alone and all together, one a
// line, so that a credential whose label or manifest lies in another field is
// found too. The result has one slice for each part, with offsets in that part.
// Safe for concurrent use.
//
// A writer of files that wants to be sure scans the finished file as well: keys
// next to values are what labels are made of.
func ScanParts(parts ...string) [][]Finding { return std.ScanParts(parts...) }

// ScanParts is like the function ScanParts, with the scanner's own rules as
// well.
func (s *Scanner) ScanParts(parts ...string) [][]Finding {
	out := make([][]Finding, len(parts))
	for i, part := range parts {
		out[i] = s.Scan(part)
	}
	joined := s.Scan(strings.Join(parts, "\n"))
	start := 0
	for i, part := range parts {
		end := start + len(part)
		for _, f := range joined {
			f.Start, f.End = max(f.Start, start)-start, min(f.End, end)-start
			if f.Start < f.End && !overlaps(out[i], f) {
				out[i] = insert(out[i], f)
			}
		}
		start = end + 1
	}
	return out
}

// overlaps reports whether f touches bytes of a finding.
func overlaps(found []Finding, f Finding) bool {
	for _, g := range found {
		if f.Start < g.End && g.Start < f.End {
			return true
		}
	}
	return false
}

// insert keeps the findings ordered.
func insert(found []Finding, f Finding) []Finding {
	i := 0
	for i < len(found) && found[i].Start < f.Start {
		i++
	}
	return append(found[:i:i], append([]Finding{f}, found[i:]...)...)
}
