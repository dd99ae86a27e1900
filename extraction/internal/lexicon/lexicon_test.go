package lexicon_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction/internal/lexicon"
)

func TestPhraseFilesAreWellFormed(t *testing.T) {
	require.NoError(t, lexicon.Check())
}
