"""Reads the LaTeX of the corpora into SymPy: the equations of a document, and what each side of one says.

What is not known is an error, never a guess.
"""
import re

import sympy as sp

SYMBOL = re.compile(r"\\[a-zA-Z]+|\\.|\d|[a-zA-Z]|\S")
DISPLAYED = re.compile(
    r"\\\[(?P<a>.*?)\\\]|\$\$(?P<b>.*?)\$\$|\$(?P<d>.*?)\$"
    r"|\\begin\{(?P<kind>align\*?|equation|gather|eqnarray)\}(?P<c>.*?)\\end\{(?P=kind)\}", re.S)
# print without a meaning, and other print for the same
PLAIN = [
    (r"\\(nonumber|qquad|quad)(?![a-zA-Z])|\\[,;!]", " "),
    (r"\\(left|right)\s*\.", " "),
    (r"\\(left|right|bigl|bigr|Bigl|Bigr)(?![a-zA-Z])", " "),
    (r"\\(mathbf|boldsymbol|mathcal)\{(\\?[a-zA-Z]+)\}", r"\2 "),
    (r"\\underbrace\{(.*?)\}_\{\\text\{.*?\}\}", r"(\1)"),
    (r"\\tfrac", r"\\frac"), (r"\\varphi", r"\\phi"), (r"\\top", "T"), (r"\\\{", "("), (r"\\\}", ")"),
    # quantities with their arguments: M(q) is not M times q
    (r"\b([MCGcg])\s*\((q|\\theta)\s*(,\s*\\dot\s*\{?(q|\\theta)\s*\}?)?\s*\)", r"\\quantity \1 "),
]


def plain(text):
    for pattern, instead in PLAIN:
        text = re.sub(pattern, instead, text)
    return text


def parts(text, separator):
    """Splits where no bracket and no environment is open."""
    found, depth, start = [], 0, 0
    for match in SYMBOL.finditer(text):
        token = match[0]
        depth += (token in ("(", "[", "{", r"\begin")) - (token in (")", "]", "}", r"\end"))
        if token == separator and depth == 0:
            found.append(text[start:match.start()])
            start = match.end()
    return found + [text[start:]]


def equations(text):
    """Line and text of each equation of a document; a row without a relation goes on with the row before."""
    for block in DISPLAYED.finditer(text):
        body = next(block[key] for key in "abcd" if block[key] is not None)
        rows = []
        for row in parts(plain(body), r"\\"):
            row = "".join(parts(row, "&"))
            if "=" in row:
                rows.append(row)
            elif row.strip() and rows:
                rows[-1] += row
        for equation in (it for row in rows for it in parts(row, ",")):
            if "=" in equation:
                line = text.count("\n", 0, block.start()) + 1
                yield line, [" ".join(side.split()) for side in parts(equation.strip(" .\n"), "=")]


class Side:
    """One side of an equation; `names` gives what a name with its index means."""

    def __init__(self, text, names):
        self.tokens, self.at, self.names = SYMBOL.findall(text), 0, names

    def value(self):
        value = self.sum()
        if self.at < len(self.tokens):
            raise ValueError(f"{self.peek()} is not read")
        return value

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self, *expected):
        token = self.peek()
        if token is None or expected and token not in expected:
            raise ValueError(f"{token} in place of {expected}")
        self.at += 1
        return token

    def take(self, token):
        """Whether this comes next; then it is passed."""
        self.at += (found := self.peek() == token)
        return found

    def sum(self):
        total = None
        while True:
            sign = -1 if self.peek() == "-" else 1
            if self.peek() in ("+", "-"):
                self.next()
            elif total is not None:
                return total
            term = sign * self.product()
            total = term if total is None else total + term

    def product(self):
        value = self.power()
        while self.peek() not in (None, "+", "-", ",", ")", "]", "}", "&", r"\\", r"\end", r"\over"):
            self.take(r"\cdot")
            value = scalar(value * self.power())
        return value

    def power(self):
        value = self.atom()
        while self.take("^"):
            if self.group_is("T"):
                value = value.T
            else:
                exponent = self.argument()
                value = value.inv() if exponent == -1 and isinstance(value, sp.MatrixBase) else value**exponent
        return value

    def group_is(self, word):
        """Passes `word` or `{word}`."""
        for tokens in ([word], ["{", word, "}"]):
            if self.tokens[self.at:self.at + len(tokens)] == tokens:
                self.at += len(tokens)
                return True
        return False

    def argument(self):
        """A group in braces or one symbol."""
        if self.peek() == "{" or not self.peek().isdigit():
            return self.atom()
        return sp.Integer(self.next())

    def atom(self):
        token = self.next()
        if token.isdigit():
            while self.peek() and self.peek().isdigit():
                token += self.next()
            return sp.Integer(token)
        if token == "(":
            entries = [self.sum()]
            while self.take(","):
                entries.append(self.sum())
            self.next(")")
            return entries[0] if len(entries) == 1 else sp.Matrix([entries])
        if token == "[":
            value = self.sum()
            self.next("]")
            return value
        if token == "{":
            return self.group()
        if token == r"\frac":
            return self.fraction()
        if token in (r"\sin", r"\cos", r"\cot"):
            exponent = self.argument() if self.take("^") else 1
            angle = self.atom()
            functions = {r"\sin": sp.sin(angle), r"\cos": sp.cos(angle), r"\cot": sp.cos(angle) / sp.sin(angle)}
            return functions[token] ** exponent
        if token == r"\det":
            return self.atom().det(method="berkowitz")
        if token == r"\operatorname":
            self.word("diag")
            return sp.diag(*self.atom())
        if token == r"\begin":
            return self.matrix()
        if token == r"\pi":
            return sp.pi
        self.at -= 1
        return self.name()

    def group(self):
        """After the brace: a group, a fraction by `over`, or the indices before a transform."""
        if self.take("}"):
            above, below = (self.next(mark) and self.index() for mark in "^_")
            return self.names.transform(self.next(), int(above), int(below))
        value = self.sum()
        if self.take(r"\over"):
            value = value / self.sum()
        self.next("}")
        return value

    def word(self, *words):
        self.next("{")
        word = ""
        while not self.take("}"):
            word += self.next()
        if words and word not in words:
            raise ValueError(f"{word} is not read")
        return word

    def index(self):
        return (self.word() if self.peek() == "{" else self.next()).replace("\\", "")

    def fraction(self):
        above = self.tokens[self.at:self.at + 2]
        if above == ["{", r"\partial"]:
            self.at += 2
            value = self.name()
            for token in ("}", "{", r"\partial"):
                self.next(token)
            by = self.name()
            self.next("}")
            return sp.diff(value, by)
        if above == ["{", "d"] and self.tokens[self.at + 2] in ("}", "T", "V", "E"):
            self.at += 2
            value = None if self.peek() == "}" else self.name()
            self.next("}")
            self.word("dt")
            return self.names.rate(self.atom() if value is None else value)
        value = self.argument()
        return value / self.argument()

    def matrix(self):
        if self.word("bmatrix", "pmatrix", "array") == "array":
            self.word()
        rows = [[]]
        while True:
            rows[-1].append(None if self.take("*") else self.sum())
            if self.next("&", r"\\", r"\end") == r"\\":
                rows.append([])
            elif self.tokens[self.at - 1] == r"\end":
                break
        self.word()
        # a star stands for the entry across the diagonal
        return sp.Matrix([
            [rows[j][i] if it is None else it for j, it in enumerate(row)] for i, row in enumerate(rows)
        ])

    def name(self):
        """Dots, letter, index: `\\ddot\\theta_1`, `\\dot{q}_1`, `M_{12}`, `\\quantity M`."""
        dots, braces = 0, 0
        quantity = self.take(r"\quantity")
        if self.peek() in (r"\dot", r"\ddot"):
            dots = {r"\dot": 1, r"\ddot": 2}[self.next()]
            braces = self.take("{")
        letter = self.next()
        if not re.fullmatch(r"\\?[a-zA-Z]+", letter):
            raise ValueError(f"{letter} is not read")
        if braces:
            self.next("}")
        index = self.index() if self.take("_") else ""
        value = self.names.value(letter.lstrip("\\"), index, quantity)
        for _ in range(dots):
            value = self.names.rate(value)
        return value


def scalar(value):
    """A matrix of one entry is a number."""
    return value[0] if isinstance(value, sp.MatrixBase) and value.shape == (1, 1) else value
