package bar_test

import (
	"github.com/daybook-sre/daybook/memory/internal/bar"
)

var key = bar.Key{7, 7, 7}
