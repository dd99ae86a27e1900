package extraction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/daybook-sre/daybook/extraction"
)

func TestDenials(t *testing.T) {
	main := extraction.Cited{Name: "main-cluster", Text: "The main cluster is gke-blue-7."}
	cause := extraction.Cited{Name: "checkout-outage", Text: "The checkout outage was caused by the connection pool."}
	ci := extraction.Cited{Name: "ci", Text: "CI runs on jenkins."}
	tests := []struct {
		name, answer, said string
		cited              []extraction.Cited
		denied             []string
		instead            bool
	}{
		{"plain", "", "no, that's wrong", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"with what is so", "", "no, the main cluster is gke-red-2", []extraction.Cited{main}, []string{"main-cluster"}, true},
		{"value alone", "", "no, that's wrong, it's gke-red-2", []extraction.Cited{main}, []string{"main-cluster"}, true},
		{"it was not", "", "it wasn't the connection pool", []extraction.Cited{main, cause}, []string{"checkout-outage"}, false},
		{"not any more", "", "we don't use jenkins for CI any more", []extraction.Cited{main, ci}, []string{"ci"}, false},
		{"named in brackets", "As noted in [ci], jenkins builds it.", "that's not true anymore", []extraction.Cited{main, ci}, []string{"ci"}, false},
		{"not so, by name", "", "no, the main cluster isn't gke-blue-7", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"with what is so in words", "", "no, it wasn't the connection pool, the outage came from an expired certificate on lb-2", []extraction.Cited{cause}, []string{"checkout-outage"}, true},
		{"no to something else", "", "no, es-7 is fine", []extraction.Cited{main}, nil, false},
		{"two named", "See [ci] and [main-cluster].", "that's not true anymore", []extraction.Cited{main, ci}, nil, false},
		{"no problem", "", "no problem", []extraction.Cited{main}, nil, false},
		{"agreement", "", "yes, gke-blue-7", []extraction.Cited{main}, nil, false},
		{"question", "", "isn't that wrong?", []extraction.Cited{main}, nil, false},
		{"guess", "", "I think that's wrong", []extraction.Cited{main}, nil, false},
		{"another topic", "", "it wasn't the load balancer in the Frankfurt region either", []extraction.Cited{main}, nil, false},
		{"quoted", "", `the bot answered "that's wrong"`, []extraction.Cited{main}, nil, false},
		{"German", "", "nein, das stimmt nicht", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"Spanish", "", "no, eso es falso", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"French", "", "non, c'est faux", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"Portuguese", "", "não, isso está errado", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"Russian", "", "нет, это неправда", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"Chinese", "", "不对，不是这样的", []extraction.Cited{main}, []string{"main-cluster"}, false},
		{"Japanese", "", "いいえ、違います", []extraction.Cited{main}, []string{"main-cluster"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := extraction.NewGates(nil).Read([]extraction.Turn{user("1", "which cluster is it?"), assistant("2", tt.answer), user("3", tt.said)})
			var denied []string
			instead := false
			for _, d := range e.Denials(tt.cited) {
				denied = append(denied, d.Name)
				instead = instead || d.Instead
				require.Equal(t, "3", d.Turn.Turn)
			}
			require.Equal(t, tt.denied, denied)
			require.Equal(t, tt.instead, instead)
		})
	}
}

func TestAskedToForget(t *testing.T) {
	main := extraction.Cited{Name: "main-cluster", Text: "The main cluster is gke-blue-7."}
	tests := []struct {
		said string
		want bool
	}{
		{"please forget the note about gke-blue-7", true},
		{"forget that", true},
		{"forget what I said about the main cluster", true},
		{"vergiss bitte, was ich über gke-blue-7 gesagt habe", true},
		{"forget the payments deploy, look at the load balancer in Frankfurt instead", false},
		{"don't forget that gke-blue-7 is the main cluster", false},
		{"the main cluster is gke-blue-7", false},
		{"look:\n```\nplease forget the note about gke-blue-7\n```", false},
		{"the log says forget the note about gke-blue-7", false},
		{`it printed "forget the note about gke-blue-7"`, false},
	}
	for _, tt := range tests {
		t.Run(tt.said, func(t *testing.T) {
			e := extraction.NewGates(nil).Read([]extraction.Turn{user("1", tt.said)})
			require.Equal(t, tt.want, e.AskedToForget(main))
		})
	}
}
