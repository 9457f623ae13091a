"""NumPy's rules: shapes, broadcasting, types, layouts, `out`."""

from __future__ import annotations

import numpy as np
import pytest


def states(rng, *leading, n=2):
    return [rng.standard_normal((*leading, n)) for _ in range(3)]


def test_one_state_and_many_give_the_same_bits(two, rng):
    q, qd, qdd = states(rng, 37)
    all_at_once = two.Q(q, qd, qdd)
    one_by_one = np.stack([two.Q(*row) for row in zip(q, qd, qdd, strict=True)])
    assert all_at_once.tobytes() == one_by_one.tobytes()


def test_the_values_are_those_of_the_other_route(two, rng):
    q, qd, qdd = states(rng)
    payload = {"f": [0, 0, 0], "n": [0, 0, 0]}  # takes the route without a compiler
    for name in ("Q", "M", "C", "Ek", "T[tool]", "J"):
        own = two.evaluate(name, q=q, qd=qd, qdd=qdd)
        other = two.evaluate(name, q=q, qd=qd, qdd=qdd, payload=payload)
        np.testing.assert_allclose(own, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("leading", [(), (1,), (5,), (4, 3), (2, 1, 3), (0,), (3, 0, 2)])
def test_any_leading_axes(two, rng, leading):
    q, qd, qdd = states(rng, *leading)
    assert two.Q(q, qd, qdd).shape == (*leading, 2)
    assert two.M(q).shape == (*leading, 2, 2)
    assert two.Ek(q, qd).shape == leading


def test_broadcasting(two, rng):
    q, qd, qdd = rng.standard_normal((5, 1, 2)), rng.standard_normal((3, 2)), rng.standard_normal(2)
    expected = two.Q(*(np.array(np.broadcast_to(x, (5, 3, 2))) for x in (q, qd, qdd)))
    assert np.array_equal(two.Q(q, qd, qdd), expected)


@pytest.mark.parametrize("count", [3, 1000])
def test_any_layout(panda, rng, count):
    q, qd, qdd = states(rng, count, n=7)
    expected = panda.Q(q, qd, qdd)
    rows_far_apart = np.asfortranarray(q)
    every_other = np.repeat(qd, 2, axis=0)[::2]
    backwards = qdd[::-1].copy()[::-1]
    assert np.array_equal(panda.Q(rows_far_apart, every_other, backwards), expected)
    shifted = np.zeros(q.nbytes + 1, dtype=np.uint8)[1:].view(np.float64)
    misaligned = shifted[: q.size].reshape(q.shape)
    misaligned[...] = q
    assert np.array_equal(panda.Q(misaligned, qd, qdd), expected)


def test_other_types_are_converted(two):
    expected = two.Q([0.5, 1.0], [1.0, 2.0], [0.0, 0.0])
    for kind in (np.float32, np.float16, ">f8"):
        assert np.array_equal(two.Q(np.array([0.5, 1.0], kind), [1, 2], np.zeros(2, int)), expected)
    assert np.array_equal(two.Q((0.5, 1), [1, 2], None), expected)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros(2, complex), "real numbers, got dtype complex128"),
        (np.array(["a", "b"]), "real numbers"),
        (np.array([None, 1.0]), "dtype object"),
        ([True, False], "dtype bool"),
        ([[1.0], [1.0, 2.0]], "array of numbers"),
        ([1.0, 2.0, 3.0], r"`q` must have the shape \(..., 2\) \(joint1, joint2\), got \(3,\)"),
        (1.0, r"got \(\)"),
        (np.zeros((2, 5)), r"got \(2, 5\)"),
        ({"joint9": 1.0}, "no entry 'joint9'; entries are joint1, joint2"),
    ],
)
def test_wrong_arguments_are_value_errors(two, wrong, message):
    with pytest.raises(ValueError, match=message):
        two.M(wrong)


def test_shapes_that_do_not_fit_together(two):
    with pytest.raises(ValueError, match=r"cannot be broadcast together: q \(3, 2\), qd \(4, 2\)"):
        two.Q(np.zeros((3, 2)), np.zeros((4, 2)), np.zeros(2))


def test_wrong_calls_are_type_errors(two):
    with pytest.raises(TypeError, match="missing argument `qdd`"):
        two.Q([0, 0], [0, 0])
    with pytest.raises(TypeError, match=r"at most 3 positional arguments \(q, qd, qdd\), got 4"):
        two.Q(None, None, None, None)
    with pytest.raises(TypeError, match="`q` is given twice"):
        two.Q(None, None, None, q=None)
    with pytest.raises(TypeError, match="unknown argument `speed`"):
        two.Q(None, None, None, speed=None)
    with pytest.raises(ValueError, match="`threads` must be a whole number above zero"):
        two.Q(None, None, None, threads=0)


def test_out(two, rng):
    q = rng.standard_normal((6, 2))
    out = np.full((6, 2, 2), np.nan)
    result = two.M(q, out=out)
    assert result is out and np.array_equal(out, two.M(q))


def test_out_that_cannot_take_the_result(two):
    q = np.zeros((6, 2))
    readonly = np.zeros((6, 2, 2))
    readonly.flags.writeable = False
    gaps = np.zeros((6, 2, 4))[..., ::2]
    for wrong, message in [
        (np.zeros((6, 4)), r"must have the shape \(6, 2, 2\), got \(6, 4\)"),
        (np.zeros((6, 2, 2), np.float32), "numpy array of float64"),
        ([0.0], "numpy array of float64"),
        (readonly, "writable array without gaps"),
        (gaps, "writable array without gaps"),
    ]:
        with pytest.raises(ValueError, match=message):
            two.M(q, out=wrong)
    with pytest.raises(ValueError, match="functions with one result"):
        two.function(["M", "G"])(q, out=np.zeros((6, 6)))


def test_out_that_is_an_argument(panda, rng):
    q, qd, qdd = states(rng, 500, n=7)
    expected = panda.Q(q, qd, qdd)
    panda.Q(q, qd, qdd, out=qd)
    assert np.array_equal(qd, expected)


def test_arguments_are_not_written(two, rng):
    arrays = states(rng, 300)
    for array in arrays:
        array.flags.writeable = False
    before = [array.copy() for array in arrays]
    two.Q(*arrays)
    assert all(np.array_equal(a, b) for a, b in zip(arrays, before, strict=True))


def test_states_by_name(two):
    assert np.array_equal(two.M({"joint2": 0.3}), two.M([0.0, 0.3]))
    many = two.M({"joint2": [0.1, 0.2], "joint1": 1.0})
    assert np.array_equal(many, two.M([[1.0, 0.1], [1.0, 0.2]]))


def test_several_quantities_and_threads(two, rng):
    q = rng.standard_normal((2000, 2))
    mass, weight = two.function(["M", "G"])(q, threads=2)
    assert np.array_equal(mass, two.M(q, threads=1)) and np.array_equal(weight, two.G(q))


def test_parameters(two, rng):
    q = rng.standard_normal((4, 2))
    G = two.function("G", parameters=True)
    assert np.allclose(G(q, None), two.G(q))
    masses = np.array([0.0, 1.0, 2.0, 3.0])
    heavy = G(q, {"M2": masses, "g": 10.0})
    row = two.evaluate("G", q=q[2], parameters={"M2": 2.0, "g": 10.0})
    np.testing.assert_allclose(heavy[2], row)
    values = [two.parameters[name] for name in G.parameters]
    np.testing.assert_allclose(G(q, values), two.G(q))


def test_a_parameter_without_a_value_is_named():
    import appell

    robot = appell.RobotBuilder("pendulum").revolute("hinge", (0, 1, 0)).link("M", (0, 0, "-l")).build()
    with pytest.raises(ValueError, match="the parameter `M` has no value"):
        robot.M([0.0], {"l": 1.0})
    assert robot.M([0.0], {"l": 2.0, "M": 3.0}) == pytest.approx(12.0)


def test_numbers_that_are_not_finite_stay_in_their_state(two):
    q = np.zeros((3, 2))
    q[1, 0] = np.nan
    result = two.G(q)
    assert np.isnan(result[1]).any() and np.isfinite(result[[0, 2]]).all()
