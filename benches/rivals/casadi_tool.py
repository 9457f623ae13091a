"""CasADi: graphs of scalar operations (SX)."""

import casadi

import casadi_recursion
import nested_recursion


class Scalars:
    method = "SX scalars"
    not_counted = {casadi.OP_INPUT, casadi.OP_OUTPUT, casadi.OP_CONST, casadi.OP_PARAMETER}

    def __init__(self, names):
        self.symbol = {n: casadi.SX.sym(n) for n in names}
        self.sin, self.cos = casadi.sin, casadi.cos

    def forget(self):
        """There is no cache."""

    def torques(self, robot):
        return nested_recursion.torques(robot, self)

    def function(self, torques):
        return casadi.Function("torques", list(self.symbol.values()), [casadi.vertcat(*torques)])

    def size(self, torques):
        f = self.function(torques)
        steps = range(f.n_instructions())
        self.method += f", {len(steps)} instructions with inputs and outputs"
        return sum(f.instruction_id(k) not in self.not_counted for k in steps)

    def values(self, torques, point):
        result = self.function(torques)(*[point[n] for n in self.symbol])
        return [float(x) for x in result.full().ravel()]


class Matrices(Scalars):
    method = "SX matrices"

    def torques(self, robot):
        return casadi_recursion.torques(robot, self.symbol)


class Cse(Matrices):
    method = "SX matrices, then casadi.cse (timed too)"

    def torques(self, robot):
        torques = casadi.vertcat(*super().torques(robot))
        return casadi.vertsplit(casadi.cse(torques))
