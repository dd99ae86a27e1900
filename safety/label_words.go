package safety

// labelKind says how much a label promises about the value behind it.
type labelKind uint8

const (
	noLabel labelKind = iota
	// strong labels stand before values people choose, which need not look
	// random: password, passphrase, pwd.
	strong
	// keyish labels stand before generated values, and as often before names,
	// paths and settings, so their value must look random: token, secret, key.
	keyish
)

// label is what an identifier or a phrase says about its value.
type label struct {
	kind labelKind
	rule *RuleInfo
	// bare is a lone word that is also ordinary prose: pass, key.
	bare bool
	// picky labels need a digit or a sign in the value even where it stands alone.
	picky bool
	// wire marks labels of WireGuard keys.
	wire bool
	// pair is creds, credentials or login: a user and a password may follow.
	pair bool
}

var (
	ruleLabeledPassword = RuleInfo{"labeled-password", Suspected, "Value of a label such as password, passphrase, pwd, Passwort, пароль, 密码", "observed in configuration, logs and chat"}
	ruleLabeledSecret   = RuleInfo{"labeled-secret", Suspected, "Random value of a label such as client_secret, credentials, dsn", "observed in configuration, logs and chat"}
	ruleLabeledToken    = RuleInfo{"labeled-token", Suspected, "Random value of a label such as token, auth_token, pat, jwt", "observed in configuration, logs and chat"}
	ruleLabeledKey      = RuleInfo{"labeled-api-key", Suspected, "Random value of a label such as api_key, access key, signing key", "observed in configuration, logs and chat"}
	ruleWireguard       = RuleInfo{"wireguard-key", Certain, "WireGuard private or preshared key: 44 base64 characters behind its label", "wg(8), configuration file format"}
	ruleKubeadm         = RuleInfo{"kubeadm-token", Certain, "kubeadm bootstrap token behind a token label: 6 characters, a dot, 16 characters", "Kubernetes docs, bootstrap tokens"}
	ruleRegistryAuth    = RuleInfo{"registry-auth", Certain, "Base64 of user:password behind auth, as in Docker's config.json and .npmrc", "Docker docs, config.json"}
	ruleNetrc           = RuleInfo{"netrc", Suspected, "Password in a netrc line", "curl docs, netrc"}
)

// lastWord classifies the word that ends an identifier. Everything that is not
// listed denies the label: token_file, secretName, key_id and passwords are
// about a secret and hold none.
func lastWord(w string) label {
	switch w {
	case "password", "passwd", "passphrase", "passcode", "pwd", "pw", "passwort", "kennwort", "contrasena", "contrasenia", "motdepasse", "senha", "mdp",
		"requirepass", "masterauth", "sshpass", "dbpass", "userpass", "rootpass", "adminpass", "mysqlpass", "smtppass", "mypass",
		"storepass", "keypass", "bindpass", "bindpw", "rootpw", "ldappass", "authpass", "proxypass", "wachtwoord", "parola", "haslo", "heslo", "salasana", "passord", "adgangskode", "psw", "passwrd", "pswd":
		return label{kind: strong, rule: &ruleLabeledPassword}
	case "pass":
		return label{kind: strong, rule: &ruleLabeledPassword, bare: true}
	case "clave":
		return label{kind: strong, rule: &ruleLabeledPassword, picky: true}
	case "secret", "dsn", "psk", "apisecret", "clientsecret":
		return label{kind: keyish, rule: &ruleLabeledSecret}
	case "credentials", "creds":
		return label{kind: keyish, rule: &ruleLabeledSecret, pair: true}
	case "credential", "cred":
		return label{kind: keyish, rule: &ruleLabeledSecret}
	case "token", "jwt", "pat":
		return label{kind: keyish, rule: &ruleLabeledToken}
	case "apikey", "accesskey", "secretkey", "privatekey", "authkey", "appkey", "sharedkey", "masterkey", "accountkey", "signingkey", "encryptionkey", "licensekey", "routingkey", "servicekey", "integrationkey":
		return label{kind: keyish, rule: &ruleLabeledKey}
	case "presharedkey":
		return label{kind: keyish, rule: &ruleLabeledKey, wire: true}
	case "key":
		return label{kind: keyish, rule: &ruleLabeledKey, bare: true}
	}
	for _, end := range concatenated {
		if len(w) > len(end.suffix) && w[len(w)-len(end.suffix):] == end.suffix && w != "htpasswd" && w != "passwd" {
			return label{kind: end.kind, rule: end.rule}
		}
	}
	return label{}
}

// concatenated are endings of words written together: dbpassword, authtoken.
var concatenated = []struct {
	suffix string
	kind   labelKind
	rule   *RuleInfo
}{
	{"password", strong, &ruleLabeledPassword},
	{"passwd", strong, &ruleLabeledPassword},
	{"passphrase", strong, &ruleLabeledPassword},
	{"passwort", strong, &ruleLabeledPassword},
	{"kennwort", strong, &ruleLabeledPassword},
	{"pwd", strong, &ruleLabeledPassword},
	{"secret", keyish, &ruleLabeledSecret},
	{"token", keyish, &ruleLabeledToken},
	{"apikey", keyish, &ruleLabeledKey},
	{"accesskey", keyish, &ruleLabeledKey},
	{"secretkey", keyish, &ruleLabeledKey},
	{"privatekey", keyish, &ruleLabeledKey},
}

// neutralWords may stand after the deciding word without changing what it says:
// DB_PASSWORD_PROD, secret_key_base, API_KEY_V2.
var neutralWords = wordSet(`prod production live staging stage stg dev development test qa uat old new prev previous next current
	primary secondary backup base b64 base64 hex value val str plain plaintext raw clear eu us ro rw v1 v2 v3 default main admin root`)

// keyQualifiers make "key" the name of a credential. Alone it is a map key, a
// sort key, a cache key.
var keyQualifiers = wordSet(`api access secret private account storage signing encryption decryption license licence service shared
	routing integration ingest ingestion deploy deployment hmac master auth authentication authorization app application user admin client
	configuration config management registration activation security session webhook crypto cipher aes rsa root unseal recovery
	project org organisation organization team personal developer subscription functions function host write read query search
	datadog dd aws azure gcp google openai anthropic stripe github gitlab grafana honeycomb pagerduty opsgenie newrelic relic sentry sendgrid mailgun twilio
	heroku cloudflare fastly algolia okta snyk sonar splunk elastic elasticsearch kibana wireguard wg preshared django rails flask jwt vault consul nomad
	linear notion figma slack discord telegram segment mixpanel amplitude launchdarkly logdna loggly papertrail rollbar bugsnag vendor merchant provisioning
	bearer bot relay dkim tls ssl ssh pgp gpg deepl mapbox maps weather minio wasabi backblaze b2 spaces ovh hetzner do linode vultr npm docker`)

// deniedQualifiers, right before key or token, make it something that may be
// shown: a cursor, a name, a place in a map.
var deniedQualifiers = wordSet(`partition sort primary foreign dedup deduplication cache kms object s3 row page paging
	continuation sync cursor next hashed sealed surrogate composite range hash lookup translation i18n
	unique candidate group grouping join shard sharding tag label map dictionary metric ssm
	request cancellation resume lock fencing fence sequence nonce goog amz forgery stop host`)

// deniedAnywhere deny a key or a token wherever they stand in its name.
var deniedAnywhere = wordSet(`public pub publishable csrf xsrf pagination idempotency`)
