package bar

import "strings"

// The word lists are part of Version. They hold words as norm/1 leaves them: small letters, accents kept.

// negations turn a sentence around. "Forbidden" and its like are among them: what is forbidden is not allowed.
var negations = set(`
not no non never none nothing neither nor without cannot nobody nowhere dont doesnt didnt isnt arent wasnt wont cant
couldnt shouldnt mustnt forbidden prohibited disallowed banned
nicht nie niemals kein keine keinen keinem keiner keines nichts ohne weder verboten untersagt
nunca jamás jamas ningún ningun ninguno ninguna nada sin tampoco prohibido prohibida
ne pas jamais aucun aucune rien sans ni interdit interdite
não nao nenhum nenhuma sem nem proibido proibida jamais
не нет ни никогда без нельзя никакой никаких никто ничего запрещено запрещен запрещён запрещена
nie niet geen inte ikke
`)

// The negations of scripts without spaces are looked for inside runs of characters.
var (
	chineseNegations   = "不没沒无無未非别別勿莫禁"
	chineseNotNegation = strings.NewReplacer(pairs("不同 不过 不過 不仅 不僅 不但 不断 不斷 非常 未来 未來 别名 別名 特别 特別 " +
		"区别 區別 级别 級別 类别 類別 分别 分別 识别 識別 个别 個別 是否 无论 無論 无状态 無狀態 差不多")...)

	japaneseNegations    = strings.Fields("ない なかった なく なし ません ずに")
	japaneseHanNegations = strings.Fields("禁止 不可 不要")
	koreanNegations      = strings.Fields("않 없 못 아니 안되 금지 마세요 말것")
	thaiNegations        = strings.Fields("ไม่ ห้าม อย่า")
)

// Characters that most often stand alone for grammar: particles, which come and go, are dropped from a run before it is
// read in pairs; the others cut it. Thai is cut where its function words stand.
const chineseCuts = "是在和与與及请請把被"

var (
	chineseParticles = strings.NewReplacer(pairs("的 了 也 都 就 着 吗 嗎 呢 吧")...)
	thaiCuts         = strings.NewReplacer("คือ", " ", "เป็น", " ", "และ", " ", "ที่", " ", "ของ", " ", "บน", " ")
)

// stops carry no claim: function words, and what people and models put around a fact. Among several languages' words,
// one that means something in English is left out.
var stops = set(`
a an the this that these those it its he she him her his hers they them their theirs we us our ours you your yours i me
my mine who whom whose which what where when why how there here
am is are was were be been being has have had having do does did doing done will would shall should can could may might
must ought get gets got let lets
of to in on at by for with from into onto about as than then so if and or but each every because since until till while whereas also too very just
only even still yet however though although anyway basically actually currently now nowadays today really quite rather
generally usual usually normally typically simply please note noted remember remembers recall fyi btw already again ever always
said says say mentioned mentions told that's e.g i.e etc via per up over under through during within between
use uses used using run runs located called named pm
hosted lives resides sits equals goes kept keep keeps needs need needed requires required belongs known
der das den dem des ein eine einen einem einer eines ist sind sein wird werden wurde wurden hat haben hatte und oder
aber auch nur noch schon sehr bei mit von vom zu zum zur auf aus für fur über uber im am an es er sie wir ihr ich du man
sich dass wenn als wie so denn dann derzeit aktuell momentan bitte unser unsere unserer alle aller allen alles jede jeder jedes läuft laufen
el la los las un una unos unas es son está esta están estan ser fue hay y o u de del al en por para con que se lo le les
su sus nuestro nuestra como más mas pero también tambien muy ya actualmente ahora cuando donde
le les des du une est sont être etre été ete au aux et ou dans sur par pour avec que qui se ce cette ces son sa ses notre
nos leur il elle on nous vous je plus mais aussi très tres actuellement maintenant lorsque où
os um uma é são sao foi ser estar está do dos da das no na nos nas ao aos à às em por pelo pela com que se seu sua
nosso nossa como mais mas também tambem já ja agora atualmente quando onde
и в во на с со к ко по из за от до для о об у при над под это этот эта эти тот та те он она оно они мы вы я его её ее их
наш наша наши ваш что как когда где если или но а же ли бы был была было были есть быть сейчас теперь также тоже очень
уже ещё еще только просто пожалуйста находится
`)

// aliases are the short forms that engineers use beside the long ones.
var aliases = index(`
kubernetes: k8s kube
database: db dbs
postgresql: postgres pg psql
configuration: config configs conf cfg
repository: repo repos
environment: env envs
application: app apps
authentication: authn
namespace: ns
administrator: admin admins
`)

// values are words that stand for one of a few: exchanging one for another makes another fact, so they belong to S as
// numbers do. Each is listed under one name, across languages where the word is plain.
var values = index(`
production: production prod prd produktion producción produccion produção producao прод продакшн продакшен продакшене проде продакшна 生产 生產 本番 运营
staging: staging stage stg стейджинг стейджинге стейдж стейдже ステージング 预发 預發
development: development dev entwicklung desarrollo desenvolvimento разработка 开发 開發 開発
testing: test testing qa uat тест тесте 测试 測試 テスト
sandbox: sandbox
canary: canary
primary: primary master leader primär hauptserver primario primaire primário 主库 主庫
secondary: secondary standby slave follower sekundär secundario secondaire secundário 从库 從庫
enabled: enabled enable enables active activated aktiviert aktiv activado activada activo activé activée ativado ativada включен включён включена включено 启用 啟用 開啟 开启 有効
disabled: disabled disable disables inactive deactivated deaktiviert inaktiv desactivado desactivada inactivo désactivé désactivée desativado desativada отключен отключён отключена отключено выключен выключено 禁用 停用 关闭 無効
off: off
allowed: allowed allow permitted erlaubt permitido permitida autorisé autorisée разрешено разрешен разрешён
before: before vor antes avant перед
after: after nach después despues après depois после
internal: internal intern interno interna interne
external: external extern externo externa externe
public: public öffentlich público pública public publique
private: private privat privado privada privé privée
minimum: minimum min mínimo
maximum: maximum max máximo
hourly: hourly stündlich
daily: daily nightly täglich diario diaria quotidien quotidienne diário ежедневно 每天 毎日
weekly: weekly wöchentlich semanal hebdomadaire еженедельно 每周 毎週
monthly: monthly monatlich mensual mensuel mensal ежемесячно 每月 毎月
monday: monday mondays montag montags lunes lundi segunda segunda-feira понедельник понедельникам понедельника 周一 月曜
tuesday: tuesday tuesdays dienstag dienstags martes mardi terça terça-feira вторник вторникам вторника 周二 火曜
wednesday: wednesday wednesdays mittwoch mittwochs miércoles miercoles mercredi quarta quarta-feira среда среду средам 周三 水曜
thursday: thursday thursdays donnerstag donnerstags jueves jeudi quinta quinta-feira четверг четвергам четверга 周四 木曜
friday: friday fridays freitag freitags viernes vendredi sexta sexta-feira пятница пятницу пятницам пятницы 周五 金曜
saturday: saturday saturdays samstag samstags sábado sabado sábados samedi суббота субботу субботам 周六 土曜
sunday: sunday sundays sonntag sonntags domingo domingos dimanche воскресенье воскресеньям 周日 日曜
january: january januar enero janvier janeiro январь января январе
february: february februar febrero février fevereiro февраль февраля феврале
march: märz marzo mars março март марта марте
april: april abril avril апрель апреля апреле
june: june juni junio juin junho июнь июня июне
july: july juli julio juillet julho июль июля июле
august: august agosto août август августа августе
september: september septiembre septembre setembro сентябрь сентября сентябре
october: october oktober octubre octobre outubro октябрь октября октябре
november: november noviembre novembre novembro ноябрь ноября ноябре
december: december dezember diciembre décembre dezembro декабрь декабря декабре
north: north norden norte nord север 北
south: south süden sur sud sul юг 南
east: east osten este восток 东 東
west: west westen oeste ouest запад 西
first: first erste ersten erster primero primera premier première primeiro primeira первый первая первой
last: last letzte letzten último última dernier dernière последний последняя
left: left
right: right
`)

// numberWords are the numbers people spell. One is left out where it is also the article.
var numberWords = index(`
0: zero cero zéro ноль
1: one один одна одну одного
2: two zwei dos deux dois duas два две двух
3: three drei tres trois três три трёх трех
4: four vier cuatro quatre quatro четыре четырёх четырех
5: five fünf cinco cinq пять пяти
6: six sechs seis шесть шести
7: seven sieben siete sept sete семь семи
8: eight acht ocho huit oito восемь восьми
9: nine neun nueve neuf nove девять девяти
10: ten zehn diez dix dez десять десяти
12: twelve zwölf doce douze doze двенадцать
15: fifteen fünfzehn quince quinze пятнадцать
20: twenty zwanzig veinte vingt vinte двадцать двадцати
30: thirty dreissig treinta trente trinta тридцать тридцати
40: forty vierzig cuarenta quarante quarenta сорок сорока
50: fifty fünfzig cincuenta cinquante cinquenta пятьдесят
60: sixty sechzig sesenta soixante sessenta шестьдесят шестидесяти
90: ninety neunzig noventa девяносто
100: hundred hundert cien cem сто ста
1000: thousand tausend mil mille тысяча тысячу тысячи
`)

// isPortuguese reports whether a text has words that among our languages only Portuguese has. There "no" is "in the".
func isPortuguese(text string) bool {
	for w := range strings.FieldsSeq(text) {
		if portuguese[strings.Trim(w, ".,;:!?()\"")] {
			return true
		}
	}
	return false
}

var portuguese = set("não em ao aos às uma são com pelo pela é você também já dos nós está estão foi produção serviço servidor usuário")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// pairs makes the arguments of a replacer that deletes words.
func pairs(words string) []string {
	var out []string
	for _, w := range strings.Fields(words) {
		out = append(out, w, "")
	}
	return out
}
