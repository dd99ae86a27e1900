package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/daybook-sre/daybook/memory"
)

// defaultModel is used when OPENAI_MODEL is not set: it can stream and call
// tools, and needs no verified account.
const defaultModel = "gpt-4.1-mini"

//go:embed usage.txt
var usage string

// options are the flags and the environment of one start.
type options struct {
	dir        string
	principal  string
	transcript string
	prompt     bool
	audience   memory.Audience
	settings   memory.Settings

	key     string
	baseURL string
	model   string
}

func parseFlags(args []string, stderr io.Writer) (options, error) {
	var o options
	var audience string
	f := flag.NewFlagSet("oncall", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.dir, "dir", "", "")
	f.StringVar(&o.principal, "principal", "", "")
	f.StringVar(&o.transcript, "transcript", "", "")
	f.BoolVar(&o.prompt, "prompt", false, "")
	f.StringVar(&audience, "audience", "", "")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stderr, usage)
			return o, err
		}
		return o, fmt.Errorf("%w; -h lists the flags", err)
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q; -h lists the flags, questions are typed after the start", f.Arg(0))
	}
	if o.prompt && o.transcript != "" {
		return o, errors.New("-prompt and -transcript exclude each other")
	}
	switch o.audience = memory.Audience(audience); o.audience {
	case "", memory.Private, memory.Room:
	default:
		return o, fmt.Errorf("-audience %q: it is private or room", audience)
	}
	var err error
	if o.settings, err = memory.SettingsFromEnv(""); err != nil {
		return o, err
	}
	o.key = strings.TrimSpace(os.Getenv("OPENAI_API_KEY"))
	o.baseURL = strings.TrimSpace(os.Getenv("OPENAI_BASE_URL"))
	o.model = strings.TrimSpace(os.Getenv("OPENAI_MODEL"))
	if o.model == "" {
		o.model = defaultModel
	}
	return o, nil
}
