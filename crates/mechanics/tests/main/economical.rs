//! The recursion with few operations gives the same driving forces, exactly.

use crate::common::{exact_entry, newton_euler, rational};
use appell_algebra::{Budget, Error, Graph, Stop, Symbol};
use appell_mechanics::economical::{Economical, SecondMoments};
use appell_mechanics::newton_euler::connection_wrenches;
use appell_mechanics::{Derivation, Numbers, Quantity, geometry, kinematics};
use appell_model::{BUNDLED, Options, Robot, read_toml, strategy};
use appell_spatial::{Vector, Wrench};
use proptest::prelude::*;

fn agrees(robot: &Robot, seed: i64) {
    let (mechanism, state) = rational(robot, seed, 2);
    let expected = newton_euler(&mechanism, &state);
    let entry = |entry: &_| Ok::<_, Error>(exact_entry(robot, entry));
    let economical = Economical::new(robot, entry).unwrap();
    assert_eq!(economical.driving_forces(&state), expected, "{}", robot.name());
    let regrouped = economical.regrouped(robot, &Default::default()).unwrap();
    assert_eq!(regrouped.driving_forces(&state), expected, "{}, regrouped", robot.name());
    // what friction needs: the length of the force across the axis
    let frames = geometry::in_parent(&mechanism, &state);
    let motions = kinematics::motions(&mechanism, &state, &frames);
    let wrenches = connection_wrenches(&mechanism, &state, &frames, &motions);
    let wrenches = wrenches.iter().zip(economical.wrenches(&state));
    for ((expected, wrench), joint) in wrenches.zip(&mechanism.joints) {
        let square = |force| {
            let lateral = joint.axis.cross(force);
            lateral.dot(&lateral)
        };
        assert_eq!(square(&wrench.force), square(&expected.force), "{}", robot.name());
    }
}

#[test]
fn bundled_robots_agree() {
    let robots = BUNDLED.iter().map(|file| file.read().robot.unwrap());
    for robot in robots.filter(|robot| !robot.is_elastic()) {
        for seed in [2, 7, 11] {
            agrees(&robot, seed);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_robots_agree(robot in strategy::trees(1..=6), seed in 0..50i64) {
        agrees(&robot, seed);
    }

    #[test]
    fn random_driven_robots_agree(robot in strategy::driven_trees(1..=6), seed in 0..50i64) {
        agrees(&robot, seed);
    }
}

/// The whole driving forces: with friction, and with a payload at the tool.
#[test]
fn friction_and_payload_are_in_the_driving_forces() {
    let robots = ["rttrr", "puma560", "scara", "tree", "panda", "ur5"].map(crate::common::named);
    let rough = ROUGH.map(|text| read_toml(text, &Options::default()).robot.unwrap());
    for robot in robots.iter().chain(&rough) {
        let value = |symbol: Symbol| Some(0.3 + 0.1 * (f64::from(symbol.order()) + 1.0));
        let numbers = || Numbers::new(robot.symbols(), |it| robot.value(it).or(value(it)));
        let force = Vector::new(0.5, -1.5, 2.0);
        let payload = Wrench { moment: force.scale(&0.3), force };
        for derivation in [
            Derivation::new(robot, numbers()).unwrap(),
            Derivation::new(robot, numbers()).unwrap().with_payload(payload),
        ] {
            let expected = derivation.driving_forces().unwrap();
            let economical = derivation.economical_driving_forces().unwrap().forces;
            for (a, b) in economical.into_iter().zip(expected) {
                crate::common::assert_near(a, b, 1e-12, robot.name());
            }
        }
    }
}

/// Viscous friction alone, and Coulomb friction, which feels the connection forces.
const ROUGH: [&str; 2] = [
    "name = \"viscous\"\ngravity = 9.81\n\
     [[joint]]\ntype = \"rotation\"\naxis = \"x\"\noffset = [0, 0, 1]\nfriction = { viscous = 2 }\n\
     link = { mass = 2, centre = [0.1, 0.2, 0.3], inertia = { xx = 1, yy = 1, zz = 1 } }\n",
    "name = \"dry\"\ngravity = 9.81\n\
     [[joint]]\ntype = \"rotation\"\naxis = \"x\"\noffset = [0, 0, 1]\n\
     friction = { coulomb = 0.2, diameter = 0.1 }\n\
     link = { mass = 2, centre = [0.1, 0.2, 0.3], inertia = { xx = 1, yy = 1, zz = 1 } }\n\
     [[joint]]\ntype = \"translation\"\naxis = \"z\"\noffset = [0, 0.5, 1]\n\
     friction = { coulomb = 0.2 }\n\
     link = { mass = 3, centre = [0.2, 0.2, 0.3], inertia = { xx = 1, yy = 1, zz = 1 } }\n",
];

/// A PUMA 560 has 36 base parameters, as the literature says (Gautier, Khalil 1990).
#[test]
fn regrouping_leaves_the_base_parameters() {
    let robot = crate::common::arms::puma();
    let graph = Graph::new(robot.symbols());
    let entry = |entry: &_| Ok::<_, Error>(graph.poly(entry));
    let regrouped =
        Economical::new(&robot, entry).unwrap().regrouped(&robot, &Default::default()).unwrap();
    let parameters = regrouped.bodies.iter().flat_map(SecondMoments::parameters);
    assert_eq!(parameters.filter(|parameter| !parameter.is_zero()).count(), 36);
}

/// All that has a cheaper form for code, against the textbook's.
#[test]
fn other_quantities_agree() {
    let rough = ROUGH.map(|text| read_toml(text, &Options::default()).robot.unwrap());
    let bundled = BUNDLED.iter().map(|file| file.read().robot.unwrap());
    for robot in bundled.chain(rough) {
        let value = |symbol: Symbol| {
            let k = robot.coordinates().iter().position(|&q| q == symbol.base());
            k.map(|k| 0.3 * k as f64 - 0.8 + 0.45 * f64::from(symbol.order()))
        };
        let numbers = Numbers::new(robot.symbols(), |it| robot.value(it).or(value(it)));
        let tau = (0..robot.coordinates().len()).map(|k| 5.0 - 2.0 * k as f64).collect();
        let derivation = Derivation::new(&robot, numbers.with_driving_forces(tau)).unwrap();
        for name in [
            "Q",
            "G",
            "c",
            "M",
            "C",
            "qdd",
            "G[1]",
            "dQ/dq",
            "dQ/dqd",
            "dQ/dqdd",
            "dqdd/dq",
            "dqdd/dqd",
            "dqdd/dtau",
            "Ek",
        ] {
            let quantity = Quantity::read(name, &robot).unwrap()[0];
            let economical = derivation.economical(quantity).unwrap().value;
            let expected = derivation.get(quantity).unwrap();
            assert_eq!(economical.entry_names(quantity), expected.entry_names(quantity));
            let size = expected.entries().fold(1.0f64, |size, it| size.max(it.abs()));
            for (a, b) in economical.entries().zip(expected.entries()) {
                let what = format!("{} {name}", robot.name());
                crate::common::assert_near(a / size, b / size, 1e-9, &what);
            }
        }
    }
}

/// To find out what is felt takes the square of the number of joints.
#[test]
fn regrouping_stops_when_the_time_is_up() {
    let robot = Robot::bundled("2r").unwrap();
    let entry = |entry: &_| Ok::<_, Error>(exact_entry(&robot, entry));
    let late = Budget::default().with_time(std::time::Duration::ZERO);
    let result = Economical::new(&robot, entry).unwrap().regrouped(&robot, &late);
    assert!(matches!(result, Err(Error::Stopped(Stop::Time { .. }))));
}
