package search
import ("testing";"fmt";"os";"slices")
func TestFail(t *testing.T){
	if os.Getenv("FAIL")=="" {t.Skip()}
	for _,c:=range loadCells(t) { if !c.inMacro||c.name=="locomo" {continue}
	 rs:=map[string]ranker{}; descr:=map[string]Doc{}
	 for n,d:=range c.stores { rs[n]=ours(d); for _,x:=range d {descr[x.ID]=x.Doc} }
	 for _,q:=range c.queries { got:=rs[q.Store](q.Q); if recall(got,q.Relevant,5)<1 {
	  fmt.Printf("[%s] %s\n",c.name,q.Q)
	  for _,r:=range q.Relevant { fmt.Printf("    want #%d %s | %s | %.200s\n",slices.Index(got,r)+1,r,descr[r].Description,descr[r].Body)}
	  for _,r:=range got[:min(3,len(got))] { fmt.Printf("     got %s | %s | %.200s\n",r,descr[r].Description,descr[r].Body)}
	 }}}
}
