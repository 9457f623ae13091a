"""Quantities of a robot, compiled: functions of NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _appell

if TYPE_CHECKING:
    from ._robot import Robot


class Function(_appell.Function):
    """Quantities of a robot as machine code.

    A function is called with NumPy arrays (or values that NumPy converts) whose last axes belong to the argument
    and whose other axes, of any number, belong to the states; these are broadcast. ``None`` is zero, a
    dictionary gives entries by the names of joints or parameters. The result is one array, or a tuple of
    arrays where there are several quantities.

    ``out=`` takes the result, ``threads=`` says how many threads share the states (all cores).

    >>> import appell
    >>> robot = appell.load("panda")
    >>> robot.Q
    <Function Q(q, qd, qdd) of Panda>
    >>> robot.Q([0, -0.8, 0, -2.4, 0, 1.6, 0.8], None, None)[3].round(3)
    np.float64(18.71)
    >>> robot.M({"joint2": [0.0, 0.1, 0.2]}).shape
    (3, 7, 7)
    """

    robot: Robot
    names: tuple[str, ...]
    mode: str
    _of: Robot | Function

    def __new__(cls, of: Robot | Function, names: Sequence[str], mode: str) -> Function:
        """Quantities of a robot, or a product of a function with its Jacobian: see `Robot.function`."""
        native = of if isinstance(of, Function) else of._native
        self = super().__new__(cls, native, list(names), mode)
        self._of, self.names, self.mode = of, tuple(names), mode
        self.robot = of.robot if isinstance(of, Function) else of
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Function, (self._of, self.names, self.mode))

    def __copy__(self) -> Function:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Function:
        return self

    def __repr__(self) -> str:
        names = ", ".join(name for name, _ in self.results)
        arguments = ", ".join(self.argument_names)
        if isinstance(self._of, Function):
            names = f"{self.mode}({', '.join(name for name, _ in self._of.results)})"
        return f"<Function {names}({arguments}) of {self.robot.name}>"

    @property
    def argument_names(self) -> tuple[str, ...]:
        """The names of the arguments, in order.

        >>> import appell
        >>> appell.load("2r").qdd.argument_names
        ('q', 'qd', 'tau')
        """
        return tuple(name for name, *_ in self.arguments)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the entries of the argument ``parameters``; none where it has no such argument.

        >>> import appell
        >>> appell.load("2r").function("G", parameters=True).parameters[:3]
        ('g', 'l1', 'l2')
        """
        for name, _, entries, _ in self.arguments:
            if name == "parameters":
                return tuple(entries)
        return ()

    def vjp(self, by: str | Sequence[str] | None = None) -> Function:
        """The vector-Jacobian product: a function that also takes ``bar``, a weight for each result.

        Its results are the derivatives of the weighted sum of all results by the arguments in ``by``, which
        are in the order of the arguments; without ``by``, by all but the parameters. It costs a small multiple
        of this function.

        >>> import appell
        >>> robot = appell.load("2r")
        >>> q_bar, qd_bar, qdd_bar = robot.Q.vjp()([0.3, 0.1], [0, 0], [0, 0], [1.0, 0.0])
        >>> bool(abs(qdd_bar - robot.M([0.3, 0.1])[0]).max() < 1e-12)
        True
        """
        return Function(self, self._by(by), "vjp")

    def jvp(self, by: str | Sequence[str] | None = None) -> Function:
        """The Jacobian-vector product: a function that also takes a direction of each argument in ``by``.

        Its results are the derivatives of the results in that direction.

        >>> import appell
        >>> robot = appell.load("2r")
        >>> change = robot.G.jvp()([0.3, 0.1], [1.0, 0.0])
        >>> bool(abs(change - robot.evaluate("dQ/dq", q=[0.3, 0.1])[:, 0]).max() < 1e-9)
        True
        """
        return Function(self, self._by(by), "jvp")

    def _by(self, by: str | Sequence[str] | None) -> tuple[str, ...]:
        if by is None:
            return tuple(name for name in self.argument_names if name != "parameters")
        chosen = (by,) if isinstance(by, str) else tuple(by)
        for name in chosen:
            if name not in self.argument_names:
                known = ", ".join(self.argument_names)
                raise ValueError(f"`by` must be among {known}, got {name!r}")
        ordered = tuple(name for name in self.argument_names if name in chosen)
        if chosen != ordered:
            raise ValueError(f"`by` must be in the order of the arguments, {ordered}, got {chosen}")
        return ordered

    def casadi(self) -> Any:
        """The same as a function of CasADi (a `casadi.Function` of SX), operation by operation.

        >>> import appell
        >>> appell.load("2r").G.casadi()
        Function(G:(q[2])->(G[2]) SXFunction)
        """
        from ._casadi import function

        return function(self)

    def jax(self) -> Any:
        """The same as a function of JAX arrays, for `jax.jit`, `vmap`, `grad` and `jvp`, on the CPU."""
        from ._jax import function

        return function(self)

    def torch(self) -> Any:
        """The same as a function of PyTorch tensors, for autograd and `torch.compile`, on the CPU."""
        from ._torch import function

        return function(self)
