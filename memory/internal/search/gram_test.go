package search
import ("testing";"fmt";"os";"math";"slices";"cmp";"github.com/daybook-sre/daybook/memory/analysis")
func gramvec(s string) map[string]float64 { m:=map[string]float64{}; r:=[]rune(" "+analysis.Fold(s)+" "); for i:=0;i+3<=len(r);i++ {m[string(r[i:i+3])]++}; return m }
func withGrams(lam float64, prf float64) builder { return func(docs []memo) ranker {
	ix:=New(); vec:=map[string]map[string]float64{}; df:=map[string]float64{}; norm:=map[string]float64{}
	for _,d:=range docs { ix.Put(d.Doc); v:=gramvec(plainText(d)); vec[d.ID]=v; for g:=range v {df[g]++} }
	n:=float64(len(docs))
	for id,v:=range vec { s:=0.0; for g,c:=range v { w:=(1+math.Log(c))*math.Log(1+n/df[g]); v[g]=w; s+=w*w }; norm[id]=math.Sqrt(s) }
	return func(q string) []string {
		hits:=ix.Search(Query{Text:q}).Hits; best:=1e-9; for _,h:=range hits { if h.Score<1000 {best=max(best,h.Score)} }
		sc:=map[string]float64{}; for _,h:=range hits {sc[h.ID]=h.Score/best}
		if lam>0 { qv:=gramvec(q); for g,c:=range qv { if df[g]>0 { qv[g]=(1+math.Log(c))*math.Log(1+n/df[g]) } else {qv[g]=0} }
		cs:=map[string]float64{}; mx:=1e-9; for id,v:=range vec { s:=0.0; for g,w:=range qv { s+=w*v[g] }; s/=norm[id]; cs[id]=s; mx=max(mx,s) }
		for id,s:=range cs { sc[id]+=lam*s/mx } }
		if prf>0 { // expand by top 3 docs
		  text:=q
		  for _,h:=range hits[:min(2,len(hits))] { text+=" "+ix.docs[ix.slots[h.ID]].Description }
		  h2:=ix.Search(Query{Text:text}).Hits; b2:=1e-9; for _,h:=range h2 {b2=max(b2,h.Score)}
		  for _,h:=range h2 { sc[h.ID]+=prf*h.Score/b2 } }
		var ids []string; for id:=range sc {ids=append(ids,id)}
		slices.SortFunc(ids,func(a,b string) int { return cmp.Or(cmp.Compare(sc[b],sc[a]),cmp.Compare(a,b))})
		return ids } } }

func bigrams(s string) map[string]float64 { m:=map[string]float64{}; p:=""; for _,t:=range analysis.Tokens(s) { if t.Kind==analysis.Identifier {continue}; if p!="" {m[p+" "+t.Term]=1}; p=t.Term }; return m }
func rerank(lam float64, top int, mode string) builder { return func(docs []memo) ranker {
	ix:=New(); for _,d:=range docs { ix.Put(d.Doc) }
	cache:=map[string]map[string]float64{}
	vec:=func(s string) map[string]float64 { if mode=="bigram"||mode=="bigramall" { return bigrams(s) }; return gramvec(s) }
	return func(q string) []string {
		hits:=ix.Search(Query{Text:q}).Hits; qv:=vec(q); qn:=0.0; for _,w:=range qv {qn+=w*w}
		best:=1e-9; for _,h:=range hits { if h.Score<1000 {best=max(best,h.Score)} }
		n:=min(top,len(hits)); sims:=make([]float64,n); mx:=1e-9
		for i,h:=range hits[:n] { d:=ix.docs[ix.slots[h.ID]]; v:=cache[h.ID]; if v==nil { t:=d.Name+" "+d.Description; if mode=="desc" {t=d.Description}; if mode=="all"||mode=="bigramall" {t+=" "+d.Quote+" "+d.Body}; if mode=="dq"||mode=="dqabs" {t+=" "+d.Quote}; v=vec(t); cache[h.ID]=v }
		  dot,dn:=0.0,0.0; for g,w:=range v { dn+=w*w; dot+=w*qv[g] }; sims[i]=dot/math.Sqrt(dn*qn+1e-9); mx=max(mx,sims[i]) }
		if mode=="abs"||mode=="dqabs" {mx=1}
		for i:=range sims { hits[i].Score=hits[i].Score/best+lam*sims[i]/mx }
		slices.SortStableFunc(hits[:n],func(a,b Hit) int { return cmp.Or(cmp.Compare(b.Score,a.Score),cmp.Compare(a.ID,b.ID))})
		var ids []string; for _,h:=range hits {ids=append(ids,h.ID)}
		return ids } } }
func TestGram(t *testing.T){
	if os.Getenv("TUNE")=="" {t.Skip()}
	P.FuzzyW=.8; fieldBoost[4]=.7; P.SynW=.5
	cells:=loadCells(t)
	for _,mode:=range []string{"desc","name","abs","dq","dqabs","all","bigram","bigramall"} {
	for _,l:=range []float64{.15,.3,.5} { fmt.Println(mode,l,sets(cells,rerank(l,50,mode))) } }
	fmt.Println("dq 20",sets(cells,rerank(.3,20,"dq")))
	fmt.Println("dq 100",sets(cells,rerank(.3,100,"dq")))
}
