"""The package itself: types, examples in docstrings, arguments of any kind."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import appell
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

HERE = Path(__file__).parent
MODULES = [f"appell.{module.name}" for module in pkgutil.iter_modules(appell.__path__) if module.name != "_appell"]


@pytest.mark.parametrize("name", ["appell", *MODULES])
def test_examples_in_docstrings(name):
    if name == "appell._torch":
        pytest.importorskip("torch")
    module = importlib.import_module(name)
    failures, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert failures == 0


def test_types_are_strict(tmp_path: Path):
    program = tmp_path / "program.py"
    program.write_text(
        "import appell\n"
        "robot: appell.Robot = appell.load('2r')\n"
        "function: appell.Function = robot.Q.vjp('q')\n"
        "text: str = robot.derive('M').text()\n"
    )
    folder = Path(appell.__file__).parent
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    config = ["--config-file", str(HERE.parent / "pyproject.toml")]
    result = subprocess.run([*mypy, *config, str(folder), str(program)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    program.write_text("import appell\nnumber: int = appell.load('2r').name\n")
    wrong = subprocess.run([*mypy, *config, str(program)], capture_output=True, text=True)
    assert wrong.returncode == 1 and "Incompatible types" in wrong.stdout


def test_the_stubs_are_those_of_the_library():
    ignored = ["--ignore-missing-stub", "--ignore-disjoint-bases"]
    stubtest = [sys.executable, "-m", "mypy.stubtest", "appell._appell", "--concise", *ignored]
    result = subprocess.run(stubtest, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_the_examples_of_the_document_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All blocks of docs/python.md as they are printed, one after the other, beside the files that they name."""
    document = (HERE.parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in document.split("```python\n")[1:]]
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_text(appell.load("rttrr").derive("Ek[1]").latex())
    Path("arm.toml").write_text(SCENARIO)
    # clusters, JAX and PyTorch have tests of their own
    left_out = ("Client(", 'on="ray"', ".torch()")
    names: dict[str, object] = {"text": SCENARIO}
    for block in blocks:
        lines = [line for line in block.splitlines() if not any(mark in line for mark in left_out)]
        # half a minute and more without a limit
        text = "\n".join(lines).replace('optimise("pick-and-place")', 'optimise("pick-and-place", time=2)')
        exec(text, names)  # noqa: S102
    assert len(blocks) == 9 and Path("arm.parquet").exists() and Path("panda.html").exists()


SCENARIO = """robot = "panda"
[start]
q = [0, 0, 0, -2, 0, 2, 0]
[[motion]]
to = [0.4, 0.3, 0, -1.6, 0, 1.7, 0.5]
duration = 2
[controller]
kind = "pd"
kp = 100
kd = 10
[simulation]
duration = 0.1
[sweep]
method = "sobol"
count = 3
[[sweep.vary]]
path = "motion[1].duration"
from = 2
to = 3
"""


def test_nothing_is_imported_that_is_not_used():
    text = (
        "import sys, appell\n"
        "appell.load('2r').Q([0, 0], None, None)\n"
        "heavy = {'jax', 'torch', 'casadi', 'sympy', 'pandas', 'polars', 'dask', 'ray'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", text], check=True)


def test_the_version_is_that_of_the_project():
    manifest = (HERE.parents[1] / "Cargo.toml").read_text()
    assert f'version = "{appell.__version__}"' in manifest


ROBOT = appell.load("2r")
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.binary(max_size=5),
    st.lists(st.floats(), max_size=4),
    st.dictionaries(st.sampled_from(["joint1", "joint2", "q1", ""]), st.one_of(st.floats(), st.none()), max_size=3),
    npst.arrays(
        st.one_of(npst.floating_dtypes(), npst.integer_dtypes(), npst.complex_number_dtypes(), npst.boolean_dtypes()),
        npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
    ),
)


@settings(max_examples=400, deadline=None)
@given(anything, anything, anything, st.one_of(st.none(), anything), st.one_of(st.just(1), anything))
def test_calls_with_anything(q, qd, qdd, out, threads):
    with np.errstate(all="ignore"):
        try:
            result = ROBOT.Q(q, qd, qdd, out=out, threads=threads)
        except (ValueError, TypeError, OverflowError):
            return
    assert isinstance(result, np.ndarray) and result.shape[-1] == 2


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30), anything)
def test_names_and_texts_of_any_kind(text, value):
    for work in (
        lambda: appell.load(text),
        lambda: appell.load(text, format="toml"),
        lambda: ROBOT.function(text),
        lambda: ROBOT.evaluate(text, q=value),
        lambda: ROBOT.derive(text, time=1),
        lambda: ROBOT.derive("G").subs({"q1": text}),
        lambda: ROBOT.linearise(q=value),
        lambda: appell.check(text, ROBOT, time=1),
    ):
        try:
            work()
        except (ValueError, TypeError, OverflowError):
            pass


NOTEBOOKS = sorted((HERE.parent / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path):
    assert len(NOTEBOOKS) == 6
    subprocess.run([sys.executable, str(HERE / "notebook.py"), str(notebook)], cwd=tmp_path, check=True)


def test_notebooks_have_no_outputs():
    for notebook in NOTEBOOKS:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        assert cells[0]["cell_type"] == "markdown" and all(cell["outputs"] == [] for cell in code), notebook.name
