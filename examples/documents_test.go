// Package examples holds programs that show daybook at work, and the tests that
// keep the documents at the module's root true.
package examples

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite what README.md shows of the program")

const root = ".."

// documents returns the texts at the module's root by file name.
func documents(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "*.md"))
	require.NoError(t, err)
	out := map[string]string{}
	for _, p := range paths {
		out[filepath.Base(p)] = read(t, filepath.Base(p))
	}
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "FORMAT.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"} {
		require.Contains(t, out, name)
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(data)
}

func TestDocumentsAreShort(t *testing.T) {
	docs := documents(t)
	for name, most := range map[string]int{"README.md": 250, "ARCHITECTURE.md": 350, "CONTRIBUTING.md": 100} {
		require.LessOrEqual(t, strings.Count(docs[name], "\n"), most, name)
	}
	for name, text := range docs {
		if name == "FORMAT.md" {
			continue // the lines of its examples are what they show
		}
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "|") {
				require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSpace(line)), 120, "%s: %s", name, line)
			}
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestLinksBetweenDocumentsResolve(t *testing.T) {
	docs, found := documents(t), 0
	for name, text := range docs {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			if file == "" {
				file = name
			}
			require.True(t, exists(file), "%s links to %s", name, m[1])
			if anchor != "" {
				require.Contains(t, anchors(docs[file]), anchor, "%s links to %s", name, m[1])
			}
			found++
		}
	}
	require.NotZero(t, found)
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}

// anchors returns what GitHub calls the headings of a document.
func anchors(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if heading := strings.TrimLeft(line, "#"); heading != line {
			out = append(out, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
					return unicode.ToLower(r)
				}
				return -1
			}, strings.TrimSpace(heading)))
		}
	}
	return out
}

// sources returns the module's Go files by path, and the names of their
// top-level functions.
func sources(t *testing.T) (files, funcs []string) {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (\w+)\(`)
	require.NoError(t, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		files = append(files, filepath.ToSlash(rel))
		for _, m := range declared.FindAllStringSubmatch(read(t, rel), -1) {
			funcs = append(funcs, m[1])
		}
		return nil
	}))
	return files, funcs
}

var (
	quoted   = regexp.MustCompile("`([^`\n]+)`")
	testName = regexp.MustCompile(`^(Test|Fuzz|Benchmark)\w+$`)
	goFile   = regexp.MustCompile(`^[\w/]+\.go$`)
	folder   = regexp.MustCompile(`^(memory|safety|agenttools|slash|extraction|examples)(/[\w.-]+)+$`)
)

func TestWhatDocumentsNameExists(t *testing.T) {
	files, funcs := sources(t)
	base := map[string]bool{}
	for _, f := range files {
		base[f], base[f[strings.LastIndexByte(f, '/')+1:]] = true, true
	}
	found := 0
	for name, text := range documents(t) {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			switch word := m[1]; {
			case testName.MatchString(word):
				require.Contains(t, funcs, word, name)
			case goFile.MatchString(word):
				require.True(t, base[word], "%s names %s", name, word)
			case folder.MatchString(word):
				require.True(t, exists(word), "%s names %s", name, word)
			default:
				continue
			}
			found++
		}
	}
	require.NotZero(t, found)
}

// Each package stands in the table of ARCHITECTURE.md, and each that others can
// import in README.md's.
func TestEveryPackageIsDescribed(t *testing.T) {
	docs := documents(t)
	inReadme := firsts(table(t, docs["README.md"], "| package |"))
	files, _ := sources(t)
	for _, f := range files {
		dir := f[:strings.LastIndexByte(f, '/')]
		if strings.HasSuffix(f, "_test.go") || strings.HasPrefix(dir, "examples") {
			continue
		}
		require.Contains(t, docs["ARCHITECTURE.md"], dir)
		if !strings.Contains(dir, "internal") {
			require.Contains(t, inReadme, dir)
		}
	}
	for _, dir := range inReadme {
		require.True(t, exists(dir), dir)
	}
}

// table returns the rows of the table that begins with a line, as trimmed cells
// without backticks.
func table(t *testing.T, text, head string) [][]string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n"+head)
	require.True(t, ok, "no table %s", head)
	var rows [][]string
	for i, line := range slices.Collect(strings.Lines(rest)) {
		if i < 2 {
			continue // the rest of the head, and the line below it
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for j := range cells {
			cells[j] = strings.ReplaceAll(strings.TrimSpace(cells[j]), "`", "")
		}
		rows = append(rows, cells)
	}
	require.NotEmpty(t, rows)
	return rows
}

func firsts(rows [][]string) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r[0])
	}
	return out
}
