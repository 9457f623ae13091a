//! Motors, springs and joints that follow others against MuJoCo and Pinocchio: `golden/drives.py` made
//! `golden/drives.json`.

use std::f64::consts::{FRAC_PI_4, PI};
use std::path::Path;

use appell_algebra::{Budget, Poly, Rational};
use appell_mechanics::jacobian::{Point, Resolved, jacobian};
use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::{CouplingDraft, Draft, Options, Parent, Robot, RotorDraft, Spring, read_urdf};
use serde_json::Value;

use crate::common::assert_near;
use crate::common::motion::value;

use super::drives::evaluated;

/// Relative to the largest entry of the quantity.
const TOLERANCE: f64 = 1e-10;

fn draft(file: &str) -> Draft {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    // not snapped: the engines take the file to the letter
    let options = Options { snap: false, ..Options::default() };
    let text = std::fs::read_to_string(path).unwrap();
    Draft::from(&read_urdf(&text, &options).robot.unwrap())
}

fn built(draft: Draft) -> Robot {
    draft.build(&Budget::default()).unwrap().0
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

/// A decimal as the number that it spells.
fn entry(value: &Value) -> Poly {
    let number = value.as_f64().unwrap();
    let scaled = (number * 1e7).round();
    assert_eq!(scaled / 1e7, number);
    Poly::constant(Rational::new(scaled as i64, 10_000_000).unwrap())
}

fn check(robot: &Robot, case: &Value, what: &str) {
    for golden in case["states"].as_array().unwrap() {
        let motion = ["q", "qd", "qdd"].map(|name| numbers(&golden[name]));
        let coordinates = robot.coordinates();
        let values = Numbers::new(robot.symbols(), |symbol| {
            let Some(k) = coordinates.iter().position(|&q| q == symbol.base()) else {
                return robot.value(symbol);
            };
            Some(motion.get(symbol.order() as usize).map_or(0.0, |values| values[k]))
        });
        let values = values.with_driving_forces(numbers(&golden["tau"]));
        let derivation = Derivation::new(robot, values).unwrap();
        for (name, found) in [("Q", "Q"), ("M", "M"), ("acc", "qdd")] {
            let quantity = Quantity::read_one(found, robot).unwrap();
            let found = derivation.get(quantity).unwrap().rows.concat();
            assert_same(&found, &golden[name], &format!("{what} {name}"));
            let code = derivation.economical(quantity).unwrap().value.rows.concat();
            assert_same(&code, &golden[name], &format!("{what} {name}, for code"));
        }
        if golden["J"].is_array() {
            let (mechanism, state) = (derivation.mechanism(), derivation.state());
            let last = Point::Origin(robot.joints().len() - 1);
            let frames = derivation.frames().unwrap();
            let columns = jacobian(mechanism, state, frames, &last, Resolved::InBase);
            let entry = |i: usize, k: usize| match i {
                0..3 => columns[k].linear.0[i],
                _ => columns[k].angular.0[i - 3],
            };
            let count = columns.len();
            let found: Vec<f64> = (0..6 * count).map(|at| entry(at / count, at % count)).collect();
            assert_same(&found, &golden["J"], &format!("{what} J"));
        }
    }
}

#[track_caller]
fn assert_same(found: &[f64], expected: &Value, what: &str) {
    let expected = numbers(expected);
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0f64, |size, x| size.max(x.abs()));
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() <= TOLERANCE * size, "{what}: {found:?} and {expected:?}");
    }
}

#[test]
fn armature_springs_and_friction_are_those_of_mujoco_and_pinocchio() {
    let golden: Value = serde_json::from_str(include_str!("../golden/drives.json")).unwrap();
    let mut draft = draft("ur5.urdf");
    let drives = golden["ur5"]["drives"].as_array().unwrap();
    for (joint, drive) in draft.joints.iter_mut().zip(drives) {
        let name = joint.name.clone().unwrap();
        let [inertia, ratio, stiffness, rest, viscous] = [0, 1, 2, 3, 4].map(|k| entry(&drive[k]));
        joint.rotor = Some(RotorDraft {
            inertia,
            ratios: vec![(name, ratio)],
            on: Parent::Base,
            ..RotorDraft::default()
        });
        joint.spring = Spring { stiffness, rest };
        joint.friction.viscous = viscous;
    }
    check(&built(draft), &golden["ur5"], "ur5");
}

#[test]
fn joints_that_follow_are_those_of_pinocchio_reduced() {
    let golden: Value = serde_json::from_str(include_str!("../golden/drives.json")).unwrap();
    let case = &golden["random_tree"];
    let mut draft = draft("random_tree.urdf");
    for joint in &mut draft.joints {
        if let Value::Array(follow) = &case["follow"][joint.name.as_ref().unwrap()] {
            let of = vec![(follow[0].as_str().unwrap().to_owned(), entry(&follow[1]))];
            joint.coupling = Some(CouplingDraft { of, offset: entry(&follow[2]) });
        }
    }
    check(&built(draft), case, "random_tree");
}

/// Gravity forces and mass matrix, with the rotors, at the pose `qn`, as P. Corke prints them in Robotics,
/// Vision and Control (2011), sections 9.1.2 and 9.2.3.
#[test]
fn the_puma_with_motors_is_that_of_the_book() {
    let robot = Robot::bundled("puma560_motors").unwrap();
    let q = [0.0, FRAC_PI_4, PI, 0.0, FRAC_PI_4, 0.0];
    let gravity: Vec<f64> = value(&robot, &q, "G").into_iter().flatten().collect();
    for (found, known) in gravity.iter().zip([0.0, 31.6399, 6.0351, 0.0, 0.0283, 0.0]) {
        assert_near(*found, known, 5.1e-5, "G");
    }
    let known = [
        [3.6594, -0.4044, 0.1006, -0.0025, 0.0, 0.0],
        [-0.4044, 4.4137, 0.3509, 0.0, 0.0024, 0.0],
        [0.1006, 0.3509, 0.9378, 0.0, 0.0015, 0.0],
        [-0.0025, 0.0, 0.0, 0.1925, 0.0, 0.0],
        [0.0, 0.0024, 0.0015, 0.0, 0.1713, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.1941],
    ];
    for (found, known) in value(&robot, &q, "M").iter().zip(known) {
        for (found, known) in found.iter().zip(known) {
            assert_near(*found, known, 5.1e-5, "M");
        }
    }
}

/// Friction of the motors at the joints, as the Robotics Toolbox has it (`Link.friction`): G^2 B q' and |G| Tc,
/// whose values for the two directions (first columns of the table) lie on both sides of ours.
#[test]
fn the_friction_of_the_puma_with_motors_is_that_of_the_toolbox() {
    let robot = Robot::bundled("puma560_motors").unwrap();
    let toolbox = [
        (0.395, 0.435, 1.48e-3, -62.6111),
        (0.126, 0.071, 0.817e-3, 107.815),
        (0.132, 0.105, 1.38e-3, -53.7063),
        (11.2e-3, 16.9e-3, 71.2e-6, 76.0364),
        (9.26e-3, 14.5e-3, 82.6e-6, 71.923),
        (3.96e-3, 10.5e-3, 36.7e-6, 76.686),
    ];
    for (rate, direction) in [(0.7, 1.0), (-1.3, -1.0)] {
        let state = vec![vec![0.3, rate, 0.0, 0.0, 0.0]; 6];
        let found = evaluated(&robot, &state, &[], "Qf").rows;
        for (found, (one, other, viscous, ratio)) in found.iter().zip(toolbox) {
            let ratio = f64::abs(ratio);
            let known = ratio * ratio * viscous * rate + ratio * (one + other) / 2.0 * direction;
            assert_near(found[0], known, 1e-12, "Qf");
        }
    }
}
