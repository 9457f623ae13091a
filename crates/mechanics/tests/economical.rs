//! The recursion with few operations gives the same driving forces, exactly.

#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use appell_algebra::{Error, Graph};
use appell_mechanics::economical::{Economical, SecondMoments};
use appell_mechanics::newton_euler::connection_wrenches;
use appell_mechanics::{geometry, kinematics};
use appell_model::{BUNDLED, Robot, strategy};
use common::{exact_entry, newton_euler, rational};
use proptest::prelude::*;

fn agrees(robot: &Robot, seed: i64) {
    let (mechanism, state) = rational(robot, seed, 2);
    let expected = newton_euler(&mechanism, &state);
    let entry = |entry: &_| Ok::<_, Error>(exact_entry(robot, entry));
    let economical = Economical::new(robot, entry).unwrap();
    assert_eq!(economical.driving_forces(&state), expected, "{}", robot.name());
    let regrouped = economical.regrouped(robot).unwrap();
    assert_eq!(regrouped.driving_forces(&state), expected, "{}, regrouped", robot.name());
    // what friction needs: the length of the force across the axis
    let frames = geometry::in_parent(&mechanism, &state);
    let motions = kinematics::motions(&mechanism, &state, &frames);
    let wrenches = connection_wrenches(&mechanism, &frames, &motions);
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
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
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
}

/// A PUMA 560 has 36 base parameters, as the literature says (Gautier, Khalil 1990).
#[test]
fn regrouping_leaves_the_base_parameters() {
    let robot = common::arms::puma();
    let graph = Graph::new(robot.symbols());
    let entry = |entry: &_| Ok::<_, Error>(graph.poly(entry));
    let regrouped = Economical::new(&robot, entry).unwrap().regrouped(&robot).unwrap();
    let parameters = regrouped.bodies.iter().flat_map(SecondMoments::parameters);
    assert_eq!(parameters.filter(|parameter| !parameter.is_zero()).count(), 36);
}
