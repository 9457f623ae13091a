# ---- The algebra: polynomials with rational coefficients, with sin^2 = 1 - cos^2. --------------------------------

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from sympy import QQ, ring

CIRCLE = [(f"cos({a})", f"sin({a})") for a in ANGLES.split()]
DRY = [[f"sign({link['qd']})", f"norm({i})"] for i, link in ROBOT.items() if "dry" in link]
RING, *GENERATORS = ring([*SYMBOLS.split(), *(name for pair in CIRCLE + DRY for name in pair)], QQ)
VALUE = dict(zip(map(str, RING.symbols), GENERATORS))


def reduced(p):
    """The normal form: no sine has a power above 1, so that equal polynomials have equal coefficients."""
    p = RING(p)
    for cosine, sine in CIRCLE:
        at = GENERATORS.index(VALUE[sine])
        while any(powers[at] > 1 for powers in p):
            high = RING.from_dict({m[:at] + (m[at] - 2,) + m[at + 1:]: k for m, k in p.items() if m[at] > 1})
            p = RING.from_dict({m: k for m, k in p.items() if m[at] < 2}) + high*(1 - VALUE[cosine]**2)
    return p


@lru_cache(maxsize=None)
def cos_sin(angle):
    """Cosine and sine of a sum of whole multiples of angles, by the addition theorems."""
    c, s = RING(1), RING(0)
    for powers, multiple in angle.items():
        name = str(RING.symbols[powers.index(1)])
        ci, si = VALUE[f"cos({name})"], VALUE[f"sin({name})"]*(1 if multiple > 0 else -1)
        for _ in range(abs(int(multiple))):
            c, s = reduced(c*ci - s*si), reduced(s*ci + c*si)
    return c, s


def cos(angle):
    return cos_sin(angle)[0]


def sin(angle):
    return cos_sin(angle)[1]


def sign(velocity):
    return VALUE[f"sign({velocity})"]


class NotDecided(Exception):
    """A root of which this program cannot say how it depends on the others."""


def rooted(square, known):
    """The root of k**2 times a square whose root is known, with a rational number k > 0; None if there is none."""
    if not square:
        return RING(0)
    for other, root in known:
        if square.monic() == other.monic():
            ratio = QQ(square.LC)/QQ(other.LC)
            top, below = int(QQ.numer(ratio)), int(QQ.denom(ratio))
            if top > 0 and isqrt(top)**2 == top and isqrt(below)**2 == below:
                return root*QQ(isqrt(top), isqrt(below))
    return None


def sqrt(square):
    """The root of a polynomial: of a transverse force |k x f| of the textbook, see NORMS, times a rational number."""
    square = reduced(square)
    root = rooted(square, NORMS())
    if root is not None:
        return root
    if any(not square.rem([other]) for other, _ in NORMS() if other.is_ground == square.is_ground):
        raise NotDecided(f"sqrt({square})")
    raise KeyError(square)


def num(text):
    return RING(QQ(*Fraction(text).as_integer_ratio()))


def poly(text):
    """A polynomial, written in the symbols; a sum may be spread over lines, a term or more on each."""
    names = {**VALUE, "cos": cos, "sin": sin, "sign": sign, "sqrt": sqrt, "num": num, "__builtins__": {}}
    return reduced(sum(RING(eval(line, names)) for line in text.strip().splitlines()))


def vector(text):
    return tuple(poly(entry) for entry in text.split(", "))


def matrix(text):
    return tuple(vector(row) for row in text.split("; "))


# ---- The textbook: Newton and Euler's equations, link by link, the same for every robot. ---------------------------
# Outward: velocities and accelerations; inward: forces and moments (J. J. Craig, Introduction to Robotics, 6.5).
# A vector is a triple in the axes of its link. R turns the axes of a link into those of its parent, r is its origin there.

ZERO, IDENTITY = vector("0, 0, 0"), matrix("1, 0, 0; 0, 1, 0; 0, 0, 1")

def dot(a, b):       return reduced(sum(x*y for x, y in zip(a, b)))
def cross(a, b):     return tuple(reduced(a[i - 2]*b[i - 1] - a[i - 1]*b[i - 2]) for i in range(3))
def add(*vectors):   return tuple(sum(entries) for entries in zip(*vectors))
def scale(k, a):     return tuple(reduced(k*x) for x in a)
def turn(R, a):      return tuple(dot(row, a) for row in R)
def transposed(R):   return tuple(zip(*R))
def product(A, B):   return transposed([turn(A, column) for column in transposed(B)])
def rotation(k, c, s):  # about the unit vector k, column by column: a -> c a + s k x a + (1 - c) (k.a) k
    return transposed([add(scale(c, a), scale(s, cross(k, a)), scale((1 - c)*dot(k, a), k)) for a in IDENTITY])

def frame(link):
    """R and r of a link."""
    R, r, k = link["R"], link["r"], link["axis"]
    if link["joint"] == "revolute":
        R = product(R, rotation(k, cos(link["q"]), sin(link["q"])))
    if link["joint"] == "prismatic":
        r = add(r, scale(link["q"], turn(R, k)))
    return R, r

def outward(qd, qdd, gravity):
    """Of every link: angular velocity w and acceleration e, velocity v and acceleration a of its origin."""
    motion = {0: (ZERO, ZERO, ZERO, scale(-1, gravity))}  # as if the base were accelerated upwards
    for i, link in LINKS.items():
        (w, e, v, a), (R, r) = motion[link["parent"]], frame(link)
        about, along = [link["axis"] if link["joint"] == kind else ZERO for kind in ("revolute", "prismatic")]
        v, a = add(v, cross(w, r)), add(a, cross(e, r), cross(w, cross(w, r)))
        w, e, v, a = [turn(transposed(R), it) for it in (w, e, v, a)]
        d, dd = qd.get(i, 0), qdd.get(i, 0)
        v, a = add(v, scale(d, along)), add(a, scale(2*d, cross(w, along)), scale(dd, along))
        w, e = add(w, scale(d, about)), add(e, scale(d, cross(w, about)), scale(dd, about))
        motion[i] = w, e, v, a
    return motion

def inertia(motion, body):
    """Force F and moment N of inertia of a body, and the acceleration aC of its centre C."""
    (mass, C, J), (w, e, v, a) = body, motion
    aC = add(a, cross(e, C), cross(w, cross(w, C)))
    return scale(mass, aC), add(turn(J, e), cross(w, turn(J, w))), aC

def inward(motion, loads):
    """Of every link: force f and moment n, about its origin, that its parent exerts on it."""
    f, n = {i: ZERO for i in [0, *LINKS]}, {i: ZERO for i in [0, *LINKS]}
    for i, link in reversed(LINKS.items()):
        for body in link["bodies"]:
            F, N, _ = inertia(motion[i], body)
            f[i], n[i] = add(f[i], F), add(n[i], N, cross(body[1], F))
        force, moment = loads.get(i, (ZERO, ZERO))  # which the robot exerts there
        f[i], n[i] = add(f[i], force), add(n[i], moment)
        (R, r), before = frame(link), link["parent"]
        f[before], n[before] = add(f[before], turn(R, f[i])), add(n[before], turn(R, n[i]), cross(r, turn(R, f[i])))
    return f, n

def torques(qd, qdd, gravity, loads={}):
    f, n = inward(outward(qd, qdd, gravity), loads)
    return [dot((n if LINKS[i]["joint"] == "revolute" else f)[i], LINKS[i]["axis"]) for i in MOVING]

def pose(i):
    """R and r of a link in the base."""
    if i == 0:
        return IDENTITY, ZERO
    (A, a), (R, r) = pose(LINKS[i]["parent"]), frame(LINKS[i])
    return product(A, R), add(a, turn(A, r))

# ---- The quantities, by the names that Appell gives them. ----------------------------------------------------------

LINKS = {
    i: {
        **link,
        **{key: poly(link[key]) for key in ("q", "qd", "qdd") if key in link},
        **{key: vector(link[key]) for key in ("r", "axis")},
        "R": matrix(link["R"]),
        "bodies": [(poly(mass), vector(C), matrix(J)) for mass, C, J in link["bodies"]],
    }
    for i, link in ROBOT.items()
}
MOVING = [i for i, link in LINKS.items() if "q" in link]
QD, QDD = [{i: LINKS[i][key] for i in MOVING} for key in ("qd", "qdd")]
UNIT = [{i: RING(1)} for i in MOVING]
LOADS = {i: tuple(map(vector, link["load"])) for i, link in LINKS.items() if "load" in link}
FREE_FALL = vector(GRAVITY)
cached = lru_cache(maxsize=None)


@cached
def motion():        return outward(QD, QDD, FREE_FALL)
@cached
def forces():        return inward(motion(), LOADS)
@cached
def transverse(i):   # the square of k x f
    k_x_f = cross(LINKS[i]["axis"], forces()[0][i])
    return dot(k_x_f, k_x_f)
@cached
def NORMS():         # squares with their roots: that of a transverse force is a name, unless it is a multiple of another's
    known = [(RING(1), RING(1))]
    for i in (i for i in MOVING if "dry" in LINKS[i]):
        if rooted(transverse(i), known) is None:
            known.append((transverse(i), VALUE[f"norm({i})"]))
    return known
def friction(i):     # viscous b; dry: a constant force, and a coefficient times the radius of the bearing
    b, (constant, coefficient) = poly(LINKS[i].get("viscous", "0")), map(poly, LINKS[i].get("dry", ("0", "0")))
    dry = (constant + coefficient*sqrt(transverse(i)))*sign(QD[i]) if "dry" in LINKS[i] else 0
    return b*QD[i] + dry
@cached
def Q():             return [t + friction(i) for t, i in zip(torques(QD, QDD, FREE_FALL, LOADS), MOVING)]
@cached
def M():             return transposed([torques({}, unit, ZERO) for unit in UNIT])
@cached
def G():             return torques({}, {}, FREE_FALL)
@cached
def c():             return torques(QD, {}, ZERO)
@cached
def J(i):
    columns = []
    for unit in UNIT:
        w, _, v, _ = outward(unit, {}, ZERO)[i]
        columns.append(turn(pose(i)[0], v) + turn(pose(i)[0], w))
    return transposed(columns)
def homogeneous(R, r): return [(*row, entry) for row, entry in zip(R, r)] + [(0, 0, 0, 1)]
@cached
def T(i):            return homogeneous(*frame(LINKS[i]))
@cached
def T0(i):           return homogeneous(*pose(i))
def omega(i):        return motion()[i][0]
def eps(i):          return motion()[i][1]
def v(i):            return motion()[i][2]
def a(i):            return motion()[i][3]
def body(i):         return inertia(motion()[i], LINKS[i]["bodies"][0])
def F(i):            return body(i)[0]
def N(i):            return body(i)[1]
def aC(i):           return body(i)[2]
def vC(i):           return add(v(i), cross(omega(i), LINKS[i]["bodies"][0][1]))
def f(i):            return forces()[0][i]
def n(i):            return forces()[1][i]
def rC(i):           return LINKS[i]["bodies"][0][1]
def I(i):            return LINKS[i]["bodies"][0][2]
def R(j, i):         return product(transposed(pose(j)[0]), pose(i)[0])
def r(j, i):         return turn(transposed(pose(j)[0]), add(pose(i)[1], scale(-1, pose(j)[1])))
def T_in(j, i):      return homogeneous(R(j, i), r(j, i))
def axes(j, i, vector): return turn(R(j, i), vector)
