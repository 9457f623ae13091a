"""Puts random slips into the claims of certificates; every one must be rejected by the certificate's own checker.

python3 slips.py COUNT SEED CERTIFICATE.py...     prints how many were rejected; exit code 1 if one was not.
"""

import importlib.util
import random
import re
import sys


def loaded(path):
    spec = importlib.util.spec_from_file_location("certificate", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def slip(term, symbols, pick):
    """A term with one slip of a kind that is common in print."""
    sign, body = (term[0], term[2:]) if term[:2] in ("+ ", "- ") else ("+", term)
    # not between the factors of an angle: cos(2*q1)
    factors = re.split(r"(?<!\*)\*(?!\*)(?![^(]*\))", body)
    at = pick.randrange(len(factors))
    kind = pick.choice(["sign", "lost", "twice", "circle", "power", "prime", "index"])
    if kind == "sign":
        sign = "-" if sign == "+" else "+"
    elif kind == "lost":
        return "0"
    elif kind == "twice":
        factors.insert(0, "2")
    elif kind == "circle":
        factors = [re.sub(r"^(cos|sin)", lambda it: {"cos": "sin", "sin": "cos"}[it[0]], f) for f in factors]
    elif kind == "power":
        factors.insert(at, factors[at])
    elif kind == "prime":
        factors[at] = re.sub(r"^(\w+)_d$", r"\1_dd", factors[at])
    else:
        factors[at] = pick.choice(symbols)
    return f"{sign} {'*'.join(factors)}"


def main(count, seed, *paths):
    pick = random.Random(int(seed))
    certificates = [loaded(path) for path in paths]
    for certificate in certificates:
        certificate.truth = [certificate.reduced(definition()) for _, definition, *_ in certificate.CLAIMS]
    rejected = 0
    while rejected < int(count):
        certificate = pick.choice(certificates)
        number = pick.randrange(len(certificate.CLAIMS))
        name, _, claim, *state = certificate.CLAIMS[number]
        lines = claim.strip().splitlines()
        at = pick.randrange(len(lines))
        wrong = slip(lines[at].strip(), certificate.SYMBOLS.split(), pick)
        if state or certificate.poly(wrong) == certificate.poly(lines[at]):
            continue  # nothing was changed
        mutated = "\n".join([*lines[:at], wrong, *lines[at + 1:]])
        holds, _ = certificate.judged(lambda: certificate.truth[number], mutated)
        if holds:
            print(f"{name}: {lines[at].strip()} became {wrong}, and was accepted")
            return 1
        rejected += 1
    print(f"rejected {rejected} of {rejected}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
