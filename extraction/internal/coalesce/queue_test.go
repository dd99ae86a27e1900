package coalesce_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/coalesce"
)

type ran struct {
	key string
	job int
}

// recorder returns a queue whose jobs take d and are recorded when they end.
func recorder(d time.Duration) (*coalesce.Queue[string, int], func() []ran) {
	var mu sync.Mutex
	var done []ran
	q := coalesce.New(func(ctx context.Context, key string, job int) {
		select {
		case <-time.After(d):
			mu.Lock()
			defer mu.Unlock()
			done = append(done, ran{key, job})
		case <-ctx.Done():
		}
	})
	return q, func() []ran {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(done)
	}
}

func TestNewestJobOfAKeyWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, done := recorder(time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = q.Run(ctx) }()

		require.True(t, q.Add("a", 1))
		synctest.Wait() // a 1 is running now
		for i := 2; i <= 400; i++ {
			require.True(t, q.Add("a", i))
		}
		require.True(t, q.Add("b", 1))
		require.True(t, q.Add("a", 401))
		require.Equal(t, 2, q.Len())
		require.NoError(t, q.Wait(ctx))
		require.Equal(t, []ran{{"a", 1}, {"a", 401}, {"b", 1}}, done())
		cancel()
		synctest.Wait()
	})
}

func TestWaitGivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, done := recorder(time.Minute)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = q.Run(ctx) }()
		q.Add("a", 1)
		short, stop := context.WithTimeout(ctx, time.Second)
		defer stop()
		require.ErrorIs(t, q.Wait(short), context.DeadlineExceeded)
		require.Empty(t, done())
		require.NoError(t, q.Wait(ctx))
		require.Equal(t, []ran{{"a", 1}}, done())
		cancel()
		synctest.Wait()
	})
}

func TestCloseFinishesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, done := recorder(time.Second)
		result := make(chan error, 1)
		go func() { result <- q.Run(context.Background()) }()
		q.Add("a", 1)
		q.Add("b", 1)
		require.NoError(t, q.Close(t.Context()))
		require.Equal(t, []ran{{"a", 1}, {"b", 1}}, done())
		require.False(t, q.Add("c", 1), "a closed queue takes nothing")
		require.NoError(t, <-result, "Run ends when the queue is closed and empty")
	})
}

func TestCloseRunsJobsItselfWhenNobodyElseDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, done := recorder(time.Second)
		q.Add("a", 1)
		q.Add("b", 1)
		short, stop := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer stop()
		require.ErrorIs(t, q.Close(short), context.DeadlineExceeded)
		require.Equal(t, []ran{{"a", 1}}, done())
		require.Zero(t, q.Len(), "b was begun and told to stop")
	})
}

func TestRunTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, _ := recorder(time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		first := make(chan error, 1)
		go func() { first <- q.Run(ctx) }()
		synctest.Wait()
		require.ErrorIs(t, q.Run(ctx), coalesce.ErrRunning)
		cancel()
		require.ErrorIs(t, <-first, context.Canceled)
		again, stop := context.WithCancel(t.Context())
		stop()
		require.ErrorIs(t, q.Run(again), context.Canceled, "a queue can be run again")
	})
}
