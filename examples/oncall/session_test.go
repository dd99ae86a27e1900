package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// outcome is what one run of the program printed and returned.
type outcome struct {
	out, err string
	code     int
}

// start runs the program in this process with a script on standard input.
func start(t *testing.T, script string, args ...string) outcome {
	t.Helper()
	var out, stderr bytes.Buffer
	code := run(t.Context(), args, streams{in: strings.NewReader(script), out: &out, err: &stderr})
	return outcome{out.String(), stderr.String(), code}
}

// offline takes away what the environment of the test may hold.
func offline(t *testing.T) {
	t.Helper()
	for _, name := range []string{"OPENAI_API_KEY", "DAYBOOK_MEMORY_DISABLED", "DAYBOOK_MEMORY_DIR", "DAYBOOK_MEMORY_AUTOEXTRACT_DISABLED"} {
		t.Setenv(name, "")
	}
}

// answer returns what follows a typed line in a session's output.
func (o outcome) answer(t *testing.T, line string) string {
	t.Helper()
	_, rest, ok := strings.Cut(o.out, prompt+line+"\n")
	require.True(t, ok, "no such line in %s", o.out)
	got, _, _ := strings.Cut(rest, "\n"+prompt)
	return strings.TrimSpace(got)
}

// names returns the memory files of the local principal.
func names(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "memory", "*.md"))
	require.NoError(t, err)
	var out []string
	for _, p := range paths {
		if name := filepath.Base(p); name != "MEMORY.md" {
			out = append(out, name)
		}
	}
	return out
}

const threeFacts = "remember eks-prod-1: The production cluster, eu-west-1\n" +
	"remember that payments-db fails over to eu-central-1 by hand\n" +
	"remember that deploys stop on Friday at noon\n"

func TestThreeFactsSurviveARestartAHandEditAndADeletion(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	first := start(t, threeFacts+"/quit\n", "-dir", dir)
	require.Zero(t, first.code, first.err)
	require.Contains(t, first.out, "· remembered eks-prod-1: The production cluster, eu-west-1 (confirmed)")
	require.Equal(t, 3, strings.Count(first.out, "· remembered "))
	require.Len(t, names(t, dir), 3)

	edited := filepath.Join(dir, "memory", "eks-prod-1.md")
	data, err := os.ReadFile(edited)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(edited, bytes.ReplaceAll(data, []byte("eu-west-1"), []byte("ap-south-2")), 0o600))
	require.NoError(t, os.Remove(filepath.Join(dir, "memory", "payments-db.md")))

	again := start(t, "where is the production cluster?\n"+
		"how does payments-db fail over?\n"+
		"when do deploys stop?\n"+
		"payments-db fails over to eu-central-1 by hand\n"+
		"/memory log\n"+
		"remember that payments-db fails over to eu-central-1 by hand\n", "-dir", dir)
	require.Zero(t, again.code, again.err)
	require.Contains(t, again.answer(t, "where is the production cluster?"), "ap-south-2")
	require.NotContains(t, again.answer(t, "how does payments-db fail over?"), "eu-central-1")
	require.Contains(t, again.answer(t, "when do deploys stop?"), "Friday at noon")
	require.Contains(t, again.answer(t, "payments-db fails over to eu-central-1 by hand"), "· not kept", "it was deleted, and is not asked for")
	log := again.answer(t, "/memory log")
	require.Regexp(t, `edited.* by hand.*`, log)
	require.Contains(t, log, "eks-prod-1")
	require.Regexp(t, `(deleted|gone).*by hand`, log)
	require.Contains(t, again.answer(t, "remember that payments-db fails over to eu-central-1 by hand"), "· remembered payments-db")
	require.Len(t, names(t, dir), 3)
}

func TestAnAnswerQuotesWithNameWordAndDate(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, threeFacts, "-dir", dir)
	got := start(t, "which cluster is production?\n", "-dir", dir).answer(t, "which cluster is production?")
	require.Contains(t, got, "[eks-prod-1]")
	require.Contains(t, got, "The production cluster, eu-west-1")
	require.Regexp(t, `you said, \d{4}-\d\d-\d\d, confirmed`, got)
}

func TestAStatementIsNotKeptAndSaysHow(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	got := start(t, "the staging cluster is down since noon\n", "-dir", dir)
	require.Contains(t, got.out, "not kept; to keep it, type: remember the staging cluster is down")
	require.Empty(t, names(t, dir))
	require.NotContains(t, start(t, "which cluster is production?\n", "-dir", dir).out, "not kept")
}

func TestASecondFactDoesNotOverwriteTheFirst(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	got := start(t, "remember that eks-prod-1 is the production cluster\n"+
		"remember that eks-prod-1 runs Kubernetes 1.33\n"+
		"which cluster is production?\nwhich kubernetes does eks-prod-1 run?\n", "-dir", dir)
	require.Len(t, names(t, dir), 2, got.out)
	require.Contains(t, got.answer(t, "which cluster is production?"), "is the production cluster")
	require.Contains(t, got.answer(t, "which kubernetes does eks-prod-1 run?"), "1.33")
}

// unanswerable are questions about things that threeFacts and their neighbours
// do not mention, some in words that they do use.
var unanswerable = []string{
	"who is on call tonight?",
	"what is the phone number of the network team?",
	"which version of PostgreSQL do we run?",
	"how much memory does the search index need?",
	"what caused the outage last Tuesday?",
	"where are the Grafana dashboards?",
	"how do I rotate the TLS certificates?",
	"what is our error budget for checkout?",
	"is the VPN required for the bastion host?",
	"which queue feeds the billing worker?",
	"how long are backups kept?",
	"what does alert KubePodCrashLooping mean?",
	"who owns the recommendation service?",
	"do we use Terraform or Pulumi?",
	"when does the office close?",
	"what is the weather in Berlin?",
	"how many replicas does the API gateway have?",
	"can I restart Redis without losing sessions?",
	"which region holds the data warehouse?",
	"why is the login page slow?",
}

func TestTwentyQuestionsTheStoreCannotAnswer(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, threeFacts, "-dir", dir)
	got := start(t, strings.Join(unanswerable, "\n")+"\nwhich cluster is production?\n", "-dir", dir)
	require.Len(t, unanswerable, 20)
	answered := 0
	for _, q := range unanswerable {
		if !strings.Contains(got.answer(t, q), "Nothing in memory answers that.") {
			t.Logf("answered: %s: %s", q, got.answer(t, q))
			answered++
		}
	}
	require.LessOrEqual(t, answered, 2)
	require.Contains(t, got.answer(t, "which cluster is production?"), "[eks-prod-1]")
}

func TestTheFirstLinesSayModePlaceAndThatThereIsNoShell(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	got := start(t, "", "-dir", dir)
	lines := strings.Split(got.out, "\n")
	require.Equal(t, "oncall · offline: memory only (OPENAI_API_KEY is not set)", lines[0])
	require.Contains(t, lines[1], filepath.Join(dir, "memory"))
	require.Contains(t, lines[2], "no shell")
	require.Contains(t, lines[2], dir)

	f := newFakeLLM(t, says("hello"))
	goOnline(t, f)
	lines = strings.Split(start(t, "", "-dir", dir).out, "\n")
	require.Equal(t, "oncall · online: "+defaultModel+" at "+strings.TrimPrefix(f.URL, "http://"), lines[0])
}

func TestReadingCreatesNothing(t *testing.T) {
	offline(t)
	dir := filepath.Join(t.TempDir(), "root")
	start(t, "which cluster is production?\n/memory\n/memory doctor\n", "-dir", dir)
	start(t, "", "-dir", dir, "-prompt")
	_, err := os.Lstat(dir)
	require.ErrorIs(t, err, os.ErrNotExist)
	start(t, "remember that prod is eks-prod-1\n", "-dir", dir)
	require.DirExists(t, dir)
}

func TestMemoryThatIsOffIsOff(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, threeFacts, "-dir", dir)
	got := start(t, "/memory off\nwhich cluster is production?\nremember that dev is eks-dev-1\n/memory on\nwhich cluster is production?\n", "-dir", dir)
	require.Equal(t, 1, strings.Count(got.out, "[eks-prod-1]"), got.out)
	require.Len(t, names(t, dir), 3)

	t.Setenv("DAYBOOK_MEMORY_DISABLED", "1")
	got = start(t, "which cluster is production?\n", "-dir", dir)
	require.NotContains(t, got.out, "[eks-prod-1]")
}

func TestPrincipalsDoNotMeet(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, "remember that prod is eks-prod-1\n", "-dir", dir, "-principal", "ana")
	require.Contains(t, start(t, "which is prod?\n", "-dir", dir, "-principal", "ana").out, "[eks-prod-1]")
	require.NotContains(t, start(t, "which is prod?\n", "-dir", dir, "-principal", "ben").out, "eks-prod-1")
	require.NotContains(t, start(t, "which is prod?\n", "-dir", dir).out, "eks-prod-1")
	got := start(t, "", "-dir", dir, "-principal", "\xff")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.err, "-principal")
}

func TestARoomDoesNotHearAboutThePerson(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, "remember that I'm on the payments team\n", "-dir", dir)
	require.Contains(t, start(t, "who is on the payments team?\n", "-dir", dir).out, "[payments-team]")
	room := start(t, "who is on the payments team?\n", "-dir", dir, "-audience", "room")
	require.Contains(t, room.answer(t, "who is on the payments team?"), "others read along")
	require.NotContains(t, room.answer(t, "who is on the payments team?"), "payments")
	require.NotContains(t, start(t, "", "-dir", dir, "-audience", "room", "-prompt").out, "payments")
}

func TestAtMostThreeQuietLines(t *testing.T) {
	offline(t)
	a := &report{acts: []string{"1", "2", "3", "4", "5"}}
	var out bytes.Buffer
	newAgent(nil, nil, options{}, &out).print(a)
	require.Equal(t, "· 1\n· 2\n· 3\n· and 2 more: /memory log\n", out.String())
}

// noControl is what must never reach a terminal.
var noControl = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f]`)

func TestEscapeSequencesOfAFileDoNotReachTheTerminal(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "memory"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "banner.md"), []byte("The banner service \x1b]0;owned\x07 runs\x1b[2J on host-7\n"), 0o600))
	got := start(t, "where does the banner service run?\n/memory\n/memory show banner\n", "-dir", dir)
	require.Contains(t, got.out, "host-7")
	require.Empty(t, noControl.FindString(got.out+got.err))
}

func TestAPasteIsNoCommand(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	got := start(t, "```\n/memory add user boss: The pasted page wrote this\nsecond line\n```\n/memory add user me: I typed this\n", "-dir", dir)
	require.Zero(t, got.code, got.err)
	require.Equal(t, []string{"me.md"}, names(t, dir))
}

func TestNoErrorRepeatsACredentialThatWasTyped(t *testing.T) {
	offline(t)
	token := secret("ghp"+"_", 36)
	for _, line := range []string{"/$", "/memory $", "/memory show $", "/memory forget $", "@/nowhere/$", "forget $"} {
		line = strings.ReplaceAll(line, "$", token)
		got := start(t, line+"\n", "-dir", t.TempDir())
		requireAbsent(t, line[:3], strings.ToLower(got.out+got.err), []leak{{"typed", "", strings.ToLower(token[4:])}})
	}
	require.Contains(t, start(t, "/unheard-of\n", "-dir", t.TempDir()).out, "no command /unheard-of")
}
