package analysis

import "strings"

// isNumber reports whether s is a number, date, time or version of digits,
// with an optional unit: 42, 12.4, 30s, 512Mi, 2026-11-01, 19:02. An IPv4
// address is none.
func isNumber(s string) bool {
	if s == "" || !isDigit(s[0]) {
		return false
	}
	dots, i := 0, 0
	for ; i < len(s); i++ {
		c := s[i]
		if !isDigit(c) && (c != '.' && c != ':' && c != '-' || !betweenDigits(s, i)) {
			break
		}
		if c == '.' {
			dots++
		}
	}
	if dots >= 3 {
		return false
	}
	return isUnit(s[i:]) || isTimestamp(s)
}

// isUnit reports whether s is empty or at most three letters that can follow a
// number. A status class (5xx) and an instance size (2xlarge) are names.
func isUnit(s string) bool {
	if len(s) > 3 || strings.EqualFold(s, "xx") {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// isTimestamp reports whether s starts like 2026-11-29T19.
func isTimestamp(s string) bool {
	return len(s) >= 13 && s[4] == '-' && s[7] == '-' && s[10]|0x20 == 't' && isDigit(s[12])
}

// podAlphabet is the alphabet of Kubernetes' generated name suffixes
// (k8s.io/apimachinery/pkg/util/rand), chosen there to avoid words.
const podAlphabet = "bcdfghjklmnpqrstvwxz2456789"

// isHash reports whether a name looks generated: hexadecimal digests, UUIDs,
// Kubernetes pod suffixes, long mixtures of letters and digits.
func isHash(s string) bool {
	if len(s) < 5 {
		return false
	}
	letters, digits, changes := 0, 0, 0
	hex, pod := true, true
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case isDigit(c):
			digits++
		case c == '-':
			return isUUID(s)
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			letters++
			hex = hex && c|0x20 <= 'f'
		default:
			return false
		}
		pod = pod && strings.IndexByte(podAlphabet, c) >= 0
		if i > 0 && isDigit(c) != isDigit(s[i-1]) {
			changes++
		}
	}
	if digits == 0 || letters == 0 {
		return false
	}
	return hex && len(s) >= 7 || pod && letters >= 2 && changes >= 2 || len(s) >= 12 && changes >= 5
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (s[i] == '-') || !dash && !isDigit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
