package safety

import "strings"

// An innerRule matches tokens whose signature stands in the middle or at the
// end, so that the token has to be found on both sides of it.
type innerRule struct {
	info    RuleInfo
	literal string
	// find returns the token around the literal at at; end is 0 if there is none.
	find func(text string, at int) (start, end int)
}

var innerRules = []innerRule{
	{RuleInfo{"azure-client-secret", Certain, "Entra ID client secret: three characters, a digit, Q~ and 30 to 36 characters", "Microsoft Security, identifiable keys"},
		"Q~", azureClientSecret},
	{RuleInfo{"azure-devops-token", Certain, "Azure DevOps personal access token: 76 characters, AZDO, 4 characters", "Microsoft Learn, personal access tokens"},
		"AZDO", azureDevOpsToken},
	{RuleInfo{"azure-ai-key", Certain, "Azure AI services key: 84 characters with JQQJ99 inside", "Microsoft Security, identifiable keys"},
		"JQQJ99", azureAIKey},
	{RuleInfo{"newrelic-license", Certain, "New Relic licence key: 36 hexadecimal digits and NRAL", "New Relic docs, API keys"},
		"NRAL", newRelicLicense},
	{RuleInfo{"terraform-token", Certain, "HCP Terraform token: 10 to 18 characters, .atlasv1., 60 characters", "HCP Terraform docs, API tokens"},
		".atlasv1.", terraformToken},
	{RuleInfo{"telegram-token", Certain, "Telegram bot token: 8 to 10 digits, a colon, AA and 32 to 35 characters", "Telegram Bot API, authorizing your bot"},
		":AA", telegramToken},
	{RuleInfo{"discord-token", Certain, "Discord bot token: base64 of the id, a dot, 6 characters, a dot, 27 or more, with the word discord near", "Discord developer docs, reference"},
		"iscord", discordToken},
	{RuleInfo{"k3s-token", Certain, "k3s node token: K10, 64 hexadecimal digits, ::, user and password", "K3s docs, token format"},
		"K10", k3sToken},
	{RuleInfo{"brevo-key", Certain, "Brevo key: xkeysib-, 64 hexadecimal digits, 16 characters", "Brevo developers, API keys"},
		"xkeysib-", brevoKey},
}

func innerLiterals() []literal {
	var out []literal
	for i := range innerRules {
		r := &innerRules[i]
		find := r.find
		out = append(out, literal{text: r.literal, anchor: rarestPair(r.literal), rule: &r.info,
			handle: func(s *scan, at int, lit *literal) {
				if start, end := find(s.text, at); end > 0 {
					s.add(lit.rule, start, end)
					s.resume = end
				}
			}})
	}
	return out
}

func azureClientSecret(text string, at int) (int, int) {
	start := at - 4
	if start < 0 || !is(text[at-1], digits) || start > 0 && is(text[start-1], alnum) {
		return 0, 0
	}
	end := run(text, at+2, base64URL|dot|tilde, 40)
	for end > at && text[end-1] == '.' && end-at-2 > 34 {
		end--
	}
	if n := end - at - 2; n < 30 || n > 38 || lowerWords(text[at+2:end]) || measure(text[at+2:end]).distinct < 6 {
		return 0, 0
	}
	return start, end
}

func azureDevOpsToken(text string, at int) (int, int) {
	start, end := runBack(text, at, alnum, 90), run(text, at+4, alnum, 10)
	if at-start < 70 || end-at-4 < 4 {
		return 0, 0
	}
	return start, end
}

func azureAIKey(text string, at int) (int, int) {
	start, end := runBack(text, at, alnum, 90), run(text, at+6, alnum, 60)
	if at-start < 20 || end-start < 70 {
		return 0, 0
	}
	return start, end
}

func newRelicLicense(text string, at int) (int, int) {
	start, end := runBack(text, at, lowerHex, 80), at+4
	if at-start != 36 || end < len(text) && is(text[end], alnum) {
		return 0, 0
	}
	return start, end
}

func terraformToken(text string, at int) (int, int) {
	const sig = len(".atlasv1.")
	start, end := runBack(text, at, alnum, 20), run(text, at+sig, base64URL, 200)
	if n := at - start; n < 10 || n > 18 || end-at-sig < 40 || measure(text[at+sig:end]).distinct < 6 {
		return 0, 0
	}
	return start, end
}

func telegramToken(text string, at int) (int, int) {
	start, end := runBack(text, at, digits, 12), run(text, at+1, base64URL, 60)
	if n := at - start; n < 8 || n > 10 || end-at-3 < 32 || end-at-3 > 36 || measure(text[at+1:end]).distinct < 8 {
		return 0, 0
	}
	return start, end
}

// discordToken looks for the token within 200 bytes after the word.
func discordToken(text string, at int) (int, int) {
	limit := min(len(text), at+200)
	for i := at; i < limit; i++ {
		if !is(text[i], base64URL) {
			continue
		}
		end := run(text, i, base64URL|dot, 120)
		for end > i+1 && text[end-1] == '.' {
			end--
		}
		if parts := strings.SplitN(text[i:end], ".", 4); len(parts) == 3 && strings.IndexByte("MNO", text[i]) >= 0 &&
			len(parts[0]) >= 23 && len(parts[1]) == 6 && len(parts[2]) >= 27 && isRandom(text[i:end]) {
			return i, end
		}
		i = end
	}
	return 0, 0
}

func k3sToken(text string, at int) (int, int) {
	i := run(text, at+3, lowerHex, 64)
	if i-at-3 != 64 || !strings.HasPrefix(text[i:], "::") {
		return 0, 0
	}
	end := run(text, i+2, wordChars|dash|dot, 300)
	if end < len(text) && text[end] == ':' {
		end = run(text, end+1, base64URL|dot, 300)
	}
	if end-i < 8 {
		return 0, 0
	}
	return at, end
}

func brevoKey(text string, at int) (int, int) {
	end := run(text, at+8, base64URL, 120)
	if end-at < 72 {
		return 0, 0
	}
	return at, end
}
