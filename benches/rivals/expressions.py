"""Trees of expressions: SymPy and SymEngine share most of their interface.

A tool names its `package`, the module of SymPy or SymEngine.
"""

from tool import Tool

# No sine of the cases gets a higher power before it is reduced; a higher one would
# remain, and the number of terms would give it away.
HIGHEST_POWER = 4


class Expressions(Tool):
    def make_symbols(self):
        self.symbol = {n: self.package.Symbol(n) for n in self.names}
        self.sines = {self.sine(q) for q in self.joints}
        self.powers = {q: self.reduced_powers(q) for q in self.joints}

    def reduced_powers(self, joint):
        s, c = self.sine(joint), self.cosine(joint)
        return {s ** k: self.expand(s ** (k % 2) * (1 - c ** 2) ** (k // 2))
                for k in range(2, HIGHEST_POWER + 1)}

    def number(self, n):
        return self.package.Integer(n)

    def add(self, parts):
        return self.package.Add(*parts)

    def multiply(self, factors):
        return self.package.Mul(*factors)

    def expand(self, p):
        return self.package.expand(p)

    def normal(self, p, joints=None):
        """The powers of an expanded p are replaced."""
        table = {}
        for q in self.joints if joints is None else joints:
            table.update(self.powers[q])
        new = p.xreplace(table)
        return p if new == p else self.expand(new)

    def by_sines(self, p):
        """p in normal form as pairs of a monomial of sines and its factor."""
        parts = {}
        for term in p.args if p.is_Add else (p,):
            factors = term.args if term.is_Mul else (term,)
            m = self.multiply([f for f in factors if f in self.sines])
            rest = self.multiply([f for f in factors if f not in self.sines])
            parts.setdefault(m, []).append(rest)
        return [(m, self.add(rests)) for m, rests in parts.items()]

    def derivative(self, p, name):
        return p.diff(self.symbol[name])

    def count(self, p):
        return len(p.args) if p.is_Add else int(p != 0)

    def value(self, p, values):
        """Term by term with floats, because substitution is slow on long sums."""
        point = {self.symbol[n]: x for n, x in zip(self.names, self.point(values))}
        total = 0.0
        for term in p.args if p.is_Add else (p,):
            product = 1.0
            for f in term.args if term.is_Mul else (term,):
                base, power = f.args if f.is_Pow else (f, 1)
                product *= point[base] ** int(power) if base in point else float(f)
            total += product
        return total


class Functions(Expressions):
    """Sines and cosines as function objects, for the equality, where they are of sums.

    The objects are built before the clock starts; `decide` brings them to the normal form.
    """

    method = "function objects"

    def trigonometric(self, kind, joints):
        angle = self.add([self.package.Symbol(q) for q in joints])
        return getattr(self.package, kind)(angle)

    def equality(self, left, right):
        left, right = self.evaluate(left), self.evaluate(right)
        return lambda: self.decide(left - right)

    def replace_functions(self, p):
        """The functions in p replaced by symbols with the addition theorems."""
        table = {}
        for f in p.atoms(self.package.sin, self.package.cos):
            joints = sorted(str(q) for q in f.args[0].free_symbols)
            kind = "sin" if isinstance(f, self.package.sin) else "cos"
            table[f] = super().trigonometric(kind, joints)
        return p.xreplace(table)
