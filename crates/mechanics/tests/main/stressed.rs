//! Meshes with geometric stiffness, against an own model of beams without limit on rotations
//! (`../golden/stressed.py`, which also wrote the matrices).

use appell_model::{Files, Options, Robot, read_toml};
use appell_numeric::pencil::pencil;
use serde_json::Value;

use crate::common::motion::{near, value, value_in};
use crate::golden::{number, numbers};

fn golden(case: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../golden/stressed.json")).unwrap();
    all[case].clone()
}

/// A mesh on a joint, in modes, with these matrices of geometric stiffness.
fn mesh(folder: &str, joint: &str, keys: &str, loads: &[&str], rest: &str) -> Robot {
    let file = |name: &str| format!("{folder}/{name}");
    let geometric =
        loads.iter().map(|load| format!("{load} = \"{}\"", file(&format!("{load}.mtx"))));
    let text = format!(
        "name = \"mesh\"\n{joint}\n[joint.link.elastic.finite_elements]\nnodes = \"{}\"\nmass = \"{}\"\n\
         stiffness = \"{}\"\n{keys}\ngeometric = {{ {} }}\n{rest}\n",
        file("nodes.csv"),
        file("mass.mtx"),
        file("stiffness.mtx"),
        geometric.collect::<Vec<_>>().join(", "),
    );
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/stressed/robot.toml");
    let reading = read_toml(&text, &Options { files: Files::beside(place), ..Options::default() });
    assert!(reading.robot.is_some(), "{:?}", reading.findings);
    reading.robot.unwrap()
}

const FRAME_LOADS: [&str; 8] = [
    "acceleration_x",
    "acceleration_y",
    "rotation_y",
    "rotation_z",
    "rotation_yz",
    "angular_acceleration_z",
    "force_x",
    "force_y",
];

/// The frame in a case of `stressed.json`: it spins, accelerates, turns faster, or carries a body. Its frequencies.
fn frequencies(case: &Value, loads: &[&str]) -> Vec<f64> {
    let vector = |key: &str| {
        case[key].as_array().map_or_else(|| vec![0.0; 3], |list| list.iter().map(number).collect())
    };
    let [spin, turning, acceleration] = ["spin", "turning", "acceleration"].map(vector);
    let size = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (rate, faster) = (size(&spin), size(&turning));
    let axis: Vec<f64> = match rate + faster {
        0.0 => vec![0.0, 0.0, 1.0],
        sum => spin.iter().zip(&turning).map(|(a, b)| (a + b) / sum).collect(),
    };
    let gravity: Vec<f64> = acceleration.iter().map(|x| -x).collect();
    let joint = format!("gravity = {gravity:?}\n[[joint]]\ntype = \"rotation\"\naxis = {axis:?}");
    let body = case["body"].as_f64().unwrap_or_default();
    let rest = format!("[tool]\noffset = [0.7, 0, 0]\n[payload]\nmass = {body}");
    let keys = "root = [1, 8]\ntip = 16\nmodes = 12";
    let state = |k: usize, order: u32| match (k, order) {
        (0, 1) => rate,
        (0, 2) => faster,
        _ => 0.0,
    };
    let found = value_in(&mesh("frame", &joint, keys, loads, &rest), state, "whirl");
    found.iter().map(|row| row[0]).collect()
}

/// The first three frequencies of a frame that rotates about one axis or two, accelerates, or carries a body, to
/// 1e-3. Without the matrices they are off by more.
#[test]
fn frames_under_load() {
    for case in golden("frame").as_array().unwrap() {
        let expected = numbers(&case["frequencies"]);
        let error = |loads: &[&str]| {
            let found = frequencies(case, loads);
            let gap = |k: usize| (found[k] / expected[k] - 1.0).abs();
            (0..3).map(gap).fold(0.0, f64::max)
        };
        let (stiffened, linear) = (error(&FRAME_LOADS), error(&[]));
        assert!(stiffened < 1e-3, "{case}: {stiffened:e}");
        let loaded = case.as_object().unwrap().len() > 1;
        assert_eq!(loaded, linear > 2e-3, "{case}: {linear:e}");
    }
}

/// Lateral buckling of a strip: as of the whole mesh, and as of a beam: 4.0126 sqrt(E I G It)/l^2.
#[test]
fn strips_buckle_sideways() {
    let stiffness = |mass: f64| {
        let joint = "gravity = [0, 0, -1]\n[[joint]]\ntype = \"fixed\"";
        let rest = format!("[tool]\noffset = [1, 0, 0]\n[payload]\nmass = {mass}");
        let keys = "root = 1\ntip = 25\nmodes = 24";
        value(&mesh("strip", joint, keys, &["force_z"], &rest), &[0.0; 24], "dQ/dq")
    };
    let (without, with) = (stiffness(0.0), stiffness(1.0));
    let softer: Vec<Vec<f64>> =
        (0..24).map(|i| (0..24).map(|j| with[i][j] - without[i][j]).collect()).collect();
    let load = -1.0 / pencil(&softer, &without).unwrap()[0].0;
    let expected = number(&golden("strip")["buckling"]);
    near(load, expected, 1e-3 * expected, "the whole mesh");
    near(load, 4.0126 * 200f64.sqrt(), 2e-3 * load, "a beam");
}
