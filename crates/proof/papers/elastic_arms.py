"""Elastic arms of a few point masses, for refutations.py: quantities are derivatives of the places of these masses,
modal integrals are sums over them. Each method at the end gives what is printed and what is right."""
import random

import sympy as sp

t = sp.Symbol("t")


def about(axis, angle):
    c, s = sp.cos(angle), sp.sin(angle)
    return {
        "x": sp.Matrix([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": sp.Matrix([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": sp.Matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def skew(v):
    return sp.Matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def axial(matrix):
    return sp.Matrix([matrix[2, 1], matrix[0, 2], matrix[1, 0]])


def exponential(matrix, angle):
    """Of a unit screw times an angle, or of a matrix whose square is zero."""
    unit, square = sp.eye(matrix.shape[0]), matrix * matrix
    if square.is_zero_matrix:
        return unit + matrix * angle
    turned = square * (1 - sp.cos(angle)) + square * matrix * (angle - sp.sin(angle))
    return unit + matrix * angle + turned


def homogeneous(rotation, place):
    return rotation.row_join(sp.Matrix(place)).col_join(sp.Matrix([[0, 0, 0, 1]]))


class Points:
    """An arm at a random state: coordinates are polynomials of time."""

    def __init__(self, seed):
        source = random.Random(f"points {seed}")
        self.number = lambda: sp.Rational(source.randint(-9, 9) * 2 + 1, 20)
        self.theta = sp.symbols("a b c d")
        self.path = {
            it: sum(self.number() * t**k / sp.factorial(k) for k in range(4)) for it in self.theta
        }
        # mass, place along x, shifts by the modes along y and z
        self.masses = [(abs(self.number()), *(self.number() for _ in range(3))) for _ in range(3)]
        self.bodies = []

    def bent(self, modes):
        return [(m, sp.Matrix([x, u * modes[0], w * modes[1]])) for m, x, u, w in self.masses]

    def moving(self, value):
        return value.subs(self.path)

    def at_zero(self, value):
        return value.subs(t, 0).evalf(40)

    def now(self, value):
        return self.at_zero(self.moving(value))

    def forces(self):
        """Inertia forces of all coordinates, by d'Alembert."""
        force = lambda a: sum(
            m * self.moving(r).diff(t, 2).dot(self.moving(r.diff(a))) for m, r in self.bodies
        )
        return sp.Matrix([self.at_zero(force(a)) for a in self.theta])

    def mass_matrix(self):
        entry = lambda a, b: sum(m * r.diff(a).dot(r.diff(b)) for m, r in self.bodies)
        return sp.Matrix(4, 4, lambda i, j: entry(self.theta[i], self.theta[j]))


class AffineArm(Points):
    """Elastic first link, whose tip moves by the affine map; coordinates q1, q11, q12, q2."""

    def __init__(self, seed):
        super().__init__(seed)
        q1, q11, q12, q2 = self.theta
        length, u1, u2, out = (self.number() for _ in range(4))
        self.first = homogeneous(about("z", q1), [0, 0, 0])
        slope = skew([0, -q12, q11])
        self.tip = homogeneous(sp.eye(3) + slope, [length, u1 * q11, u2 * q12])
        self.outer = homogeneous(about("y", q2), [0, 0, 0])
        self.second = self.first * self.tip * self.outer
        at = lambda frame, place: (frame * sp.Matrix([*place, 1]))[:3, :]
        self.bodies = [(m, at(self.first, r)) for m, r in self.bent((q11, q12))]
        self.bodies.append((abs(self.number()), at(self.second, [out, 0, 0])))
        screw = lambda k: skew(k).row_join(sp.zeros(3, 1)).col_join(sp.zeros(1, 4))
        self.screws = [screw([0, 0, 1]), screw([0, 1, 0])]
        self.modes = [self.tip.diff(q11), self.tip.diff(q12)]
        self.straight = homogeneous(sp.eye(3), [length, 0, 0])

    def kinetic(self):
        """(98) of link 1: in the terms linear in the modes, d of the second mode in the place of r."""
        q = [self.path[a] for a in self.theta[1:3]]
        frame = self.moving(self.first)
        rate = frame.diff(t)
        printed, right = 0, 0
        for (m, r), (_, x, u, w) in zip(self.bodies, self.masses):
            place = sp.Matrix([x, 0, 0, 1])
            modes = [sp.Matrix([0, u, 0, 0]), sp.Matrix([0, 0, w, 0])]
            bent, moved = (sum((d * a for d, a in zip(modes, it)), sp.zeros(4, 1)) for it in (
                q, [a.diff(t) for a in q],
            ))
            velocity = rate * (place + bent) + frame * moved
            exact = velocity.dot(velocity) / 2
            linear = lambda of: (rate * of[0]).dot(rate * modes[0] * q[0] + frame * modes[0] * q[0].diff(t)) + (
                rate * of[1]
            ).dot(rate * modes[1] * q[1] + frame * modes[1] * q[1].diff(t))
            right += m * exact
            # I_{dd jk} is the integral of d_j d_k^T, with k = 2
            turned = lambda j, d: (rate * modes[j]).dot(d)
            wrong = sum(
                turned(j, rate * modes[1]) * q[j] + turned(j, frame * modes[1]) * q[j].diff(t)
                for j in range(2)
            )
            printed += m * (exact - linear([place, place]) + wrong)
        return self.at_zero(printed), self.at_zero(right)

    def parts(self):
        """Frames in the base, frames in each other, rates and accelerations."""
        between = {(1, 1): sp.eye(4), (2, 2): sp.eye(4), (2, 1): self.now(self.tip * self.outer)}
        rates = [[self.at_zero(self.path[a].diff(t, k)) for a in self.theta] for k in (1, 2)]
        return [self.now(self.first), self.now(self.second)], between, rates

    def sum_of_transforms(self):
        """(68): of the tip of link 1."""
        q1, q11, q12, _ = self.theta
        bent = exponential(self.modes[0], q11) * exponential(self.modes[1], q12)
        printed = self.straight * exponential(self.screws[0], q1) + bent
        return self.now(printed), self.now(self.first * self.tip)

    def whole_sum(self):
        """(72)"""
        q1, q11, q12, q2 = self.theta
        turn = exponential(self.screws[1], q2)
        bent = q11 * self.modes[0] * q12 * self.modes[1]
        printed = self.straight * exponential(self.screws[0], q1) * turn + bent * turn
        return self.now(printed), self.now(self.second)

    def first_rate(self):
        """(73): with the number of a mode for that of a frame."""
        (one, two), between, ((w1, w11, w12, w2), _) = self.parts()
        printed = one * self.screws[0] * between[2, 1] * w1 + two * self.screws[1] * w2
        printed += one * self.modes[0] * between[2, 1] * w11 + one * self.modes[1] * w12
        return printed, self.at_zero(self.moving(self.second).diff(t))

    def second_rate(self):
        """(74) with (75), (76), (77)."""
        frames, to, ((w1, w11, w12, w2), (e1, e11, e12, e2)) = self.parts()
        w, e, modal, acceleration = [w1, w2], [e1, e2], [w11, w12], [e11, e12]
        u, one = self.screws, frames[0]
        printed = sp.zeros(4, 4)
        for k in (1, 2):
            printed += frames[k - 1] * u[k - 1] * to[2, k] * e[k - 1]
            printed += one * self.modes[k - 1] * to[2, k] * (acceleration[k - 1] + w1 * modal[k - 1])
            for m in range(1, k + 1):
                inner = u[m - 1] * to[k, m] * u[k - 1] * to[2, k]
                printed += frames[m - 1] * inner * w[m - 1] * w[k - 1]
            for l in range(k, 3):
                inner = u[k - 1] * to[l, k] * u[l - 1] * to[2, l]
                printed += frames[k - 1] * inner * w[l - 1] * w[k - 1]
            for m in range(k, 3):
                inner = self.modes[k - 1] * to[m, 1] * u[m - 1] * to[2, k]
                printed += one * inner * modal[k - 1] * w[m - 1]
        return printed, self.at_zero(self.moving(self.second).diff(t, 2))

    def centripetal(self):
        """(76) of the first frame: one term twice."""
        (one, _), _, ((w1, *_), (e1, *_)) = self.parts()
        u = self.screws[0]
        printed = one * u * e1 + 2 * one * u * u * w1**2
        return printed, self.at_zero(self.moving(self.first).diff(t, 2))

    def lagrange(self, times, first):
        """The force on q11: (105) with so many times its first term, or (106) with j from `first` on."""
        mass, path = self.mass_matrix(), [self.path[a] for a in self.theta]
        moved, rates = self.moving(mass), sp.Matrix([it.diff(t) for it in path])
        used = range(4) if first == 0 else (1, 2)
        force = sum(moved[1, b].diff(t) * rates[b] for b in used)
        force += times * sum(moved[1, b] * path[b].diff(t, 2) for b in used)
        slope = self.moving(mass.diff(self.theta[1]))
        return self.at_zero(force - (rates.T * slope * rates)[0] / 2), self.forces()[1]

    def fifth(self, coordinate):
        """(114): fourth derivatives of coordinates are in the product of the second and the fourth derivative of a
        place alone, and a fifth of the force is left."""
        right = self.forces()[coordinate]
        return right / 5, right


class LinkInSpace(Points):
    """Elastic link at the end of an arm in space; coordinates q1, q2, q21, q22."""

    def __init__(self, seed):
        super().__init__(seed)
        q1, q2, q21, q22 = self.theta
        self.turn = about("z", q1) * about("y", q2)
        self.place = about("z", q1) * sp.Matrix([self.number(), 0, 0])
        self.inside = self.bent((q21, q22))
        self.bodies = [(m, self.place + self.turn * r) for m, r in self.inside]

    def wrench(self):
        """Inertia force and moment about the origin of the link, in the axes of the base."""
        force, moment = sp.zeros(3, 1), sp.zeros(3, 1)
        for (m, r), (_, inside) in zip(self.bodies, self.inside):
            own = m * self.moving(r).diff(t, 2)
            force += own
            moment += self.moving(self.turn * inside).cross(own)
        return self.at_zero(force), self.at_zero(moment)

    def moment(self):
        """(95): without the Coriolis term of the sums of [r][d]^T."""
        turn = self.moving(self.turn)
        spin, back = axial(self.at_zero(turn.diff(t) * turn.T)), self.at_zero(turn).T
        missing = sp.zeros(3, 3)
        for m, x, u, w in self.masses:
            for shift, mode in (([0, u, 0], 2), ([0, 0, w], 3)):
                rate = self.at_zero(self.path[self.theta[mode]].diff(t))
                missing += 2 * m * rate * skew([x, 0, 0]) * skew(shift).T
        right = back * self.wrench()[1]
        return right - missing * back * spin, right

    def generalised(self):
        """(96): by the Jacobian of the origin of the link, which its own modes do not move."""
        force, moment = self.wrench()
        row = lambda a: (
            force.dot(self.now(self.place.diff(a)))
            + moment.dot(axial(self.now(self.turn.diff(a) * self.turn.T)))
        )
        return sp.Matrix([row(a) for a in self.theta]), self.forces()


class OneMode:
    """Elastic link with one mode on a revolute joint: coordinates are power series of time, which begin at zero."""

    LENGTH = 12

    def __init__(self, seed):
        source = random.Random(f"one mode {seed}")
        number = lambda: sp.Rational(source.randint(-9, 9) * 2 + 1, 20)
        self.paths = [[sp.Integer(0)] + [number() for _ in range(self.LENGTH - 1)] for _ in range(2)]
        self.masses = [(abs(number()), number(), number()) for _ in range(2)]

    def product(self, a, b):
        return [sum(a[j] * b[n - j] for j in range(n + 1)) for n in range(min(len(a), len(b)))]

    def rate(self, a, times=1):
        for _ in range(times):
            a = [k * it for k, it in enumerate(a)][1:]
        return a

    def circle(self, angle):
        """Cosine and sine of a series that begins at zero."""
        power = [sp.Integer(1)] + [sp.Integer(0)] * (self.LENGTH - 1)
        waves = [[sp.Integer(0)] * self.LENGTH for _ in range(2)]
        for n in range(self.LENGTH):
            sign = sp.Integer(-1) ** (n // 2) / sp.factorial(n)
            waves[n % 2] = [a + sign * b for a, b in zip(waves[n % 2], power)]
            power = self.product(power, angle)
        return waves

    def places(self, paths):
        c, s = self.circle(paths[0])
        for m, x, u in self.masses:
            across = self.product([u * it for it in paths[1]], s), self.product([u * it for it in paths[1]], c)
            yield m, [[x * a - b for a, b in zip(c, across[0])], [x * a + b for a, b in zip(s, across[1])]]

    def slope(self, coordinate, order, value):
        """The derivative by a derivative of a coordinate, in which the value is of degree two."""
        def at(step):
            paths = [list(it) for it in self.paths]
            paths[coordinate][order] += step / sp.factorial(order)
            return value(paths)
        return (at(sp.Integer(1)) - at(sp.Integer(-1))) / 2

    def energy(self, paths, p):
        rates = [(m, self.rate(axis, p + 1)) for m, place in self.places(paths) for axis in place]
        squares = [[m * it / 2 for it in self.product(rate, rate)] for m, rate in rates]
        return [sum(it) for it in zip(*squares)]

    def fourth(self, coordinate):
        """(115) with k = 4 and m = 5: the factor 9 for 14."""
        at_zero = lambda series, times: self.rate(series, times)[0]
        parts = [
            self.slope(coordinate, 5, lambda paths: at_zero(self.energy(paths, p), 8 - 2 * p))
            for p in range(1, 5)
        ]
        by_energies = sum(a * b for a, b in zip((1, 2, 5, 9), parts)) / 56
        # the inertia force: accelerations along the derivatives of places by the coordinate
        c, s = self.circle(self.paths[0])
        force = [sp.Integer(0)] * (self.LENGTH - 2)
        for (m, x, u), (_, place) in zip(self.masses, self.places(self.paths)):
            along = [[-it for it in place[1]], place[0]] if coordinate == 0 else [
                [-u * it for it in s], [u * it for it in c]
            ]
            for axis, by in zip(place, along):
                force = [a + m * b for a, b in zip(force, self.product(self.rate(axis, 2), by))]
        return by_energies, at_zero(force, 3)
