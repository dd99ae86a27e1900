package extraction

// types are the memory types that extraction may propose.
var types = map[string]bool{"user": true, "infrastructure": true, "preference": true, "investigation_learning": true}

// gateType refuses an item of a type that there is not. A type is not guessed:
// what a model calls otherwise it did not understand.
func gateType(c *candidate) (gate, reason string) {
	if !types[c.item.Type] {
		return GateType, "unknown type"
	}
	return GateType, ""
}
