package safety

import "strings"

// commonPairs are the letter pairs that English prose, log lines and
// identifiers are made of. A literal is not looked up by one of them if it has
// another.
const commonPairs = " th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne" +
	" ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt" +
	" po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od" +
	" bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew" +
	" mu br bi pt ak pu ui rg ib tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo nv je nk kn gs dy hy ze ks xt bs ik dd pm "

// rarestPair returns where in a literal the two bytes stand that are least
// likely in other text.
func rarestPair(lit string) int {
	best, at := 1<<30, 0
	for i := 0; i+1 < len(lit); i++ {
		if c := pairCost(lit[i], lit[i+1]); c < best {
			best, at = c, i
		}
	}
	return at
}

// commonPair reports two lower-case letters that often stand together.
func commonPair(a, b byte) bool {
	return strings.Contains(commonPairs, string([]byte{' ', a, b, ' '}))
}

func pairCost(a, b byte) int {
	lowA, lowB := lowerByte(a), lowerByte(b)
	switch {
	case a == ' ' || b == ' ':
		return 60
	case is(a, lowers) && is(b, lowers):
		if i := strings.Index(commonPairs, string([]byte{' ', a, b, ' '})); i >= 0 {
			return 50 - i/40
		}
		return 4
	case is(lowA, lowers) && is(lowB, lowers): // the case differs, or both are capitals
		return 6
	case is(a, digits) && is(b, digits):
		return 20
	case b == '-' || a == '-' || b == '.' || a == '.' || b == '/' || a == '/' || a == ':' || b == ':':
		return 15
	}
	return 8
}
