"""Robots and their quantities."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _appell
from ._arrays import Array, as_count, as_doubles, by_names, convert
from ._function import Function
from ._quantities import Quantities
from ._refusal import refusal
from ._state import STATE, state_text

if TYPE_CHECKING:
    from ._check import CheckResult
    from ._formulas import Formulas


class Robot(Quantities):
    """A robot and its quantities.

    Every quantity of the table is an attribute: a compiled `Function` of NumPy arrays, such as ``Q``
    (inverse dynamics), ``M`` (mass matrix), ``qdd`` (forward dynamics). One with an index is taken by
    its name in brackets: ``robot["T[tool]"]``. Quantities that exist as numbers only (``base``, ``modes``)
    are not attributes; `evaluate` gives them. A robot never changes.

    >>> import appell
    >>> robot = appell.load("2r")
    >>> robot.joints, robot.parameters["l1"]
    (('joint1', 'joint2'), 0.5)
    >>> robot["T[tool]"]([0.0, 0.0])[:3, 3]
    array([0.9, 0. , 0. ])
    """

    _native: _appell.Robot
    _bundled: tuple[str, dict[str, Any]] | None
    _functions: dict[tuple[tuple[str, ...], bool], Function]

    def __init__(
        self, native: _appell.Robot, bundled: tuple[str, dict[str, Any]] | None = None
    ) -> None:
        """Made by `load` and `RobotBuilder`."""
        self._native, self._bundled, self._functions = native, bundled, {}
    def __repr__(self) -> str:
        count = len(self.joints)
        return f"<Robot {self.name}: {count} coordinate{'' if count == 1 else 's'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._bundled is not None:
            return (_restored, self._bundled)
        if self._native.files:
            files = ", ".join(self._native.files)
            raise TypeError(f"a robot that names files ({files}) cannot be pickled: pickle its path")
        return (_reread, (self.toml(),))

    def __copy__(self) -> Robot:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Robot:
        return self

    @property
    def name(self) -> str:
        """Its name."""
        return self._native.name

    @property
    def joints(self) -> tuple[str, ...]:
        """What each coordinate belongs to, in order: joints, and modes of elastic links."""
        return tuple(self._native.joints)

    @property
    def parameters(self) -> dict[str, float | None]:
        """The parameters with their values; None: without a value.

        >>> import appell
        >>> appell.load("2r").parameters["g"]
        9.81
        """
        return dict(self._native.parameters)

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings in its file: warnings and notes.

        >>> import appell
        >>> {finding["code"] for finding in appell.load("puma560").findings}
        {'inertia-triangle'}
        """
        return self._native.findings

    def toml(self) -> str:
        """The robot as a file in Appell's own format.

        >>> import appell
        >>> appell.load("2r").toml().splitlines()[0]
        'name = "2R"'
        """
        return self._native.toml()

    def urdf(self) -> str:
        """The robot as URDF, with a warning for each part that URDF has no place for.

        >>> import appell
        >>> "<robot" in appell.load("ur5").urdf()
        True
        """
        text, notes = self._native.urdf()
        for note in notes:
            if note["severity"] == "warning":
                warnings.warn(note["message"], stacklevel=2)
        return text

    def view(self, q: Any = None, *, height: int = 520, widget: bool | None = None) -> Any:
        """The robot in three dimensions, at ``q``: an array, or values by the names of joints.

        In Jupyter a widget with sliders, which needs the package ``anywidget``: its ``q`` is the pose, and
        setting it moves the robot. Without that package, or with ``widget=False``, a static page with
        ``html`` and ``save``. Meshes are not shown.

        >>> import appell
        >>> "<!doctype html>" in appell.load("panda").view(widget=False).html
        True
        """
        from ._widget import view

        return view(self, q, height=height, widget=widget)

    def function(
        self, quantities: str | Sequence[str], *, parameters: bool = False
    ) -> Function:
        """Quantities as one compiled function, which shares what they have in common.

        With ``parameters`` all parameters of the robot are an argument, too: an array (..., k) in the
        order of `Function.parameters`, or a dictionary; those that are left out have the robot's values.

        >>> import appell
        >>> robot = appell.load("2r")
        >>> mass, weight = robot.function(["M", "G"])([0.1, 0.2])
        >>> G = robot.function("G", parameters=True)
        >>> G([0.0, 0.0], {"M2": [0.0, 1.0, 2.0]}).round(2)[:, 1]
        array([0.  , 1.77, 3.53])
        """
        names = (quantities,) if isinstance(quantities, str) else tuple(quantities)
        if not names:
            raise ValueError("expected the name of a quantity, found none")
        key = (names, parameters)
        if key not in self._functions:
            mode = "parameters" if parameters else "values"
            self._functions[key] = Function(self, names, mode)
        return self._functions[key]

    def vjp(
        self,
        quantities: str | Sequence[str],
        by: str | Sequence[str] | None = None,
        *,
        parameters: bool = False,
    ) -> Function:
        """The vector-Jacobian product of quantities: see `Function.vjp`.

        >>> import appell
        >>> appell.load("panda").vjp("Q", "q")
        <Function vjp(Q)(q, qd, qdd, bar_Q) of Panda>
        """
        return self.function(quantities, parameters=parameters).vjp(by)

    def jvp(
        self,
        quantities: str | Sequence[str],
        by: str | Sequence[str] | None = None,
        *,
        parameters: bool = False,
    ) -> Function:
        """The Jacobian-vector product of quantities: see `Function.jvp`.

        >>> import appell
        >>> appell.load("panda").jvp("M")
        <Function jvp(M)(q, d_q) of Panda>
        """
        return self.function(quantities, parameters=parameters).jvp(by)

    def evaluate(
        self,
        quantities: str | Sequence[str],
        *,
        parameters: Mapping[str, Any] | None = None,
        payload: Mapping[str, Sequence[float]] | None = None,
        wrenches: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
        **state: Any,
    ) -> Any:
        """Quantities at a state, or at many: ``q``, ``qd``, ``qdd``, ..., ``tau``; what is absent is zero.

        One quantity is given as an array, a list of them (or a name that means several) as a dictionary; so are
        numbers that have names (``integrals``, ``base``).
        Parameters are changed by ``parameters``. With a ``payload`` or ``wrenches``, and for what has no
        compiled form (``modes``, ``sag``, ``base``), there is one state a call.

        >>> import appell
        >>> robot = appell.load("2r")
        >>> robot.evaluate(["Ek", "Ep"], q={"joint2": 0.5}, qd=[1.0, 0.0])["Ek"].round(6)
        np.float64(1.14753)
        >>> robot.evaluate("Q", q=[0.0, 0.0], payload={"f": [0, 0, -5], "n": [0, 0, 0]}).shape
        (2,)
        """
        names = (quantities,) if isinstance(quantities, str) else tuple(quantities)
        for key in state:
            if key not in STATE:
                raise TypeError(f"unknown argument `{key}`; a state has {', '.join(STATE)}")
        is_single = isinstance(quantities, str) and len(self._native.names_of(quantities)) == 1
        if payload is None and wrenches is None:
            try:
                function = self.function(names, parameters=parameters is not None)
            except _appell.Error as error:
                if any(self._lacks_function(finding) for finding in error.findings):
                    return self._at_state(names, is_single, state, parameters, None, None)
                raise
            # what the quantity does not depend on must have the right shape, too
            for name in state.keys() - set(function.argument_names):
                convert(state[name], name, (len(self.joints),), self.joints, [0.0] * len(self.joints))
            if parameters is not None and "parameters" not in function.argument_names:
                self._check_parameters(by_names(parameters))
            arguments = {
                name: parameters if name == "parameters" else state.get(name)
                for name in function.argument_names
            }
            result = function(**arguments)
            results = result if isinstance(result, tuple) else (result,)
            answers = {
                name: {entry: value[..., k] for k, entry in enumerate(entries)} if entries else value
                for (name, _), entries, value in zip(function.results, function.result_names, results, strict=True)
            }
            return next(iter(answers.values())) if is_single else answers
        return self._at_state(names, is_single, state, parameters, payload, wrenches)

    def _check_parameters(self, values: Any) -> None:
        own = self.parameters
        for name in values if isinstance(values, Mapping) else ():
            if name not in own:
                hint = "`Robot.parameters` lists them; a number of the robot's file is none"
                raise refusal("unknown-name", f"the robot has no parameter `{name}`", hint)
        convert(values, "parameters", (len(own),), list(own), list(own.values()))

    @staticmethod
    def _lacks_function(finding: Mapping[str, Any]) -> bool:
        """Whether a quantity exists as numbers only."""
        return finding["code"] in ("no-function", "numbers-only", "no-closed-form", "implicit-friction")

    def _at_state(
        self,
        names: tuple[str, ...],
        is_single: bool,
        state: Mapping[str, Any],
        parameters: Mapping[str, Any] | None,
        payload: Mapping[str, Any] | None,
        wrenches: Mapping[str, Any] | None,
    ) -> Any:
        text = state_text(state, parameters, payload, wrenches)
        values = self._native.values(list(names), text)
        values.pop("joints", None)
        answers = {
            name: value if isinstance(value, dict) else np.asarray(value, dtype=np.float64)
            for name, value in values.items()
        }
        return next(iter(answers.values())) if is_single else answers
    def derive(
        self,
        quantities: str | Sequence[str],
        *,
        form: str = "expanded",
        time: float | None = None,
    ) -> Formulas:
        """Quantities in closed form: ``form`` is expanded, grouped, nested or short.

        ``time`` limits the work, in seconds.

        >>> import appell
        >>> print(appell.load("2r").derive("omega[2]").text())
        omega[2].x = 0
        omega[2].y = 0
        omega[2].z = q1' + q2'
        """
        from ._formulas import Formulas

        names = [quantities] if isinstance(quantities, str) else list(quantities)
        return Formulas(self._native.derive(names, form, time))

    def generate(
        self,
        language: str,
        quantities: str | Sequence[str],
        *,
        precision: str = "double",
        parameters: bool = False,
        stem: str | None = None,
        combined: bool = False,
        tests: bool = False,
        product: str | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> dict[str, str]:
        """Source code of quantities in c, rust, python, matlab, julia or cuda: names of files and texts.

        ``precision`` is double or single, for c, rust and cuda. With ``parameters`` the parameters are
        arguments; without it only those that have no value. ``combined`` makes one function of all
        quantities, which shares what they have in common; ``tests`` adds test programs (c, rust and python).
        With ``out`` the files are written into that folder, too. ``product`` is ``"vjp"`` or ``"jvp"``:
        products with the Jacobians of the quantities by all arguments, instead of the quantities.

        >>> import appell
        >>> sorted(appell.load("2r").generate("c", ["Q", "M"]))
        ['robot_2r_M.c', 'robot_2r_M.h', 'robot_2r_Q.c', 'robot_2r_Q.h']
        >>> sorted(appell.load("2r").generate("julia", ["dQ/dq", "dQ/dqd", "M"], combined=True))
        ['robot_2r_dQ_dq_dQ_dqd_M.jl']
        """
        names = [quantities] if isinstance(quantities, str) else list(quantities)
        files = dict(
            self._native.generate(
                names,
                language,
                precision=precision,
                parameters=parameters,
                stem=stem,
                combined=combined,
                tests=tests,
                product=product,
            )
        )
        if out is not None:
            folder = Path(out)
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (folder / name).write_text(text, encoding="utf-8")
        return files

    def check(self, paper: str | os.PathLike[str], *, time: float | None = None) -> CheckResult:
        """Proof-reads published equations: see `appell.check`."""
        from ._check import check

        return check(paper, self, time=time)

    def linearise(
        self,
        *,
        search: str = "nothing",
        inputs: Sequence[str] | None = None,
        outputs: str | Sequence[str] = "joints",
        sample: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        payload: Mapping[str, Any] | None = None,
        **state: Any,
    ) -> dict[str, Any]:
        """The linear model x' = A x + B u, y = C x + D u about a state, with its poles.

        ``search`` is nothing, trim (forces that hold the joints) or equilibrium (coordinates at which the
        forces hold the robot); ``inputs`` names the driven joints, ``outputs`` are joints, position or
        pose; with ``sample`` there is the sampled system, too (``Ad``, ``Bd``).

        >>> import appell
        >>> model = appell.load("2r").linearise(q=[-1.5707963267948966, 0], search="trim")
        >>> model["states"], model["A"].shape, model["stability"]
        (['q1', 'q2', 'dq1', 'dq2'], (4, 4), 'marginal')
        """
        answer = self._native.linearise(
            state_text(state, parameters, payload),
            search=search,
            inputs=list(inputs) if inputs is not None else None,
            outputs=[outputs] if isinstance(outputs, str) else list(outputs),
            sample=sample,
        )
        for name in ("A", "B", "C", "D", "Ad", "Bd", "q", "qd", "tau", "qdd"):
            if name in answer:
                answer[name] = np.asarray(answer[name], dtype=np.float64)
        for name in ("poles", "uncontrollable", "unobservable"):
            parts = np.asarray(answer[name], dtype=np.float64).reshape(-1, 2)
            answer[name] = parts[:, 0] + 1j * parts[:, 1]
        return answer

    def ik(
        self,
        position: Sequence[float] | Array,
        rotation: Sequence[Sequence[float]] | Array | None = None,
        *,
        of: str | None = None,
        near: Sequence[float] | Array | None = None,
        starts: int | None = None,
        ignore_limits: bool = False,
    ) -> dict[str, Any]:
        """Coordinates that put the tool (or ``of``, a frame or a link) at a position, or at a pose.

        ``position`` may be a 4 x 4 matrix instead. The rows of ``q`` are the solutions that were found;
        nothing proves that there are no others. With ``near``, the current coordinates of the robot, the
        nearest solution comes first.

        >>> import appell
        >>> robot = appell.load("2r")
        >>> solutions = robot.ik([0.5, 0.2, 0.0])
        >>> solutions["q"].shape
        (2, 2)
        >>> bool(robot.ik([0.5, 0.2, 0.0], near=[0.0, -1.0])["q"][0, 1] < 0)
        True
        """
        place = as_doubles(position, "position")
        if place.shape == (4, 4):
            if rotation is not None:
                raise ValueError("`rotation` is in the matrix already")
            if place[3].tolist() != [0, 0, 0, 1]:
                raise _bad_matrix("the last row of the matrix must be 0, 0, 0, 1")
            place, turn = place[:3, 3], cast("Array | None", place[:3, :3])
        else:
            turn = None if rotation is None else as_doubles(rotation, "rotation")
        if place.shape != (3,):
            raise ValueError(f"`position` must have the shape (3,) or (4, 4), got {place.shape}")
        if turn is not None and turn.shape != (3, 3):
            raise ValueError(f"`rotation` must have the shape (3, 3), got {turn.shape}")
        if not np.isfinite(place).all() or (turn is not None and not np.isfinite(turn).all()):
            raise ValueError("the pose must be finite")
        answer = self._native.ik(
            place.tolist(),
            None if turn is None else _orthonormal(turn).tolist(),
            of=of,
            near=None if near is None else as_doubles(near, "near").ravel().tolist(),
            starts=None if starts is None else as_count(starts, "starts"),
            ignore_limits=ignore_limits,
        )
        for name in ("q", "position_error", "rotation_error", "manipulability"):
            answer[name] = np.asarray(answer[name], dtype=np.float64)
        for name in ("singular", "inside_limits"):
            answer[name] = np.asarray(answer[name], dtype=bool)
        return answer


def _orthonormal(matrix: Array) -> Array:
    """A rotation of which a few digits are printed, made exact as on the command line; else an `Error`."""
    with np.errstate(all="ignore"):
        x = matrix[:, 0] / np.linalg.norm(matrix[:, 0])
        y = matrix[:, 1] - (x @ matrix[:, 1]) * x
        y /= np.linalg.norm(y)
    rotation = np.stack([x, y, np.cross(x, y)], axis=1)
    # rounding to four digits leaves less than this; comparisons with NaN are false
    if not (np.abs(rotation - matrix) <= 1e-3).all():
        raise _bad_matrix("the first three columns of the matrix are not a rotation")
    return cast("Array", rotation)


def _bad_matrix(message: str) -> _appell.Error:
    hint = "write four rows: [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]"
    return refusal("bad-matrix", message, hint)


def native(robot: Robot | None) -> _appell.Robot | None:
    """The library's object of a robot, which replaces that of a scenario; `None` for none."""
    if robot is None or isinstance(robot, Robot):
        return None if robot is None else robot._native
    raise TypeError(f"`robot` must be an appell.Robot, got {type(robot).__name__}: use appell.load")


def _restored(name: str, options: dict[str, Any]) -> Robot:
    return Robot(_appell.bundled(name, **options), (name, options))


def _reread(text: str) -> Robot:
    return Robot(_appell.parse(text, "toml"))
