package search
import ("testing";"fmt";"os")
func ours(docs []memo) ranker {
	ix:=New(); for _,d:=range docs { ix.Put(d.Doc) }
	return func(q string) []string { var ids []string; for _,h:=range ix.Search(Query{Text:q}).Hits { ids=append(ids,h.ID)}; return ids }
}
func macro(cells []cell, b builder, verbose bool) metrics {
	var tot metrics; n:=0.0
	for _,c:=range cells { m:=measure(c,b); if verbose {fmt.Printf("%-28s %4d r1 %.3f r5 %.3f r10 %.3f mrr %.3f ndcg %.3f empty %.3f\n",c.name,len(c.queries),m.r1,m.r5,m.r10,m.mrr,m.ndcg,m.empty)}
	 if c.inMacro {tot=tot.plus(m);n++}}
	tot=tot.scale(1/n)
	fmt.Printf("MACRO r1 %.4f r5 %.4f r10 %.4f mrr %.4f ndcg %.4f empty %.3f\n",tot.r1,tot.r5,tot.r10,tot.mrr,tot.ndcg,tot.empty)
	return tot
}
func TestTable(t *testing.T){
	cells:=loadCells(t)
	v:=os.Getenv("V")!=""
	macro(cells,newestSubstring,false)
	macro(cells,allWords,false)
	macro(cells,plainBM25,v)
	macro(cells,ours,v)
}
