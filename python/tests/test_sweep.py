"""Sweeps and studies: the same bits on one core, by Dask and by Ray, also where a worker is killed."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import appell
import appell.study
import numpy as np
import pytest

# some payloads are negative on purpose
pytestmark = pytest.mark.filterwarnings("ignore:bad-payload")

SCENARIO = """robot = "2r"
[[motion]]
to = [1, -0.5]
duration = 2
[[payload]]
mass = 1
[sweep]
method = "random"
count = COUNT
part = PART
seed = 5
[[sweep.vary]]
path = "payload[1].mass"
from = -0.5
to = 3
[[sweep.vary]]
path = "motion[1].duration"
from = 1
to = 2
"""


NUMBERS = ["id", "payload[1].mass", "motion[1].duration", "energy", "peak_force_q1", "rms_force_q2", "effort_ratio"]


def scenario(count: int, part: int) -> str:
    return SCENARIO.replace("COUNT", str(count)).replace("PART", str(part))


def test_rows_have_the_same_bits_in_any_order_and_on_any_threads():
    text = scenario(700, 100)
    every = appell.sweep(text, threads=1)
    assert len(every["id"]) == 700 and every.units["peak_force_q1"] == "N m"
    shared = appell.sweep(text, threads=3)
    order = np.random.default_rng(1).permutation(700)[:40]
    some = appell.sweep(text, rows=order)
    for name in NUMBERS:
        assert every[name].tobytes() == shared[name].tobytes()
        assert every[name][order].tobytes() == some[name].tobytes()
    failed = np.isnan(every["energy"])
    assert 50 < failed.sum() < 200
    assert [remark.startswith("bad-payload") for remark in every["remark"]] == failed.tolist()
    # the numbers are those of NumPy's generator of the same name, which counts before it draws
    bits = int(np.random.Philox(counter=[41, 0, 0, 0], key=[5, 0]).random_raw())
    assert every["payload[1].mass"][42] == -0.5 + 3.5 * (((bits >> 12) + 0.5) / 2**52)


def test_rows_agree_with_inverse_dynamics():
    study = appell._appell.Study(scenario(20, 5))
    rows = appell.sweep(scenario(20, 5))
    for row in np.flatnonzero(~np.isnan(rows["energy"])):
        axes = appell.inverse(study.variant(int(row))).summary["axes"]
        found = [rows[f"peak_force_q{k + 1}"][row] for k in range(2)]
        np.testing.assert_allclose(found, [axis["peak_force"] for axis in axes], rtol=1e-12)


def test_data_frames(monkeypatch: pytest.MonkeyPatch):
    import pandas
    import polars
    import pyarrow

    rows = appell.sweep(scenario(30, 10))
    assert isinstance(rows.pandas(), pandas.DataFrame) and rows.pandas().shape == (30, len(rows))
    np.testing.assert_array_equal(rows.polars()["energy"].to_numpy(), rows["energy"])
    assert rows.polars()["remark"].to_list() == list(rows["remark"])
    assert polars.DataFrame(rows).equals(rows.polars())
    assert pyarrow.table(rows)["remark"].to_pylist() == rows.arrow()["remark"].to_pylist()
    # where polars is missing, pyarrow gives the columns
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "polars", None)
        found, expected = pyarrow.table(rows).to_pandas(), rows.arrow().to_pandas()
        pandas.testing.assert_frame_equal(found, expected)


@pytest.mark.parametrize("rows", [[30], [2**62]])
def test_rows_that_do_not_exist(rows):
    with pytest.raises(IndexError):
        appell.sweep(scenario(30, 10), rows=rows)


def test_a_sweep_that_does_not_fit_into_the_memory():
    text = scenario(10**10, 10**5)
    with pytest.raises(appell.Error, match="too-many"):
        appell.sweep(text)
    assert appell.sweep(text, rows=[10**10 - 1])["id"].tolist() == [10**10 - 1]


def test_what_is_wrong_is_an_error_with_findings(tmp_path: Path):
    with pytest.raises(appell.Error) as error:
        appell.sweep(scenario(30, 10).replace(".mass", ".mas"))
    assert error.value.findings[0]["code"] == "unknown-path"
    with pytest.raises(appell.Error) as error:
        appell.sweep("fall")
    assert error.value.findings[0]["code"] == "no-sweep"
    folder = tmp_path / "all.parquet.parts"
    folder.mkdir()
    (folder / "part-00000001.parquet").write_text("no part")
    with pytest.raises(appell.Error) as error:
        appell.study.run(scenario(30, 10), tmp_path / "all.parquet")
    assert error.value.findings[0]["code"] == "bad-part"
    with pytest.raises(ValueError, match="distributed.Client"):
        appell.study.run(scenario(30, 10), tmp_path / "other.parquet", on=3)


def test_parts_of_another_study_are_refused(tmp_path: Path):
    result = tmp_path / "all.parquet"
    study = appell._appell.Study(scenario(30, 10))
    study.write_parts(str(result), [1], 1, None)
    assert study.missing(str(result)) == [0, 2]
    with pytest.raises(appell.Error) as error:
        appell.study.run(scenario(30, 10).replace("seed = 5", "seed = 6"), result)
    assert error.value.findings[0]["code"] == "other-sweep"


def arm() -> appell.Robot:
    """A robot that no worker has."""
    builder = appell.RobotBuilder("arm").gravity((0, 0, -9.81))
    builder.revolute("shoulder", axis=(0, 1, 0)).link(4, centre=(0.2, 0, 0), inertia=(0.1, 0.1, 0.1))
    builder.revolute("elbow", axis=(0, 1, 0), offset=(0.4, 0, 0)).link(2, centre=(0.15, 0, 0))
    return builder.tool((0.3, 0, 0)).build()


def test_a_robot_of_ones_own():
    text, robot = scenario(20, 5), arm()
    study = appell._appell.Study(text, robot._native)
    rows = appell.sweep(text, robot=robot)
    for row in np.flatnonzero(~np.isnan(rows["energy"])):
        axes = appell.inverse(study.variant(int(row)), robot=robot).summary["axes"]
        found = [rows[f"peak_force_q{k + 1}"][row] for k in range(2)]
        np.testing.assert_allclose(found, [axis["peak_force"] for axis in axes], rtol=1e-12)
    assert not np.array_equal(rows["energy"], appell.sweep(text)["energy"])
    function = pickle.loads(pickle.dumps(appell.study.Rows(text, robot)))
    assert calculated(function, range(20)) == rows["energy"].tobytes()
    for call in (appell.sweep, appell.simulate, appell.study.Rows):
        with pytest.raises(TypeError, match="use appell.load"):
            call(text, robot="2r")


def calculated(function: appell.study.Rows, numbers: range) -> bytes:
    import pyarrow

    return function(pyarrow.table({"id": list(numbers)}))["energy"].to_numpy().tobytes()


def test_numbers_of_the_robot_vary():
    text = scenario(8, 4).replace('robot = "2r"', 'robot = "ur5"').replace("[1, -0.5]", "[1, -0.5, 0.3, 0, 0.2, 0]")
    vary = '[[sweep.vary]]\npath = "parameters.joint[2].link.mass"\nvalues = [6, 9.5]\n'
    text = f'parameters = {{ "joint[2].link.mass" = 8.393 }}\n{text}{vary}'
    rows = appell.sweep(text)
    ur5, variant = appell.load("ur5").toml(), appell._appell.Study(text).variant
    for row in np.flatnonzero(~np.isnan(rows["energy"])):
        robot = appell.load(ur5.replace("8.393", str(rows["parameters.joint[2].link.mass"][row])))
        plain = variant(int(row)).partition("\n")[2]
        peak = appell.inverse(plain, robot=robot).summary["axes"][1]["peak_force"]
        np.testing.assert_allclose(rows["peak_force_q2"][row], peak, rtol=1e-12)


def test_the_scenarios_of_the_document_run():
    document = (Path(__file__).parents[2] / "docs" / "sweeps.md").read_text(encoding="utf-8")
    texts = [block.partition("```")[0] for block in document.split("```toml\n")[1:]]
    assert len(texts) == 2
    for text in texts:
        rows = appell.sweep(text.replace("count  = 1000", "count = 3"))
        assert list(rows["remark"]) == ["", "", ""] and len(set(rows["energy"])) == 3


def one_core(tmp_path: Path, text: str, robot: appell.Robot | None = None) -> bytes:
    result = tmp_path / "one.parquet"
    appell.study.run(text, result, robot=robot, workers=1)
    return result.read_bytes()


def parts(result: Path) -> list[str]:
    return sorted(path.name for path in Path(f"{result}.parts").glob("part-*.parquet"))


def test_a_run_goes_on_where_it_was(tmp_path: Path):
    text = scenario(300, 10)
    expected = one_core(tmp_path, text)
    result = tmp_path / "again.parquet"
    appell._appell.Study(text).write_parts(str(result), [0, 7, 29], 2, None)
    before = {name: (Path(f"{result}.parts") / name).stat().st_mtime_ns for name in parts(result)}
    seen: list[tuple[int, int]] = []

    def progress(there: int, of: int) -> None:
        seen.append((there, of))
        now = {name: (Path(f"{result}.parts") / name).stat().st_mtime_ns for name in before}
        assert now == before

    done = appell.study.run(text, result, progress=progress)
    assert (done.rows, done.parts, done.calculated) == (300, 30, 27)
    assert seen == sorted(seen) and seen[-1] == (30, 30)
    assert result.read_bytes() == expected and not parts(result)


def test_an_exception_of_progress_ends_a_run(tmp_path: Path):
    result = tmp_path / "ended.parquet"

    def progress(there: int, of: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        appell.study.run(scenario(100_000, 50), result, progress=progress)
    assert not result.exists() and 0 < len(parts(result)) < 2000


def test_a_scenario_that_changed_is_read_again(tmp_path: Path):
    file, result = tmp_path / "s.toml", tmp_path / "all.parquet"
    for count in (20, 30):
        file.write_text(scenario(count, 10))
        assert appell.study.run(file, result).rows == count


def test_progress_says_how_long_the_rest_takes(tmp_path: Path, capsys):
    appell.study.run(scenario(30, 10), tmp_path / "all.parquet", progress=True)
    assert capsys.readouterr().err.endswith("3 of 3 parts, 0 s left \n")


def test_parquet_that_others_read(tmp_path: Path):
    from pyarrow import parquet

    text = scenario(300, 10)
    one_core(tmp_path, text)
    table = parquet.read_table(tmp_path / "one.parquet")
    rows = appell.sweep(text)
    assert table["id"].to_pylist() == list(range(300)) and table["remark"].to_pylist() == list(rows["remark"])
    for name in NUMBERS:
        assert table[name].to_numpy().tobytes() == rows[name].tobytes()
    assert table.schema.field("peak_force_q1").metadata == {b"unit": b"N m"}
    assert table.schema.remove_metadata() == rows.arrow().schema


def test_the_function_of_batches(rng):
    import pyarrow

    text = scenario(300, 10)
    numbers = rng.permutation(300)[:50]
    rows = pickle.loads(pickle.dumps(appell.study.Rows(text)))(pyarrow.table({"id": numbers}))
    known = appell.sweep(text, rows=numbers)
    for name in NUMBERS:
        assert rows[name].to_numpy().tobytes() == known[name].tobytes()
    assert rows["remark"].to_pylist() == list(known["remark"])


def test_dask_has_the_settings_that_are_changed():
    import dask
    import distributed  # noqa: F401  its settings are known from here on

    for name, value in appell.study.DASK_SETTINGS.items():
        assert dask.config.get(name) not in (None, value), name


def test_dask_with_a_worker_that_is_killed(tmp_path: Path):
    import dask
    import distributed

    text, robot = scenario(1200, 20), arm()
    expected = one_core(tmp_path, text, robot)
    result = tmp_path / "dask.parquet"
    victims: list[int] = []
    with (
        dask.config.set(appell.study.DASK_SETTINGS),
        distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill(there: int, of: int) -> None:
            if there >= 10 and not victims:
                victims.append(next(iter(client.run(os.getpid).values())))
                os.kill(victims[0], signal.SIGKILL)

        done = appell.study.run(text, result, robot=robot, on=client, progress=kill)
    assert victims and (done.rows, done.parts, done.calculated) == (1200, 60, 60)
    assert result.read_bytes() == expected


def test_ray_with_an_actor_that_is_killed(tmp_path: Path):
    import ray

    text, robot = scenario(1200, 20), arm()
    expected = one_core(tmp_path, text, robot)
    result = tmp_path / "ray.parquet"
    victims: list[int] = []
    ray.init(num_cpus=4, include_dashboard=False, logging_level="error")
    try:

        def kill(there: int, of: int) -> None:
            if there >= 10 and not victims:
                victims.append(_process_of("MapWorker"))
                os.kill(victims[0], signal.SIGKILL)

        done = appell.study.run(text, result, robot=robot, on="ray", workers=4, progress=kill)
        assert victims and (done.rows, done.parts, done.calculated) == (1200, 60, 60)
        assert result.read_bytes() == expected
    finally:
        ray.shutdown()


def _process_of(actor: str) -> int:
    """A process under this one whose name says which actor of Ray it is."""

    def parent(number: int) -> int:
        status = Path(f"/proc/{number}/stat").read_text()
        return int(status.rpartition(")")[2].split()[1])

    def is_under_this(number: int) -> bool:
        while number > 1 and number != os.getpid():
            number = parent(number)
        return number == os.getpid()

    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "cmdline").read_bytes()
            if name.startswith(b"ray::") and actor.encode() in name and is_under_this(int(folder.name)):
                return int(folder.name)
        except OSError:
            continue
    raise AssertionError(f"no process of {actor}")


def test_ctrl_c_keeps_what_was_written(tmp_path: Path):
    result = tmp_path / "stopped.parquet"
    (tmp_path / "s.toml").write_text(scenario(400_000, 50))
    program = f"import appell.study; appell.study.run({str(tmp_path / 's.toml')!r}, {str(result)!r})"
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
    while len(parts(result)) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and not result.exists() and len(parts(result)) >= 3
