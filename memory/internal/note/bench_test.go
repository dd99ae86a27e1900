package note_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/daybook-sre/daybook/memory/internal/note"
)

func sample(i int) *note.Fields {
	return &note.Fields{
		Name: fmt.Sprintf("eks-prod-%d", i), Type: note.TypeInfrastructure, Description: "The production EKS cluster, eu-west-1",
		Status: note.StatusUnconfirmed, Source: "user", Evidence: []string{"inc-42#7@1a2b3c4d5e6f"},
		Quote:   "prod is eks-prod-1 since the November move, staging is eks-stg-2",
		Created: "2026-11-29T19:02:11Z", Updated: "2026-11-29T19:02:11Z", ValidFrom: "2026-11-01",
		Body: "Production runs on eks-prod-1; staging on eks-stg-2.",
	}
}

// BenchmarkParse is a cold load's main part. Compare with BenchmarkReadFile:
// a load of 1,000 files may cost ten times reading them.
func BenchmarkParse(b *testing.B) {
	file := note.Encode(sample(1))
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := note.Parse(file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFile(b *testing.B) {
	dir := b.TempDir()
	for i := range 1000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), note.Encode(sample(i)), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	i := 0
	for b.Loop() {
		if _, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i%1000))); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkUpdate(b *testing.B) {
	file := note.Encode(sample(1))
	to := *sample(1)
	to.Description = "changed"
	for b.Loop() {
		if _, err := note.Update(file, &to); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSlug(b *testing.B) {
	for b.Loop() {
		if _, err := note.Slug("Blue Fleet Rules!"); err != nil {
			b.Fatal(err)
		}
	}
}
