package bar

import "strings"

// splitNumber takes a number apart from the unit written onto it: 30s, 1.5gb, v1.33. The unit is in the form of units, or
// empty. It reports false for anything else that has digits, such as eks-prod-1 or 5xx.
func splitNumber(chunk string) (num, unit string, ok bool) {
	num = strings.TrimPrefix(chunk, "v")
	end := 0
	for end < len(num) && ('0' <= num[end] && num[end] <= '9' || num[end] == '.' && end > 0) {
		end++
	}
	num, rest := num[:end], num[end:]
	if num == "" {
		return "", "", false
	}
	if rest == "" {
		return num, "", true
	}
	unit, ok = units[rest]
	return num, unit, ok
}

// isNumber reports whether a chunk with digits is a number, a time or a date and not an identifier: digits in at most
// three groups. An address of four is an identifier.
func isNumber(chunk string) bool {
	groups := 1
	for _, r := range chunk {
		switch {
		case '0' <= r && r <= '9':
		case strings.ContainsRune(".:-/", r):
			groups++
		default:
			return false
		}
	}
	return groups <= 3
}

// units maps what may follow a number to one name for each unit.
var units = index(`
ms: ms msec msecs millisecond milliseconds millisekunde millisekunden milisegundo milisegundos milliseconde millisecondes миллисекунд мс
us: us usec microsecond microseconds mikrosekunden microsegundos microsecondes
ns: ns nanosecond nanoseconds
s: s sec secs second seconds sek sekunde sekunden segundo segundos seg seconde secondes sekund с сек секунда секунды секунд секунду
min: m min mins minute minutes minuten minuto minutos minut мин минута минуты минут минуту
h: h hr hrs hour hours std stunde stunden hora horas heure heures ч час часа часов
d: d day days tag tage tagen dia dias día días jour jours день дня дней
w: w wk week weeks woche wochen semana semanas semaine semaines неделя недели недель
mo: mo month months monat monate monaten mes meses mês mois месяц месяца месяцев
y: y yr yrs year years jahr jahre jahren año años ano anos ans années год года лет
b: b byte bytes octets байт
kb: k kb kib кб
mb: mb mib мб
gb: g gb gib гб
tb: t tb tib тб
%: percent pct prozent процент процента процентов
`)

// glued holds units of scripts without spaces, which follow a number directly; longer ones first.
var glued = []struct{ text, unit string }{
	{"毫秒", "ms"}, {"ミリ", "ms"}, {"秒钟", "s"}, {"秒鐘", "s"}, {"秒間", "s"}, {"秒", "s"},
	{"分钟", "min"}, {"分鐘", "min"}, {"分間", "min"}, {"分", "min"},
	{"小时", "h"}, {"小時", "h"}, {"時間", "h"}, {"天", "d"}, {"日間", "d"}, {"日", "d"},
	{"周", "w"}, {"週間", "w"}, {"个月", "mo"}, {"個月", "mo"}, {"ヶ月", "mo"}, {"か月", "mo"}, {"年", "y"},
	{"초", "s"}, {"분", "min"}, {"시간", "h"}, {"일", "d"},
	{"วินาที", "s"}, {"นาที", "min"}, {"ชั่วโมง", "h"}, {"วัน", "d"},
}

// index reads lines of "value: key key …".
func index(table string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(table) {
		value, keys, _ := strings.Cut(line, ": ")
		for _, k := range strings.Fields(keys) {
			if _, ok := m[k]; !ok {
				m[k] = value
			}
		}
	}
	return m
}
