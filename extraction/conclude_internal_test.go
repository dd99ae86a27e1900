package extraction

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLastConclusionRevisesTheFormer(t *testing.T) {
	tests := []struct {
		was, is string
		want    bool
	}{
		{"turned out it was redis", "it was the missing index", true},
		{"turned out it was redis", "no, it was the missing index on orders", true},
		{"the root cause was redis", "so it wasn't redis, it was the missing index", true},
		{"the fix was restarting redis", "the fix was adding the index", true},
		{"the checkout outage was caused by redis", "turned out the index was missing", true},
		{"the checkout outage was caused by redis", "the checkout outage was caused by the missing index", true},
		{"die Ursache war redis", "die Ursache war der fehlende Index", true},
		{"la causa fue redis", "resultó que era el índice", true},

		{"the root cause was the missing index", "the fix was adding the index", false},
		{"the checkout outage was caused by redis", "the search outage was caused by an expired certificate", false},
		{"die Ursache war der fehlende Index", "die Lösung war, den Index anzulegen", false},
		{"la cause était l'index manquant", "le correctif était d'ajouter l'index", false},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, concluded(tt.is).revises(concluded(tt.was)), "%s: %+v; %s: %+v", tt.was, concluded(tt.was), tt.is, concluded(tt.is))
	}
}
