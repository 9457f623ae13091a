"""FLINT by python-flint: sparse polynomials with whole coefficients."""

import flint

from tool import Tool


class Flint(Tool):
    method = "fmpz_mpoly"

    def make_symbols(self):
        self.context = flint.fmpz_mpoly_ctx.get(self.names, "lex")
        self.symbol = dict(zip(self.names, self.context.gens()))

    def number(self, n):
        return self.context.constant(n)

    def normal(self, p, joints=None):
        """p - (p // s^2)(s^2 + c^2 - 1): cheaper than a division by the relation."""
        for joint, degree in zip(self.joints, p.degrees()):
            if degree < 2 or joints is not None and joint not in joints:
                continue
            square = self.sine(joint) ** 2
            relation = square + self.cosine(joint) ** 2 - 1
            while quotient := p // square:
                p -= quotient * relation
        return p

    def by_sines(self, p):
        """p in normal form as pairs of a monomial of sines and its factor."""
        parts = [(self.number(1), p)]
        for joint in self.joints:
            s = self.sine(joint)
            split = [(m, divmod(part, s)) for m, part in parts]
            parts = [(m * s, quotient) for m, (quotient, _) in split if quotient]
            parts += [(m, rest) for m, (_, rest) in split if rest]
        return parts

    def derivative(self, p, name):
        return p.derivative(self.names.index(name))

    def terms(self, p):
        return p.terms()
