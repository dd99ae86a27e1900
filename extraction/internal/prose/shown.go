package prose

import (
	"regexp"
	"strings"
)

// Each pattern is one way in which a line shows that a program wrote it, or
// another person. They are anchored, so a line is looked at once.
var shownPatterns = []*regexp.Regexp{
	// Time stamps with seconds: ISO, syslog, bracketed clock, epoch, klog, Apache.
	regexp.MustCompile(`^\s*[\[(<"']?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}`),
	regexp.MustCompile(`^\s*[\[(<]?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)?,? ?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2},? (?:\d{4} )?\d{2}:\d{2}:\d{2}`),
	regexp.MustCompile(`^\s*[\[(<]?\d{1,2}:\d{2}:\d{2}`),
	regexp.MustCompile(`^\s*[\[(<]?\d{10}(?:\.\d+|\d{3})?[\])>]?\s`),
	regexp.MustCompile(`^[IWEF]\d{4} \d{2}:\d{2}`),
	regexp.MustCompile(`^\s*\[?\d{1,2}/[A-Z][a-z]{2}/\d{4}`),
	regexp.MustCompile(`^\d{1,3}(?:\.\d{1,3}){3} - \S+ \[`),
	// Levels, as loggers write them.
	regexp.MustCompile(`^\s*[\[<(]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|CRIT|PANIC|SEVERE)[\]>)]?(?:\s*[:|\[-]|\s\s|\s+[\w.$/-]+\s*[:\]-]|\s+\[)`),
	regexp.MustCompile(`(?:^|\s)(?:level|lvl|severity)=\w+`),
	regexp.MustCompile(`^\s*\[(?:trace|debug|info|notice|warn|warning|error|fatal|critical)\]`),
	// JSON and its lines.
	regexp.MustCompile(`^\s*[{\[]\s*["{\[].*[}\],]\s*$`),
	regexp.MustCompile(`^\s*"[^"]+"\s*:\s*\S`),
	regexp.MustCompile(`^\s*[{}\[\]]+,?\s*$`),
	// Stack traces.
	regexp.MustCompile(`^\s+at \S+\(`),
	regexp.MustCompile(`^\s*at [\w.$<>/]+ ?\([^)]*(?::\d+|Native Method|Unknown Source)\)`),
	regexp.MustCompile(`^\s*File "[^"]+", line \d+`),
	regexp.MustCompile(`^(?:Traceback \(most|goroutine \d+ \[|panic: |Caused by: |Exception in thread |fatal error: |thread '.*' panicked)`),
	regexp.MustCompile(`^\s*\S+\.(?:go|py|rb|java|js|ts|rs|c|cc|cpp):\d+`),
	regexp.MustCompile(`^(?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error)\b`),
	// A terminal.
	regexp.MustCompile(`^\s*\$ \S`),
	regexp.MustCompile(`^\s*[\w.-]+@[\w.-]+[:~ ][^$#]*[$#] `),
	regexp.MustCompile(`^(?:>>> |\.\.\. |PS [A-Z]:|C:\\)`),
	regexp.MustCompile(`^(?:curl|kubectl|helm|docker|terraform): `),
	regexp.MustCompile(`^(?:Error from server|Error: |error: |Warning: |HTTP/\d|< HTTP/|> (?:GET|POST|PUT|HEAD) )`),
	// Quotations and diffs.
	regexp.MustCompile(`^\s*(?:>|»|\|)`),
	regexp.MustCompile(`^(?:diff --git |@@ |\+\+\+ |--- )`),
	// Alerts, as their senders write them.
	regexp.MustCompile(`^\s*(?:\W{0,4}\s*)\[?(?:FIRING|RESOLVED|TRIGGERED|RECOVERED|ALERT|ALARM|PROBLEM|RECOVERY|CRITICAL|WARNING|INCIDENT)\b(?:\]|:| -|\s*\[|:\d|\s*\|)`),
	regexp.MustCompile(`^\s*\[(?:FIRING|RESOLVED|Alerting|OK|No Data|Triggered|Recovered|P[1-5]|SEV-?[1-5])[:\]]`),
	regexp.MustCompile(`^\s*(?:PagerDuty|Opsgenie|OpsGenie|Alertmanager|AlertManager|Nagios|Zabbix|Sentry|CloudWatch|VictorOps|Pingdom|StatusCake|Healthchecks)\b[^.]{0,24}:`),
	regexp.MustCompile(`^\s*\[(?:cron|webhook|bot|alert|monitor|system|automated)\]`),
}

// pair is one key=value of a structured log.
var pair = regexp.MustCompile(`(?:^|\s)[A-Za-z_][\w.-]*=(?:"[^"]*"|\S+)`)

func isShown(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	if strings.Contains(text, "=") {
		if n := len(pair.FindAllStringIndex(text, 4)); n >= 3 || n*2 > len(strings.Fields(text)) && n > 1 {
			return true
		}
	}
	for _, p := range shownPatterns {
		if p.MatchString(text) {
			return true
		}
	}
	return false
}

// field is one line of an alert's details. A person's note may look like
// one; a row of them is a paste.
var field = regexp.MustCompile(`^\s*[-*•]?\s*(?i:labels|annotations|severity|alertname|alert name|summary|description|status|value|monitor|incident|triggered|runbook|runbook_url|instance|job|namespace|starts ?at|started|ends ?at|fingerprint|generator ?url|dashboard|metric|threshold|region|account|timestamp|event|reason|message|firing|source|policy|condition|duration|priority|urgency|assigned to|host|service|container|pod|expr|for)\s*[:=]`)

func markFields(ls []line, shown []bool) {
	for i := 0; i < len(ls); i++ {
		end := i
		for end < len(ls) && field.MatchString(ls[end].text) {
			end++
		}
		// A few tidy lines may be a person's own list; what makes them an alert
		// is another line of one in their block, or their number.
		if end > i && (end-i >= 4 || shownNearby(ls, shown, i, end)) {
			for k := i; k < end; k++ {
				shown[k] = true
			}
		}
		i = max(i, end-1)
	}
}

// shownNearby reports whether a line of the block around lines i to end is
// shown.
func shownNearby(ls []line, shown []bool, i, end int) bool {
	for k := i - 1; k >= 0 && strings.TrimSpace(ls[k].text) != ""; k-- {
		if shown[k] {
			return true
		}
	}
	for k := end; k < len(ls) && strings.TrimSpace(ls[k].text) != ""; k++ {
		if shown[k] {
			return true
		}
	}
	return false
}

// header is the first line of a command's table: NAME   READY   STATUS.
var header = regexp.MustCompile(`^\s*[A-Z%#][A-Z0-9()%/_#-]*(?:(?:\s{2,}|\t)[A-Z%#][A-Z0-9()%/_# -]*){2,}\s*$`)

var columns = regexp.MustCompile(`\S(?:\s{2,}|\t)\S`)

func markTables(ls []line, shown []bool) {
	inTable := false
	for i, l := range ls {
		switch {
		case header.MatchString(l.text):
			inTable, shown[i] = true, true
		case inTable && len(columns.FindAllStringIndex(l.text, 2)) == 2:
			shown[i] = true
		default:
			inTable = false
		}
	}
}

// blockStart begins a block that reaches to the next empty line: a manifest,
// or a message copied from a chat under its sender's name and time.
var blockStart = regexp.MustCompile(`^(?:apiVersion: |kind: [A-Z]|---\s*$|[^\s:].{0,40}\s+\[?\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?\]?\s*$|.{0,60}\b(?:wrote|schrieb|escribió|a écrit|escreveu|пишет|написал|написала)\s*:\s*$)`)

func markBlocks(ls []line, shown []bool) {
	in := false
	for i, l := range ls {
		switch {
		case strings.TrimSpace(l.text) == "":
			in = false
		case in:
			shown[i] = true
		case blockStart.MatchString(l.text) && i+1 < len(ls):
			in, shown[i] = true, true
		}
	}
}
