package safety

import "strings"

// structuralRules are the rules that know a context instead of a prefix.
var structuralRules = []*RuleInfo{
	&rulePrivateKey, &ruleArmour, &ruleBase64Key, &rulePutty, &ruleJWK, &ruleJWT,
	&ruleURLPassword, &ruleURLToken, &ruleSignedURL, &ruleWebhookURL, &ruleDSN,
	&ruleAuthorization, &ruleBearer, &ruleCookie, &ruleCLI, &ruleNetrc, &rulePgpass, &ruleSQL, &ruleXML, &rulePair,
	&ruleHash, &ruleKubernetes, &ruleKubeadm, &ruleRegistryAuth, &ruleWireguard, &ruleBase64, &ruleOpaque,
	&ruleLabeledPassword, &ruleLabeledSecret, &ruleLabeledToken, &ruleLabeledKey,
}

// structuralLiterals are what the structural rules listen for.
func structuralLiterals() []literal {
	out := innerLiterals()
	add := func(h handler, fold bool, texts ...string) {
		for _, t := range texts {
			out = append(out, literal{text: t, fold: fold, anchor: rarestPair(t), handle: h})
		}
	}
	add(pemHit, false, "-BEGIN ", "- BEGIN ")
	add(base64KeyHit, false, "LS0tLS1CRUdJTi")
	add(puttyHit, false, "Private-Lines:")
	add(jwkHit, false, `"kty"`)
	add(jwtHit, false, "eyJ")
	add(urlHit, false, "://")
	add(signedHit, true, "x-amz-signature=", "x-goog-signature=", "?sig=", "&sig=", "?signature=", "&signature=", "x-amz-security-token=")
	for _, w := range webhooks {
		add(webhookHit, false, w.literal)
	}
	add(dsnHit, false, "@tcp(", "@unix(", "@tcp6(", "@udp(")
	add(oracleHit, false, "jdbc:oracle", "sqlplus ", "impdp ", "expdp ")
	add(authorizationHit, true, "authorization")
	add(bearerHit, true, "bearer")
	add(cookieHit, true, "cookie")
	add(sessionHit, true, "session=", "sessionid", "phpsessid", "connect.sid", "session_cookie")
	add(pgpassHit, false, ":5432:", ":6432:", ":5433:", ":*:*:", "pgpass")
	add(sqlHit, true, "identified by")
	add(sqlHit, true, "identified with")
	add(hashHit, false, "$1$", "$5$", "$6$", "$y$", "$2a$", "$2b$", "$2y$", "$apr1$", "$argon2", "$pbkdf2", "$scrypt", "SCRAM-SHA-256$", "{SSHA}")
	add(secretHit, false, "kind")
	add(encodedHit, true, "base64", "payload", "b64", "echo ", "dockerconfig", "dockercfg")
	add(authHit, true, "auth")
	for _, c := range commands {
		add(commandHit, false, c.literal)
	}
	add(loginHit, true, "login", "log in", "sign in", "basic auth")
	add(argumentHit, false, "SecureString ", "PSCredential(", "NetworkCredential(")
	add(stdinHit, false, "--password-stdin", "sudo -S", "chpasswd", "passwd --stdin")
	for _, r := range labelRoots {
		out = append(out, literal{text: r.text, fold: true, anchor: r.anchor, handle: labelHit})
	}
	add(headerHit, true, "x-honeycomb-team", "x-insert-key")
	add(labelHit, false, "PAT", "_pat")
	add(foreignHit, false, foreignLabels()...)
	return out
}

// loginHit treats login and logins like credentials: login: admin / V.
func loginHit(s *scan, at int, lit *literal) {
	i := at + len(lit.text)
	if i < len(s.text) && s.text[i] == 's' {
		i++
	}
	if at > 0 && is(s.text[at-1], alnum|dash|slash) || i >= len(s.text) || is(s.text[i], alnum) {
		return
	}
	id := ident{start: at, end: i, label: label{kind: strong, rule: &ruleLabeledPassword, pair: true}}
	j := s.afterLabel(&id)
	if _, next, ok := separator(s.text, j); ok {
		s.pairOf(&id, next)
	} else if j < len(s.text) {
		s.pairOf(&id, skipSpaces(s.text, j))
	}
}

// foreignLabels are labels in scripts whose words are not split at spaces, or
// whose letters are not ASCII.
func foreignLabels() []string {
	return []string{
		"пароль", "Пароль", "ПАРОЛЬ", "пароля", "Пароля", "паролем", "парол", "токен", "Токен", "секрет",
		"密码", "密碼", "口令", "密钥", "令牌", "パスワード", "暗証番号", "トークン", "シークレット", "비밀번호", "암호", "토큰",
		"hasło", "Hasło", "contraseña", "Contraseña", "CONTRASEÑA", "contrasen\u0303a", "Contrasen\u0303a", "lösenord", "Lösenord", "şifre", "Şifre",
	}
}

// foreignHit judges the value behind a label that is not ASCII.
func foreignHit(s *scan, at int, lit *literal) {
	text := s.text
	if at < s.identDone {
		return
	}
	l := label{kind: strong, rule: &ruleLabeledPassword}
	switch lit.text {
	case "токен", "Токен", "令牌", "トークン", "토큰":
		l = label{kind: keyish, rule: &ruleLabeledToken}
	case "секрет", "密钥", "シークレット":
		l = label{kind: keyish, rule: &ruleLabeledSecret}
	}
	id := ident{start: at, end: at + len(lit.text), label: l, phrase: at}
	if lit.text[0] < 0xe3 || lit.text[0] >= 0xf0 { // alphabetic: the rest of the word's letters
		for id.end < len(text) && (text[id.end] >= 0x80 || is(text[id.end], letters)) {
			id.end++
		}
	}
	s.identDone = id.end
	if j, ok := afterParticle(text, id.end); ok {
		s.proseJudge(&id, j)
		return
	}
	s.labelled(&id)
}

// particles join a label to its value in languages without spaces.
var particles = []string{"是", "为", "為", "は", "改为", "改成", "變更為", "变更为", "更新为", "重置为", "설정", "은", "는", "이", "가", "를", "을", "被改为", "现在是", "現在は", "已改为", "已改成", "が", "を"}

// afterParticle returns where the value begins when, after at most 24 bytes of
// non-ASCII text, a particle stands right before it.
func afterParticle(text string, i int) (int, bool) {
	j := i
	for j < len(text) && (text[j] >= 0x80 || text[j] == ' ') && j-i < 48 {
		j++
	}
	gap := strings.TrimRight(text[i:j], " ")
	for _, p := range particles {
		if strings.HasSuffix(gap, p) && j < len(text) && text[j] > ' ' {
			return j, true
		}
	}
	return 0, false
}
