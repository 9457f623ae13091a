"""SymPy: what one writes first (expand; for the equality expand_trig, simplify), and its rings."""

import math
import os

# Coefficients here are small: Python's integers are SymPy's fastest ones.
os.environ.setdefault("SYMPY_GROUND_TYPES", "python")

import sympy
from sympy.core.cache import clear_cache
from sympy.polys.rings import PolyRing

import nested_tools
from expressions import Expressions, Functions
from tool import Tool


class Expand(Expressions):
    package = sympy
    method = "sympy.expand"
    forget = staticmethod(clear_cache)


class ExpandTrig(Functions):
    package = sympy
    equality_way = "expand_trig, expand, normal form"
    forget = staticmethod(clear_cache)

    def decide(self, p):
        p = sympy.expand(sympy.expand_trig(p))
        return self.normal(self.replace_functions(p))


class Simplify(Functions):
    package = sympy
    equality_way = "sympy.simplify"
    forget = staticmethod(clear_cache)

    def decide(self, p):
        return sympy.simplify(p)


class Rings(Tool):
    """Sparse polynomials, dictionaries from exponents to coefficients."""

    method = "sympy.polys.rings over ZZ"
    product_way = "product reduced afterwards term by term"
    forget = staticmethod(clear_cache)

    def make_symbols(self):
        self.ring = PolyRing([sympy.Symbol(n) for n in self.names], sympy.ZZ, "lex")
        self.symbol = dict(zip(self.names, self.ring.gens))

    def number(self, n):
        return self.ring.ground_new(sympy.ZZ(n))

    def normal(self, p, joints=None):
        """Term by term, all joints; the fate of each trigonometric part is found once."""
        n = len(self.joints)
        if n == 0 or all(max(monomial[:n]) < 2 for monomial in p):
            return p
        out, known = self.ring.zero, {}
        get = out.get
        for monomial, a in p.items():
            head = monomial[:2 * n]
            if head not in known:
                known[head] = self.reduced(head) if max(head[:n]) > 1 else None
            if known[head] is None:
                out[monomial] = get(monomial, 0) + a
                continue
            tail = monomial[2 * n:]
            for new, factor in known[head]:
                new += tail
                out[new] = get(new, 0) + factor * a
        out.strip_zero()
        return out

    def reduced(self, head):
        """The normal form of a trigonometric monomial: pairs of exponents and factor."""
        n = len(self.joints)
        terms = {head: 1}
        for i in range(n):
            half = head[i] // 2
            for old, a in list(terms.items()) if half else ():
                del terms[old]
                for k in range(half + 1):
                    new = list(old)
                    new[i] -= 2 * half
                    new[n + i] += 2 * k
                    terms[tuple(new)] = (-1) ** k * math.comb(half, k) * a
        return list(terms.items())

    def reduced_product(self, left, right):
        """Here the plain way is as fast as the sorted one."""
        return self.normal(left * right)

    def derivative(self, p, name):
        return p.diff(self.symbol[name])

    def terms(self, p):
        return p.items()


class Poly(Rings):
    """Dense and recursive inside, so faster than the rings in the dense case, and only there."""

    method = "sympy.Poly over ZZ"

    def make_symbols(self):
        self.gens = sympy.symbols(self.names)
        self.symbol = {n: self.number(x) for n, x in zip(self.names, self.gens)}

    def number(self, n):
        return sympy.Poly(n, *self.gens, domain=sympy.ZZ)

    def count(self, p):
        return len(p.terms())

    def terms(self, p):
        return p.terms()


class Nested(nested_tools.Nested):
    package = sympy
    forget = staticmethod(clear_cache)


class NestedCse(nested_tools.Cse):
    package = sympy
    forget = staticmethod(clear_cache)
