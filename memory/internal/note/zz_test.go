package note_test
import ("testing";"os";"encoding/json";"math/rand/v2";"strings";"github.com/daybook-sre/daybook/memory/internal/note")
func TestZZ(t *testing.T){
 rng:=rand.New(rand.NewPCG(3,4))
 alpha:=strings.Split("a|b|e|E|0|1|9|x|o|.|:|: |-| |#| #|\"|'|\\|[|]|{|}|,|, |é|中|🚨|\u00a0|\u2028|\u0085|\t|\x1b|~|=|<|!|&|*|%|@|`|?|y|n|no|true|null|+|_|/|(|\uFEFF|inf|nan|T|Z|2026-03-02|10:30","|")
 w,_:=os.Create("/tmp/exp/enc.jsonl"); enc:=json.NewEncoder(w)
 for range 20000 { s:=""; for range 1+rng.IntN(6) { s+=alpha[rng.IntN(len(alpha))] }
  f:=note.Fields{Name:s,Description:s,Quote:"x"+s,Tags:[]string{s,"a"+s}}
  g:=f.Storable(); n,_:=note.Parse(note.Encode(&f))
  enc.Encode(map[string]any{"name":g.Name,"quote":g.Quote,"tags":g.Tags,"raw":n.Raw()})
 }
}
