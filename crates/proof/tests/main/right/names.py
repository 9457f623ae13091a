"""What the letters of a document mean: the parameters and coordinates of its robot as they are called in the
robot file, then the customary letters of mechanics.
"""
import sympy as sp

# what authors call forces by letters of their own: the number of the joint
FORCES = {"cart2": {"F": 0}, "pend": {"F": 0}, "lift2r": {"f1": 0}}
# how many rows of x, y and the turn the Jacobian J of a document has
ROWS = {"lift2r": 2, "arm": 2, "snake": 3}


class Names:
    """What names mean in a document; which forces were named."""

    def __init__(self, document, robot):
        self.document, self.robot, self.forces = document, robot, FORCES.get(document, {})
        self.rows, self.rate = ROWS.get(document), robot.rate
        self.planar = document == "snake"  # omega is its only component
        self.coordinates = {str(it): it for it in robot.q}
        known = robot.forces.free_symbols | robot.tool.free_symbols | robot.kinetic.free_symbols
        self.parameters = {str(it): it for it in known}
        self.defined, self.named = {}, set()

    def transform(self, letter, start, end):
        whole = self.robot.transform(start, end)
        return {"T": whole, "R": whole[:3, :3]}[letter]

    def joint(self, index):
        return list(self.coordinates).index(index) if index in self.coordinates else int(index) - 1

    def force(self, joint):
        self.named.add(joint)
        return self.robot.forces[joint]

    def value(self, letter, index, quantity):
        robot, name = self.robot, letter + index
        if not quantity:
            for known in (self.coordinates, self.parameters, self.defined):
                if name in known:
                    return known[name]
            if name in self.forces:
                return self.force(self.forces[name])
            if letter in "cs" and index:
                angle = sum(robot.q[int(digit) - 1] for digit in index)
                return sp.cos(angle) if letter == "c" else sp.sin(angle)
        if letter in ("tau", "Q"):
            if index:
                return self.force(self.joint(index))
            return sp.Matrix([self.force(joint) for joint in range(len(robot.q))])
        if letter == "omega":
            spin = robot.spins[int(index) - 1]
            return spin[2] if self.planar else spin
        if letter == "p" and index:
            return robot.momenta[self.joint(index)]
        matrices = {"M": robot.mass, "G": robot.gravity, "J": robot.jacobian[:self.rows, :]}
        if letter in matrices and index:
            at = tuple(int(digit) - 1 for digit in index)
            return matrices[letter][at if len(at) > 1 else at[0]]
        values = matrices | {
            "T": robot.kinetic, "V": robot.potential, "U": robot.potential, "P": robot.potential,
            "L": robot.lagrangian, "E": robot.kinetic + robot.potential,
            "C": robot.coriolis, "g": robot.gravity, "c": robot.coriolis * sp.Matrix(robot.qd),
            "q": sp.Matrix(robot.q), "theta": sp.Matrix(robot.q), "x": robot.tool[0], "y": robot.tool[1],
        }
        if index or name not in values:
            raise ValueError(f"the name {name} is not known")
        return values[name]
