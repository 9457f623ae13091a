#!/usr/bin/env python3
"""Times symbolic-algebra work of robot dynamics in SymPy, SymEngine and python-flint.

    python algebra.py CASES_DIR OUT.json [--slow]

CASES_DIR holds the inputs, one expression per file (b_left.txt, b_right.txt,
b_motion.txt, c_left.txt, c_right.txt).  OUT.json receives one record per case
and tool; a table goes to the standard output.  --help names further options.

What is timed.  Every run gets new objects: the text is parsed and turned into
the tool's own objects anew before the clock starts, because SymEngine keeps
hashes inside its nodes and SymPy keeps a global cache (emptied before every
run).  Sines and cosines of single joints are plain symbols in all tools, which
is no slower anywhere than function objects.  The normal form is that modulo
sin^2 + cos^2 = 1: no sine has a power above the first (puma then has 12187
terms), or, with --reduce cos, no cosine (12152 terms).  The values are the same
either way.

"sympy (expand)" is what one writes first, "sympy (rings)" what is fastest.

"value" is the result at a fixed point: the k-th of the sorted names of the
inputs has the value 0.1 + (k % 7)/10 + k/1000; the names are those of the
files (q1, q1', ...), for the derivative also those one prime higher.  Sines
and cosines are those of the joint's value.  For puma, where the names are those
of puma_names() below, it is the sum of the six.
"""

import argparse
import gc
import json
import math
import multiprocessing
import os
import re
import sys
import time
from fractions import Fraction
from functools import partial, reduce
from importlib.metadata import version
from operator import mul

RUNS = 5
ENOUGH = 25.0  # no further run once all runs have taken this long (seconds)
VALUE_TERMS = 3_000_000  # a longer result is not evaluated


# ---------------------------------------------------------------- reading

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([^\W\d]\w*'*)|(\S))")
COORDINATE = re.compile(r"q\d+'*")
MINUS_ONE = ("number", Fraction(-1))


class Parser:
    """Text to a tree with n-ary sums, for Python's own parser fails on 10^4 terms."""

    def __init__(self, text):
        self.tokens = [m.groups() for m in TOKEN.finditer(text.strip())]
        self.tokens.append((None, None, None))
        self.at = 0

    def take(self, signs):
        sign = self.tokens[self.at][2]
        if sign is None or sign not in signs:
            return None
        self.at += 1
        return sign

    def demand(self, sign):
        if not self.take(sign):
            raise ValueError(f"{sign!r} expected, found {self.tokens[self.at]}")

    def whole(self):
        tree = self.sum()
        if self.at != len(self.tokens) - 1:
            raise ValueError(f"unexpected {self.tokens[self.at]}")
        return tree

    def sum(self):
        parts, sign = [], self.take("+-")
        while True:
            part = self.product()
            parts.append(("product", [MINUS_ONE, part]) if sign == "-" else part)
            sign = self.take("+-")
            if not sign:
                return parts[0] if len(parts) == 1 else ("sum", parts)

    def product(self):
        parts = [self.power()]
        while sign := self.take("*/"):
            factor = self.power()
            if sign == "/":
                if factor[0] != "number":
                    raise ValueError("division by something that is no number")
                factor = ("number", 1 / factor[1])
            parts.append(factor)
        return parts[0] if len(parts) == 1 else ("product", parts)

    def power(self):
        if self.take("-"):
            return ("product", [MINUS_ONE, self.power()])
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.atom()
        if exponent[0] != "number" or exponent[1].denominator != 1:
            raise ValueError("an exponent must be a whole number, not negative")
        return ("power", base, int(exponent[1]))

    def atom(self):
        number, word, _ = self.tokens[self.at]
        if number or word:
            self.at += 1
        if number:
            return ("number", Fraction(number))
        if word and word not in ("sin", "cos"):
            return ("name", word)
        self.demand("(")
        inner = self.sum()
        self.demand(")")
        return (word, inner) if word else inner


def read(folder, *files):
    """The trees of the files."""
    trees = []
    for name in files:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            trees.append(Parser(file.read()).whole())
    return trees


def leaves(tree, kind):
    """All names or all numbers of a tree."""
    if tree[0] == kind:
        yield tree[1]
    elif tree[0] in ("sum", "product"):
        for part in tree[1]:
            yield from leaves(part, kind)
    elif tree[0] in ("power", "sin", "cos"):
        yield from leaves(tree[1], kind)


def names_of(trees):
    return sorted({name for tree in trees for name in leaves(tree, "name")})


def integral(trees):
    return all(n.denominator == 1 for tree in trees for n in leaves(tree, "number"))


def trig_degree(tree):
    """A bound for the powers of sines and cosines in the expanded tree."""
    if tree[0] == "sum":
        return max(map(trig_degree, tree[1]))
    if tree[0] == "product":
        return sum(map(trig_degree, tree[1]))
    if tree[0] == "power":
        return trig_degree(tree[1]) * tree[2]
    if tree[0] in ("sin", "cos"):
        return max(abs(n) for n in angle_of(tree[1]).values())
    return 0


def angle_of(tree):
    """The joints of a linear sum of angles with their whole multiples."""
    if tree[0] == "name":
        return {tree[1]: 1}
    if tree[0] == "sum":
        total = {}
        for part in tree[1]:
            for joint, n in angle_of(part).items():
                total[joint] = total.get(joint, 0) + n
        return total
    if tree[0] == "product":
        factor = math.prod(p[1] for p in tree[1] if p[0] == "number")
        (inner,) = [p for p in tree[1] if p[0] != "number"]
        if factor == int(factor):
            return {joint: int(factor) * n for joint, n in angle_of(inner).items()}
    raise ValueError("an angle must be a sum of whole multiples of joints")


def identifier(name):
    """q1'' is written q1_dd in the tools."""
    word = name.rstrip("'")
    primes = len(name) - len(word)
    return word + ("_" + "d" * primes if primes else "")


def point_of(names):
    """The fixed point of the checks."""
    return {name: 0.1 + (k % 7) / 10 + k / 1000 for k, name in enumerate(sorted(names))}


# ---------------------------------------------------------------- tools


class Algebra:
    """Trigonometric polynomials in one tool.

    A subclass makes the symbols (self.symbol, keyed by the names of the text
    and by "sin q1", "cos q1") and knows how to add, multiply and reduce.
    """

    high, low = "sin", "cos"  # the square of the first is replaced by the second
    reduction = "one factor sorted by its {0}, each absorbed and reduced in the other factor"

    def __init__(self, names, trees=(), functions=False):
        self.joints = [n for n in sorted(names) if COORDINATE.fullmatch(n) and "'" not in n]
        plain = [n for n in sorted(names) if n not in self.joints]
        # The reduced function first, as lexicographic division and the cutting of
        # exponent tuples need it.
        self.names = [f"{f} {q}" for f in (self.high, self.low) for q in self.joints] + plain
        self.identifiers = [identifier(n.replace(" ", "_")) for n in self.names]
        self.angles = {}
        self.functions = functions
        # no power can be higher in a product of the trees or in a derivative
        self.highest = max(3, 1 + sum(map(trig_degree, trees)))
        self.make_symbols(integral(trees))

    def sine(self, joint):
        return self.symbol["sin " + joint]

    def cosine(self, joint):
        return self.symbol["cos " + joint]

    def pair(self, joint):
        """The reduced function of a joint and the other one."""
        return self.symbol[f"{self.high} {joint}"], self.symbol[f"{self.low} {joint}"]

    def evaluate(self, tree, tidy=lambda p: p):
        """The tree in the tool's objects, each product being tidied if so desired."""
        kind = tree[0]
        if kind == "number":
            return self.number(tree[1])
        if kind == "name":
            return self.symbol[tree[1]]
        if kind == "sum":
            return self.add([self.evaluate(part, tidy) for part in tree[1]])
        if kind == "product":
            return tidy(self.multiply([self.evaluate(part, tidy) for part in tree[1]]))
        if kind == "power":
            return tidy(self.evaluate(tree[1], tidy) ** tree[2])
        return self.trigonometric(kind, tree[1])

    def trigonometric(self, kind, tree):
        return self.of_angle(kind, angle_of(tree))

    def of_angle(self, kind, angle):
        """The sine or cosine of a sum by the addition theorems."""
        key = tuple(sorted(angle.items()))
        if key not in self.angles:
            c, s = self.number(Fraction(1)), self.number(Fraction(0))
            for joint, n in key:
                c1, s1 = self.cosine(joint), self.sine(joint)
                s1 = s1 if n > 0 else -s1
                for _ in range(abs(n)):
                    c, s = self.expand(c * c1 - s * s1), self.expand(s * c1 + c * s1)
            self.angles[key] = {"cos": c, "sin": s}
        return self.angles[key][kind]

    def multiply(self, factors):
        return reduce(mul, factors)

    def add(self, parts):
        """Neighbours first: adding one by one would copy the growing sum each time."""
        while len(parts) > 1:
            pairs = [a + b for a, b in zip(parts[::2], parts[1::2])]
            parts = pairs + parts[len(pairs) * 2:]
        return parts[0]

    def expand(self, p):
        """Polynomial rings have nothing but expanded forms."""
        return p

    def product(self, left, right):
        return self.expand(left * right)

    def reduced_product(self, left, right):
        """The product in normal form.

        The right factor is sorted by its reduced functions (say the sines);
        each such monomial goes into the left factor, which is short, and is
        reduced there: the long product then needs no reduction.
        """
        parts = self.by_high(self.normal(right))
        return self.expand(self.add([self.normal(self.expand(left * m)) * p for m, p in parts]))

    def rates(self):
        """The time derivatives of the symbols that depend on time."""
        for q in self.joints:
            yield f"sin {q}", self.cosine(q) * self.symbol[q + "'"]
            yield f"cos {q}", -self.sine(q) * self.symbol[q + "'"]
        for name in self.names:
            if COORDINATE.fullmatch(name) and name + "'" in self.symbol:
                yield name, self.symbol[name + "'"]

    def time_derivative(self, p):
        parts = [self.derivative(p, name) * rate for name, rate in self.rates()]
        return self.normal(self.expand(self.add(parts)))

    def point(self, values):
        """Values of the tool's symbols in their order."""
        trig = [getattr(math, f)(values[q]) for f in (self.high, self.low) for q in self.joints]
        return trig + [values[n] for n in self.names[len(trig):]]


def value_of_terms(terms, point):
    """Sum of coefficient times powers, terms given by exponent tuples."""
    total = 0.0
    for exponents, coefficient in terms:
        factor = float(coefficient)
        for x, e in zip(point, exponents):
            if e:
                factor *= x if e == 1 else x ** int(e)
        total += factor
    return total


class Flint(Algebra):
    def make_symbols(self, whole):
        import flint

        kind = flint.fmpz_mpoly_ctx if whole else flint.fmpq_mpoly_ctx
        self.method = "fmpz_mpoly" if whole else "fmpq_mpoly"
        self.context = kind.get(self.identifiers, "lex")
        self.symbol = dict(zip(self.names, self.context.gens()))
        self.rational = flint.fmpq
        self.whole = whole

    def number(self, n):
        return self.context.constant(
            int(n) if self.whole else self.rational(n.numerator, n.denominator))

    def normal(self, p, joints=None):
        """p - (p // s^2)(s^2 + c^2 - 1): cheaper than a division by the relation."""
        degrees = p.degrees()  # of the reduced functions first
        for joint, degree in zip(self.joints, degrees):
            if degree < 2 or joints is not None and joint not in joints:
                continue
            high, low = self.pair(joint)
            square, relation = high ** 2, high ** 2 + low ** 2 - 1
            while quotient := p // square:
                p -= quotient * relation
        return p

    def by_high(self, p):
        parts = [(self.context.constant(1), p)]
        for joint in self.joints:
            x, _ = self.pair(joint)
            split = [(m, divmod(part, x)) for m, part in parts]
            parts = [(m * x, quotient) for m, (quotient, _) in split if quotient]
            parts += [(m, rest) for m, (_, rest) in split if rest]
        return parts

    def derivative(self, p, name):
        return p.derivative(self.names.index(name))

    def terms(self, p):
        return len(p)

    def value(self, p, values):
        return value_of_terms(p.terms(), self.point(values))


class SympyRing(Algebra):
    reduction = "product reduced afterwards term by term"

    def make_symbols(self, whole):
        import sympy
        from sympy.polys.rings import PolyRing

        domain = sympy.ZZ if whole else sympy.QQ
        self.method = f"sympy.polys.rings over {domain}"
        self.ring = PolyRing(self.identifiers, domain, "lex")
        self.symbol = dict(zip(self.names, self.ring.gens))
        self.coefficient = (lambda n: domain(int(n))) if whole else (
            lambda n: domain(n.numerator, n.denominator))

    def number(self, n):
        return self.ring.ground_new(self.coefficient(n))

    def heads(self, head):
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
                known[head] = self.heads(head) if max(head[:n]) > 1 else None
            if known[head] is None:
                out[monomial] = get(monomial, 0) + a
                continue
            tail = monomial[2 * n:]
            for new, factor in known[head]:
                new += tail
                out[new] = get(new, 0) + factor * a
        out.strip_zero()
        return out

    def reduced_product(self, left, right):
        """Here the plain way is as fast as the sorted one."""
        return self.normal(left * right)

    def derivative(self, p, name):
        return p.diff(self.symbol[name])

    def terms(self, p):
        return len(p)

    def value(self, p, values):
        return value_of_terms(p.items(), self.point(values))


class Expressions(Algebra):
    """Expression trees: SymPy and SymEngine share most of their interface."""

    def make_symbols(self, whole):
        self.load()
        m = self.module
        self.symbol = {n: m.Symbol(i) for n, i in zip(self.names, self.identifiers)}
        self.symbol.update((q, m.Symbol(q)) for q in self.joints)
        self.powers = {}
        for q in self.joints:
            high, low = self.pair(q)
            self.powers[q] = {high ** k: m.expand(high ** (k % 2) * (1 - low ** 2) ** (k // 2))
                              for k in range(2, self.highest + 1)}
        self.highs = {self.pair(q)[0] for q in self.joints}

    def number(self, n):
        return self.module.Rational(n.numerator, n.denominator)

    def trigonometric(self, kind, tree):
        """Function objects where the sines of sums are part of the task."""
        if self.functions:
            return getattr(self.module, kind)(self.evaluate(tree))
        return super().trigonometric(kind, tree)

    def add(self, parts):
        return self.module.Add(*parts)

    def multiply(self, factors):
        return self.module.Mul(*factors)

    def expand(self, p):
        return self.module.expand(p)

    def normal(self, p, joints=None):
        """The powers of an expanded p are replaced."""
        table = {}
        for q in self.joints if joints is None else joints:
            table.update(self.powers[q])
        new = p.xreplace(table)
        return p if new == p else self.expand(new)

    def by_high(self, p):
        parts = {}
        for term in p.args if p.is_Add else (p,):
            factors = term.args if term.is_Mul else (term,)
            m = self.multiply([f for f in factors if f in self.highs])
            rest = self.multiply([f for f in factors if f not in self.highs])
            parts.setdefault(m, []).append(rest)
        return [(m, self.add(rests)) for m, rests in parts.items()]

    def derivative(self, p, name):
        return p.diff(self.symbol[name])

    def replace_functions(self, p):
        """Sines and cosines of sums written out by the addition theorems."""
        table = {}
        for f in p.atoms(self.module.sin, self.module.cos):
            multiples = f.args[0].as_coefficients_dict()
            angle = {str(q): int(n) for q, n in multiples.items() if n != 0}
            kind = "sin" if isinstance(f, self.module.sin) else "cos"
            table[f] = self.of_angle(kind, angle)
        return p.xreplace(table)

    def terms(self, p):
        return len(p.args) if p.is_Add else int(p != 0)

    def value(self, p, values):
        """Term by term with floats, because substitution is slow on long sums."""
        point = {self.symbol[n]: x for n, x in zip(self.names, self.point(values))}
        total = 0.0
        for term in p.args if p.is_Add else (p,):
            factor = 1.0
            for f in term.args if term.is_Mul else (term,):
                base, power = f.args if f.is_Pow else (f, 1)
                factor *= point[base] ** int(power) if base in point else float(f)
            total += factor
        return total


class SympyExpand(Expressions):
    def load(self):
        import sympy

        self.module = sympy
        self.method = "sympy.expand"


class Symengine(Expressions):
    def load(self):
        import symengine

        self.module = symengine
        self.method = "symengine.expand"


class SympyPoly(SympyRing):
    """Poly, dense and recursive inside: used for the dense case only."""

    def make_symbols(self, whole):
        import sympy

        gens = sympy.symbols(self.identifiers)
        self.poly = lambda p: sympy.Poly(p, *gens, domain=sympy.ZZ)
        self.symbol = {n: self.poly(g) for n, g in zip(self.names, gens)}
        self.method = "sympy.Poly over ZZ"

    def number(self, n):
        return self.poly(int(n))

    def terms(self, p):
        return len(p.terms())

    def value(self, p, values):
        return value_of_terms(p.terms(), self.point(values))


# ---------------------------------------------------------------- cases
#
# A case prepares everything that is not timed and returns the algebra, the
# work to be timed, what the note says of it, and the names of the check's point.


def dense(tool, folder):
    names = ["w", "x", "y", "z"]
    algebra = tool(names)
    one = algebra.number(Fraction(1))
    base = algebra.add([algebra.symbol[n] for n in names] + [one])
    f = algebra.expand(base ** 15)
    return algebra, lambda: algebra.product(f, f + one), "", names


def product(tool, folder):
    trees = read(folder, "b_left.txt", "b_right.txt")
    names = names_of(trees)
    algebra = tool(names, trees)
    left, right = [algebra.evaluate(tree) for tree in trees]
    return algebra, lambda: algebra.reduced_product(left, right), \
        algebra.reduction.format(algebra.high), names


def product_expand(tool, folder):
    trees = read(folder, "b_left.txt", "b_right.txt")
    names = names_of(trees)
    algebra = tool(names, trees)
    left, right = [algebra.evaluate(tree) for tree in trees]
    return algebra, lambda: algebra.product(left, right), "", names


def derivative(tool, folder):
    trees = read(folder, "b_motion.txt")
    names = set(names_of(trees))
    names |= {name + "'" for name in names if COORDINATE.fullmatch(name)}
    algebra = tool(names, trees)
    motion = algebra.evaluate(trees[0])
    note = "chain rule symbol by symbol, normal form at the end"
    return algebra, lambda: algebra.time_derivative(motion), note, names


def equality(tool, folder, stepwise):
    """The trees are evaluated inside the timed part.

    Stepwise, each product is reduced at once: better the deeper the nesting.
    """
    trees = read(folder, "c_left.txt", "c_right.txt")
    names = names_of(trees)
    algebra = tool(names, trees)

    def tidy(p):
        return algebra.normal(algebra.expand(p))

    def at_once():
        left, right = [algebra.evaluate(tree) for tree in trees]
        return tidy(left - right)

    def by_steps():
        left, right = [algebra.evaluate(tree, tidy) for tree in trees]
        return algebra.expand(left - right)

    note = "addition theorems, " + ("each product reduced" if stepwise else "reduced at the end")
    return algebra, by_steps if stepwise else at_once, note, names


def equality_of_expressions(tool, folder, decide):
    """With function objects, which are built before; decide gives the normal form."""
    trees = read(folder, "c_left.txt", "c_right.txt")
    names = names_of(trees)
    algebra = tool(names, trees, functions=True)
    algebra.method = "function objects"
    left, right = [algebra.evaluate(tree) for tree in trees]
    return algebra, lambda: decide(algebra, left - right), decide.__doc__, names


def by_addition_theorems(algebra, p):
    """sines of sums replaced by hand, expand, normal form"""
    return algebra.normal(algebra.expand(algebra.replace_functions(p)))


def by_expand_trig(algebra, p):
    """expand_trig, expand, normal form"""
    sympy = algebra.module
    p = sympy.expand(sympy.expand_trig(p))
    return algebra.normal(algebra.replace_functions(p))


def by_simplify(algebra, p):
    """sympy.simplify"""
    return algebra.module.simplify(p)


def by_trigsimp(algebra, p):
    """sympy.trigsimp"""
    return algebra.module.trigsimp(p)


# The Newton-Euler recursion of the PUMA 560, modified Denavit-Hartenberg frames.

# sine and cosine of alpha_{i-1}, then a_{i-1} and d_i
PUMA = [(0, 1, 0, 0), (-1, 0, 0, 0), (0, 1, "a2", "d3"),
        (-1, 0, "a3", "d4"), (1, 0, 0, 0), (-1, 0, 0, 0)]
AXES = range(3)


def inertial_names(i):
    return [f"{word}{i}" for word in ("m", "mx", "my", "mz", "xx", "xy", "xz", "yy", "yz", "zz")]


def puma_names():
    joints = [f"q{i}{primes}" for i in range(1, 7) for primes in ("", "'", "''")]
    links = [name for i in range(1, 7) for name in inertial_names(i)]
    return joints + links + ["a2", "a3", "d3", "d4", "g"]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def into_frame(v, alpha, s, c):
    """R^T v: the twist is a mere exchange of components, then the joint turns."""
    sa, ca = alpha
    y, z = ca * v[1] + sa * v[2], ca * v[2] - sa * v[1]
    return [c * v[0] + s * y, c * y - s * v[0], z]


def out_of_frame(v, alpha, s, c):
    """R v."""
    sa, ca = alpha
    x, y = c * v[0] - s * v[1], s * v[0] + c * v[1]
    return [x, ca * y - sa * v[2], sa * y + ca * v[2]]


class Puma:
    """All products of velocities are formed and reduced once per link.

    The rest of the recursion is linear in them, so what remains are products
    with single symbols; after a turn only that joint's functions can be squared.
    """

    def __init__(self, algebra):
        self.algebra = algebra
        self.zero = algebra.number(Fraction(0))

    def tidy(self, v, joints=()):
        v = [self.algebra.expand(x) for x in v]
        return [self.algebra.normal(x, joints) for x in v] if joints else v

    def symbols(self, names):
        return [self.algebra.symbol[n] if n else self.zero for n in names]

    def joint(self, i):
        """Twist, sine, cosine, and the next origin seen from the frame before."""
        sa, ca, a, d = PUMA[i]
        a, d = self.symbols([a, d])
        q = f"q{i + 1}"
        return (sa, ca), self.algebra.sine(q), self.algebra.cosine(q), [a, -sa * d, ca * d]

    def accelerations(self, omega, eps, joints):
        """The products w_j w_k and the matrix [eps] + [omega]^2."""
        w = [[self.zero] * 3 for _ in AXES]
        for j in AXES:
            for k in range(j, 3):
                w[j][k] = w[k][j] = self.tidy([omega[j] * omega[k]], joints)[0]
        x, y, z = eps
        u = [[-w[1][1] - w[2][2], w[0][1] - z, w[0][2] + y],
             [w[0][1] + z, -w[0][0] - w[2][2], w[1][2] - x],
             [w[0][2] - y, w[1][2] + x, -w[0][0] - w[1][1]]]
        return w, u

    def link(self, i, w, u, eps, acc):
        """Inertial force and moment about the origin of link i."""
        m, mx, my, mz, xx, xy, xz, yy, yz, zz = self.symbols(inertial_names(i + 1))
        inertia, mc = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], [mx, my, mz]
        force = [m * acc[j] + sum(u[j][k] * mc[k] for k in AXES) for j in AXES]
        # gyro[j][k] = omega_j (I omega)_k, for the product omega x (I omega)
        gyro = [[sum(w[j][n] * inertia[k][n] for n in AXES) for k in AXES] for j in AXES]
        swing = cross(mc, acc)
        moment = [sum(inertia[j][k] * eps[k] for k in AXES) + swing[j]
                  + gyro[(j + 1) % 3][(j + 2) % 3] - gyro[(j + 2) % 3][(j + 1) % 3] for j in AXES]
        return self.tidy(force), self.tidy(moment)

    def outward(self):
        """Inertial forces and moments of all links."""
        omega, eps = [self.zero] * 3, [self.zero] * 3
        acc = [self.zero, self.zero, self.algebra.symbol["g"]]
        u, joints, loads = [[self.zero] * 3 for _ in AXES], [], []
        for i in range(6):
            alpha, s, c, r = self.joint(i)
            rate, second = self.symbols([f"q{i + 1}'", f"q{i + 1}''"])
            joints.append(f"q{i + 1}")
            acc = [acc[j] + sum(u[j][k] * r[k] for k in AXES) for j in AXES]
            acc = self.tidy(into_frame(acc, alpha, s, c))
            omega = self.tidy(into_frame(omega, alpha, s, c))
            eps = into_frame(eps, alpha, s, c)
            eps = self.tidy([eps[0] + omega[1] * rate, eps[1] - omega[0] * rate, eps[2] + second])
            omega[2] = omega[2] + rate
            w, u = self.accelerations(omega, eps, joints)
            loads.append(self.link(i, w, u, eps, acc))
        return loads

    def torques(self):
        loads = self.outward()
        force, moment = loads[5]
        torques = [moment[2]]
        for i in range(5, 0, -1):
            alpha, s, c, r = self.joint(i)
            q = [f"q{i + 1}"]
            force = self.tidy(out_of_frame(force, alpha, s, c), q)
            moment = out_of_frame(moment, alpha, s, c)
            parts = zip(moment, cross(r, force), loads[i - 1][1])
            moment = self.tidy([a + b + n for a, b, n in parts], q)
            force = [a + b for a, b in zip(force, loads[i - 1][0])]
            torques.append(moment[2])
        return torques[::-1]


def puma(tool, folder):
    names = puma_names()
    algebra = tool(names)
    note = "recursion expanded and reduced at each step"
    return algebra, Puma(algebra).torques, note, names


# ---------------------------------------------------------------- running

TOOLS = [("sympy", "expand", SympyExpand), ("sympy", "rings", SympyRing),
         ("symengine", "", Symengine), ("python-flint", "", Flint)]
DECISIONS = [("sympy", "expand_trig", SympyExpand, by_expand_trig),
             ("sympy", "simplify", SympyExpand, by_simplify),
             ("sympy", "trigsimp", SympyExpand, by_trigsimp),
             ("symengine", "", Symengine, by_addition_theorems)]
EVALUATIONS = [("sympy", "rings", SympyRing, False), ("sympy", "rings, stepwise", SympyRing, True),
               ("symengine", "stepwise", Symengine, True),
               ("python-flint", "", Flint, False), ("python-flint", "stepwise", Flint, True)]

# case, package, variant, preparation
ENTRIES = [("dense", "sympy", "Poly", partial(dense, SympyPoly))]
for case in (dense, product, product_expand, derivative, puma):
    ENTRIES += [(case.__name__.replace("_", "-"), package, variant, partial(case, tool))
                for package, variant, tool in TOOLS]
ENTRIES += [("equality", package, variant, partial(equality_of_expressions, tool, decide=decide))
            for package, variant, tool, decide in DECISIONS]
ENTRIES += [("equality", package, variant, partial(equality, tool, stepwise=stepwise))
            for package, variant, tool, stepwise in EVALUATIONS]

EXPECTED_TERMS = {"dense": {"sin": 46376, "cos": 46376}, "puma": {"sin": 12187, "cos": 12152}}


def forget():
    """SymPy remembers earlier results; a timed run must not find them."""
    if "sympy" in sys.modules:
        from sympy.core.cache import clear_cache

        clear_cache()
    gc.collect()


def check(case, algebra, result, names):
    """Terms, value and remarks of a result; nothing of this is timed."""
    results = result if isinstance(result, list) else [result]
    terms = sum(algebra.terms(p) for p in results)
    if case == "equality":
        return terms, None, "equal" if terms == 0 else "NOT shown to be equal"
    expected = EXPECTED_TERMS.get(case, {}).get(algebra.high, terms)
    remark = "" if terms == expected else f"WRONG: {expected} terms expected"
    if terms > VALUE_TERMS:
        return terms, None, remark
    point = point_of(names)
    return terms, sum(algebra.value(p, point) for p in results), remark


def child(connection, index, folder, high):
    """One case in one tool: says when each phase begins, then what came out."""
    case, _, _, prepare = ENTRIES[index]
    Algebra.high, Algebra.low = high, "sin" if high == "cos" else "cos"
    total = 0.0
    try:
        for _ in range(RUNS):
            connection.send(("preparing", None))
            algebra, work, note, names = prepare(folder)
            forget()
            connection.send(("running", None))
            start = time.perf_counter()
            result = work()
            seconds = time.perf_counter() - start
            connection.send(("checking", seconds))
            total += seconds
            if total > ENOUGH:
                break
        terms, value, remark = check(case, algebra, result, names)
        note = "; ".join(part for part in (algebra.method, note, remark) if part)
        connection.send(("done", {"note": note, "terms": terms, "value": value}))
    except Exception as error:  # whatever a tool throws belongs into the report
        connection.send(("done", {"note": f"failed: {type(error).__name__}: {error}"[:300]}))


def measure(index, folder, high, limit):
    """The record of one case in one tool; each phase may last as long as the limit."""
    case, package, variant, _ = ENTRIES[index]
    tool = f"{package} {version(package)}" + (f" ({variant})" if variant else "")
    record = {"case": case, "tool": tool, "seconds": None, "runs": 0,
              "note": "", "value": None, "terms": None}
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=child, args=(theirs, index, folder, high), daemon=True)
    process.start()
    theirs.close()  # so that the end of the child is the end of the pipe
    phase, times = "preparing", []
    try:
        while phase != "done":
            if not ours.poll(limit):
                record["note"] = (f"not finished in {limit:g} s" if phase == "running"
                                  else f"{phase} not finished in {limit:g} s")
                break
            phase, news = ours.recv()
            if phase == "checking":
                times.append(news)
            elif phase == "done":
                record.update(news)
    except EOFError:
        record["note"] = f"the process died while {phase} (memory?)"
    process.kill()
    process.join()
    if times:
        record.update(seconds=min(times), runs=len(times))
    return record


def row(record):
    seconds = "-" if record["seconds"] is None else f"{record['seconds']:.4f}"
    terms = "-" if record["terms"] is None else str(record["terms"])
    value = "-" if record["value"] is None else f"{record['value']:.9g}"
    return (f"{record['case']:<15} {record['tool']:<30} {seconds:>10} {record['runs']:>4} "
            f"{terms:>8} {value:>16}  {record['note']}")


def disagreements(records):
    """The tools must have found the same."""
    for case in dict.fromkeys(r["case"] for r in records):
        same = [r for r in records if r["case"] == case]
        terms = {r["terms"] for r in same if r["terms"] is not None}
        values = [r["value"] for r in same if r["value"] is not None]
        if case != "equality" and len(terms) > 1:
            yield f"{case}: numbers of terms {sorted(terms)}"
        if values and max(values) - min(values) > 1e-7 * max(1.0, abs(values[0])):
            yield f"{case}: values {sorted(values)}"


def main():
    parser = argparse.ArgumentParser(description="Times symbolic algebra in rival tools.")
    parser.add_argument("cases", help="folder of the inputs")
    parser.add_argument("out", help="JSON file to write")
    parser.add_argument("--slow", action="store_true", help="limit of 900 s instead of 120 s")
    parser.add_argument("--limit", type=float, help="another limit in seconds")
    parser.add_argument("--reduce", choices=("sin", "cos"), default="sin",
                        help="the function whose square the normal form replaces")
    parser.add_argument("--case", nargs="+", metavar="NAME", help="only these cases")
    parser.add_argument("--tool", nargs="+", metavar="PACKAGE", help="only these packages")
    args = parser.parse_args()
    limit = args.limit or (900.0 if args.slow else 120.0)
    # Coefficients here are small: Python's integers are SymPy's fastest ones.
    os.environ.setdefault("SYMPY_GROUND_TYPES", "python")

    print(f"{'case':<15} {'tool':<30} {'seconds':>10} {'runs':>4} {'terms':>8} {'value':>16}  note")
    records = []
    for index, (case, package, _, _) in enumerate(ENTRIES):
        if args.case and case not in args.case or args.tool and package not in args.tool:
            continue
        records.append(measure(index, args.cases, args.reduce, limit))
        print(row(records[-1]), flush=True)
        # Written each time, so that an interruption loses nothing.
        with open(args.out, "w", encoding="utf-8") as file:
            json.dump(records, file, indent=1)
    for line in disagreements(records):
        print("DISAGREEMENT", line)


if __name__ == "__main__":
    main()
