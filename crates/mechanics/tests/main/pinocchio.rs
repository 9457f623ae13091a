//! Numbers against Pinocchio: `golden/golden.py` made `golden/golden.json`.

use std::path::Path;

use crate::common::{at, in_numbers};
use appell_mechanics::{Derivation, Numbers, Quantity, jacobian, linearise};
use appell_model::{Options, Robot, read_urdf};
use serde_json::Value;

/// Relative to the largest entry of the quantity.
const TOLERANCE: f64 = 1e-10;

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

#[track_caller]
fn assert_same(found: &[f64], expected: &Value, tolerance: f64, what: &str) {
    let expected = numbers(expected);
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0f64, |size, x| size.max(x.abs()));
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() <= tolerance * size, "{what}: {found:?} and {expected:?}");
    }
}

fn robot(file: &str) -> Robot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    // not snapped: Pinocchio takes the file to the letter
    let options = Options { snap: false, ..Options::default() };
    read_urdf(&std::fs::read_to_string(path).unwrap(), &options).robot.unwrap()
}

#[test]
fn every_quantity_of_every_robot() {
    let golden: Value = serde_json::from_str(include_str!("../golden/golden.json")).unwrap();
    for case in golden["robots"].as_array().unwrap() {
        let file = case["file"].as_str().unwrap();
        let robot = robot(file);
        let names: Vec<&str> = robot.joints().iter().map(|joint| joint.name.as_str()).collect();
        let expected: Vec<&str> =
            case["joints"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
        assert_eq!(names, expected, "{file}");
        for state in case["states"].as_array().unwrap() {
            check(&robot, state, file);
        }
    }
}

fn check(robot: &Robot, golden: &Value, file: &str) {
    let motion = ["q", "qd", "qdd"].map(|name| numbers(&golden[name]));
    let coordinates = robot.coordinates();
    let tau = numbers(&golden["tau"]);
    let values = Numbers::new(robot.symbols(), |symbol| {
        match coordinates.iter().position(|&q| q == symbol.base()) {
            Some(k) => Some(motion.get(symbol.order() as usize).map_or(0.0, |values| values[k])),
            None => robot.value(symbol),
        }
    });
    let derivation = Derivation::new(robot, values.with_driving_forces(tau.clone())).unwrap();
    let get = |name: &str| -> Vec<f64> {
        let asked = Quantity::read(name, robot).unwrap();
        asked
            .into_iter()
            .flat_map(|quantity| derivation.get(quantity).unwrap().rows.concat())
            .collect()
    };
    for name in ["Q", "M", "G", "c", "Ek", "Ep"] {
        assert_same(&get(name), &golden[name], TOLERANCE, &format!("{file} {name}"));
    }
    // light wrists accelerate enormously: what is solved is compared with what is given
    assert_same(&get("qdd"), &golden["acc"], 1e-9, &format!("{file} qdd"));
    for (index, wrench) in golden["wrench"].as_array().unwrap().iter().enumerate() {
        let number = index + 1;
        assert_same(
            &get(&format!("f[{number}]")),
            &wrench["force"],
            TOLERANCE,
            &format!("{file} f[{number}]"),
        );
        assert_same(
            &get(&format!("n[{number}]")),
            &wrench["moment"],
            TOLERANCE,
            &format!("{file} n[{number}]"),
        );
        assert_same(
            &get(&format!("T0[{number}]")),
            &golden["frames"][index],
            TOLERANCE,
            &format!("{file} T0[{number}]"),
        );
    }
    let last = robot.joints().len() - 1;
    let frames = derivation.frames().unwrap();
    let columns = jacobian::jacobian(
        derivation.mechanism(),
        derivation.state(),
        frames,
        &jacobian::Point::Origin(last),
        jacobian::Resolved::InBase,
    );
    let rows: Vec<f64> = (0..6)
        .flat_map(|i| {
            columns.iter().map(move |at| if i < 3 { at.linear.0[i] } else { at.angular.0[i - 3] })
        })
        .collect();
    assert_same(&rows, &golden["J"], TOLERANCE, &format!("{file} J"));

    // links behind fixed joints, by their names
    for (link, golden) in golden["links"].as_object().unwrap() {
        for name in ["T", "J", "Jdot", "a"] {
            let axes = if name == "a" { "@0" } else { "" };
            // the link `tool` is the tool
            let found = get(&format!("{name}[{link}]{axes}"));
            assert_same(&found, &golden[name], TOLERANCE, &format!("{file} {name}[{link}]"));
        }
    }

    // dQ/dq = -M dq''/dq at fixed driving forces, and so for the rates
    let coordinates = (0..coordinates.len())
        .map(|k| at(motion[0][k], vec![motion[1][k], motion[2][k]]))
        .collect();
    let state = in_numbers(derivation.mechanism(), coordinates);
    let linear = linearise::linearise(derivation.mechanism(), &state, &get("Q"));
    let mass = derivation.mass_matrix().unwrap();
    for (slopes, name) in [(&linear.by_place, "dQ_dq"), (&linear.by_rate, "dQ_dqd")] {
        let count = mass.len();
        let product: Vec<f64> = (0..count)
            .flat_map(|i| (0..count).map(move |j| (i, j)))
            .map(|(i, j)| -(0..count).map(|k| mass[i][k] * slopes[k][j]).sum::<f64>())
            .collect();
        assert_same(&product, &golden[name], 1e-9, &format!("{file} {name}"));
    }
}
