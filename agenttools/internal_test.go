package agenttools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// What the store can answer is provoked by the other tests as far as a test can;
// a full disk and a read-only one it cannot.
func TestEveryErrorOfTheStoreHasACode(t *testing.T) {
	t.Parallel()
	disk := func(errno syscall.Errno) error {
		return &fs.PathError{Op: "write", Path: "/home/ana/memory/secret-plan.md", Err: errno}
	}
	for _, c := range []struct {
		tool string
		err  error
		code memory.Code
		says string
	}{
		{Remember, disk(syscall.ENOSPC), WriteFailed, "no space left on device"},
		{Forget, disk(syscall.EIO), WriteFailed, "input/output error"},
		{Recall, disk(syscall.EIO), ReadFailed, "input/output error"},
		{Remember, errors.Join(memory.ErrReadOnly, disk(syscall.EROFS)), ReadOnly, "cannot be written"},
		{Remember, fmt.Errorf("%w after 10s", memory.ErrLocked), Locked, "nothing was changed"},
		{Recall, memory.ErrClosed, NoStore, "without it"},
		{Recall, memory.ErrPrincipal, NoStore, "without it"},
		{Recall, &noStore{errors.New("no tenant")}, NoStore, "without it"},
		{Remember, fmt.Errorf("%w: switched off with /memory off", memory.ErrDisabled), NoStore, "/memory off"},
		{Forget, fmt.Errorf("%w: secret-plan", memory.ErrNotFound), NotFound, "memory_recall"},
		{Remember, errors.New("secret-plan: anything else"), WriteFailed, "nothing was changed"},
		{Remember, context.DeadlineExceeded, WriteFailed, "nothing was changed"}, // of another ctx than the call's
	} {
		p := asProblem(c.tool, c.err)
		require.Equal(t, c.code, p.Code, "%v", c.err)
		require.Equal(t, c.code, p.Status)
		require.Contains(t, p.Detail, c.says)
		require.NotContains(t, p.Detail, "secret-plan")
		require.NotContains(t, p.Detail, "/home")
		require.NotContains(t, p.Detail, "tenant")
	}
}

func TestARefusalWithoutADetailGetsOne(t *testing.T) {
	t.Parallel()
	for _, code := range []memory.Code{
		memory.InvalidName, memory.InvalidType, memory.EmptyDescription, memory.EmptyContent, memory.InvalidInterval, memory.SensitiveContent,
		memory.Forgotten, memory.Ungrounded, memory.Sample, memory.Stale, memory.Conflict, memory.UnreadableFile, memory.Full, memory.NeedsPerson,
	} {
		require.NotEmpty(t, advice[code], code)
		require.Equal(t, advice[code], asProblem(Remember, &memory.Refusal{Code: code}).Detail)
	}
	require.Equal(t, "It stands in a log.", asProblem(Remember, &memory.Refusal{Code: memory.Ungrounded, Detail: "It stands in a log."}).Detail)
}
