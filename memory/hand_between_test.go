package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/memory"
)

// meanwhile is a person who does something once, when a write reaches a step.
type meanwhile struct {
	*notebook
	step string
	do   func(n *notebook)
	done bool
}

func newMeanwhile(t testing.TB) *meanwhile {
	m := &meanwhile{}
	m.notebook = openNotebook(t, func(step string) {
		if m.do != nil && step == m.step && !m.done {
			m.done = true
			m.do(m.notebook)
		}
	})
	return m
}

// at arms the person.
func (m *meanwhile) at(step string, do func(n *notebook)) { m.step, m.do, m.done = step, do, false }

const poolTool = "The checkout pool holds 50 connections"

// editors are the ways in which programs write a file.
var editors = map[string]func(n *notebook, text string){
	"in place": func(n *notebook, text string) { n.hand("pool.md", text) },
	"by a new file": func(n *notebook, text string) {
		n.hand("pool.md.new-1", text)
		require.NoError(n.t, os.Rename(n.path("pool.md.new-1"), n.path("pool.md")))
	},
}

// TestAnEditBetweenOurCheckAndOurWriteIsKept at each step before the new text
// is visible, and after it.
func TestAnEditBetweenOurCheckAndOurWriteIsKept(t *testing.T) {
	person := memory.By{Actor: "ana"}
	ops := map[string]func(n *notebook) error{
		"tool": func(n *notebook) error { _, err := n.tool("pool", poolTool); return err },
		"save": func(n *notebook) error { _, err := n.Save(n.t.Context(), claim("pool", poolTool), person); return err },
		"forget": func(n *notebook) error {
			_, err := n.Forget(n.t.Context(), "pool", person)
			return err
		},
		"tool's forget": func(n *notebook) error {
			_, err := n.RequestForget(n.t.Context(), memory.ForgetRequest{Name: "pool"}, memory.By{Session: "s"})
			return err
		},
	}
	for op, run := range ops {
		for how, write := range editors {
			for _, step := range []string{"locked", "history", "temp", "intent"} {
				if strings.HasSuffix(op, "forget") && (step == "history" || step == "temp") {
					continue // these come before the effect of a save, after that of a forget
				}
				t.Run(op+"/"+how+"/"+step, func(t *testing.T) {
					t.Parallel()
					m := newMeanwhile(t)
					m.noted("pool", poolNoted)
					theirs := strings.Replace(m.raw("pool.md"), "holds 40 connections.", "holds 60 connections.", 1)
					m.at(step, func(n *notebook) { write(n, theirs) })
					err := run(m.notebook)
					require.True(t, m.done, "the step was not reached")
					switch {
					case op == "save":
						require.NoError(t, err, "a person may replace a person's text")
						m.has("pool", poolTool, memory.Confirmed)
						revisions, err := m.History(t.Context(), "pool")
						require.NoError(t, err)
						require.Contains(t, bodies(revisions), poolHand+".", "it is not lost")
					case op == "forget" && step == "locked":
						require.NoError(t, err, "the edit was there before the look")
						m.lacks("pool")
					default:
						if strings.HasSuffix(op, "forget") {
							require.Error(t, err)
						}
						m.has("pool", poolHand, memory.Confirmed)
						require.Equal(t, theirs, m.raw("pool.md"))
					}
					m.tidy()
				})
			}
		}
	}
}

func bodies(revisions []memory.Revision) (out []string) {
	for _, r := range revisions {
		out = append(out, r.Record.Body)
	}
	return out
}

// tidy requires that a write left nothing behind, and that the store works on.
func (n *notebook) tidy() {
	n.t.Helper()
	for _, pattern := range []string{".daybook/aside-*", ".daybook/history/.*", ".*.md*", "*.tmp"} {
		left, err := filepath.Glob(n.path(pattern))
		require.NoError(n.t, err)
		require.Empty(n.t, left)
	}
	require.Zero(n.t, n.checkup().Unsettled)
	n.noted("gateway", "The gateway listens on port 8443")
	n.reopen()
	n.has("gateway", "The gateway listens on port 8443", memory.Unconfirmed)
}

// TestAnEditRightAfterTheNewTextIsVisible is one of the new text.
func TestAnEditRightAfterTheNewTextIsVisible(t *testing.T) {
	for _, step := range []string{"aside", "expose", "folder"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			m := newMeanwhile(t)
			m.noted("pool", poolNoted)
			m.at(step, func(n *notebook) { n.change("pool.md", "holds 50 connections.", "holds 60 connections.") })
			_, err := m.tool("pool", poolTool)
			require.True(t, m.done)
			require.NoError(t, err)
			m.has("pool", poolHand, memory.Confirmed)
			m.settle()
			m.has("pool", poolHand, memory.Confirmed)
			m.tidy()
		})
	}
}

// TestAnEditorThatHoldsTheOldFileOpen writes to it after it was set aside.
func TestAnEditorThatHoldsTheOldFileOpen(t *testing.T) {
	m := newMeanwhile(t)
	m.noted("pool", poolNoted)
	theirs := strings.Replace(m.raw("pool.md"), "holds 40 connections.", "holds 60 connections.", 1)
	open, err := os.OpenFile(m.path("pool.md"), os.O_WRONLY, 0)
	require.NoError(t, err)
	defer open.Close()
	m.at("aside", func(n *notebook) {
		_, err := open.WriteString(theirs)
		require.NoError(n.t, err)
	})
	_, err = m.tool("pool", poolTool)
	require.NoError(t, err, "it waits for a person")
	m.has("pool", poolHand, memory.Confirmed)
	require.Equal(t, theirs, m.raw("pool.md"))
	m.tidy()
}

// TestAFileThatAppearsUnderOurNewName is not overwritten.
func TestAFileThatAppearsUnderOurNewName(t *testing.T) {
	for _, step := range []string{"locked", "history", "temp", "intent"} {
		for name, text := range map[string]string{
			"readable": "---\nname: pool\ndescription: Pool\n---\n" + poolHand + ".\n",
			"broken":   "---\nname: pool\ndescription: \"Pool\n---\nx\n",
		} {
			t.Run(step+"/"+name, func(t *testing.T) {
				t.Parallel()
				m := newMeanwhile(t)
				m.at(step, func(n *notebook) { n.hand("pool.md", text) })
				_, err := m.tool("pool", poolTool)
				require.True(t, m.done)
				if name == "broken" {
					require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
				} else {
					m.has("pool", poolHand, memory.Confirmed)
				}
				require.Equal(t, text, m.raw("pool.md"))
				m.tidy()
			})
		}
	}
}

// TestAFileThatGoesBetweenOurCheckAndOurWrite stays gone, unless a person saves.
func TestAFileThatGoesBetweenOurCheckAndOurWrite(t *testing.T) {
	for _, step := range []string{"locked", "history", "temp", "intent"} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			m := newMeanwhile(t)
			m.noted("pool", poolNoted)
			m.at(step, func(n *notebook) { n.remove("pool.md") })
			_, _ = m.tool("pool", poolTool) // refused, or held for a person
			require.True(t, m.done)
			m.lacks("pool")
			require.NoFileExists(t, m.path("pool.md"))
			require.Contains(t, m.told("pool"), "deleted by hand")
			m.barred("pool", poolNoted)

			m.saved("pool", poolHand)
			m.at(step, func(n *notebook) { n.remove("pool.md") })
			m.saved("pool", poolTool)
			m.has("pool", poolTool, memory.Confirmed)

			if step == "locked" || step == "intent" {
				m.at(step, func(n *notebook) { n.remove("pool.md") })
				_, err := m.Forget(t.Context(), "pool", memory.By{})
				require.NoError(t, err)
				m.barred("pool", poolTool)
			}
			m.tidy()
		})
	}
}

// TestSomethingElseTakesTheFilesPlace: a link, a folder or a pipe is neither
// followed nor removed.
func TestSomethingElseTakesTheFilesPlace(t *testing.T) {
	const secret = "somebody else's words"
	things := map[string]func(n *notebook, path string){
		"link": func(n *notebook, path string) {
			elsewhere := filepath.Join(n.dir, "elsewhere.md")
			require.NoError(n.t, os.WriteFile(elsewhere, []byte(secret), 0o600))
			require.NoError(n.t, os.Symlink(elsewhere, path))
		},
		"link within": func(n *notebook, path string) {
			n.hand("other.md", "The other file of this folder.\n")
			require.NoError(n.t, os.Symlink("other.md", path))
		},
		"folder": func(n *notebook, path string) {
			require.NoError(n.t, os.MkdirAll(filepath.Join(path, "inside"), 0o700))
		},
		"pipe": func(n *notebook, path string) { require.NoError(n.t, makePipe(path)) },
	}
	for name, make := range things {
		for _, step := range []string{"locked", "temp", "intent"} {
			for _, op := range []string{"save", "forget"} {
				if op == "forget" && step == "temp" {
					continue
				}
				t.Run(name+"/"+step+"/"+op, func(t *testing.T) {
					t.Parallel()
					m := newMeanwhile(t)
					m.noted("pool", poolNoted)
					m.at(step, func(n *notebook) {
						n.remove("pool.md")
						make(n, n.path("pool.md"))
					})
					var err error
					if op == "save" {
						_, err = m.Save(t.Context(), claim("pool", poolTool), memory.By{})
					} else {
						_, err = m.Forget(t.Context(), "pool", memory.By{})
					}
					require.True(t, m.done)
					require.ErrorIs(t, err, &memory.Refusal{Code: memory.UnreadableFile})
					info, err := os.Lstat(m.path("pool.md"))
					require.NoError(t, err, "it is still there")
					require.False(t, info.Mode().IsRegular())
					m.lacks("pool")
					m.tidy()
				})
			}
		}
	}
}
