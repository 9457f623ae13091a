//! A robot in another format moves as before: joint torques and mass matrix at random states.

use appell_algebra::{Budget, Poly};
use appell_mechanics::{geometry, mass_matrix};
use appell_model::{
    BUNDLED, Convention, Draft, Options, Reading, Robot, read_csv, read_sdf, strategy, write_csv,
    write_sdf,
};
use appell_spatial::Vector;
use proptest::prelude::*;

use crate::common::{newton_euler, numeric};

/// Relative to the largest entry of the quantity.
const TOLERANCE: f64 = 1e-12;

fn torques_and_mass(robot: &Robot, seed: i64) -> [Vec<f64>; 2] {
    let (mechanism, state) = numeric(robot, seed);
    let forces = newton_euler(&mechanism, &state);
    let in_parent = geometry::in_parent(&mechanism, &state);
    [forces, mass_matrix::mass_matrix(&mechanism, &state, &in_parent).concat()]
}

#[track_caller]
fn assert_same(given: &Robot, written: &Robot, text: &str) {
    for seed in [3, 8] {
        let pairs = torques_and_mass(given, seed).into_iter().zip(torques_and_mass(written, seed));
        for (expected, found) in pairs {
            assert_eq!(found.len(), expected.len(), "{text}");
            let size = expected.iter().fold(1.0f64, |size, x| size.max(x.abs()));
            for (a, b) in found.iter().zip(&expected) {
                assert!((a - b).abs() <= TOLERANCE * size, "{found:?} {expected:?}\n{text}");
            }
        }
    }
}

#[track_caller]
fn read(reading: Reading, text: &str) -> Robot {
    let Reading { robot, findings } = reading;
    robot.unwrap_or_else(|| panic!("{findings:?}\n{text}"))
}

fn table_moves_as_before(robot: &Robot) {
    for convention in Convention::ALL {
        let (text, _) = write_csv(robot, convention, &Budget::default())
            .unwrap_or_else(|findings| panic!("{findings:?}"));
        assert_same(robot, &read(read_csv(&text, &Options::default()), &text), &text);
    }
}

/// SDF has neither gravity nor payload: both are taken from the robot that was written.
fn sdf_moves_as_before(robot: &Robot) {
    let mut draft = Draft::from(robot);
    draft.payload = Default::default();
    for joint in &mut draft.joints {
        joint.friction.coulomb = Poly::ZERO;
    }
    let (robot, _) = draft.build(&Budget::default()).unwrap();
    let (text, _) =
        write_sdf(&robot, &Budget::default()).unwrap_or_else(|findings| panic!("{findings:?}"));
    let options = Options { snap: false, ..Options::default() };
    let again = read(read_sdf(&text, &options), &text);
    let gravity = robot.gravity().try_map(|entry| robot.evaluate(entry)).unwrap();
    let mut draft = Draft::from(&again);
    draft.gravity = Vector(gravity.0.map(|entry| Poly::decimal(entry).unwrap()));
    let (again, _) = draft.build(&Budget::default()).unwrap();
    let kept = |robot: &Robot| robot.coordinates().len();
    assert_eq!(kept(&again), kept(&robot));
    assert_same(&robot, &again, &text);
}

#[test]
fn tables_of_bundled_chains() {
    for file in BUNDLED {
        let robot = file.read().robot.unwrap();
        // a table has no motors
        let driven = robot.joints().iter().any(|joint| joint.rotor.is_some());
        if robot.is_chain() && !robot.is_elastic() && !driven {
            table_moves_as_before(&robot);
        }
    }
}

/// Where all directions are axes of frames, no decimal appears: lengths stay symbols, and an angle
/// that is no right angle stays the angle that was given.
#[test]
fn tables_stay_exact() {
    let text = "name = 'arm'\ngravity = 'g'\n\
        [[joint]]\ntype = 'rotation'\naxis = 'y'\noffset = [0, 'h', 0]\nlink = { mass = 'M1', centre = ['c1', 0, 0] }\n\
        [[joint]]\ntype = 'rotation'\naxis = 'x'\noffset = ['l1', 'b', 0]\nlink = { mass = 'M2' }\n\
        [[joint]]\ntype = 'translation'\naxis = 'x'\noffset = ['l2', 0, 0]\nrotation = { rpy = [0, 0.3, 0] }\nlink = { mass = 'M3', centre = [0, 'c3', 0] }\n";
    let robot = read(appell_model::read_toml(text, &Options::default()), text);
    for convention in Convention::ALL {
        let (table, notes) = write_csv(&robot, convention, &Budget::default()).unwrap();
        assert!(notes.iter().all(|note| !note.message.contains("decimals")), "{table}");
        for part in ["l1", "l2", "pi/2", "M3", "c3"] {
            assert!(table.contains(part), "{part}\n{table}");
        }
        assert!(table.contains("0.3") && !table.contains("0.29"), "{table}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn tables_of_random_chains(robot in strategy::chains(1..=6)) {
        table_moves_as_before(&robot);
    }

    #[test]
    fn sdf_of_random_trees(robot in strategy::trees(1..=6)) {
        // a file of which every joint is fixed is no robot
        prop_assume!(!robot.coordinates().is_empty());
        sdf_moves_as_before(&robot);
    }
}
