"""How long formulas are in print: ours in the short form, SymPy's best of simplify, trigsimp and cse.

    python3 length.py path/to/appell [--limit SECONDS] [--methods cse,...] [--rows robot:quantity,...]
    python3 length.py path/to/appell --papers

Both are counted in the same way: characters of LaTeX without white space, in the notation of
`appell derive` (products by juxtaposition, `\\sin q_2`, no `\\left`), right sides only, and for every
definition its name, its formula, and 5 for `\\[ = \\]`. SymPy gets the formulas multiplied out, as
`appell derive` gives them, with sums of angles folded back. Each method may take so many seconds of processor
time a row; what did not end by then is listed as a time-out.
"""

import argparse
import json
import multiprocessing
import pathlib
import re
import resource
import subprocess

ROBOTS = [
    "2r", "3r", "scara", "cartpole", "acrobot", "ttrt", "trr", "trtr", "trtrr", "trttr1", "trttrr1",
    "rttrr", "gantry", "6r", "stanford", "puma560", "ur5",
]
QUANTITIES = ["M", "C", "G", "Q"]
DEFINITION = 5
GREEK = {"alpha", "beta", "gamma", "delta", "tau", "mu", "rho", "phi", "theta"}


def derive(appell, robot, quantity, form, language):
    command = [appell, "derive", robot, quantity, "--form", form, "--as", language]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    return [entry for row in value for entry in flat(row)] if isinstance(value, list) else [value]


def count(text):
    return len(re.sub(r"\s", "", text))


def right_sides(latex):
    """The characters of a document of ours: definitions with their names, entries without."""
    total = 0
    for equation in re.findall(r"\\\[(.*?)\\\]", latex, re.S):
        name, formula = equation.split("=", 1)
        formula = re.sub(r"\\(begin|end)\{(bmatrix|aligned)\}|\\quad|\\\\|&", "", formula)
        is_entry = re.match(r"\s*(Q|G|M|C)(_|\s|$)", name)
        total += count(formula) + (0 if is_entry else count(name) + DEFINITION)
    return total


def symbol_latex(name):
    base = name.rstrip("D")
    dots = len(name) - len(base)
    stem = re.match(r"[A-Za-z]+", base)[0]
    index = ",".join(part for part in base[len(stem):].split("_") if part)
    letter = "\\" + stem if stem in GREEK else stem if len(stem) == 1 else f"\\mathrm{{{stem}}}"
    if dots:
        letter = f"\\{'d' * dots}ot{{{letter}}}"
    return letter + ("" if not index else f"_{index}" if len(index) == 1 else f"_{{{index}}}")


def latex(e):
    """A SymPy expression in the notation of `appell derive`."""
    import sympy

    if e.is_Symbol:
        return symbol_latex(e.name)
    if e.is_Rational:
        return str(e.p) if e.q == 1 else f"{'-' if e.p < 0 else ''}\\frac{{{abs(e.p)}}}{{{e.q}}}"
    if e.is_Number or e is sympy.pi:
        return str(e)
    if e.is_Add:
        terms = [latex(term) for term in e.as_ordered_terms()]
        return terms[0] + "".join(t if t[0] == "-" else "+" + t for t in terms[1:])
    if e.is_Mul:
        number, rest = e.as_coeff_Mul()
        if number < 0:
            return "-" + latex(sympy.Mul(-number, rest, evaluate=False) if number != -1 else rest)
        above, below = [], []
        for factor in sympy.Mul.make_args(rest):
            base, power = factor.as_base_exp()
            is_below = power.is_number and power.is_negative
            (below if is_below else above).append(base**-power if is_below else factor)
        waves = (sympy.sin, sympy.cos)
        above.sort(key=lambda f: isinstance(f.as_base_exp()[0], waves))
        if below:
            top = [str(number.p)] if number.p != 1 or not above else []
            bottom = [str(number.q)] if number.q != 1 else []
            top += [bracketed(f) for f in above]
            bottom += [bracketed(f) for f in below]
            return f"\\frac{{{' '.join(top)}}}{{{' '.join(bottom)}}}"
        return " ".join(([latex(number)] if number != 1 else []) + [bracketed(f) for f in above])
    if e.is_Pow:
        base, power = e.as_base_exp()
        if power == sympy.Rational(1, 2):
            return f"\\sqrt{{{latex(base)}}}"
        if power.is_negative:
            return f"\\frac{{1}}{{{latex(base**-power)}}}"
        if isinstance(base, (sympy.sin, sympy.cos)):
            name, argument = latex(base).split(" ", 1)
            return f"{name}^{{{power}}} {argument}"
        return f"{bracketed(base)}^{{{power}}}"
    if isinstance(e, sympy.Piecewise):
        # where a sign is taken apart: the formulas alone, without their conditions
        return " ".join(latex(value) for value, _ in e.args)
    if e.is_Function:
        name = {"Abs": "|", "sign": "\\mathrm{sgn}"}.get(e.func.__name__, "\\" + e.func.__name__)
        argument = latex(e.args[0])
        if name == "|":
            return f"|{argument}|"
        return f"{name} {argument}" if e.args[0].is_Symbol else f"{name} ({argument})"
    raise ValueError(f"no LaTeX for {e}")


def bracketed(e):
    return f"({latex(e)})" if e.is_Add else latex(e)


def work(texts, method, limit, answer):
    import sympy

    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    names = sorted(set(re.findall(r"[A-Za-z_][A-Za-z_0-9]*'*", " ".join(texts))))
    functions = {"sin": sympy.sin, "cos": sympy.cos, "abs": sympy.Abs, "sqrt": sympy.sqrt,
                 "sign": sympy.sign, "pi": sympy.pi}
    plain = lambda text: re.sub(r"'+", lambda m: "D" * len(m[0]), text).replace("^", "**")
    table = {plain(n): sympy.Symbol(plain(n), real=True) for n in names if n not in functions}
    exprs = [sympy.sympify(plain(text), locals=table | functions, rational=True) for text in texts]
    if method == "cse":
        steps, exprs = sympy.cse(exprs)
    else:
        steps, exprs = [], [getattr(sympy, method)(e) for e in exprs]
    total = sum(count(latex(e)) for e in exprs)
    total += sum(count(latex(n)) + count(latex(e)) + DEFINITION for n, e in steps)
    answer.put(total)


METHODS = ["cse", "trigsimp", "simplify"]


def rival(texts, methods, limit):
    """The length by each way of SymPy, or why there is none."""
    lengths = {}
    for method in methods:
        answer = multiprocessing.Queue()
        process = multiprocessing.Process(target=work, args=(texts, method, limit, answer))
        process.start()
        process.join()
        without = "time-out" if process.exitcode < 0 else "no formula"
        lengths[method] = without if answer.empty() else answer.get()
    return lengths


PAPERS = pathlib.Path(__file__).parents[2] / "crates/proof/papers"


def paper_equation(text, name):
    """The longest right side that a paper prints for a name, in our notation."""
    sides = []
    for equation in re.findall(r"\\begin\{equation\}(.*?)\\tag", text, re.S):
        equation = re.sub(r"%.*|\\begin\{aligned\}|\\end\{aligned\}|&|\\\\|\\cdot", "", equation)
        equation = " ".join(equation.split())
        if equation.startswith(name + " =") and "bmatrix" not in equation:
            sides.append(equation.split("=", 1)[1])
    if not sides:
        return None
    side = max(sides, key=len)
    for pattern, ours in [
        (r"\{\}\^(\d)r_\{C_\{\d([xyz])\}\}", r"r_{\1\2}"), (r"\{\}\^(\d)f_([xyz])", r"f_{\1\2}"),
        (r"([FM])_\{l_([xyz])\}\^(\d)", r"f_{\3\2}"), (r"J_([xyz])\^\{\*(\d)\}", r"J_{\2\1}"),
        (r"\b([sc])\^2q_(\d)", r"\1^{2}q_\2"), (r"\bs(\^\{2\})?q_", r"\\sin\1 q_"),
        (r"\bc(\^\{2\})?q_", r"\\cos\1 q_"), (r"\^2", r"^{2}"), (r"[+-]\s*([+-])", r"\1"),
    ]:
        side = re.sub(pattern, ours, side)
    return count(side)


def papers(appell):
    print("| paper | equations | paper | Appell |\n|---|---|---|---|")
    rows = [("ttrt", "ttrt-dynamics-2012", {f"Q[{i}]": f"Q_m^{i}" for i in range(1, 5)}),
            ("trttrr1", "trttrr1-dynamics", {f"Q[{i}]": f"Q_m^{i}" for i in range(1, 7)}),
            ("rttrr", "rttrr-dynamics-2016", {"Q[2]": "{}^2f_z", "Q[3]": "{}^3f_y"})]
    for robot, file, names in rows:
        text = (PAPERS / f"{file}.tex").read_text()
        printed = {ours: paper_equation(text, name) for ours, name in names.items()}
        known = [ours for ours, length in printed.items() if length]
        command = [appell, "derive", robot, *known, "--form", "short", "--as", "latex"]
        short = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        total = sum(printed[ours] for ours in known)
        print(f"| {robot} | {', '.join(known)} | {total} | {right_sides(short)} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("appell")
    parser.add_argument("--limit", type=int, default=600)
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--rows")
    parser.add_argument("--papers", action="store_true")
    options = parser.parse_args()
    if options.papers:
        papers(options.appell)
        return
    rows = [(robot, quantity) for robot in ROBOTS for quantity in QUANTITIES]
    if options.rows:
        rows = [tuple(row.split(":")) for row in options.rows.split(",")]
    print("| robot | quantity | expanded | Appell | cse | trigsimp | simplify |")
    print("|---|---|---|---|---|---|---|")
    for robot, quantity in rows:
        expanded = derive(options.appell, robot, quantity, "expanded", "latex")
        short = derive(options.appell, robot, quantity, "short", "latex")
        answer = json.loads(derive(options.appell, robot, quantity, "expanded", "json"))
        lengths = rival(flat(answer[quantity]), options.methods.split(","), options.limit)
        shown = [lengths.get(m, "not run") for m in METHODS]
        ours = right_sides(short)
        row = [robot, quantity, right_sides(expanded), ours, *shown]
        best = min((length for length in lengths.values() if isinstance(length, int)), default=None)
        lost = best is not None and best <= ours
        print("| " + " | ".join(map(str, row)) + " |" + (" LOST" if lost else ""), flush=True)


if __name__ == "__main__":
    main()
