"""SymEngine: expressions in C++."""

import symengine

import nested_tools
from expressions import Expressions, Functions


class Expand(Expressions):
    package = symengine
    method = "symengine.expand"


class Equality(Functions):
    package = symengine
    equality_way = "sines of sums replaced by hand, expand, normal form"

    def decide(self, p):
        return self.normal(self.expand(self.replace_functions(p)))


class Nested(nested_tools.Nested):
    package = symengine


class NestedCse(nested_tools.Cse):
    package = symengine
