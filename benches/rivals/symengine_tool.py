"""SymEngine: expressions in C++."""

import symengine

from expressions import Expressions, Functions


class Expand(Expressions):
    library = symengine
    method = "symengine.expand"


class Equality(Functions):
    library = symengine
    equality_way = "sines of sums replaced by hand, expand, normal form"

    def decide(self, p):
        return self.normal(self.expand(self.replace_functions(p)))
