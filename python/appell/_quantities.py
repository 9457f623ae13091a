"""The table of quantities, and quantities as attributes of robots."""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from . import _appell
from ._function import Function


class Quantity(NamedTuple):
    """A row of the table of quantities."""

    name: str
    synonyms: tuple[str, ...]
    unit: str
    about: str


@functools.cache
def quantities() -> tuple[Quantity, ...]:
    """The table of quantities.

    >>> import appell
    >>> [row.about for row in appell.quantities() if row.name == "M"]
    ["mass matrix: the kinetic energy is q'^T M q' / 2"]
    """
    rows = _appell.quantities()
    return tuple(Quantity(name, tuple(also), unit, about) for name, also, unit, about in rows)


@functools.cache
def _attributes() -> dict[str, str]:
    """Quantities by names that may be attributes: ``dQ_dq`` is `dQ/dq`."""
    attributes: dict[str, str] = {}
    for row in quantities():
        for name in (row.name, *row.synonyms):
            attributes.setdefault(re.sub(r"\W", "_", name), row.name)
    return attributes


class Quantities(ABC):
    """The quantities of the table as attributes, compiled when they are first used."""

    T: Function
    T0: Function
    Tdot: Function
    Tddot: Function
    Tdddot: Function
    T0dot: Function
    T0ddot: Function
    T0dddot: Function
    R: Function
    r: Function
    k: Function
    omega: Function
    eps: Function
    v: Function
    a: Function
    jerk: Function
    vC: Function
    aC: Function
    J: Function
    Jdot: Function
    Jspace: Function
    Jbody: Function
    screw: Function
    exp: Function
    expprod: Function
    JC: Function
    JCdot: Function
    m: Function
    rC: Function
    I: Function
    Ip: Function
    Delta: Function
    F: Function
    N: Function
    f: Function
    n: Function
    Q: Function
    Qinertia: Function
    Qf: Function
    M: Function
    Mdot: Function
    C: Function
    c: Function
    G: Function
    K: Function
    D: Function
    qdd: Function
    Ek: Function
    Ekt: Function
    Ekr: Function
    Ep: Function
    L: Function
    p: Function
    pdot: Function
    dEk_dq: Function
    dEp_dq: Function
    dL_dq: Function
    EA1: Function
    EA2: Function
    EA3: Function
    EA4: Function
    EA5: Function
    EA6: Function
    EA1dot: Function
    EA2dot: Function
    EA3dot: Function
    dQ: Function
    ddQ: Function
    d3Q: Function
    d4Q: Function
    d5Q: Function
    dQ_dq: Function
    dQ_dqd: Function
    dQ_dqdd: Function
    dqdd_dq: Function
    dqdd_dqd: Function
    dqdd_dtau: Function
    Y: Function
    base: Function
    integrals: Function
    modes: Function
    whirl: Function
    sag: Function

    @abstractmethod
    def function(self, quantities: str | Sequence[str], *, parameters: bool = False) -> Function:
        """Quantities as one compiled function."""

    def __getattr__(self, name: str) -> Function:
        quantity = None if name.startswith("_") else _attributes().get(name)
        if quantity is None:
            raise AttributeError(f"a robot has no attribute and no quantity {name!r}", name=name, obj=self)
        try:
            function = self.function(quantity)
        except _appell.Error as error:
            # hasattr and inspect ask for attributes that this robot may not have
            raise AttributeError(str(error), name=name, obj=self) from error
        # found at once the next time
        self.__dict__[name] = function
        return function

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_attributes()})

    def __getitem__(self, name: str) -> Function:
        return self.function(name)
