package main

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/sashabaranov/go-openai"
	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/agenttools"
)

const saveProd = `{"name": "eks-prod-1", "type": "infrastructure", "description": "The production EKS cluster", "content": "Production runs on eks-prod-1."}`

func TestTheModelRemembersAndRecallsThroughItsTools(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	f := newFakeLLM(t,
		calls(agenttools.Remember, saveProd), says("Noted."),
		calls(agenttools.Recall, `{"query": "production cluster"}`), says("It is eks-prod-1 [eks-prod-1] [nonsense]."))
	goOnline(t, f)
	got := start(t, "prod is eks-prod-1\nwhich cluster is production?\n", "-dir", dir)
	require.Zero(t, got.code, got.err)
	require.Contains(t, got.answer(t, "prod is eks-prod-1"), "Noted.\n· remembered eks-prod-1: The production EKS cluster (unconfirmed)")
	require.Contains(t, got.answer(t, "which cluster is production?"), "It is eks-prod-1 [eks-prod-1] [nonsense].\n· from memory: eks-prod-1")
	require.NotContains(t, got.out, "· from memory: eks-prod-1, nonsense")

	sent := f.sent()
	require.Len(t, sent, 4)
	require.Len(t, sent[0].Tools, 3)
	require.NotContains(t, sent[0].Messages[0].Content, "The production EKS cluster")
	require.Contains(t, sent[2].Messages[0].Content, "The production EKS cluster", "the block follows a save")
	last := sent[1].Messages[len(sent[1].Messages)-1]
	require.Equal(t, openai.ChatMessageRoleTool, last.Role)
	require.Contains(t, last.Content, `"created"`)
}

func TestTheMemoryIsInTheFirstRequestOfTheNextRun(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, threeFacts, "-dir", dir)
	f := newFakeLLM(t, says("eks-prod-1 [eks-prod-1]"))
	goOnline(t, f)
	start(t, "which cluster is production?\n", "-dir", dir)
	require.Contains(t, f.sent()[0].Messages[0].Content, "The production cluster, eu-west-1")

	start(t, "/memory off\nwhich cluster is production?\n/memory on\n", "-dir", dir)
	off := f.sent()[1]
	require.NotContains(t, off.Messages[0].Content, "eu-west-1")
	require.Empty(t, off.Tools)
}

func TestAProviderThatFailsIsReplacedByTheMemory(t *testing.T) {
	offline(t)
	dir := t.TempDir()
	start(t, threeFacts, "-dir", dir)
	f := newFakeLLM(t, fails(503))
	goOnline(t, f)
	got := start(t, "which cluster is production?\nremember that dev is eks-dev-1\n", "-dir", dir)
	require.Zero(t, got.code)
	answer := got.answer(t, "which cluster is production?")
	require.Contains(t, answer, "failed (503 Service Unavailable); from memory alone:")
	require.Contains(t, answer, "[eks-prod-1]")
	require.Contains(t, answer, "The production cluster, eu-west-1")
	require.Contains(t, got.answer(t, "remember that dev is eks-dev-1"), "· remembered eks-dev-1")
	require.NotContains(t, got.out+got.err, "upstream said no", "the provider's words may repeat the request")
	require.Len(t, f.sent(), 2*maxTries)
}

func TestAModelThatNeverStopsCallingToolsIsStopped(t *testing.T) {
	offline(t)
	f := newFakeLLM(t, calls(agenttools.Recall, `{}`))
	goOnline(t, f)
	got := start(t, "hello there\n", "-dir", t.TempDir())
	require.Zero(t, got.code)
	require.Len(t, f.sent(), maxRounds+1)
	require.Empty(t, f.sent()[maxRounds].Tools)
}

func TestAnUnknownToolIsAnswered(t *testing.T) {
	offline(t)
	f := newFakeLLM(t, calls("run_shell", `{"command": "id"}`), says("I cannot."))
	goOnline(t, f)
	got := start(t, "run id\n", "-dir", t.TempDir())
	require.Contains(t, got.out, "I cannot.")
	msgs := f.sent()[1].Messages
	require.Contains(t, msgs[len(msgs)-1].Content, "unknown_tool")
}

func TestCtrlCStopsTheTurnAndNotTheProgram(t *testing.T) {
	offline(t)
	signals := make(chan os.Signal, 1)
	released := make(chan struct{})
	begun := hangs(released)
	f := newFakeLLM(t, func(w http.ResponseWriter, req openai.ChatCompletionRequest) {
		signals <- os.Interrupt
		begun(w, req)
	}, says("Second answer."))
	goOnline(t, f)
	var out, stderr bytes.Buffer
	code := run(t.Context(), []string{"-dir", t.TempDir()}, streams{
		in: strings.NewReader("first question?\nsecond question?\n"), out: &out, err: &stderr, signals: signals})
	close(released)
	require.Zero(t, code)
	got := outcome{out: out.String()}
	require.Contains(t, got.answer(t, "first question?"), "· stopped")
	require.Contains(t, got.answer(t, "second question?"), "Second answer.")
	second := f.sent()[1].Messages
	require.Len(t, second, 2, "the stopped turn is not in the conversation")
}
