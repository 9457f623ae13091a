//! Derivatives of friction that depends on the load, by finite differences at random states.

use crate::common::assert_near;
use crate::common::motion::robot;
use appell_algebra::{Budget, Graph, Symbol};
use appell_mechanics::{Derivation, Error, Numbers, PolynomialArithmetic, Quantity};
use appell_model::Robot;

use super::drives::{evaluated, numbers};
use super::friction_slopes::{at_time, difference};

/// Friction by the joint reaction forces with a sign that jumps and a smooth one, gears with losses on the base
/// and on a link, all with other friction beside them, a spring, and a joint that follows another.
const ARM: &str = r#"
name = "loaded"
gravity = [0, -9.81, 1]

[[joint]]
type = "rotation"
axis = "z"
friction = { viscous = 0.4, constant = 1.5, coulomb = 0.3, diameter = 0.12 }
rotor = { inertia = 2e-3, ratio = -40, friction = { viscous = 1e-3, constant = 0.02 }, efficiency = 0.7 }
link = { mass = 3, centre = [0.3, 0.1, 0], inertia = { zz = 0.2, xx = 0.1 } }

[[joint]]
type = "rotation"
axis = "y"
offset = [0.5, 0, 0.1]
friction = { coulomb = 0.2, diameter = 0.1, static = 3, stribeck = 0.5, smooth = 0.3 }
rotor = { inertia = 1e-3, ratio = 30, axis = "x", efficiency = 0.9 }
spring = { stiffness = 3, rest = 0.2 }
link = { mass = 2, centre = [0.2, 0, 0.1], inertia = { zz = 0.1, yy = 0.3 } }

[[joint]]
type = "translation"
axis = "x"
offset = [0.1, 0.2, 0]
friction = { coulomb = 0.15 }
link = { mass = 1.5, centre = [0, 0.1, 0] }

[[joint]]
parent = "joint2"
type = "rotation"
axis = "x"
friction = { coulomb = 0.1, diameter = 0.2 }
mimic = { of = "joint1", ratio = 2, offset = 0.3 }
link = { mass = 0.5, centre = [0, 0.3, 0], inertia = { xx = 0.1 } }

[payload]
force = [3, -2, 5]
mass = 0.4
"#;

const COUNT: usize = 3;

/// Random states, away from the jumps: no joint is slower than 0.2.
fn states() -> Vec<Vec<Vec<f64>>> {
    let mut seed = 2_463_534_242u32;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        f64::from(seed) / f64::from(u32::MAX) * 2.0 - 1.0
    };
    let mut joint = move || {
        let v = random();
        vec![2.0 * random(), v + 0.2 * v.signum(), 20.0 * random()]
    };
    (0..25).map(|_| (0..COUNT).map(|_| joint()).collect()).collect()
}

fn needed(robot: &Robot, state: &[Vec<f64>]) -> Vec<f64> {
    evaluated(robot, state, &[], "Q").rows.concat()
}

/// The rows of a matrix against the differences of a column, by the derivative of an order of each coordinate.
fn compare(
    slopes: &[Vec<f64>],
    state: &[Vec<f64>],
    order: usize,
    of: &dyn Fn(&[Vec<f64>]) -> Vec<f64>,
    what: &str,
) {
    for k in 0..COUNT {
        let expected = difference(state, k, order, of);
        let size = expected.iter().fold(1.0f64, |size, it| size.max(it.abs()));
        for (row, expected) in slopes.iter().zip(expected) {
            assert_near(row[k], expected, 2e-6 * size, what);
        }
    }
}

#[test]
fn derivatives_are_those_of_differences() {
    let robot = robot(ARM);
    for state in states() {
        for (name, order) in [("dQ/dq", 0), ("dQ/dqd", 1), ("dQ/dqdd", 2)] {
            let slopes = evaluated(&robot, &state, &[], name).rows;
            compare(&slopes, &state, order, &|state| needed(&robot, state), name);
        }
        // the forces of this motion, so that no gear is near the turn of its load by chance alone
        let forces = needed(&robot, &state);
        let accelerations = |state: &[Vec<f64>], forces: &[f64]| {
            evaluated(&robot, state, forces, "qdd").rows.concat()
        };
        for (name, order) in [("dqdd/dq", 0), ("dqdd/dqd", 1)] {
            let slopes = evaluated(&robot, &state, &forces, name).rows;
            compare(&slopes, &state, order, &|state| accelerations(state, &forces), name);
        }
        let derivation = Derivation::new(&robot, numbers(&robot, &state, &forces)).unwrap();
        let slopes = derivation.accelerations_by_forces().unwrap();
        // the forces in the place of the coordinates
        let given: Vec<Vec<f64>> = forces.iter().map(|&force| vec![force]).collect();
        let of = |forces: &[Vec<f64>]| accelerations(&state, &forces.concat());
        compare(&slopes, &given, 0, &of, "qdd by forces");
    }
}

/// Time derivatives along a motion, with the payload fixed in the tool.
#[test]
fn derivatives_by_time_are_those_of_differences() {
    let robot = robot(ARM);
    for mut state in states() {
        for (k, path) in state.iter_mut().enumerate() {
            let further = [[3.0, -20.0, 40.0], [-7.0, 9.0, 15.0], [5.0, 30.0, -60.0]];
            path.extend(further[k]);
        }
        let at = |n: f64, name| evaluated(&robot, &at_time(&state, n * 1e-4), &[], name);
        for (name, of) in [("dQ", "Q"), ("ddQ", "dQ"), ("d3Q", "ddQ")] {
            let [far, near, back, farther] =
                [2.0, 1.0, -1.0, -2.0].map(|n| at(n, of).rows.concat());
            for (k, found) in at(0.0, name).rows.concat().into_iter().enumerate() {
                let expected = (8.0 * (near[k] - back[k]) - (far[k] - farther[k])) / 12e-4;
                assert_near(found, expected, 2e-6 * (1.0 + expected.abs()), name);
            }
        }
    }
}

/// Numbers, expressions, polynomials, what code is made of: one value. Accelerations have no formula, but code.
#[test]
fn derivatives_in_every_scalar() {
    let robot = robot(ARM);
    let state = &states()[0];
    let forces = needed(&robot, state);
    let coordinates = robot.coordinates();
    let value = |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base()) {
        Some(k) => Some(state[k].get(symbol.order() as usize).copied().unwrap_or_default()),
        None => match robot.symbols().name(symbol).strip_prefix("tau") {
            Some(number) => number.parse::<usize>().ok().map(|number| forces[number - 1]),
            None => robot.value(symbol),
        },
    };
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let graph = Graph::new(robot.symbols());
    let numbers = Numbers::new(robot.symbols(), value).with_driving_forces(forces.clone());
    let numbers = Derivation::new(&robot, numbers).unwrap();
    let exact = Derivation::new(&robot, &polynomials).unwrap();
    let nested = Derivation::new(&robot, &graph).unwrap();
    for name in ["dQ/dq", "dQ/dqd", "dQ/dqdd", "dQ", "ddQ", "dqdd/dq", "dqdd/dqd"] {
        let quantity = Quantity::read_one(name, &robot).unwrap();
        let expected: Vec<f64> = numbers.get(quantity).unwrap().entries().copied().collect();
        let same = |found: Vec<f64>, what: &str| {
            for (found, expected) in found.into_iter().zip(&expected) {
                let near = 1e-9 * (1.0 + expected.abs());
                assert_near(found, *expected, near, &format!("{name}, {what}"));
            }
        };
        let light = nested.economical(quantity).unwrap().value;
        same(light.entries().map(|it| it.evaluate(value).unwrap()).collect(), "code");
        if name.starts_with("dqdd") {
            assert_eq!(nested.get(quantity).unwrap_err(), Error::ImplicitFriction);
            continue;
        }
        let expression = nested.get(quantity).unwrap();
        same(expression.entries().map(|it| it.evaluate(value).unwrap()).collect(), "expression");
        let polynomial = exact.get(quantity).unwrap();
        let evaluated = polynomial
            .entries()
            .map(|it| it.poly().unwrap().evaluate(robot.symbols(), value).unwrap());
        same(evaluated.collect(), "polynomial");
    }
}

/// In closed form: a block on a vertical wall, pressed by the weight m g across the axis, has Q = m q'' + c m g sgn q';
/// and where the force across the axis grows with the place.
#[test]
fn a_block_that_its_acceleration_presses() {
    // slides along x of a turntable that rotates about z: across the axis, gravity and m (2 w v + e x)
    let text = "name = \"block\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
                link = { mass = 1, inertia = { zz = 2 } }\n\
                [[joint]]\ntype = \"translation\"\naxis = \"x\"\nfriction = { coulomb = 0.3 }\n\
                link = { mass = 2 }\n";
    let robot = robot(text);
    let [w, e, x, v]: [f64; 4] = [0.7, 1.9, 0.8, 0.5];
    let state = [vec![0.3, w, e], vec![x, v, -0.4]];
    let [across, m, c]: [f64; 3] = [2.0 * w * v + e * x, 2.0, 0.3];
    let size = across.hypot(9.81);
    let expected = [
        ("dQ/dq", 1, -m * w * w + c * m * across * e / size),
        ("dQ/dqd", 0, -2.0 * m * w * x + c * m * across * 2.0 * v / size),
        ("dQ/dqd", 1, c * m * across * 2.0 * w / size),
        ("dQ/dqdd", 0, c * m * across * x / size),
        ("dQ/dqdd", 1, m),
    ];
    for (name, column, expected) in expected {
        let found = evaluated(&robot, &state, &[], name).rows[1][column];
        assert_near(found, expected, 1e-12, name);
    }
}

/// The same block by time: with p = 2 w v + e x, Q of the block is m (x'' - w^2 x) + c m sqrt(p^2 + g^2) sgn v.
#[test]
fn a_block_by_time() {
    let text = "name = \"block\"\ngravity = 9.81\n[[joint]]\ntype = \"rotation\"\naxis = \"z\"\n\
                link = { mass = 1, inertia = { zz = 2 } }\n\
                [[joint]]\ntype = \"translation\"\naxis = \"x\"\nfriction = { coulomb = 0.3 }\n\
                link = { mass = 2 }\n";
    let [w, e, j]: [f64; 3] = [0.7, 1.9, -2.3];
    let [x, v, a, b]: [f64; 4] = [0.8, -0.5, -0.4, 1.1];
    let p = 2.0 * w * v + e * x;
    let dp = 2.0 * (e * v + w * a) + j * x + e * v;
    let expected = 2.0 * (b - 2.0 * w * e * x - w * w * v) - 0.3 * 2.0 * p * dp / p.hypot(9.81);
    let state = [vec![0.3, w, e, j], vec![x, v, a, b]];
    let found = evaluated(&robot(text), &state, &[], "dQ").rows.concat()[1];
    assert_near(found, expected, 1e-12, "dQ");
}

/// A slider along gravity, across whose axis no force ever acts: formulas of derivatives are those without
/// friction, and do not divide by the length of the vector zero.
#[test]
fn friction_of_a_force_that_is_always_zero() {
    let text = "name = \"slider\"\ngravity = \"g\"\n[[joint]]\ntype = \"translation\"\naxis = \"z\"\n\
                friction = { coulomb = 0.3 }\nlink = { mass = \"m\" }\n";
    let robot = robot(text);
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let exact = Derivation::new(&robot, &polynomials).unwrap();
    for (name, formula) in [("dQ/dq", "0"), ("dQ/dqd", "0"), ("dQ", "q1'''*m")] {
        let value = exact.get(Quantity::read_one(name, &robot).unwrap()).unwrap();
        let entry = value.entries().next().unwrap().poly().unwrap();
        assert_eq!(entry.text(robot.symbols()), formula, "{name}");
    }
}

/// Where no force acts across the axis of a joint that moves, the derivatives are the mean of both sides, and a
/// warning names the joint; at rest there is no friction and no kink. Code has a number there too.
#[test]
fn a_kink_is_reported() {
    let text = "name = \"lift\"\ngravity = 9.81\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n\
                link = { mass = 1 }\n\
                [[joint]]\ntype = \"translation\"\naxis = \"z\"\nfriction = { coulomb = 0.3 }\n\
                link = { mass = 2 }\n";
    let robot = robot(text);
    let quantity = Quantity::read_one("dQ/dqdd", &robot).unwrap();
    for (rate, sideways, kink) in [(0.4, 0.0, true), (0.0, 0.0, false), (0.4, 1.0, false)] {
        let state = [vec![0.0, 0.0, sideways], vec![0.1, rate, 0.0]];
        let derivation = Derivation::new(&robot, numbers(&robot, &state, &[0.0; 2])).unwrap();
        let warning = derivation.friction_kink(quantity).unwrap();
        assert_eq!(warning.is_some(), kink, "{rate} {sideways}");
        assert!(
            warning.is_none_or(|it| it.code == "friction-kink" && it.message.contains("joint2"))
        );
        let expected = if sideways == 0.0 { 0.0 } else { 0.3 * 2.0 };
        assert_eq!(derivation.get(quantity).unwrap().rows[1][0], expected);
        let graph = Graph::new(robot.symbols());
        let code = Derivation::new(&robot, &graph).unwrap().economical(quantity).unwrap().value;
        let coordinates = robot.coordinates();
        let value = |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base()) {
            Some(k) => Some(state[k].get(symbol.order() as usize).copied().unwrap_or_default()),
            None => robot.value(symbol),
        };
        assert_near(code.rows[1][0].evaluate(value).unwrap(), expected, 1e-12, "code");
    }
}
