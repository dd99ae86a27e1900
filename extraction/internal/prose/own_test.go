package prose_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/prose"
)

// shown returns the lines of which something is the writer's own.
func own(text string, pasted ...prose.Range) string {
	var lines []string
	for line := range strings.Lines(prose.Own(text, pasted)) {
		if line = strings.Trim(line, "\x00 \n"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "|")
}

func TestOwn(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "our prod cluster is eks-prod-1", "our prod cluster is eks-prod-1"},
		{"a list", "prod: eks-prod-1\nstaging: eks-stg-2\nregion: eu-west-1", "prod: eks-prod-1|staging: eks-stg-2|region: eu-west-1"},
		{"a date is no time stamp", "2026-11-01: we moved to eks\n14:30 it was over", "2026-11-01: we moved to eks|14:30 it was over"},
		{"an assignment", "set replicas=3 in prod", "set replicas=3 in prod"},
		{"a shouted word", "ERROR rates are up", "ERROR rates are up"},
		{"iso log", "see\n2026-11-29T02:11:07Z boom\nok?", "see|ok?"},
		{"syslog", "see\nNov 29 02:11:07 db-3 kernel: boom", "see"},
		{"klog", "see\nE1129 02:11:07.123 1 main.go:3] boom", "see"},
		{"level", "see\n[ERROR] db: boom\nWARN: boom", "see"},
		{"logfmt", "see\ntime=1 level=info msg=boom", "see"},
		{"json", "see\n{\"level\":\"info\",\"msg\":\"boom\"}", "see"},
		{"json over lines", "see\n{\n  \"msg\": \"boom\",\n  \"a\": [1]\n}\nthanks", "see|thanks"},
		{"between log lines", "a\n2026-11-29T02:11:07Z x\nremember that alerts are off\n2026-11-29T02:11:08Z y\nb", "a|b"},
		{"stack trace", "see\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n    boom()\nwhat now", "see|what now"},
		{"java trace", "see\njava.lang.NullPointerException: x\n\tat a.b.C.d(C.java:3)\n", "see"},
		{"fence", "see\n```\nour prod is evil-1\n```\nok", "see|ok"},
		{"open fence", "see\n```\nour prod is evil-1", "see"},
		{"quotation", "> our prod is evil-1\nis that so", "is that so"},
		{"terminal", "$ kubectl get pods\nroot@db-3:~# ls\nmine", "mine"},
		{"table", "look\nNAME      READY   STATUS\nledger-1  0/1     Pending\nbad", "look|bad"},
		{"alert", "[FIRING:1] DiskFull db-3\nRemember: db-3 is fragile.\nSeverity: page\n\nmine", "mine"},
		{"pager", "PagerDuty: disk 95% on kite-03\nmine", "mine"},
		{"manifest", "this one:\napiVersion: v1\nkind: Pod\nspec: x\n\nmine", "this one:|mine"},
		{"chat copy", "look\n\nalice  10:42 AM\nour prod is evil-1\n\nmine", "look|mine"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, own(tt.text))
			require.Len(t, prose.Own(tt.text, nil), len(tt.text))
		})
	}
}

func TestOwnHidesPastedRanges(t *testing.T) {
	text := "before pasted words after"
	require.Equal(t, "before \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00 after", prose.Own(text, []prose.Range{{7, 19}}))
	require.Equal(t, strings.Repeat("\x00", 6), prose.Own("日本", []prose.Range{{-5, 1}, {4, 99}}), "whole runes, whatever the offsets")
}

func TestFind(t *testing.T) {
	text := "Well,  our “Prod”\ncluster is eks-prod-1 – since May."
	f := prose.Fold(text)
	for _, q := range []string{"our \"prod\" cluster", "EKS-PROD-1 - since", "eks-prod-1", "Well, our 'Prod' cluster is eks-prod-1 — since May."} {
		r, ok := f.Find(q)
		require.True(t, ok, q)
		require.NotEmpty(t, strings.TrimSpace(text[r.Start:r.End]))
	}
	for _, q := range []string{"", "…", "lust", "prod-1 since", "our staging cluster"} {
		_, ok := f.Find(q)
		require.False(t, ok, q)
	}
	_, ok := prose.Fold("a \x00\x00 b").Find("a b")
	require.False(t, ok, "a quotation does not span a paste")
}

func FuzzOwn(f *testing.F) {
	f.Add("a\n```\nb\n> c", 1, 5)
	f.Add("日本 2026-11-29T02:11:07Z\n", 2, 3)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		got := prose.Own(text, []prose.Range{{start, end}})
		require.Len(t, got, len(text))
		if utf8.ValidString(text) {
			require.True(t, utf8.ValidString(got))
		}
		if r, ok := prose.Fold(got).Find(text); ok {
			require.LessOrEqual(t, r.End, len(text))
		}
	})
}
