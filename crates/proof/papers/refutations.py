"""Confirms every refutation in refutations.tsv by SymPy, by a route of its own.

    python crates/proof/papers/refutations.py

Frames are functions of time; velocities and accelerations are derivatives of positions and rotations
(not the recursion of Newton and Euler), forces follow from the balance of each link. At three random
states what is printed must differ from the quantity, and what is offered as correct must agree with it.
The printed formulas are read by a reader of this file. It reads refutations.tsv, which a Rust test
compares with what the proof-reader says today, and writes into its last column what confirms each line.
"""
import pathlib
import random
import re
import sys
import tomllib

import sympy as sp

from elastic_arms import AffineArm, LinkInSpace, OneMode, about, exponential, skew, t

HERE = pathlib.Path(__file__).parent
ROBOTS = HERE.parents[1] / "model" / "robots"
PAPERS = {
    "rttrr-dynamics-2016": "rttrr",
    "trttrr1-dynamics": "trttrr1",
    "ttrt-dynamics-2012": "ttrt",
    "6r-kinematics-2012": "6r",
    "elastodynamics-rigid-2019": "rttrr",
}
AXES = {"x": sp.Matrix([1, 0, 0]), "y": sp.Matrix([0, 1, 0]), "z": sp.Matrix([0, 0, 1])}


class State:
    """A robot at a random state: rational parameters, coordinates that are parabolas of time."""

    def __init__(self, name, seed):
        file = tomllib.loads((ROBOTS / f"{name}.toml").read_text())
        source = random.Random(f"{name} {seed}")
        number = lambda: sp.Rational(source.randint(-40, 40) * 2 + 1, 20)
        joints = file["joint"]
        self.names = {key: number() for key in file["parameters"]}
        for i in range(1, len(joints) + 1):
            for order in range(3):
                self.names["q" + str(i) + "'" * order] = number()
        q = [
            self.names[f"q{i}"] + self.names[f"q{i}'"] * t + self.names[f"q{i}''"] * t**2 / 2
            for i in range(1, len(joints) + 1)
        ]
        value = lambda text: sp.sympify(str(text), locals=self.names) if text != 0 else sp.Integer(0)
        vector = lambda entries: sp.Matrix([value(entry) for entry in entries])
        gravity = file["gravity"]
        gravity = sp.Matrix([0, 0, -value(gravity)]) if isinstance(gravity, str) else vector(gravity)
        rotation, place = sp.eye(3), sp.zeros(3, 1)
        self.rotations, self.places = [rotation], [place]
        self.joints, self.kinetic = [], []
        self.of = {}
        links = []
        now = lambda matrix: matrix.subs(t, 0).evalf(40)
        for i, joint in enumerate(joints, 1):
            place = place + rotation * vector(joint.get("offset", [0, 0, 0]))
            axis = AXES[joint["axis"]]
            if joint["type"] == "revolute":
                rotation = rotation * about(joint["axis"], q[i - 1])
            else:
                place = place + rotation * axis * q[i - 1]
            self.rotations.append(rotation)
            self.places.append(place)
            link = joint["link"]
            inertia = link["inertia"]
            entry = lambda key: value(inertia.get(key, 0))
            tensor = sp.Matrix([
                [entry("xx"), -entry("xy"), -entry("xz")],
                [-entry("xy"), entry("yy"), -entry("yz")],
                [-entry("xz"), -entry("yz"), entry("zz")],
            ])
            centre = vector(link["centre"])
            back = now(rotation).T
            spin = rotation.T * rotation.diff(t)
            omega = sp.Matrix([spin[2, 1], spin[0, 2], spin[1, 0]])
            middle = place + rotation * centre
            self.joints.append((axis, vector(joint.get("offset", [0, 0, 0])), joint["type"], q[i - 1]))
            speed, turning = now(middle.diff(t)), now(omega)
            shift = value(link["mass"]) * speed.dot(speed) / 2
            self.kinetic.append((shift, turning.dot(tensor * turning) / 2))
            self.of["omega", i] = now(omega)
            self.of["eps", i] = now(omega.diff(t))
            self.of["v", i] = back * now(place.diff(t))
            self.of["a", i] = back * (now(place.diff(t, 2)) - gravity)
            self.of["aC", i] = back * (now(middle.diff(t, 2)) - gravity)
            self.of["F", i] = value(link["mass"]) * self.of["aC", i]
            w = self.of["omega", i]
            self.of["N", i] = tensor * self.of["eps", i] + w.cross(tensor * w)
            self.of["I", i] = tensor
            links.append((centre, axis, joint["type"]))
        # from the payload back to the base: the balance of each link, in its own axes
        last = len(joints)
        payload = file.get("payload", {"force": [0, 0, 0], "moment": [0, 0, 0]})
        force, moment = vector(payload["force"]), vector(payload["moment"])
        arm, turn = vector(file["tool"]["offset"]), sp.eye(3)
        for i in range(last, 0, -1):
            centre, axis, kind = links[i - 1]
            outer = turn * force
            self.of["f", i] = self.of["F", i] + outer
            self.of["n", i] = (
                self.of["N", i] + centre.cross(self.of["F", i]) + turn * moment + arm.cross(outer)
            )
            force, moment = self.of["f", i], self.of["n", i]
            self.of["Q", i] = axis.dot(moment if kind == "revolute" else force)
            before = now(self.rotations[i - 1]).T
            turn = before * now(self.rotations[i])
            arm = before * now(self.places[i] - self.places[i - 1])
        self.now = now

    def quantity(self, name):
        """`F[3]@4.y`, `I[4].1,2`, `Q[3]`; v[0] is at rest."""
        kind, link, axes, entry = re.fullmatch(r"(\w+)\[(\d)\](?:@(\d))?(?:\.(.*))?", name).groups()
        if (kind, link) == ("v", "0"):
            return sp.Integer(0)
        value = self.of[kind, int(link)]
        if axes:
            value = self.now(self.rotations[int(axes)].T * self.rotations[int(link)]) * value
        if entry is None:
            return value
        place = [int(it) - 1 for it in entry.split(",")] if "," in entry else ["xyz".index(entry), 0]
        return value[tuple(place)]


TOKENS = [
    ("skip", r"\\left|\\right|\\,|\\cdot|\s+"),
    ("rate", r"\\(d+)ot\{q\}_(\d)"),
    ("wave", r"(\\sin|\\cos|s|c)(?:\^(\d))?\s?(?:q_(\d)|(?=\\left\(|\())"),
    ("name", r"\{\}\^(\d)r_\{C_\{\d([xyz])\}\}"),
    ("inertia", r"\{\}\^(\d)J_(?:([xyz])|\{([xyz]{2})\})\^\*"),
    ("wrench", r"\{\}\^(\d)([fn])_([xyz])"),
    ("moment", r"J_([xyz])\^\{\*(\d)\}"),
    ("payload", r"([FM])_\{l_([xyz])\}\^(\d)"),
    ("plain", r"([MlqxyzJ])_(\d)|(g)"),
    ("fraction", r"\\frac\{(\d+)\}\{(\d+)\}"),
    ("number", r"\d+(?:\.\d+)?"),
    ("power", r"\^(\d)"),
    ("mark", r"[-+()]"),
]


class Reader:
    """Sums and products of the names of the four papers, with numbers for them."""

    def __init__(self, text, names):
        self.names, self.tokens = names, []
        while text:
            kind, found = next(
                ((kind, it) for kind, pattern in TOKENS if (it := re.match(pattern, text))), (None, None)
            )
            if found is None:
                raise ValueError(f"cannot read {text[:40]}")
            if kind != "skip":
                self.tokens.append((kind, found))
            text = text[found.end():]

    def peek(self):
        return self.tokens[0][1].group() if self.tokens else None

    def sum(self):
        total = sp.Integer(0)
        while self.tokens and self.peek() != ")":
            sign = 1
            while self.peek() in ("+", "-"):
                sign *= -1 if self.tokens.pop(0)[1].group() == "-" else 1
            product = sp.Integer(sign)
            while self.tokens and self.peek() not in ("+", "-", ")"):
                product *= self.factor()
            total += product
        return total

    def bracket(self):
        self.tokens.pop(0)
        value = self.sum()
        self.tokens.pop(0)
        return value

    def factor(self):
        kind, found = self.tokens.pop(0)
        parts = found.groups()
        if kind == "wave":
            angle = self.names["q" + parts[2]] if parts[2] else self.bracket()
            wave = sp.sin if parts[0] in ("s", r"\sin") else sp.cos
            return wave(angle) ** int(parts[1] or 1)
        if kind == "mark":
            self.tokens.insert(0, (kind, found))
            value = self.bracket()
        elif kind == "number":
            value = sp.Rational(found.group())
        elif kind == "fraction":
            value = sp.Rational(int(parts[0]), int(parts[1]))
        else:
            value = self.names[name(kind, parts)]
        if self.tokens and self.tokens[0][0] == "power":
            value **= int(self.tokens.pop(0)[1].group(1))
        return value


def name(kind, parts):
    if kind == "rate":
        return f"q{parts[1]}" + "'" * len(parts[0])
    if kind == "name":
        return f"r{parts[0]}{parts[1]}"
    if kind == "inertia":
        return f"J{parts[0]}{parts[1] or ''.join(sorted(parts[2]))}"
    if kind == "wrench":
        return f"{parts[1]}{parts[0]}{parts[2]}"
    if kind == "moment":
        return f"J{parts[1]}{parts[0]}"
    if kind == "payload":
        return f"{'f' if parts[0] == 'F' else 'n'}{parts[2]}{parts[1]}"
    return parts[2] or parts[0] + parts[1]


def rotation(state, outer, inner):
    return state.now(state.rotations[outer].T * state.rotations[inner])


def acceleration(state, link, arm):
    """The recursion of the papers for a translation, with the vector to the origin as it is given."""
    before = link - 1
    w, e = state.of["omega", before], state.of["eps", before]
    own = rotation(state, link, before) * (
        state.of["a", before] + e.cross(arm) + w.cross(w.cross(arm))
    )
    return own


AFFINE, LINK = "elastodynamics-affine-2019", "elastodynamics-link-2019"
ORDER = "elastodynamics-order-2019"
THIRD = r"\frac{d}{dt}\left(\frac{d}{dt}\left(\frac{d}{dt}\left(Q_J^{%s}\right)\right)\right)"
# Formulas of vectors, as they are printed, by hand: printed and right.
FORMULAS = {
    # the matrix from 6 to 5 is printed as its own inverse; so in TTRT
    ("trttrr1-dynamics", "4"): lambda s: (rotation(s, 6, 5).T, rotation(s, 6, 5)),
    ("ttrt-dynamics-2012", "4"): lambda s: (rotation(s, 4, 2).T, rotation(s, 4, 2)),
    # the moment of link 6 alone, without that of the force and of the payload
    ("trttrr1-dynamics", "15"): lambda s: (s.of["N", 6], s.of["n", 6]),
    # the arm of the joint before, in the frame of the joint before
    ("trttrr1-dynamics", "13"): lambda s: (
        acceleration(s, 6, s.now(s.rotations[4].T * (s.places[5] - s.places[4]))),
        acceleration(s, 6, s.now(s.rotations[5].T * (s.places[6] - s.places[5]))),
    ),
    # M a - F - f of the payload, where it should be F + f
    ("ttrt-dynamics-2012", "15"): lambda s: (
        s.of["F", 4] - s.of["F", 4] - (s.of["f", 4] - s.of["F", 4]),
        s.of["f", 4],
    ),
    # k k^T in b, and the place at q = 0 beside the cross product
    ("elastodynamics-rigid-2019", "33"): lambda s: (velocity(s, 5), s.now(s.places[5].diff(t))),
    # 1/(m + 1) with m = 1 before each velocity
    ("elastodynamics-rigid-2019", "46"): lambda s: (
        sum(shift / 4 + turn for shift, turn in s.kinetic),
        sum(shift + turn for shift, turn in s.kinetic),
    ),
    (AFFINE, "68"): AffineArm.sum_of_transforms,
    (AFFINE, "72"): AffineArm.whole_sum,
    (AFFINE, "73"): AffineArm.first_rate,
    # with the quantity, where an equation is there twice
    (AFFINE, "76", "T0ddot[2]"): AffineArm.second_rate,
    (AFFINE, "76", "T0ddot[1]"): AffineArm.centripetal,
    (AFFINE, "98"): AffineArm.kinetic,
    (AFFINE, "105"): lambda s: s.lagrange(4, 0),
    (AFFINE, "106"): lambda s: s.lagrange(1, 1),
    (AFFINE, "114", "Qinertia[1,1]"): lambda s: s.fifth(1),
    (AFFINE, "114", "Qinertia[2]"): lambda s: s.fifth(3),
    (ORDER, "115", THIRD % "10"): lambda s: s.fourth(0),
    (ORDER, "115", THIRD % "11"): lambda s: s.fourth(1),
    (LINK, "95"): LinkInSpace.moment,
    (LINK, "96"): LinkInSpace.generalised,
    # the second time derivatives of modes, which are in the axes of the link, turned into those of the base
    ("elastodynamics-elastic-2019", "86"): lambda s: (s.force(s.turn), s.force(sp.eye(3))),
    # k for i: the axis of joint 2 is x
    ("6r-kinematics-2012", "29"): lambda s: (angular(s, AXES["z"]), angular(s, AXES["x"])),
}


def velocity(state, i):
    """The velocity of link i by matrix exponentials, as it is printed."""
    zero, at = [], sp.zeros(3, 1)
    for axis, offset, kind, q in state.joints[:i]:
        at = at + offset
        turns = int(kind == "revolute")
        first = at.cross(axis) if turns else axis
        zero.append((axis, first, turns, q, exponential(skew(axis) * turns, q)))

    def product(first, last):
        result = sp.eye(3)
        for k in range(first, last):
            result = result * zero[k][4]
        return result

    def shift(axis, first, turns, q, _):
        return (
            sp.eye(3) * q
            + skew(axis) * (1 - sp.cos(q * turns))
            + axis * axis.T * (q - sp.sin(q * turns))
        ) * first

    result = sp.zeros(3, 1)
    for j, (axis, first, turns, q, _) in enumerate(zero):
        inside = sum((product(j, k) * shift(*zero[k]) for k in range(j, i)), sp.zeros(3, 1))
        column = product(0, j) * first + product(j, i) * at
        result += (column + turns * product(0, j) * skew(axis) * inside) * q.diff(t)
    return state.now(result)


def angular(state, axis):
    turn = rotation(state, 2, 1)
    rate, slope = state.names["q2'"], state.names["q2''"]
    return turn * state.of["eps", 1] + (turn * state.of["omega", 1]).cross(rate * axis) + slope * axis


class ElasticLink:
    """The first link of a flexible arm in a plane, with two modes, at a random state: its first moment S, and
    those of its modes, a."""

    def __init__(self, seed):
        source = random.Random(f"elastic {seed}")
        number = lambda: sp.Rational(source.randint(-40, 40) * 2 + 1, 20)
        motion = lambda: number() + number() * t + number() * t**2 / 2
        angle, modes = motion(), [motion(), motion()]
        moment, shapes = number(), [number(), number()]
        self.turn = about("z", angle)
        inside = sp.Matrix([moment, sum(a * q for a, q in zip(shapes, modes)), 0])
        # the integral of accelerations is the second derivative of the first moment
        self.whole = self.turn.T * (self.turn * inside).diff(t, 2)
        self.bent = sp.Matrix([0, sum(a * q.diff(t, 2) for a, q in zip(shapes, modes)), 0])

    def force(self, turn):
        """The inertia force in the axes of the link, with this matrix before the accelerations of modes."""
        return (self.whole - self.bent + turn * self.bent).subs(t, 0).evalf(40)


def apart(a, b):
    difference = sp.Matrix([a - b]) if not hasattr(a, "shape") else a - b
    return max(abs(sp.N(it, 30)) for it in difference)


def main():
    file = HERE / "refutations.tsv"
    lines, checked = file.read_text().splitlines(), []
    states = {paper: [State(robot, seed) for seed in range(3)] for paper, robot in PAPERS.items()}
    elastic = {"elastodynamics-elastic-2019": ElasticLink, AFFINE: AffineArm, LINK: LinkInSpace, ORDER: OneMode}
    for paper, model in elastic.items():
        states[paper] = [model(seed) for seed in range(3)]
    wrong = 0
    for line in lines:
        paper, equation, quantity, printed, corrected, _ = line.split("\t")
        differs, agrees = [], []
        by_hand = FORMULAS.get((paper, equation, quantity)) or FORMULAS.get((paper, equation))
        for state in states[paper]:
            if by_hand and "." not in quantity:
                claimed, right = by_hand(state)
                offered = right
                if quantity.startswith(("n[", "eps[", "f[")):
                    offered = state.quantity(quantity)
            else:
                claimed = Reader(printed, state.names).sum()
                offered = Reader(corrected.split(" = ")[-1], state.names).sum()
                right = state.quantity(quantity)
            differs.append(apart(claimed, right) > 1e-6)
            agrees.append(apart(offered, right) < 1e-20)
        confirmed = any(differs) and all(agrees)
        wrong += not confirmed
        print("confirmed" if confirmed else "NOT CONFIRMED", paper, equation, quantity)
        by = f"SymPy {sp.__version__}" if confirmed else "nobody"
        checked.append("\t".join([*line.split("\t")[:-1], by]))
    file.write_text("\n".join(checked) + "\n")
    print(f"{len(lines) - wrong} of {len(lines)} confirmed")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
