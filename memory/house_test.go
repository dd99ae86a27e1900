package memory_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rules of the house, as tests: what may import what, who may call what, and
// what library code does not do.

const module = "github.com/daybook-sre/daybook/"

// source is one Go file of the module that is not a test.
type source struct {
	path string // relative to the module
	pkg  string // its folder
	file *ast.File
	set  *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path, "../"))
		out = append(out, source{rel, filepath.ToSlash(filepath.Dir(rel)), file, set})
		return nil
	}))
	require.Greater(t, len(out), 50)
	return out
}

func (s source) library() bool { return !strings.HasPrefix(s.pkg, "examples/") }

func TestArrowsRunOnlyDownward(t *testing.T) {
	may := map[string][]string{
		"safety":     nil,
		"memory":     {"safety", "memory"},
		"extraction": {"safety", "memory", "extraction"},
		"slash":      {"safety", "memory", "slash"},
		"agenttools": {"safety", "memory", "agenttools"},
	}
	for _, s := range sources(t) {
		top, _, _ := strings.Cut(s.pkg, "/")
		for _, imp := range s.file.Imports {
			path, err := strconv.Unquote(imp.Path.Value)
			require.NoError(t, err)
			ours, ok := strings.CutPrefix(path, module)
			if !ok || top == "examples" {
				continue
			}
			target, _, _ := strings.Cut(ours, "/")
			require.Contains(t, may[top], target, "%s imports %s", s.path, ours)
		}
	}
}

func TestAutomaticWritersCannotActForAPerson(t *testing.T) {
	people := []string{"Save", "Forget", "Approve", "Reject", "Reset", "ConfirmGone", "SetEnabled", "SetAutoExtract", "Erase", "Pin"}
	control := 0
	for _, s := range sources(t) {
		automatic := strings.HasPrefix(s.pkg, "agenttools") || strings.HasPrefix(s.pkg, "extraction")
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains(people, sel.Sel.Name) || !isStore(sel.X) {
				return true
			}
			if s.pkg == "slash" {
				control++
			}
			require.False(t, automatic, "%s calls %s, which is for people", s.set.Position(n.Pos()), sel.Sel.Name)
			return true
		})
	}
	require.Greater(t, control, 5, "slash, which people use, calls them")
}

// isStore tells a call on a store from others, by how stores are named here.
func isStore(x ast.Expr) bool {
	switch e := x.(type) {
	case *ast.Ident:
		return strings.EqualFold(e.Name, "store")
	case *ast.SelectorExpr:
		return strings.EqualFold(e.Sel.Name, "store")
	}
	return false
}

func TestLibraryCodeKeepsToItself(t *testing.T) {
	for _, s := range sources(t) {
		if !s.library() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if n == nil {
				return true
			}
			at := s.set.Position(n.Pos())
			switch x := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", at)
			case *ast.CallExpr:
				name := called(x)
				switch {
				case name == "os.Exit", name == "log.Fatal", name == "context.Background" && s.pkg != "memory":
					t.Errorf("%s calls %s", at, name)
				case (name == "os.Getenv" || name == "os.LookupEnv") && s.path != "memory/settings.go":
					t.Errorf("%s reads the environment", at)
				case strings.HasSuffix(name, "ctx.Value"):
					t.Errorf("%s reads a context value", at)
				}
			}
			return true
		})
	}
}

func called(c *ast.CallExpr) string {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return x.Name + "." + sel.Sel.Name
}

func TestEveryExportedNameIsDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if !s.library() {
			continue
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
					t.Errorf("%s: %s has no doc comment", s.set.Position(d.Pos()), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if ts, ok := spec.(*ast.TypeSpec); ok && ts.Name.IsExported() && d.Doc == nil && ts.Doc == nil {
						t.Errorf("%s: %s has no doc comment", s.set.Position(ts.Pos()), ts.Name.Name)
					}
				}
			}
		}
	}
}

// exportedReceiver reports whether a function can be called from elsewhere.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	x := d.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if generic, ok := x.(*ast.IndexListExpr); ok {
		x = generic.X
	}
	id, ok := x.(*ast.Ident)
	return ok && id.IsExported()
}

func TestFilesHoldOneConcept(t *testing.T) {
	const most = 450
	for _, s := range sources(t) {
		data, err := os.ReadFile("../" + s.path)
		require.NoError(t, err)
		if n := strings.Count(string(data), "\n"); n > most {
			t.Errorf("%s has %d lines; split it", s.path, n)
		}
	}
}
