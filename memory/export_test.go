package memory

// OnStep has fn called with the name of each step of every write of a Root
// opened with o: tests stop, change or look at the directory in between.
func (o *Options) OnStep(fn func(step string)) { o.step = fn }
