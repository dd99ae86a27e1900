package safety

import "strings"

// xmlValue judges the text of an element named by the label, or of the next
// element in a table.
func (s *scan) xmlValue(id *ident, i int) {
	text := s.text
	how := cell
	if text[i] == '>' {
		before := byte(0)
		if id.start > 0 {
			before = text[id.start-1]
		}
		if before != '<' && before != ':' && !isQuote(before) {
			return
		}
		i++
		how = tight
	} else {
		for n := 0; n < 4 && i < len(text) && text[i] == '<'; n++ {
			k := strings.IndexByte(text[i:min(len(text), i+80)], '>')
			if k < 0 {
				return
			}
			if hasPrefixFold(text[i:], "<value") {
				how = tight
			}
			i += k + 1
			for i < len(text) && (isSpace(text[i]) || isNewline(text[i])) {
				i++
			}
		}
	}
	for i < len(text) && (isSpace(text[i]) || isNewline(text[i])) {
		i++
	}
	if i+1 < len(text) && text[i] == '<' && is(text[i+1], letters) { // <Password><Value>
		if k := strings.IndexByte(text[i:min(len(text), i+80)], '>'); k > 0 {
			i += k + 1
		}
	}
	if strings.HasPrefix(text[i:], "<![CDATA[") {
		i += len("<![CDATA[")
	}
	end := i
	for end < len(text) && end-i < 1024 && text[end] != '<' && text[end] != '\n' && !strings.HasPrefix(text[end:], "]]>") {
		end++
	}
	if end == len(text) || text[end] == '\n' {
		return // <password> was a placeholder, not an element
	}
	v := value{start: i, end: end, quoted: true, alone: true}
	if rule := s.judge(id.label, v, how); rule != nil {
		if how == tight {
			rule = xmlRule(rule)
		}
		s.add(rule, i, end)
	}
}

var ruleXML = RuleInfo{"xml-password", Suspected, "Password in an XML element or attribute", "Maven, Tomcat and Hadoop configuration"}

func xmlRule(r *RuleInfo) *RuleInfo {
	if r == &ruleLabeledPassword {
		return &ruleXML
	}
	return r
}
