package slash

import "context"

func (h *Handler) off(ctx context.Context, p *page, arg string) error {
	if err := h.toggle(ctx, "off", arg, false); err != nil {
		return err
	}
	p.say("Memory is off until you say /memory on, in later sessions too. The agent gets neither your memories nor a tool to read or write them, and saves nothing. Your files stay as they are, and /memory still shows and changes them.")
	return nil
}

func (h *Handler) on(ctx context.Context, p *page, arg string) error {
	if err := h.toggle(ctx, "on", arg, true); err != nil {
		return err
	}
	p.say("Memory is on: the agent sees your memories from its next answer on, and may save new ones.")
	return nil
}

func (h *Handler) toggle(ctx context.Context, verb, arg string, on bool) error {
	if arg != "" {
		return usagef("It is all or nothing: /memory %s takes nothing more. To remove one memory: /memory forget NAME", verb)
	}
	return h.store.SetEnabled(ctx, on, h.by())
}

func (h *Handler) path(_ context.Context, p *page, _ string) error {
	if h.gateway() {
		return usage("Where the files are is not shown here. /memory list shows what they say.")
	}
	p.line(h.store.Path())
	return nil
}
