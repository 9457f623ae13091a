//! Derivatives of what friction does, by finite differences, in every scalar and by every formalism.

use crate::common::assert_near;
use crate::common::motion::robot;
use appell_algebra::{Budget, Graph, Symbol};
use appell_mechanics::{Derivation, Formalism, Kind, Numbers, PolynomialArithmetic, Quantity};
use appell_model::Robot;

use super::drives::evaluated;

/// A smooth sign with and without break-away, a sign that jumps, of joints, of a motor, of a joint that
/// follows two others.
const ARM: &str = r#"
name = "rough"
gravity = [0, -9.81, 1]

[[joint]]
type = "rotation"
axis = "z"
friction = { viscous = 0.4, constant = 1.5, smooth = 0.3 }
link = { mass = 3, centre = [0.3, 0.1, 0], inertia = { zz = 0.2, xx = 0.1 } }

[[joint]]
type = "rotation"
axis = "y"
offset = [0.5, 0, 0.1]
friction = { viscous = 0.2, constant = 2, static = 3, stribeck = 0.5, smooth = 0.2 }
rotor = { inertia = 1e-3, ratio = 30, axis = "x", friction = { constant = 0.02, static = 0.05, stribeck = 9, smooth = 4 } }
link = { mass = 2, centre = [0.2, 0, 0.1], inertia = { zz = 0.1, yy = 0.3 } }

[[joint]]
type = "translation"
axis = "x"
offset = [0.1, 0.2, 0]
friction = { constant = 1, static = 4, stribeck = 0.4 }
link = { mass = 1.5, centre = [0, 0.1, 0] }

[[joint]]
parent = "joint2"
type = "rotation"
axis = "x"
friction = { viscous = 0.1, constant = 0.7, smooth = 0.5 }
link = { mass = 0.5, centre = [0, 0.3, 0], inertia = { xx = 0.1 } }

[[coupling]]
joint = "joint4"
of = { joint1 = 2, joint2 = -1 }
"#;

const COUNT: usize = 3;

fn states() -> [Vec<Vec<f64>>; 3] {
    [
        vec![
            vec![0.4, 0.3, 1.1, -0.6, 2.0, 0.7, -0.2, 0.5],
            vec![-0.8, -0.2, 0.7, 1.3, -0.9, 0.4, 1.0, -0.3],
            vec![0.2, 0.5, -1.9, 0.8, 0.3, -1.4, 0.6, 0.9],
        ],
        vec![
            vec![1.4, -2.1, 0.3, 0.5, 0.1, 0.2, 0.4, 0.8],
            vec![0.1, 0.9, -1.3, -0.4, 0.6, -0.5, 0.1, 0.2],
            vec![-0.3, -0.05, 0.8, 0.2, -1.1, 0.9, -0.7, 0.4],
        ],
        // at rest, where the smooth sign is steepest
        vec![vec![0.7, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]; COUNT],
    ]
}

const FORCES: [f64; COUNT] = [7.0, -4.0, 11.0];

fn entries(robot: &Robot, state: &[Vec<f64>], name: &str) -> Vec<f64> {
    evaluated(robot, state, &FORCES, name).rows.into_iter().flatten().collect()
}

/// The central difference of a quantity by the derivative of an order of a coordinate, of fourth order.
pub(crate) fn difference(
    state: &[Vec<f64>],
    k: usize,
    order: usize,
    of: &dyn Fn(&[Vec<f64>]) -> Vec<f64>,
) -> Vec<f64> {
    let h = 1e-3;
    let moved = |steps: f64| {
        let mut state = state.to_vec();
        state[k][order] += steps * h;
        of(&state)
    };
    let [far, near, back, farther] = [2.0, 1.0, -1.0, -2.0].map(moved);
    (0..far.len())
        .map(|i| (8.0 * (near[i] - back[i]) - (far[i] - farther[i])) / (12.0 * h))
        .collect()
}

#[test]
fn derivatives_by_the_state_are_those_of_differences() {
    let robot = robot(ARM);
    for state in states() {
        // what jumps has no differences where it jumps
        let rests = state[2][1] == 0.0;
        for (name, of, order) in [
            ("dQ/dq", "Q", 0),
            ("dQ/dqd", "Q", 1),
            ("dQ/dqdd", "Q", 2),
            ("dqdd/dq", "qdd", 0),
            ("dqdd/dqd", "qdd", 1),
        ] {
            let slopes = evaluated(&robot, &state, &FORCES, name).rows;
            for k in 0..COUNT {
                if rests && order == 1 && k == 2 {
                    continue;
                }
                let expected = difference(&state, k, order, &|state| entries(&robot, state, of));
                for (row, expected) in slopes.iter().zip(expected) {
                    assert_near(row[k], expected, 3e-6 * (1.0 + expected.abs()), name);
                }
            }
        }
    }
}

/// The Taylor series of a motion, with its derivatives.
pub(crate) fn at_time(state: &[Vec<f64>], t: f64) -> Vec<Vec<f64>> {
    let rate = |path: &[f64], order: usize| {
        let terms = path[order..].iter().enumerate();
        let factorial = |n: usize| (1..=n).product::<usize>() as f64;
        terms.map(|(n, value)| value * t.powi(n as i32) / factorial(n)).sum()
    };
    state.iter().map(|path| (0..path.len()).map(|order| rate(path, order)).collect()).collect()
}

#[test]
fn derivatives_by_time_are_those_of_differences() {
    let robot = robot(ARM);
    for state in &states()[..2] {
        for (name, of) in
            [("dQ", "Q"), ("ddQ", "dQ"), ("d3Q", "ddQ"), ("d4Q", "d3Q"), ("d5Q", "d4Q")]
        {
            let h = 1e-4;
            let [far, near, back, farther] =
                [2.0, 1.0, -1.0, -2.0].map(|n| entries(&robot, &at_time(state, n * h), of));
            for (k, found) in entries(&robot, state, name).into_iter().enumerate() {
                let expected = (8.0 * (near[k] - back[k]) - (far[k] - farther[k])) / (12.0 * h);
                assert_near(found, expected, 1e-6 * (1.0 + expected.abs()), name);
            }
        }
    }
}

/// At rest: the force of break-away over the velocity that makes the sign smooth.
#[test]
fn at_rest_the_smooth_sign_has_its_steepest_slope() {
    let one = robot(
        "name = \"one\"\ngravity = 0\n[[joint]]\ntype = \"translation\"\naxis = \"x\"\n\
         friction = { viscous = 0.5, constant = 2, static = 3, stribeck = 0.1, smooth = 0.04 }\n\
         link = { mass = 2 }\n",
    );
    let rest = [vec![0.3, 0.0, 0.0]];
    let slope = 0.5 + 3.0 / 0.04;
    assert_near(evaluated(&one, &rest, &[0.0], "dQ/dqd").rows[0][0], slope, 1e-12, "Q");
    assert_near(evaluated(&one, &rest, &[0.0], "dqdd/dqd").rows[0][0], -slope / 2.0, 1e-12, "qdd");
}

/// Numbers, expressions, polynomials, what code is made of: one value.
#[test]
fn derivatives_in_every_scalar() {
    let robot = robot(ARM);
    let state = &states()[0];
    let coordinates = robot.coordinates();
    let value = |symbol: Symbol| match coordinates.iter().position(|&q| q == symbol.base()) {
        Some(k) => Some(state[k][symbol.order() as usize]),
        None => match robot.symbols().name(symbol).strip_prefix("tau") {
            Some(number) => number.parse::<usize>().ok().map(|number| FORCES[number - 1]),
            None => robot.value(symbol),
        },
    };
    let polynomials = PolynomialArithmetic::new(&robot, Budget::default());
    let graph = Graph::new(robot.symbols());
    let numbers = Numbers::new(robot.symbols(), value).with_driving_forces(FORCES.to_vec());
    let numbers = Derivation::new(&robot, numbers).unwrap();
    let exact = Derivation::new(&robot, &polynomials).unwrap();
    let nested = Derivation::new(&robot, &graph).unwrap();
    for name in ["dQ/dq", "dQ/dqd", "dQ/dqdd", "dQ", "ddQ", "d3Q", "dqdd/dq", "dqdd/dqd"] {
        let quantity = Quantity::read_one(name, &robot).unwrap();
        let expected: Vec<f64> = numbers.get(quantity).unwrap().entries().copied().collect();
        let same = |found: Vec<f64>, what: &str| {
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.into_iter().zip(&expected) {
                assert_near(
                    found,
                    *expected,
                    1e-9 * (1.0 + expected.abs()),
                    &format!("{name}, {what}"),
                );
            }
        };
        same(
            nested.get(quantity).unwrap().entries().map(|it| it.evaluate(value).unwrap()).collect(),
            "expression",
        );
        let light = nested.economical(quantity).unwrap().value;
        same(light.entries().map(|it| it.evaluate(value).unwrap()).collect(), "code");
        if !name.starts_with("dqdd") {
            let poly = exact.get(quantity).unwrap();
            let evaluated = poly
                .entries()
                .map(|it| it.poly().unwrap().evaluate(robot.symbols(), value).unwrap());
            same(evaluated.collect(), "polynomial");
        }
    }
    for kind in [Kind::DrivingForceRate, Kind::DrivingForceSecondRate] {
        let quantity = Quantity::of_robot(kind).unwrap();
        let expected = numbers.get(quantity).unwrap();
        for formalism in [Formalism::Lagrange, Formalism::Appell] {
            let found = numbers.by(quantity, formalism).unwrap();
            for (found, expected) in found.entries().zip(expected.entries()) {
                assert_near(*found, *expected, 1e-9, formalism.name());
            }
        }
    }
}
