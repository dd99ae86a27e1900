package safety_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/safety"
)

// The pages and questions of the public retrieval sets are honest text.
func TestRecallPagesAreClean(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(casesDir(t), "recall", "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	texts := 0
	for _, file := range files {
		eachLine(t, file, func(line []byte) {
			if line[0] != '{' {
				return // the licence
			}
			var fields map[string]any
			require.NoError(t, json.Unmarshal(line, &fields))
			for name, v := range fields {
				text, ok := v.(string)
				if !ok {
					continue
				}
				texts++
				for _, f := range safety.Scan(text) {
					t.Errorf("%s, %s of %v: %s at %d", filepath.Base(file), name, fields["slug"], f.Rule, f.Start)
					if testing.Verbose() {
						t.Logf("…%q…", text[max(0, f.Start-60):min(len(text), f.End+30)])
					}
				}
			}
		})
	}
	require.Greater(t, texts, 1000)
}
