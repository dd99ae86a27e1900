package search
import ("testing";"fmt";"os";"strings";"slices")
func lines(name string) []string { b,_:=os.ReadFile("testdata/"+name); var out []string; for l:=range strings.Lines(string(b)) { l=strings.TrimSpace(l); if l!=""&&l[0]!='#' {out=append(out,l)} }; return out }
func TestFloor(t *testing.T){
	if os.Getenv("TUNE")=="" {t.Skip()}
	P.FuzzyW=.8; fieldBoost[4]=.7; P.SynW=.5
	cells:=loadCells(t)
	mk:=func(c cell) *Index { ix:=New(); for _,d:=range c.stores[""] { ix.Put(d.Doc) }; return ix }
	var rb,gl cell; for _,c:=range cells { if c.name=="runbooks description" {rb=c}; if c.name=="gitlab description" {gl=c} }
	show:=func(name string, ix *Index, qs []string) { for _,q:=range qs { r:=ix.Search(Query{Text:q}); if len(r.Hits)==0 { fmt.Printf("%s NONE | %s\n",name,q); continue }; h:=r.Hits[0]; fmt.Printf("%s raw %6.2f cov %.3f n %d  | %s | %s\n",name,h.Raw,h.Coverage,h.Matched,q,h.ID)}}
	show("small-rb",mk(rb),lines("smalltalk.txt"))
	show("small-gl",mk(gl),lines("smalltalk.txt"))
	show("unans",mk(rb),lines("unanswerable.txt"))
	ix:=mk(rb)
	ok:=0
	for _,q:=range rb.queries { r:=ix.Search(Query{Text:q.Q}); h:=r.Hits[0]; good:=slices.Contains(q.Relevant,h.ID); if good {ok++}; fmt.Printf("desc %v raw %6.2f cov %.3f n %d | %s\n",good,h.Raw,h.Coverage,h.Matched,q.Q) }
	fmt.Println("hit1",ok,len(rb.queries))
}
