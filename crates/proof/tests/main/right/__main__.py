"""Confirms the corpora `unseen` and `unusual` by a second tool: every right equation holds and every slip
does not, by Lagrange's equations in SymPy from the robot files. Ends with 1 where one is labelled wrongly or
cannot be confirmed.

    python crates/proof/tests/main/right

Both are exact. An equation holds where the difference of its sides, a polynomial in the sines and cosines
of the coordinates, is zero on the circles sin^2 + cos^2 = 1. It does not where its sides differ at one place
of rational numbers. A force that an equation does not name may be zero (a joint that is not driven): the
line of a right equation says which, and a slip must be wrong even where all of them are zero.
"""
import itertools
import random
import sys
from collections import Counter
from pathlib import Path

import sympy as sp
from latex import Side, equations, scalar
from names import Names
from robot import Robot

MAIN = Path(__file__).resolve().parent.parent


def is_zero(expression, robot):
    circles = [(sp.Symbol(f"sin {q}"), sp.Symbol(f"cos {q}")) for q in robot.q]
    free = sp.expand_trig(expression).subs(
        {f(q): it for q, pair in zip(robot.q, circles) for f, it in zip((sp.sin, sp.cos), pair)})
    if free.has(sp.Function):
        raise ValueError(f"{free.atoms(sp.Function)} are not decided")
    free = sp.expand(sp.numer(sp.together(free)))
    for s, c in circles:
        free = sp.rem(free, s**2 + c**2 - 1, s)
    return sp.expand(free) == 0


def needs(differences, robot, unnamed):
    """The fewest joints that must not be driven for these to be zero; None where they are not."""
    for count in range(len(unnamed) + 1):
        for joints in itertools.combinations(unnamed, count):
            unknown = [robot.qdd[joint] for joint in joints]
            if not all(any(it.has(one) for it in differences) for one in unknown):
                continue
            balance = [robot.forces[joint] for joint in joints]
            motion = sp.solve(balance, unknown, dict=True)[0] if joints else {}
            if all(is_zero(it.subs(motion), robot) for it in differences):
                return joints
    return None


def differ(differences, robot, undriven):
    """Whether one of these is not zero at a place of rational numbers, no force on the joints `undriven`."""
    chance = random.Random(1899)

    def number():
        return sp.Rational(chance.randint(2, 40), chance.randint(2, 40))

    place = {}
    for q in robot.q:
        half = number()  # the tangent of half the angle
        place |= {sp.sin(q): 2 * half / (1 + half**2), sp.cos(q): (1 - half**2) / (1 + half**2)}
    balance = [robot.forces[joint] for joint in undriven]
    letters = set().union(*(it.free_symbols for it in differences + balance)) - set(robot.qdd)
    place |= {it: number() for it in sorted(letters, key=str)}
    unknown = [robot.qdd[joint] for joint in undriven]
    motion = {it: number() for it in robot.qdd if it not in unknown}
    at = [sp.expand_trig(it).subs(place).subs(motion) for it in balance + differences]
    motion = sp.solve(at[:len(balance)], unknown, dict=True)[0] if unknown else {}
    values = [it.subs(motion) for it in at[len(balance):]]
    if not all(it.is_Rational for it in values):
        raise ValueError("a letter has no value")
    return any(it != 0 for it in values)


def verdict(names, sides, wrong):
    """What is found of an equation that should be right, or wrong; whether that is so."""
    robot = names.robot
    if sides[0] == r"\mu":  # the only name that a document defines
        names.defined["mu"] = Side(sides[1], names).value()
        return "defines mu", True
    names.named.clear()
    values = [scalar(Side(side, names).value()) for side in sides]
    differences = [value - values[-1] for value in values[:-1]]
    if wrong and sides[0] == r"\quantity C":  # other matrices C are right, if they have the same C q'
        differences = [it * sp.Matrix(robot.qd) for it in differences]
    flat = [one for it in differences for one in (it if isinstance(it, sp.MatrixBase) else [it])]
    unnamed = [joint for joint in range(len(robot.q)) if joint not in names.named]
    if wrong:
        found = differ(flat, robot, unnamed)
        return ("does not hold" if found else "MAY HOLD"), found
    joints = needs(flat, robot, unnamed)
    if joints is None:
        return "DOES NOT HOLD", False
    where = " and ".join(str(robot.q[joint]) for joint in joints)
    return f"holds with no force on {where}" if joints else "holds", True


class Corpus:
    def __init__(self, name):
        self.folder, self.faults, self.unread, self.counts = MAIN / name, 0, 0, Counter()
        self.robots = {it.stem: Robot(it.read_text()) for it in sorted(self.folder.glob("*.toml"))}

    def judge(self, label, names, line, sides):
        place = f"{self.folder.name}/{names.document} line {line}, {label}"
        shown = " = ".join(sides).replace(r"\quantity ", "")
        try:
            found, fine = verdict(names, sides, label == "slip")
        except (ValueError, TypeError, LookupError, AttributeError, sp.ShapeError) as error:
            self.unread += 1
            print(f"{place}: NOT CONFIRMED, {error}: {shown}")
            return
        self.counts["definition" if found.startswith("defines") else label] += fine
        self.faults += not fine
        print(f"{place}: {found}: {shown}")

    def check(self):
        texts = {name: (self.folder / f"{name}.tex").read_text() for name in self.robots}
        for name, robot in self.robots.items():
            names = Names(name, robot)
            for line, sides in equations(texts[name]):
                self.judge("right", names, line, sides)
        for case in (self.folder / "slips.txt").read_text().splitlines():
            if not case.startswith("#"):
                name, right, wrong = (it.strip() for it in case.split("|"))
                self.slip(name, texts[name], texts[name].replace(right, wrong, 1))
        print(f"{self.folder.name}: {self.counts['right']} right equations and {self.counts['slip']} slips "
              f"confirmed, {self.counts['definition']} definitions, "
              f"{self.unread} not confirmed, {self.faults} labelled wrongly")

    def slip(self, name, text, harmed):
        names = Names(name, self.robots[name])
        changed = 0
        for before, (line, sides) in zip(equations(text), equations(harmed), strict=True):
            if sides[0] == r"\mu":
                verdict(names, sides, False)
            elif before[1] != sides:
                changed += 1
                self.judge("slip", names, line, sides)
        if changed != 1:
            raise ValueError(f"a slip of {name} changes {changed} equations")


corpora = [Corpus(name) for name in ("unseen", "unusual")]
for corpus in corpora:
    corpus.check()
sys.exit(any(corpus.faults + corpus.unread for corpus in corpora))
