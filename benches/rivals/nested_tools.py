"""Trees of expressions that are not multiplied out: SymPy and SymEngine.

A result is what is to be computed before (pairs of symbol and expression; none without
elimination of common subexpressions), and the torques.  Operations are counted once for
each distinct expression: a sum or product of n parts has n - 1, a sign has none.
"""

import math

import nested_recursion


class Nested:
    method = "no expansion, distinct operations counted"

    def __init__(self, names):
        self.symbol = {n: self.package.Symbol(n) for n in names}
        self.sin, self.cos = self.package.sin, self.package.cos

    def forget(self):
        """Empties what a tool remembers of earlier runs, where it does."""

    def torques(self, robot):
        return [([], nested_recursion.torques(robot, self))]

    def size(self, results):
        [(before, torques)] = results
        roots = [p for _, p in before] + list(torques)
        return sum(self.operations(p) for p in postorder(roots, set()))

    def operations(self, p):
        if p.is_Add:
            return len(p.args) - 1
        if p.is_Mul:
            return len(p.args) - 1 - (-1 in p.args)
        if p.is_Pow:
            return max(1, abs(int(p.args[1])) - 1)
        return int(bool(p.args) and not self.is_variable(p))

    def is_variable(self, p):
        """Whether p stands for a symbol without being one."""
        return False

    def values(self, results, point):
        [(before, torques)] = results
        known = {self.symbol[n]: x for n, x in point.items() if n in self.symbol}
        for symbol, p in before:
            known[symbol] = self.value(p, known)
        return [self.value(p, known) for p in torques]

    def value(self, p, known):
        for node in postorder([p], known):
            known[node] = self.combine(node, [known[part] for part in node.args])
        return known[p]

    def combine(self, node, parts):
        if node.is_Add:
            return math.fsum(parts)
        if node.is_Mul:
            return math.prod(parts)
        if node.is_Pow:
            return parts[0] ** parts[1]
        if not parts:
            return float(node)
        return (math.sin if isinstance(node, self.package.sin) else math.cos)(*parts)


class Cse(Nested):
    method = "no expansion, then cse (timed too), operations counted"

    def torques(self, robot):
        [(_, torques)] = super().torques(robot)
        return [self.package.cse(torques)]


def postorder(roots, known):
    """All expressions that are not known, each once, parts first; without Python's recursion."""
    seen, stack = set(), [(p, False) for p in reversed(roots)]
    while stack:
        p, ready = stack.pop()
        if ready:
            yield p
        elif p not in seen and p not in known:
            seen.add(p)
            stack.append((p, True))
            stack.extend((part, False) for part in p.args)
