//! Elastic links that are bent while the joints move: `sag` at speed, the vibrations about it (`../golden/bent.py`),
//! and the warnings where they are asked for about something else.

use appell_mechanics::{Derivation, Numbers, Quantity};
use appell_model::Robot;
use serde_json::Value;

use crate::common::motion::{near, robot, value, value_in};
use crate::golden::numbers;

/// A bar that turns becomes longer: u(L) = L (tan(k)/k - 1), k = w L sqrt(rho/E).
#[test]
fn a_bar_that_turns_becomes_longer() {
    let bar = robot(
        "name = \"bar\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n[joint.link.elastic.beam]\n\
         length = 1\ndensity = 1\narea = 1\nE = 1\nstretch = 12\n[tool]\noffset = [1, 0, 0]\n",
    );
    let k = 0.4f64;
    let q = value_in(&bar, |at, order| if (at, order) == (0, 1) { k } else { 0.0 }, "sag").concat();
    let tip = value(&bar, &q, "T0[tool]")[0][3];
    let expected = k.tan() / k;
    near(tip - 1.0, expected - 1.0, 1e-4 * (expected - 1.0), "elongation");
    // at rest it is straight
    assert!(value(&bar, &[0.0; 13], "sag").concat().iter().all(|q| *q == 0.0));
}

const BEAM: &str = "length = 0.8\ndensity = 2700\narea = 4e-4\nE = 7e10\nIy = 5.3e-8\nIz = 3.3e-9\nG = 2.6e10\n\
    It = 1.1e-8\nstiffening = true\n";

/// About the shape that the motion gives them, to the order of the model: slopes are 0.06 and 0.03. About straight
/// links the frequencies are others.
#[test]
fn vibrations_about_bent_links() {
    let two = format!(
        "name = \"two bodies\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
         [joint.link.elastic.beam]\n{BEAM}bend_y = 6\nbend_z = 6\ntwist = 4\n\
         [[joint]]\ntype = \"fixed\"\noffset = [0.8, 0, 0]\n[joint.link]\nmass = 0.4\ncentre = [0.1, 0.05, 0]\n\
         inertia = {{ xx = 0.001, yy = 0.002, zz = 0.0025 }}\n\
         [[joint]]\ntype = \"fixed\"\nparent = \"joint1\"\nalong = 0.4\n[joint.link]\nmass = 0.7\n\
         centre = [0, 0, -0.1]\ninertia = {{ xx = 0.003, yy = 0.002, zz = 0.0015 }}\n"
    );
    let oblique = format!(
        "name = \"oblique\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
         [[joint]]\ntype = \"fixed\"\noffset = [0.3, 0.1, 0]\nrotation = {{ rpy = [0.4, -0.7, 0.3] }}\n\
         [joint.link.elastic.beam]\n{BEAM}bend_y = 4\nbend_z = 4\ntwist = 3\nload_mass = 0.5\n\
         [tool]\noffset = [0.8, 0, 0]\n[payload]\nmass = 0.5\n"
    );
    let all: Value = serde_json::from_str(include_str!("../golden/bent.json")).unwrap();
    for (text, speed, case) in [
        (two, 25.0, "two bodies, 25 rad/s about z"),
        (oblique, 8.0, "oblique second link, 8 rad/s"),
    ] {
        let arm = robot(&text);
        let turning = |q: &[f64], name: &str| {
            let state = |k: usize, order: u32| match (k, order) {
                (0, 1) => speed,
                (_, 0) => q[k],
                _ => 0.0,
            };
            value_in(&arm, state, name)
        };
        let straight = vec![0.0; arm.coordinates().len()];
        let bent = turning(&straight, "sag").concat();
        let error = |q: &[f64]| -> f64 {
            let rows = turning(q, "whirl");
            let pairs = rows.iter().zip(numbers(&all[case])).take(3);
            pairs.map(|(row, expected)| (row[0] / expected - 1.0).abs()).fold(0.0, f64::max)
        };
        assert!(error(&bent) < 2.5e-4, "{case}: {}", error(&bent));
        assert!(error(&straight) > 3.5e-4, "{case}: {}", error(&straight));
        // what `sag` gives is at rest
        let forces = turning(&bent, "Q").concat();
        forces.iter().skip(1).for_each(|force| near(*force, 0.0, 1e-8, case));
    }
}

/// The code of the warning beside a quantity, with the first joint at a speed.
fn warned(robot: &Robot, name: &str, q: &[f64], speed: f64) -> Option<&'static str> {
    let coordinates = robot.coordinates();
    let numbers = Numbers::new(robot.symbols(), |symbol| {
        let place = coordinates.iter().position(|it| *it == symbol.base());
        match (place, symbol.order()) {
            (Some(k), 0) => Some(q[k]),
            (Some(0), 1) => Some(speed),
            (Some(_), _) => Some(0.0),
            (None, _) => robot.value(symbol),
        }
    });
    let derivation = Derivation::new(robot, numbers).unwrap();
    let quantity = Quantity::read_one(name, robot).unwrap();
    derivation.elastic_warning(quantity).unwrap().map(|it| it.code)
}

/// Vibrations about links that are straight where they would be bent, without the force that pulls at them, and
/// links that are bent too far.
#[test]
fn what_vibrations_are_not() {
    let strip = |rest: &str| {
        robot(&format!(
            "name = \"strip\"\ngravity = 9.81\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n\
             [joint.link.elastic.beam]\nlength = 1\nmaterial = \"steel\"\n\
             section = {{ rectangle = {{ width = 0.003, height = 0.03 }} }}\nbend_y = 3\nbend_z = 3\ntwist = 2\n\
             stiffening = true\n[tool]\noffset = [1, 0, 0]\n[payload]\n{rest}\n"
        ))
    };
    let heavy = strip("mass = 0.8\ncentre = [0, 0.1, 0]");
    let straight = [0.0; 9];
    assert_eq!(warned(&heavy, "whirl", &straight, 3.0), Some("links-not-bent"));
    assert_eq!(warned(&heavy, "modes", &straight, 0.0), Some("links-not-bent"));
    let rate = |k: usize, order: u32| if (k, order) == (0, 1) { 3.0 } else { 0.0 };
    let bent = value_in(&heavy, rate, "sag").concat();
    assert_eq!(warned(&heavy, "whirl", &bent, 3.0), None);
    assert_eq!(warned(&heavy, "sag", &straight, 3.0), None);
    assert_eq!(warned(&heavy, "Q", &straight, 3.0), None);
    assert_eq!(warned(&heavy, "sag", &straight, 30.0), Some("large-deflection"));
    let soft = robot(
        "name = \"rod\"\ngravity = 0\n[[joint]]\ntype = \"revolute\"\naxis = \"z\"\n[joint.link.elastic.beam]\n\
         length = 1\ndensity = 7850\narea = 1e-4\nE = 210e9\nIz = 1e-9\nbend_y = 2\n",
    );
    let lowest = value_in(&soft, |_, _| 0.0, "whirl")[0][0];
    assert_eq!(warned(&soft, "whirl", &[0.0; 3], 0.1 * lowest), Some("not-stiffened"));
    assert_eq!(warned(&soft, "whirl", &[0.0; 3], 0.01 * lowest), None);
    let pulled = strip("force = [5, 0, 0]");
    assert_eq!(warned(&pulled, "modes", &straight, 0.0), Some("load-left-out"));
    assert_eq!(warned(&pulled, "whirl", &straight, 0.0), None);
}
