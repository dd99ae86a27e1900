package extraction

// standing is what a speaker's words can ground in one person's store.
type standing uint8

const (
	nobody standing = iota // unknown among several: grounds nothing
	other                  // grounds a system fact, which then waits
	owner                  // grounds everything
)

// speakers tells whose words count as the user's.
type speakers struct {
	owner   string
	several bool // more than one author, or the owner beside an unknown one
	only    string
}

// speakersOf looks at who speaks. Without a known owner, a sole speaker is the
// owner, and of several nobody is.
func speakersOf(turns []Turn, ownerID string) speakers {
	s := speakers{owner: ownerID}
	seen := false
	for _, t := range turns {
		if !t.byPerson() {
			continue
		}
		if !seen {
			s.only, seen = t.Author, true
		} else if t.Author != s.only {
			s.several = true
		}
	}
	return s
}

func (s speakers) standing(author string) standing {
	switch {
	case author == "" && s.several:
		return nobody
	case author == "":
		return owner // a harness that names nobody serves one person
	case s.owner != "":
		if author == s.owner {
			return owner
		}
		return other
	case s.several:
		return other
	}
	return owner
}
