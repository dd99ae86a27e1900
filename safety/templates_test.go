package safety_test

import "strings"

// expand fills a template. {pw} and the like become marked credentials of a
// kind; {user}, {host} and {svc} are context.
func expand(g gen, template string) string {
	var b strings.Builder
	for rest := template; ; {
		before, after, ok := strings.Cut(rest, "{{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, tail, _ := strings.Cut(after, "}}")
		b.WriteString(part(g, name))
		rest = tail
	}
}

func part(g gen, name string) string {
	switch name {
	case "pw":
		return mark(g.password())
	case "rnd": // a generated password without signs that end words
		return mark(g.mixed(16))
	case "low":
		return mark(g.from(lower, 12))
	case "word":
		return mark(g.word() + g.from(number, 4))
	case "phrase":
		return mark(g.passphrase())
	case "key":
		return mark(g.mixed(32))
	case "key40":
		return mark(g.mixed(40))
	case "key20":
		return mark(g.mixed(20))
	case "url64":
		return mark(g.url64(43))
	case "std64":
		return mark(g.std64(86) + "==")
	case "wg":
		return mark(g.std64(42) + "A=")
	case "hex32":
		return mark(g.hex(32))
	case "hex40":
		return mark(g.hex(40))
	case "hex64":
		return mark(g.hex(64))
	case "uuid":
		return mark(g.uuid())
	case "boot":
		return mark(g.from(lower+number, 5) + "7." + g.from(lower+number, 16))
	case "basic":
		return mark(b64(g.user() + ":" + g.mixed(12)))
	case "b64pw":
		return mark(b64(g.mixed(14)))
	case "b64url":
		return mark(b64("postgres://app:" + g.mixed(12) + "@db/app"))
	case "user":
		return g.user()
	case "host":
		return g.host()
	case "svc":
		return g.service()
	case "b64key":
		return mark(b64(begin("RSA PRIVATE KEY") + "\n" + g.pemLines(3) + "\n" + end("RSA PRIVATE KEY")))
	case "b64cert":
		return b64(begin("CERTIFICATE") + "\n" + g.pemLines(3) + "\n" + end("CERTIFICATE"))
	case "hook":
		return mark("T" + g.from(upper+number, 9) + "/B" + g.from(upper+number, 9) + "/" + g.mixed(24))
	case "crypt":
		return mark("$6" + "$rounds=5000$" + g.alnum(8) + "$" + g.from(alnums+"./", 86))
	case "bcrypt":
		return mark("$2y" + "$10$" + g.from(alnums+"./", 53))
	case "pem":
		return mark(g.pemLines(3))
	case "opaque":
		return mark(g.mixed(56))
	case "jwtbody":
		return jwtPart(`{"alg":"RS256"}`)[3:] + "." + jwtPart(`{"sub":"`+g.uuid()+`"}`) + "." + g.url64(43)
	case "plainhex":
		return g.hex(40)
	}
	panic("unknown part " + name)
}

// labelledTemplates hold generated keys behind labels that need not look like
// passwords.
var labelledTemplates = []string{
	"export DD_API_KEY={{hex32}}\n",
	"$env:DD_APP_KEY = \"{{hex40}}\"",
	"set TWILIO_AUTH_TOKEN={{hex32}}",
	"setx OKTA_API_TOKEN {{key40}}",
	"SNYK_TOKEN: {{uuid}}\n",
	"      - JENKINS_TOKEN={{hex32}}\n      - LOG=debug\n",
	"Environment=OPSGENIE_API_KEY={{uuid}}\n",
	"ENV STORAGE_ACCOUNT_KEY={{std64}}\n",
	"ARG API_SECRET={{key}}\n",
	"{\"name\":\"SPLUNK_HEC_TOKEN\",\"value\":\"{{uuid}}\"}",
	"[{ \"ParameterKey\": \"ApiToken\", \"ParameterValue\": \"{{key}}\" }]",
	"ParameterKey=WebhookSecret,ParameterValue={{key}}",
	"variable \"consul_token\" {\n  default = \"{{uuid}}\"\n}\nconsul_token = \"{{uuid}}\"\n",
	"- name: HONEYCOMB_API_KEY\n  value: \"{{key20}}\"\n",
	"-e PAGERDUTY_ROUTING_KEY='{{hex32}}' img",
	"--set config.apiKey={{key}}",
	"helm install x --set-string auth.token={{key}}",
	"aws configure set aws_secret_access_key {{key40}}",
	"aws_secret_access_key = {{key40}}\nregion = eu-west-1\n",
	"| API key | {{key}} |",
	"| service | token |\n|---|---|\n| ci | {{key}} |\n",
	"| `api_key` | `{{key}}` |",
	"**API key**: {{key}}",
	"**Client secret:** `{{key}}`",
	"- client secret: {{key40}}",
	"API key for prod: {{hex32}}",
	"the api key for memsvc is {{key}}",
	"here's the new Grafana API key: {{key40}}",
	"new datadog api key is {{hex32}}, deployed to all",
	"The refresh token is now {{url64}}",
	"token → {{key}}",
	"auth_token => '{{key}}',",
	":api_key => \"{{key}}\"",
	"'secret_key_base' => '{{hex64}}'",
	"SECRET_KEY = '{{key40}}'",
	"apiKey: '{{key}}',",
	"const token = \"{{key}}\";",
	"client_secret: str = \"{{key}}\"",
	"var apiToken string = \"{{key}}\"",
	"config.setApiKey(\"{{key}}\")",
	"os.environ[\"API_TOKEN\"] = \"{{key}}\"",
	"X-Vault-Token: {{key}}",
	"-H \"X-Auth-Token: {{key}}\"",
	"-H 'DD-API-KEY:{{hex32}}'",
	"x-api-key: {{uuid}}\r\n",
	"PRIVATE-TOKEN: {{key20}}",
	"GET /x?access_token={{key}}&a=1",
	"https://api.internal/v1?apikey={{hex32}}",
	"callback?id_token={{url64}}&state=x",
	"rotate: webhookSecret={{hex40}}",
	"encryptionKey=\"{{hex64}}\"",
	"<apiKey>{{key}}</apiKey>",
	"<add key=\"ApiToken\" value=\"{{key}}\" />",
	"<property name=\"secretKey\" value=\"{{key}}\"/>",
	"SharedAccessKeyName=Root;SharedAccessKey={{std64}};EntityPath=q",
	"AccountName=a;AccountKey={{std64}};EndpointSuffix=core.windows.net",
	"level=debug msg=\"using token\" token={{key}} svc={{svc}}",
	"time=\"x\" api_token=\"{{key}}\" ok",
	"{\"level\":\"info\",\"msg\":\"api_key: {{key}}\\nuser: x\"}",
	"{\"env\":\"API_KEY={{key}}\"}",
	"gh secret set DEPLOY_TOKEN --body \"{{key}}\"",
	"vault login -token={{key}}",
	"vault kv put secret/x api_key={{key}} user=a",
	"consul acl -token {{uuid}}",
	"kubeadm join 10.0.0.1:6443 --token {{boot}} --discovery-token-ca-cert-hash sha256:{{plainhex}}",
	"argocd cluster add --auth-token {{key}}",
	"PrivateKey = {{wg}}\nAddress = 10.0.0.1\n",
	"PresharedKey={{wg}}",
	"der API-Key lautet {{key}}",
	"la clave de API: {{key}}",
	"токен: {{key}}",
	"令牌：{{key}}",
	"トークンは{{key}}です",
	"API密钥是 {{key}}",
	"Signing secret\n{{hex32}}\n",
	"API key:\n{{key}}\n",
	"API token for staging:\n```\n{{key}}\n```\n",
	"jwt_secret: \"{{key40}}\"",
	"hmac-key: {{hex64}}",
	"license_key = '{{key40}}'",
	"sonar.login.token={{hex40}}",
	"_authToken={{uuid}}",
	"npm config set //r.example/:_authToken {{uuid}}",
	"API_KEY_PROD={{key}}",
	"TOKEN_2={{key}}",
	"use {{key}} as the api token",
}

// structuralTemplates hold credentials in the syntax of configuration,
// commands, connection strings and headers.
var structuralTemplates = []string{
	"postgres://{{user}}:{{pw}}@{{host}}:5432/app",
	"postgresql+asyncpg://{{user}}:{{rnd}}@{{host}}/app?ssl=true",
	"mysql://{{user}}:{{low}}@{{host}}:3306/shop",
	"DATABASE_URL=\"postgres://{{user}}:{{pw}}@{{host}}/x\"",
	"{\"url\":\"amqps://{{user}}:{{rnd}}@{{host}}:5671/v\"}",
	"redis://:{{rnd}}@{{host}}:6379/0",
	"rediss://default:{{word}}@{{host}}:6380",
	"mongodb://{{user}}:{{word}}@m1:27017,m2:27017/app?replicaSet=r",
	"ftp://{{user}}:{{pw}}@{{host}}/x",
	"smtp://{{user}}:{{rnd}}@{{host}}:587",
	"ldap://cn=x:{{rnd}}@{{host}}",
	"http://{{user}}:{{word}}@{{host}}:3128",
	"<https://{{user}}:{{rnd}}@{{host}}/x|link>",
	"[dash](https://{{user}}:{{rnd}}@{{host}}/x)",
	"remote: https://{{user}}:{{key20}}@git.example.net/a/b.git",
	"https://{{key40}}@git.example.net/a/b.git",
	"https://{{hex32}}@o1.ingest.sentry.io/2",
	"postgres://{{user}}:" + mark("Ab3/kX9#q") + "@{{host}}:5432/x",
	"sqlserver://sa:{{word}}@{{host}}:1433?database=x",
	"clickhouse://default:{{rnd}}@{{host}}:9000",
	"nats://{{user}}:{{rnd}}@{{host}}:4222",
	"jdbc:mysql://{{host}}:3306/x?user={{user}}&password={{rnd}}",
	"jdbc:sqlserver://{{host}};user=sa;password={{rnd}};encrypt=true",
	"jdbc:oracle:thin:{{user}}/{{rnd}}@{{host}}:1521:X",
	"sqlplus {{user}}/{{rnd}}@//{{host}}:1521/ORCL",
	"Server={{host}};Database=x;User Id=sa;Password={{pw}};TrustServerCertificate=true",
	"Data Source={{host}};Uid=sa;Pwd={{rnd}};",
	"host={{host}} user={{user}} password='{{pw}}' dbname=x",
	"{{user}}:{{rnd}}@tcp({{host}}:3306)/x",
	"mysql -h {{host}} -u{{user}} -p{{rnd}} shop",
	"mysqldump --single-transaction -u root -p'{{pw}}' shop > x.sql",
	"mysql --password={{pw}} -e 'select 1'",
	"MYSQL_PWD={{pw}} mysql -h {{host}}",
	"redis-cli -h {{host}} -a {{rnd}} ping",
	"REDISCLI_AUTH={{rnd}} redis-cli ping",
	"sshpass -p '{{pw}}' ssh deploy@{{host}}",
	"sshpass -p{{rnd}} scp a b",
	"docker login -u ci -p {{rnd}} registry.internal",
	"echo {{rnd}} | docker login --username ci --password-stdin",
	"helm registry login r.internal -u ci -p {{rnd}}",
	"oc login -u admin -p {{word}} https://{{host}}:6443",
	"az login --service-principal -u x -p {{key}} --tenant y",
	"mongodump --host m1 -u admin -p {{rnd}} --out x",
	"ldapsearch -x -D cn=admin -w {{rnd}} -b dc=x",
	"sqlcmd -S {{host}} -U sa -P '{{pw}}' -Q 'select 1'",
	"curl -u {{user}}:{{rnd}} https://{{host}}/x",
	"curl --user '{{user}}:{{pw}}' https://{{host}}/x",
	"curl -s -u{{user}}:{{rnd}} https://{{host}}/x",
	"curl -b 'session={{key}}' https://{{host}}/x",
	"curl -x proxy:3128 --proxy-user {{user}}:{{rnd}} https://x",
	"http -a {{user}}:{{rnd}} GET https://{{host}}/x",
	"skopeo copy --src-creds={{user}}:{{rnd}} docker://a docker://b",
	"smbclient //srv/share -U {{user}}%{{rnd}}",
	"psql \"host={{host}} user={{user}} password={{rnd}}\"",
	"PGPASSWORD='{{pw}}' pg_dump -h {{host}} x",
	"rabbitmqctl change_password {{user}} {{rnd}}",
	"openssl rsa -in k.pem -passin pass:{{word}}",
	"keytool -list -keystore a.jks -storepass {{word}}",
	"gpg --batch --passphrase {{rnd}} -d x.gpg",
	"ansible-playbook x.yml -e ansible_become_password={{rnd}}",
	"terraform apply -var 'db_password={{pw}}'",
	"helm upgrade x y --set postgresql.auth.password={{word}}",
	"kubectl create secret docker-registry r --docker-password={{rnd}} --docker-username=x",
	"grafana-cli admin reset-admin-password --password {{rnd}}",
	"ALTER USER app WITH PASSWORD '{{pw}}';",
	"CREATE USER 'app'@'%' IDENTIFIED BY '{{pw}}';",
	"CREATE ROLE app LOGIN PASSWORD '{{word}}';",
	"SET PASSWORD FOR 'app'@'%' = '{{pw}}';",
	"Authorization: Basic {{basic}}",
	"\"Authorization\": \"Basic {{basic}}\"",
	"authorization: bearer {{url64}}",
	"headers={'Authorization': 'Bearer {{key}}'}",
	"req.Header.Set(\"Authorization\", \"Bearer {{key40}}\")",
	"Authorization: Token {{hex40}}",
	"Authorization: GenieKey {{uuid}}",
	"Authorization: ApiKey {{basic}}",
	"Authorization: SSWS {{key40}}",
	"-H 'Proxy-Authorization: Basic {{basic}}'",
	"sent with Bearer {{key40}} to the gateway",
	"Cookie: a=b; session={{key}}; lang=de",
	"set-cookie: connect.sid={{key}}; Path=/",
	"cookie: _app_session={{url64}}",
	"X-Amz-Signature={{hex64}}",
	"https://x.blob.core.windows.net/c/b?sv=1&sig={{std64}}",
	"https://storage.googleapis.com/b/o?X-Goog-Signature={{hex64}}",
	"https://hooks.slack.com/services/" + "{{hook}}",
	"https://discord.com/api/webhooks/123456789012345678/{{url64}}",
	"https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/{{hex32}}",
	"https://events.pagerduty.com/integration/{{hex32}}/enqueue",
	"machine {{host}}\n  login {{user}}\n  password {{rnd}}\n",
	"{{host}}:5432:*:{{user}}:{{rnd}}\n",
	"{\"auths\":{\"r\":{\"auth\":\"{{basic}}\"}}}",
	"_auth={{basic}}",
	"<password>{{pw}}</password>",
	"<db.password>{{word}}</db.password>",
	"<property name=\"connection.password\">{{rnd}}</property>",
	"<property><name>dfs.keystore.password</name><value>{{word}}</value></property>",
	"<add name=\"x\" connectionString=\"Server=a;Password={{rnd}};\" />",
	"spring.datasource.password={{word}}\n",
	"db.password: {{pw}}\nport: 1\n",
	"password = '{{pw}}'\n",
	"password: \"{{pw}}\"\n",
	"password: '{{low}}'\n",
	"  password: {{low}}\n  port: 1\n",
	"adminPassword: |-\n    {{rnd}}\nx: 1\n",
	"{\"db\":{\"password\":\"{{pw}}\"}}",
	"{\\\"password\\\":\\\"{{rnd}}\\\"}",
	"'password' => '{{pw}}',",
	"password=\"{{pw}}\", host=\"{{host}}\"",
	"$password = \"{{word}}\";",
	"String password = \"{{word}}\";",
	"db_password: str = \"{{rnd}}\"",
	"define('DB_PASSWORD', '{{rnd}}');",
	"requirepass {{rnd}}\nmaxmemory 1gb\n",
	"masterauth {{rnd}}\n",
	"set -gx DB_PASSWORD {{rnd}}",
	"export SMTP_PASSWORD='{{pw}}'",
	"$env:DB_PASSWORD=\"{{pw}}\"",
	"set DB_PASS={{rnd}}",
	"DB_PASSWORD={{pw}}\nDB_USER=x\n",
	"  - POSTGRES_PASSWORD={{word}}\n",
	"  - name: DB_PASSWORD\n    value: \"{{pw}}\"\n",
	"{\"name\": \"DB_PASSWORD\", \"value\": \"{{word}}\"}",
	"| user | password |\n| --- | --- |\n| {{user}} | {{rnd}} |\n| x | {{rnd}} |\n",
	"| password | {{rnd}} |",
	"|| password || {{rnd}} ||",
	"<tr><td>Password</td><td>{{rnd}}</td></tr>",
	"- **Password:** {{rnd}}",
	"- Password: `{{pw}}`",
	"* passphrase = {{pw}}",
	"echo {{b64url}} | base64 -d",
	"config_b64: {{b64url}}",
	"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  host: {{b64pw}}\n  password: {{b64pw}}\n---\nkind: ConfigMap\ndata:\n  x: y\n",
	"apiVersion: v1\ndata:\n  token: {{b64pw}}\nkind: Secret\nmetadata:\n  name: a\n",
	"{\"apiVersion\":\"v1\",\"data\":{\"password\":\"{{b64pw}}\"},\"kind\":\"Secret\",\"metadata\":{}}",
	"items:\n- apiVersion: v1\n  data:\n    p: {{b64pw}}\n  kind: Secret\n- apiVersion: v1\n  data:\n    a: aGVsbG8gd29ybGQ=\n  kind: ConfigMap\n",
	"kind: Secret\nstringData:\n  password: {{pw}}\n  url: postgres://{{user}}:{{rnd}}@{{host}}/x\n",
	"users:\n- name: a\n  user:\n    token: {{key}}\n",
	"root:" + "{{crypt}}" + ":19000:0:99999:7:::",
	"htpasswd: admin:" + "{{bcrypt}}",
	"{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"abc\",\"d\":\"{{url64}}\"}",
}
