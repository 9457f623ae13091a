"""Reads the formulas of the cases: text to a tree of tuples.

    ("number", 3)  ("name", "q1'")  ("sin", ["q1", "q2"])  ("cos", ["q1"])
    ("sum", [tree, ...])  ("product", [tree, ...])  ("power", tree, 2)

Sums are lists, for Python's own parser fails on a nesting of 10^4 terms.
"""

import os
import re

TOKEN = re.compile(r"\d+|[a-z]\w*'*|\S")


def read(folder, *files):
    """The trees of the files."""
    trees = []
    for name in files:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            trees.append(Parser(file.read()).whole())
    return trees


def names_of(trees):
    """All names in the trees, the angles of the sines and cosines included."""
    names = set()
    for tree in trees:
        kind, content = tree[:2]
        if kind == "name":
            names.add(content)
        elif kind in ("sin", "cos"):
            names.update(content)
        elif kind == "power":
            names |= names_of([content])
        elif kind != "number":
            names |= names_of(content)
    return names


def is_coordinate(name):
    """Coordinates and their derivatives are q1, q1', q1'', ...; all else is constant."""
    return name.startswith("q")


class Parser:
    def __init__(self, text):
        self.tokens = TOKEN.findall(text) + [""]
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, *signs):
        """The next token if it is one of the signs."""
        return self.next() if self.tokens[self.at] in signs else None

    def demand(self, sign):
        if not self.take(sign):
            raise ValueError(f"{sign!r} expected, found {self.tokens[self.at]!r}")

    def whole(self):
        tree = self.sum()
        if self.at != len(self.tokens) - 1:
            raise ValueError(f"unexpected {self.tokens[self.at]!r}")
        return tree

    def sum(self):
        parts, sign = [], self.take("+", "-")
        while True:
            part = self.product()
            parts.append(("product", [("number", -1), part]) if sign == "-" else part)
            sign = self.take("+", "-")
            if not sign:
                return parts[0] if len(parts) == 1 else ("sum", parts)

    def product(self):
        parts = [self.power()]
        while self.take("*"):
            parts.append(self.power())
        return parts[0] if len(parts) == 1 else ("product", parts)

    def power(self):
        base = self.atom()
        return ("power", base, int(self.next())) if self.take("^") else base

    def atom(self):
        token = self.next()
        if token.isdigit():
            return ("number", int(token))
        if token in ("sin", "cos"):
            return (token, self.angle())
        if token[:1].isalpha():
            return ("name", token)
        if token != "(":
            raise ValueError(f"unexpected {token!r}")
        inner = self.sum()
        self.demand(")")
        return inner

    def angle(self):
        """The joints whose sum is the angle."""
        self.demand("(")
        joints = [self.next()]
        while self.take("+"):
            joints.append(self.next())
        self.demand(")")
        return joints
