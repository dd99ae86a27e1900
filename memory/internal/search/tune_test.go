package search
import ("testing";"fmt";"os")
type score struct{ all, lo, rb, gl metrics }
func sets(cells []cell, b builder) (s score) {
	var n,nl,nr,ng float64
	for _,c:=range cells { if !c.inMacro {continue}; m:=measure(c,b); s.all=s.all.plus(m); n++
	 switch c.name[0] {case 'l': s.lo=s.lo.plus(m);nl++; case 'r': s.rb=s.rb.plus(m);nr++; default: s.gl=s.gl.plus(m);ng++}}
	s.all=s.all.scale(1/n);s.lo=s.lo.scale(1/nl);s.rb=s.rb.scale(1/nr);s.gl=s.gl.scale(1/ng); return
}
func (s score) String() string { return fmt.Sprintf("all %.4f/%.4f  locomo %.3f/%.3f  runbooks %.3f/%.3f  gitlab %.3f/%.3f",s.all.r5,s.all.mrr,s.lo.r5,s.lo.mrr,s.rb.r5,s.rb.mrr,s.gl.r5,s.gl.mrr)}
func try(cells []cell, name string, set func(v float64), vals ...float64){
	for _,v:=range vals { set(v); fmt.Printf("%-12s %6.2f  %v\n",name,v,sets(cells,ours)) }
}
func TestTune(t *testing.T){
	if os.Getenv("TUNE")=="" {t.Skip()}
	cells:=loadCells(t)
	fmt.Println("base",sets(cells,ours)); fmt.Println("bm25",sets(cells,plainBM25))
	P.FuzzyW=.8; fieldBoost[4]=.7; P.SynW=.5
	try(cells,"num",func(v float64){P.NumW=v},0.2,0.5,.7); P.NumW=1
	try(cells,"hash",func(v float64){P.HashW=v},0.0,.5); P.HashW=1
	try(cells,"id",func(v float64){P.IdW=v},0.5,.7,1.4); P.IdW=1
	try(cells,"part",func(v float64){P.PartW=v},0.5,.7,1.4); P.PartW=1
	try(cells,"comp",func(v float64){P.CompW=v},0.4,.7,1); P.CompW=0
	try(cells,"split",func(v float64){P.SplitW=v},0.4,.7,1); P.SplitW=0
}
