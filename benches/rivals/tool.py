"""What all tools share: trigonometric polynomials in a ring of polynomials.

Sines and cosines of single joints are plain symbols, which is no slower in any
tool than function objects.  The normal form modulo sin^2 + cos^2 = 1 has no
sine to a power above the first.
"""

import math
from functools import reduce
from operator import mul

from reading import is_coordinate


class Tool:
    """One tool with its symbols, keyed by the names of the text and by "sin q1", "cos q1".

    A tool says its `method`, makes the symbols (`make_symbols`) and numbers (`number`),
    brings to the normal form (`normal`), sorts a polynomial by its sines (`by_sines`),
    differentiates by a symbol (`derivative`) and lists the terms as pairs of exponents
    and coefficient (`terms`).
    """

    # how the product and the equality are done, for the notes
    product_way = "one factor sorted by its sines, each absorbed and reduced in the other factor"
    equality_way = "addition theorems, reduced at the end"

    def __init__(self, names):
        self.joints = [n for n in sorted(names) if is_coordinate(n) and "'" not in n]
        plain = [n for n in sorted(names) if n not in self.joints]
        # The sines come first: tools look for them at the beginning of the exponents.
        self.names = [f"{f} {q}" for f in ("sin", "cos") for q in self.joints] + plain
        self.angles = {}
        self.make_symbols()

    def sine(self, joint):
        return self.symbol["sin " + joint]

    def cosine(self, joint):
        return self.symbol["cos " + joint]

    def forget(self):
        """Empties what a tool remembers of earlier runs, where it does."""

    def evaluate(self, tree):
        """The tree in the tool's objects."""
        kind, content = tree[:2]
        if kind == "number":
            return self.number(content)
        if kind == "name":
            return self.symbol[content]
        if kind == "sum":
            return self.add([self.evaluate(part) for part in content])
        if kind == "product":
            return self.multiply([self.evaluate(part) for part in content])
        if kind == "power":
            return self.evaluate(content) ** tree[2]
        return self.trigonometric(kind, content)

    def trigonometric(self, kind, joints):
        """The sine or cosine of a sum of joints by the addition theorems."""
        key = tuple(joints)
        if key not in self.angles:
            c, s = self.number(1), self.number(0)
            for joint in joints:
                c1, s1 = self.cosine(joint), self.sine(joint)
                c, s = self.expand(c * c1 - s * s1), self.expand(s * c1 + c * s1)
            self.angles[key] = {"cos": c, "sin": s}
        return self.angles[key][kind]

    def add(self, parts):
        """Neighbours first: adding one by one would copy the growing sum each time."""
        while len(parts) > 1:
            pairs = [a + b for a, b in zip(parts[::2], parts[1::2])]
            parts = pairs + parts[len(pairs) * 2:]
        return parts[0]

    def multiply(self, factors):
        return reduce(mul, factors)

    def expand(self, p):
        """Polynomial rings have nothing but expanded forms."""
        return p

    def reduced_product(self, left, right):
        """The product in normal form.

        Each monomial of sines of the right factor goes into the left one, which is
        short, and is reduced there: the long product then needs no reduction.
        """
        parts = self.by_sines(self.normal(right))
        return self.expand(self.add([self.normal(self.expand(left * m)) * p for m, p in parts]))

    def time_derivative(self, p):
        """Chain rule symbol by symbol."""
        parts = [self.derivative(p, name) * rate for name, rate in self.rates()]
        return self.normal(self.expand(self.add(parts)))

    def rates(self):
        """The time derivatives of the symbols that depend on time."""
        for q in self.joints:
            yield f"sin {q}", self.cosine(q) * self.symbol[q + "'"]
            yield f"cos {q}", -self.sine(q) * self.symbol[q + "'"]
        for name in self.names:
            if is_coordinate(name) and name + "'" in self.symbol:
                yield name, self.symbol[name + "'"]

    def equality(self, left, right):
        """The work that shows the trees to be equal by giving 0."""
        return lambda: self.normal(self.evaluate(left) - self.evaluate(right))

    def count(self, p):
        return len(p)

    def size(self, results):
        return sum(self.count(p) for p in results)

    def values(self, results, point):
        return [self.value(p, point) for p in results]

    def value(self, p, values):
        """The polynomial at a point."""
        point = self.point(values)
        total = 0.0
        for exponents, coefficient in self.terms(p):
            powers = [x ** int(e) for x, e in zip(point, exponents) if e]
            total += math.prod(powers, start=float(coefficient))
        return total

    def point(self, values):
        """The values of the symbols in their order."""
        trig = [f(values[q]) for f in (math.sin, math.cos) for q in self.joints]
        return trig + [values[n] for n in self.names[len(trig):]]
