package safety

import "strings"

var ruleCLI = RuleInfo{"cli-password", Suspected, "Password on a command line: -u with user and password, mysql -p, redis-cli -a, sshpass -p, login -p and others", "the tools' manuals"}

// command is a program whose options hold a password.
type command struct {
	literal string
	// joined options hold it in the same word (-pV), separate ones in the next.
	joined, separate string
	// user options hold user:password, cookie options name=value.
	user, cookie string
	// last says that the last word is the password: sure, whatever it looks like.
	last, sure bool
}

// maxCommands bounds commands, whose positions a scan keeps.
const maxCommands = 40

var commands = []command{
	{literal: "curl ", user: "-u --user -U --proxy-user", cookie: "-b --cookie"},
	{literal: "gh secret set ", separate: "--body -b"},
	{literal: "http ", user: "-a --auth"}, {literal: "https ", user: "-a --auth"}, {literal: "xh ", user: "-a --auth"},
	{literal: "mysql", joined: "-p"}, {literal: "mariadb", joined: "-p"},
	{literal: "redis-cli", separate: "-a"}, {literal: "valkey-cli", separate: "-a"},
	{literal: "sshpass", joined: "-p", separate: "-p"},
	{literal: " login", separate: "-p", joined: "-p"},
	{literal: "mongo", separate: "-p", joined: "-p"},
	{literal: "ldap", separate: "-w"},
	{literal: "sqlcmd", separate: "-P", joined: "-P"}, {literal: "bcp ", separate: "-P", joined: "-P"},
	{literal: "mosquitto_", separate: "-P"}, {literal: "ipmitool", separate: "-P"},
	{literal: "smbclient", user: "-U"}, {literal: "cqlsh", separate: "-p"},
	{literal: "skopeo ", user: "--creds --src-creds --dest-creds"}, {literal: "rabbitmqadmin", separate: "-p"},
	{literal: "plink ", separate: "-pw"}, {literal: "pscp ", separate: "-pw"}, {literal: "7z ", joined: "-p"},
	{literal: "unzip ", separate: "-P"}, {literal: "zip ", separate: "-P"}, {literal: "openssl ", separate: "-k"},
	{literal: "htpasswd ", last: true}, {literal: "vault login ", last: true},
	{literal: "snmp", separate: "-A -X"}, {literal: "clickhouse-client", separate: "--password"},
	{literal: "rabbitmqctl ", last: true}, {literal: "net use ", last: true},
	{literal: "rabbitmqctl add_user ", last: true, sure: true}, {literal: "rabbitmqctl change_password ", last: true, sure: true},
	{literal: "mc alias set ", last: true}, {literal: "etcdctl ", user: "--user"}, {literal: "racadm ", separate: "-p"},
	{literal: "xfreerdp ", joined: "/p"},
}

// commandHit walks the words of a command line.
func commandHit(s *scan, at int, lit *literal) {
	text := s.text
	if at > 0 && is(text[at-1], wordChars) && lit.text[0] != ' ' {
		return
	}
	n := 0
	for commands[n].literal != lit.text {
		n++
	}
	if at < s.commandDone[n] {
		return
	}
	c, i := &commands[n], at+len(lit.text)
	if lit.text[len(lit.text)-1] != ' ' { // mysql is mysqldump as well
		i = run(text, i, identPart, 20)
	}
	limit := lineEnd(text, i, 1024)
	from, to := 0, 0
	for words := 0; words < 60 && i < limit; words++ {
		i = skipSpaces(text, i)
		start, end := commandWord(text, i, limit)
		if start >= limit || strings.IndexByte("|&;", text[start]) >= 0 {
			break
		}
		s.commandOption(c, start, end, limit)
		if text[start] != '-' && text[start] != '>' {
			from, to = start, end
		}
		i = max(end, i+1)
	}
	if c.last && to > 0 && (strongShape(text[from:to]) || c.sure && !strings.ContainsAny(text[from:to], "{}")) {
		s.commandPassword(from, to)
	}
	s.commandDone[n] = i
}

// commandWord returns the word at i, quotes included.
func commandWord(text string, i, limit int) (start, end int) {
	end = i
	for end < limit && !isSpace(text[end]) {
		if isQuote(text[end]) {
			if k := strings.IndexByte(text[end+1:limit], text[end]); k >= 0 {
				end += k + 1
			}
		}
		end++
	}
	return i, end
}

// commandOption judges one word of a command line and, if its option takes the
// password in the next word, that one.
func (s *scan) commandOption(c *command, start, end, limit int) {
	text := s.text
	word := text[start:end]
	option, _, _ := strings.Cut(word, "=")
	switch {
	case hasOption(c.user, option):
		i := start + len(option) + 1
		if option == word {
			i = skipSpaces(text, end)
		}
		s.userPassword(i, limit)
	case c.user != "" && len(word) > 2 && hasOption(c.user, word[:2]) && word[1] != '-':
		s.userPassword(start+2, limit)
	case hasOption(c.cookie, word):
		s.cookiePairs(skipSpaces(text, end))
	case hasOption(c.separate, word):
		from, to := commandWord(text, skipSpaces(text, end), limit)
		s.commandPassword(from, to)
	case len(word) > 2 && hasOption(c.joined, word[:2]):
		if start += 2; text[start] == '=' || text[start] == ':' {
			start++
		}
		s.commandPassword(start, end)
	}
}

// hasOption reports whether opt is one of the space-separated options.
func hasOption(options, opt string) bool {
	for options != "" && opt != "" {
		var o string
		o, options, _ = strings.Cut(options, " ")
		if o == opt {
			return true
		}
	}
	return false
}

// commandPassword records a word given as a password.
func (s *scan) commandPassword(start, end int) {
	start, end = stripQuotes(s.text, start, end)
	v := s.text[start:end]
	m := measure(v)
	if m.n < 4 || v[0] == '-' || isPlaceholder(v) || isStateWord(v) || m.digit == 0 && m.symbol == 0 && (m.upper == 0 || m.lower == 0) && m.n < 8 {
		return
	}
	if m.digit == m.n && m.n < 6 || isPath(v) || strings.HasPrefix(v, "/") {
		return
	}
	s.add(&ruleCLI, start, end)
}

// userPassword records the password of user:password (or user%password).
func (s *scan) userPassword(i, limit int) {
	start, end := commandWord(s.text, i, limit)
	start, end = stripQuotes(s.text, start, end)
	word := s.text[start:end]
	k := strings.IndexAny(word, ":%")
	if k < 0 {
		return
	}
	user, v := word[:k], word[k+1:]
	if i := strings.IndexFunc(user, func(r rune) bool { return r < 0x80 && !is(byte(r), identPart|slash|plus) && r != '@' && r != '\\' }); i >= 0 {
		return
	}
	if len(v) < 3 {
		if len(user) >= 20 && isRandom(user) {
			s.add(&ruleCLI, start, start+k)
		}
		return
	}
	if v == user || isPlaceholder(v) || isStandIn(v) || strings.HasPrefix(v, "//") {
		return
	}
	s.add(&ruleCLI, start+k+1, end)
}

func stripQuotes(text string, start, end int) (int, int) {
	for start < end && isQuote(text[start]) {
		start++
	}
	for end > start && (isQuote(text[end-1]) || text[end-1] == ',' || text[end-1] == ')') {
		end--
	}
	return start, end
}

// stdinHit looks back for the echo whose output is read as a password.
func stdinHit(s *scan, at int, _ *literal) {
	text := s.text
	start := lineStart(text, at, 300)
	line := text[start:at]
	pipe := strings.LastIndexByte(line, '|')
	if pipe < 0 {
		rest := text[at:lineEnd(text, at, 200)]
		if k := strings.Index(rest, "<<< "); k >= 0 {
			from, to := commandWord(text, at+k+4, at+len(rest))
			s.commandPassword(from, to)
		}
		return
	}
	for _, echo := range []string{"echo -n ", "echo ", "printf "} {
		if k := strings.LastIndex(line[:pipe], echo); k >= 0 {
			from, to := commandWord(text, start+k+len(echo), start+pipe)
			from, to = stripQuotes(text, from, to)
			if c := strings.IndexByte(text[from:to], ':'); c >= 0 {
				from += c + 1 // chpasswd reads user:password
			}
			s.commandPassword(from, to)
			return
		}
	}
}
