"""Formulas of quantities."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from numbers import Rational
from typing import Any

import numpy as np

from . import _appell

#: Above so many terms a notebook shows a summary: a page with all of them would freeze.
_MANY_TERMS = 400


class Formulas:
    """Formulas of quantities, which notebooks show as formulas.

    >>> import appell
    >>> G = appell.load("2r").derive("G")
    >>> print(G["G[2]"])
    M2*g*r2x*cos(q1 + q2)
    >>> G == appell.load("2r").derive("G", form="nested")     # a decision, not a comparison of texts
    True
    """

    def __init__(self, native: _appell.Formulas) -> None:
        self._native = native
        self._entries: dict[str, str] | None = None

    def text(self) -> str:
        """Plain text, an entry a line."""
        return self._native.text().rstrip("\n")

    def latex(self) -> str:
        """LaTeX: displayed equations.

        >>> import appell
        >>> print(appell.load("2r").derive("G[2]").latex())
        \\[ G_{2} = M_2 g r_{2x} \\cos(q_1 + q_2) \\]
        """
        return self._native.latex().rstrip("\n")

    def typst(self) -> str:
        """Typst: the same equations."""
        return self._native.typst().rstrip("\n")

    def json(self) -> str:
        """JSON: names, and formulas as text."""
        return self._native.json()

    @property
    def entries(self) -> dict[str, str]:
        """The entries by name, as text."""
        if self._entries is None:
            self._entries = dict(self._native.entries())
        return self._entries

    def __getitem__(self, name: str) -> str:
        return self.entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        names = ", ".join(f"{name} {rows}x{columns}" for name, rows, columns in self._native.shapes())
        return f"<Formulas {names}>"

    def __eq__(self, other: object) -> bool:
        """Whether all entries are equal as functions, decided by the exact normal form."""
        if not isinstance(other, Formulas):
            return NotImplemented
        return self._native.equals(other._native)

    __hash__ = None  # type: ignore[assignment]

    def terms(self) -> int:
        """How many terms the entries have, multiplied out.

        >>> import appell
        >>> appell.load("2r").derive("Q").terms()
        23
        """
        return self._native.terms()

    def _is_long(self) -> bool:
        # as they are printed: multiplied out there may be more, which would have to be derived first
        texts = [*self.entries.values(), *(text for _, text in self._native.steps())]
        return sum(text.count(" + ") + text.count(" - ") + 1 for text in texts) > _MANY_TERMS

    def _repr_latex_(self) -> str | None:
        return None if self._is_long() else self.latex()

    def _repr_html_(self) -> str:
        """MathML, which browsers show without a script; of long formulas a card with their sizes."""
        if not self._is_long():
            names = "".join(
                f"<div><code>{html.escape(f'{name} = {text}')}</code></div>" for name, text in self._native.steps()
            )
            return names + "".join(f"<div>{formula}</div>" for formula in self._native.mathml())
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{len(text)} characters</td></tr>"
            for name, text in self.entries.items()
        )
        return (
            f"<div><b>{html.escape(repr(self)[1:-1])}</b>: too long to be shown; "
            "<code>.text()</code>, <code>.latex()</code> and <code>[name]</code> give the formulas, "
            f"<code>derive(form=\"nested\")</code> shorter ones<table>{rows}</table></div>"
        )

    def subs(self, values: Mapping[str, float | Decimal | Rational | str]) -> dict[str, str]:
        """The entries with numbers or formulas in the place of symbols, exactly: names and texts.

        Numbers are integers, fractions, decimals and floats; 0.1 is 1/10.

        >>> import appell
        >>> appell.load("2r").derive("G").subs({"q1": 0, "q2": 0, "g": 10})["G[2]"]
        '10*M2*r2x'
        """
        texts = {name: _exact(value, name) for name, value in values.items()}
        return {name: text for name, text, _ in self._native.substituted(texts)}

    def sympy(self) -> dict[str, Any]:
        """The entries as expressions of SymPy, by name; `q1'` is the symbol ``q1'``.

        >>> import appell
        >>> appell.load("2r").derive("G").sympy()["G[2]"].diff("g")
        M2*r2x*cos(q1 + q2)
        """
        import sympy

        def number(text: str) -> Any:
            return sympy.Rational(text)

        functions = {
            "sin": sympy.sin,
            "cos": sympy.cos,
            "sqrt": sympy.sqrt,
            "abs": sympy.Abs,
            "sign": sympy.sign,
        }
        return self._replayed(number, sympy.Symbol, functions, {"pi": sympy.pi})

    def casadi(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The entries as expressions of CasADi (SX), by name, and the symbols in them.

        `Function.casadi` gives shorter programs.

        >>> import appell
        >>> entries, symbols = appell.load("2r").derive("G").casadi()
        >>> sorted(symbols)
        ['M1', 'M2', 'g', 'l1', 'q1', 'q2', 'r1x', 'r2x']
        """
        import casadi

        symbols: dict[str, Any] = {}

        def symbol(name: str) -> Any:
            if name not in symbols:
                symbols[name] = casadi.SX.sym(name)
            return symbols[name]

        def number(text: str) -> Any:
            return casadi.SX(float(text))

        functions = {
            "sin": casadi.sin,
            "cos": casadi.cos,
            "sqrt": casadi.sqrt,
            "abs": casadi.fabs,
            "sign": casadi.sign,
        }
        entries = self._replayed(number, symbol, functions, {"pi": casadi.SX(casadi.pi)})
        return entries, symbols

    def _replayed(
        self,
        number: Callable[[str], Any],
        symbol: Callable[[str], Any],
        functions: Mapping[str, Callable[[Any], Any]],
        constants: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The entries in another algebra."""
        names = dict(constants)
        for name, text in self._native.steps():
            names[name] = _Reader(text, number, symbol, functions, names).read()
        return {
            name: _Reader(text, number, symbol, functions, names).read()
            for name, text in self.entries.items()
        }


def _exact(value: object, name: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, np.generic | np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, Rational) and not isinstance(value, bool):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float | Decimal) and math.isfinite(value):
        # the decimal that is printed is the one that is meant
        return str(value)
    raise ValueError(f"`{name}` must be a finite real number, or a formula as a text, got {value!r}")


_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([^\W\d]\w*'*)|(.))")


class _Reader:
    """Reads a formula as text, by operator precedence; nothing of it is run as Python."""

    def __init__(
        self,
        text: str,
        number: Callable[[str], Any],
        symbol: Callable[[str], Any],
        functions: Mapping[str, Callable[[Any], Any]],
        names: Mapping[str, Any],
    ) -> None:
        self._tokens = [match.groups() for match in _TOKEN.finditer(text.strip())]
        self._number, self._symbol = number, symbol
        self._functions, self._names = functions, names
        self._place = 0

    def read(self) -> Any:
        result = self._sum()
        if self._place != len(self._tokens):
            raise ValueError(f"unexpected {self._tokens[self._place]} in a formula")
        return result

    def _sign(self) -> str | None:
        return self._tokens[self._place][2] if self._place < len(self._tokens) else None

    def _take(self, signs: str) -> str | None:
        sign = self._sign()
        if sign is not None and sign in signs:
            self._place += 1
            return sign
        return None

    def _sum(self) -> Any:
        result = self._product()
        while sign := self._take("+-"):
            term = self._product()
            result = result + term if sign == "+" else result - term
        return result

    def _product(self) -> Any:
        result = self._factor()
        while sign := self._take("*/"):
            factor = self._factor()
            result = result * factor if sign == "*" else result / factor
        return result

    def _factor(self) -> Any:
        if self._take("-"):
            return -self._factor()
        base = self._atom()
        return base ** self._factor() if self._take("^") else base

    def _atom(self) -> Any:
        if self._take("("):
            result = self._sum()
            if not self._take(")"):
                raise ValueError("a bracket is not closed in a formula")
            return result
        if self._place >= len(self._tokens):
            raise ValueError("a formula ends too early")
        number, name, sign = self._tokens[self._place]
        self._place += 1
        if number:
            return self._number(number)
        if not name:
            raise ValueError(f"unexpected {sign!r} in a formula")
        if self._sign() == "(" and name in self._functions:
            return self._functions[name](self._atom())
        return self._names[name] if name in self._names else self._symbol(name)
