package main

import (
	"context"
	"fmt"
	"io"

	"github.com/daybook-sre/daybook/memory"
)

// A bench is data sets with a real store for each of theirs.
type bench struct {
	root   *memory.Root
	sets   []set
	stores map[string]map[string]*memory.Store // by set and store
}

// prepare reads the sets in data and makes their stores below dir.
func prepare(dir, data string) (*bench, error) {
	sets, err := readSets(data)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, s := range sets {
		n += len(s.stores)
	}
	root, err := memory.Open(dir, &memory.Options{CacheStores: n})
	if err != nil {
		return nil, err
	}
	b := &bench{root: root, sets: sets, stores: map[string]map[string]*memory.Store{}}
	for _, s := range sets {
		if b.stores[s.name], err = s.openStores(root); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// A contestant ranks the memories of a store.
type contestant struct {
	name string
	make func(ctx context.Context, s *memory.Store, memos []memo) ranker
}

const daybook = "daybook"

var contestants = []contestant{
	{"newest first, whole question as substring", simple(newestSubstring)},
	{"newest first, all words", simple(allWords)},
	{"plain BM25", simple(plainBM25)},
	{daybook, func(ctx context.Context, s *memory.Store, _ []memo) ranker { return ours(ctx, s) }},
}

func simple(build func([]memo) ranker) func(context.Context, *memory.Store, []memo) ranker {
	return func(_ context.Context, _ *memory.Store, memos []memo) ranker { return build(memos) }
}

// A row is what was measured of a cell.
type row struct {
	cell
	metrics
}

// rank measures one contestant on every cell.
func (b *bench) rank(ctx context.Context, c contestant) ([]row, error) {
	var rows []row
	for _, s := range b.sets {
		rankers := map[string]ranker{}
		for name, memos := range s.stores {
			rankers[name] = c.make(ctx, b.stores[s.name][name], memos)
		}
		for _, cell := range s.cells() {
			m, err := cell.measure(rankers)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row{cell, m})
		}
	}
	return rows, nil
}

// macro is the mean over the cells that count, and their number.
func macro(rows []row) (metrics, int) {
	var in []metrics
	for _, r := range rows {
		if r.inMacro {
			in = append(in, r.metrics)
		}
	}
	return mean(in), len(in)
}

func printRows(w io.Writer, c contestant, rows []row) {
	fmt.Fprintf(w, "%s\n%-30s %5s %8s %8s %9s %6s %8s %6s\n", c.name, "", "n", "recall@1", "recall@5", "recall@10", "MRR", "nDCG@10", "empty")
	for _, r := range rows {
		mark := ' '
		if r.inMacro {
			mark = '*'
		}
		fmt.Fprintf(w, "%-28s %c %5d %s\n", r.name(), mark, len(r.asked), r.metrics)
	}
	all, n := macro(rows)
	fmt.Fprintf(w, "%-36s %s\n\n", fmt.Sprintf("macro of %d rows", n), all)
}

func (m metrics) String() string {
	return fmt.Sprintf("%8.3f %8.3f %9.3f %6.3f %8.3f %6.3f", m.recall1, m.recall5, m.recall10, m.mrr, m.ndcg, m.empty)
}

// A share is what was measured of a cell's prompts.
type share struct {
	cell
	newest, ours, off float64 // of the needed memories
	longest           int     // of our prompts, in characters
}

// shares measures the prompts of every cell: newest first, ours, and with memory
// switched off, which shows that nothing else brings a memory in.
func (b *bench) shares(ctx context.Context) ([]share, error) {
	var out []share
	for _, s := range b.sets {
		newest, present := map[string]prompter{}, map[string]prompter{}
		for name, memos := range s.stores {
			newest[name], present[name] = newestPrompt(memos), inContext(ctx, b.stores[s.name][name])
		}
		first := len(out)
		for _, c := range s.cells() {
			r := share{cell: c}
			var err error
			if r.newest, _, err = c.budget(newest); err != nil {
				return nil, err
			}
			if r.ours, r.longest, err = c.budget(present); err != nil {
				return nil, err
			}
			out = append(out, r)
		}
		if err := b.switchAll(ctx, s, false); err != nil {
			return nil, err
		}
		for i := range out[first:] {
			r := &out[first+i]
			var err error
			if r.off, _, err = r.budget(present); err != nil {
				return nil, err
			}
		}
		if err := b.switchAll(ctx, s, true); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *bench) switchAll(ctx context.Context, s set, on bool) error {
	for _, store := range b.stores[s.name] {
		if err := store.SetEnabled(ctx, on, memory.By{}); err != nil {
			return err
		}
	}
	return nil
}

func printShares(w io.Writer, shares []share) {
	fmt.Fprintf(w, "needed memories in a prompt of %d characters\n%-30s %5s %8s %8s %8s %8s\n", memory.DefaultChars, "", "n", "newest", daybook, "off", "longest")
	for _, r := range shares {
		fmt.Fprintf(w, "%-30s %5d %8.3f %8.3f %8.3f %8d\n", r.name(), len(r.asked), r.newest, r.ours, r.off, r.longest)
	}
}
