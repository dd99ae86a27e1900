package safety

import (
	"strings"
)

// markerStart begins what Redact writes.
const markerStart = "[REDACTED"

// isPlaceholder reports whether a value, quotes stripped, is by itself no
// secret: a reference, a mask, a stand-in or a marker. Neighbouring text never
// excuses a value; who says "example:" before a real token still leaks it.
func isPlaceholder(v string) bool {
	m := measure(v)
	return standsFor(v, &m)
}

// standsFor is isPlaceholder for a value already measured.
func standsFor(v string, m *shape) bool {
	return v == "" || isReference(v) || isMask(v, m) || isStandIn(v)
}

// isReference reports values that point at a secret instead of being one.
func isReference(v string) bool {
	if v == "" || isPattern(v) {
		return v != ""
	}
	switch v[0] {
	case '$':
		// $2y$ and $6$ begin password hashes, $ABC and ${ABC} references.
		return len(v) > 1 && (is(v[1], letters|under|digits) && !strings.Contains(v[1:], "$") || strings.IndexByte("{([$", v[1]) >= 0)
	case '{', '<':
		return len(v) > 1 && (v[len(v)-1] == '}' || v[len(v)-1] == '>' || strings.ContainsAny(v[1:], "}>") || is(v[1], letters|digits) || v[1] == '{' || v[1] == '%')
	case '[':
		return strings.HasPrefix(v, markerStart) || strings.IndexByte(v, ']') > 0 || len(v) < 4
	case '(':
		return true
	case '%':
		return len(v) > 2 && (v[len(v)-1] == '%' || v[1] == '(' || v[1] == '{') || len(v) == 2
	case '@':
		return len(v) > 1 && is(v[1], letters|slash|dot|under) && run(v, 1, identPart|slash, len(v)) == len(v)
	case ':':
		return len(v) > 1 && run(v, 1, wordChars, len(v)) == len(v)
	case '!':
		return len(v) > 3 && yamlTag(v)
	case '#':
		return len(v) > 1 && v[1] == '{'
	case '/', '~', '.':
		return isPath(v)
	}
	for _, p := range referencePrefixes {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	if strings.HasPrefix(v, "Ag") && len(v) >= 150 && run(v, 0, base64Std, len(v)) >= 150 {
		return true // a SealedSecret's ciphertext
	}
	return isCodePath(v) || isURLOrPath(v)
}

// isPattern reports a regular expression, whose classes have counts.
func isPattern(v string) bool {
	if strings.HasPrefix(v, "(?:") {
		return true
	}
	for _, count := range []string{"]{", "]+", "]*"} {
		if k := strings.Index(v, count); k > 0 && strings.IndexByte(v[:k], '[') >= 0 {
			return true
		}
	}
	return false
}

// referencePrefixes begin values that name where the secret is kept, or are
// ciphertext. The schemes are those of secret stores' references.
var referencePrefixes = []string{
	"op://", "vault:", "arn:", "env:", "file:", "ref+", "secretref", "keyvault:", "ssm:", "sm://", "gcp-sm:", "azure-key-vault:", "awssm:",
	"var.", "data.", "local.", "module.", "each.", "random_password", "random_id.", "aws_", "google_", "azurerm_", "self.", "this.", "config.", "settings.",
	"process.env", "os.environ", "os.getenv", "os.Getenv", "ENV[", "System.getenv", "import.meta.env", "secrets.", "secretsmanager:", "values.", ".Values.", "getenv(", "env(",
	"ENC[", "ENC(", "{cipher}", "AQICAH", "projects/", "$ANSIBLE_VAULT", "vault_", "steps.", "github.", "parameters.", "variables[",
}

// isURLOrPath reports a URL, whose own rules apply, and a path of words.
func isURLOrPath(v string) bool {
	i := run(v, 0, alnum|plus|dash|dot, 20)
	return i > 0 && strings.HasPrefix(v[i:], "://")
}

func isPath(v string) bool {
	i := strings.IndexByte(v, '/')
	if i < 0 || i > 2 || len(v) < 3 {
		return v == "..." || v == "."
	}
	// A password may begin with a slash; a path goes on with a name.
	rest := v[i+1:]
	return run(rest, 0, identPart|slash, len(rest)) == len(rest) && (strings.IndexByte(rest, '/') > 0 || v[0] != '/' || isWord(rest) || isName(rest))
}

// yamlTag reports !Ref, !vault, !Sub and the like.
func yamlTag(v string) bool {
	i := 1
	for i < len(v) && is(v[i], letters|dot|slash) {
		i++
	}
	return i >= 4 && (i == len(v) || v[i] == ' ') && isWord(v[1:i])
}

// isCodePath reports a call or a dotted path of identifiers, as in
// cfg.Database.Password or getpass().
func isCodePath(v string) bool {
	i := run(v, 0, wordChars|dot, len(v))
	if i > 1 && i < len(v) && v[i] == '(' && is(v[0], letters|under) {
		return strings.IndexByte(v[i:], ')') > 0 || i+1 == len(v) || isQuote(v[i+1])
	}
	if i > 1 && i+1 < len(v) && v[i] == '[' && (isQuote(v[i+1]) || v[i+1] == ':' || is(v[i+1], digits)) {
		return true
	}
	if i != len(v) || strings.IndexByte(v, '.') <= 0 {
		return false
	}
	parts := strings.Split(v, ".")
	for _, p := range parts {
		if p == "" || !is(p[0], letters|under) {
			return false
		}
	}
	last := parts[len(parts)-1]
	switch classifyIdent(last).kind {
	case strong, keyish:
		return true
	}
	return false
}

// isMask reports values that were masked: at most two distinct bytes, stars,
// bullets, runs of x, or cut off with dots.
func isMask(v string, m *shape) bool {
	if m.distinct <= 2 && m.other == 0 || m.other > 0 && m.letters()+m.digit == 0 {
		return true
	}
	if strings.HasSuffix(v, "...") || strings.HasSuffix(v, "…") || strings.Contains(v, "****") || strings.Contains(v, "•••") {
		return true
	}
	x := 0
	for i := 0; i < len(v); i++ {
		if v[i] == 'x' || v[i] == 'X' || v[i] == '*' {
			x++
		}
	}
	return x >= 4 && x*3 >= len(v)*2
}

// isStandIn reports the values that documentation puts where the secret goes.
// A whole value or a whole prefix counts, "contains example" does not.
func isStandIn(v string) bool {
	var buf [48]byte
	head := buf[:copy(buf[:], v)]
	for i, b := range head {
		head[i] = lowerByte(b)
	}
	low := string(head)
	switch strings.Trim(low, `"'.,;:!?`) {
	case "password", "passwd", "pass", "pwd", "pw", "secret", "token", "apikey", "api_key", "api-key", "key", "user:password",
		"mypassword", "yourpassword", "my-password", "my_password", "mysecret", "mytoken", "my-secret-pw", "your_password", "newpassword", "oldpassword",
		"passphrase", "credentials", "p@ssw0rd", "pass123", "password123", "password1", "passw0rd", "secret123", "test", "testing", "test123", "dummy", "fake", "foo", "bar", "baz", "foobar", "placeholder", "example",
		"abc123", "123456", "12345678", "string", "str", "text", "bearer", "basic", "hidden", "redacted":
		return true
	}
	for _, p := range []string{"changeme", "change_me", "change-me", "changeit", "your-", "your_", "yoursecret", "yourtoken", "yourapi", "my-secret-", "replace_with", "replace-with", "replaceme", "replace_me", "replace-me", "insert-", "insert_", "enter_", "enter-", "put_your", "put-your", "example-", "example_", "dummy-", "dummy_", "fake-", "fake_", "todo", "<your", "sample-", "sample_", "placeholder", "some-secret", "some_secret", "super-secret", "supersecret", "not-a-real", "xxx"} {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	return strings.HasSuffix(v, "EXAMPLE") || strings.HasSuffix(v, "EXAMPLEKEY") || hasSuffixFold(v, "_here") || hasSuffixFold(v, "-here")
}

// stateWords are what a sentence or a status line says about a secret instead
// of the secret itself.
var stateWords = wordSet(`
	absent active added after again allowed already also always an and any applied are available base64 bad be because before being blank blocked both by
	cached can case changed check checked complete compromised configured configurable correct created currently cycled
	deactivated default defined deleted denied deprecated derived different disabled does due dynamic
	either empty enabled encoded encrypted enforced entered ephemeral exactly exists expired expires expiring exported exposed external
	failed false fetched fine for found from full
	generated given global gone good granted
	handled hardcoded has hashed here hidden
	identical ignored in inactive incorrect inherit inherited injected insecure inside internal invalid is issued it its
	kept known
	leaked linked loaded local locked long longer lost
	malformed managed mandatory manual masked matched maybe mismatched missing mounted must
	named needed never new nil no none not now null
	ok obsolete off old omitted on once only open optional or ours out outdated over owned
	passed pending per permanent plain plaintext present private prompted protected provided provisioned public pulled
	random read ready real redacted refreshed reissued rejected removed renewed replaced required requested reset restored restricted retired reused revoked right rotated rotating
	safe salted same saved scoped secure see sensitive sent set shared short shown signed simple simply something static still stale stored strong supplied supported synced
	tbd temporary the their there this to todo too true two typed
	undefined unchanged unencrypted unknown unlocked unmanaged unset unsupported unused up updated used user usually
	valid validated vaulted verified via visible
	wanted weak well what where which with without working wrong
	yes yet your zero
	yaml json text string password token secret prompt scram trust peer md5 ident cert ldap rbac oidc saml jwt bearer basic digest
`)

func wordSet(words string) map[string]struct{} {
	set := make(map[string]struct{})
	for _, w := range strings.Fields(words) {
		set[w] = struct{}{}
	}
	return set
}

// isStateWord reports a word of stateWords, ASCII case ignored.
func isStateWord(v string) bool {
	var buf [16]byte
	if len(v) == 0 || len(v) > len(buf) {
		return false
	}
	for i := 0; i < len(v); i++ {
		buf[i] = lowerByte(v[i])
	}
	_, ok := stateWords[string(buf[:len(v)])]
	return ok
}
