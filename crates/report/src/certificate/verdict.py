

# ---- The verdicts. -------------------------------------------------------------------------------------------------


def values(state):
    """The numbers of a state; what it does not name is zero, an angle that it does not name too."""
    at = {name: QQ(0) for name in VALUE}
    at.update({cosine: QQ(1) for cosine, _ in CIRCLE})
    for equation in state.split("; "):
        name, number = equation.split(" = ")
        at[name] = QQ(*Fraction(number).as_integer_ratio())
    assert all(at[cosine]**2 + at[sine]**2 == 1 for cosine, sine in CIRCLE), "no such angle"
    return list(zip(GENERATORS, (at[str(name)] for name in RING.symbols)))


def judged(definition, claim, state=None):
    """Whether a row holds, and in words what was found: by coefficients, or for what is refuted at a state."""
    try:
        textbook, claimed = reduced(definition()), poly(claim)
    except NotDecided as root:
        return False, f"NOT DECIDED: this program does not know the root {str(root)[:200]}"
    except KeyError as unknown:
        return False, f"WRONG: no transverse force has this square: {str(unknown)[:200]}"
    if state is None:
        wrong = textbook - claimed
        return not wrong, "proved" if not wrong else f"WRONG: textbook minus claim has {len(wrong)} terms: {str(wrong)[:200]}"
    left, right = textbook.evaluate(values(state)), claimed.evaluate(values(state))
    return left != right, f"refuted: printed {right}, textbook {left}" if left != right else f"NOT REFUTED: both are {left}"


def main():
    held = {True: 0, False: 0}  # of what is proved, of what is refuted
    for name, definition, claim, *state in CLAIMS:
        holds, found = judged(definition, claim, *state)
        held[not state] += holds
        print(f"{name}: {found}")
    asked = {kind: sum((not state) == kind for _, _, _, *state in CLAIMS) for kind in held}
    print(f"proved {held[True]} of {asked[True]}" + (f", refuted {held[False]} of {asked[False]}" if asked[False] else ""))
    return 0 if held == asked else 1


if __name__ == "__main__":
    raise SystemExit(main())
