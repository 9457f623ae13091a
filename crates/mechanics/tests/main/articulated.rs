//! Articulated bodies with few operations against the mass matrix: exactly for small robots, in
//! numbers for larger ones; and which of both routes code takes.

use crate::common::{exact_entry, named, newton_euler, numeric, rational};
use appell_algebra::{Error, Graph, Rational};
use appell_mechanics::economical::Economical;
use appell_mechanics::{Arithmetic, Derivation, Quantity, geometry, mass_matrix};
use appell_model::{BUNDLED, Options, Robot, read_toml, strategy};
use appell_program::{Count, Program};
use proptest::prelude::*;

/// The accelerations come back from the forces that they need beyond those of coasting.
fn undoes_inverse_exactly(robot: &Robot, seed: i64) -> Result<(), Error> {
    let (mechanism, state) = rational(robot, seed, 2);
    if !mechanism.is_plain() {
        return Ok(());
    }
    let zero = Rational::from(0);
    let still = state.with_accelerations(&vec![zero; state.coordinates.len()]);
    let (whole, bias) = (newton_euler(&mechanism, &state), newton_euler(&mechanism, &still));
    let right: Vec<Rational> = whole.iter().zip(&bias).map(|(a, b)| a - b).collect();
    let expected: Vec<Rational> = state.coordinates.iter().map(|at| at.rate(2)).collect();
    let given = Economical::new(robot, |entry| Ok::<_, Error>(exact_entry(robot, entry)))?;
    let regrouped = given.regrouped(robot, &Default::default())?;
    for bodies in [given, regrouped] {
        let found = bodies.accelerations(&state, &right, |pivot| pivot.recip())?;
        assert_eq!(found, expected, "{}", robot.name());
    }
    Ok(())
}

#[test]
fn bundled_robots_agree_exactly() {
    let robots = BUNDLED.iter().map(|file| file.read().robot.unwrap());
    for robot in robots.filter(|robot| !robot.is_elastic() && robot.coordinates().len() < 10) {
        undoes_inverse_exactly(&robot, 5).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_trees_agree_exactly(robot in strategy::trees(1..=6), seed in 0..50i64) {
        // a joint that moves no mass of its own has no acceleration
        let found = undoes_inverse_exactly(&robot, seed);
        prop_assert!(matches!(found, Ok(()) | Err(Error::DivisionByZero)), "{found:?}");
    }

    #[test]
    fn larger_random_trees_agree(robot in strategy::trees(8..=30), seed in 0..50i64) {
        let (mechanism, state) = numeric(&robot, seed);
        prop_assume!(mechanism.is_plain());
        let frames = geometry::in_parent(&mechanism, &state);
        let matrix = mass_matrix::mass_matrix(&mechanism, &state, &frames);
        let right: Vec<f64> = (0..matrix.len()).map(|k| 1.0 + (k as f64).sin()).collect();
        let entry = |entry: &_| robot.evaluate(entry);
        let bodies = Economical::new(&robot, entry).unwrap();
        let bodies = bodies.regrouped(&robot, &Default::default()).unwrap();
        let invert = |pivot: &f64| if pivot.abs() < 1e-6 { Err(()) } else { Ok(1.0 / pivot) };
        let found = bodies.accelerations(&state, &right, invert);
        prop_assume!(found.is_ok());
        let found = found.unwrap();
        for (row, right) in matrix.iter().zip(&right) {
            let terms = row.iter().zip(&found).map(|(a, b)| a * b);
            let (sum, size) = terms.fold((0.0, 0.0f64), |(sum, size), it| {
                (sum + it, size + it.abs())
            });
            prop_assert!((sum - right).abs() <= 1e-11 * (1.0 + size), "{sum} {right} {size}");
        }
    }
}

/// A chain of rotations about x, y, z in turn.
fn chain(joints: usize) -> Robot {
    let joint = |k: usize| {
        let axis = ["x", "y", "z"][k % 3];
        format!(
            "[[joint]]\ntype = \"rotation\"\naxis = \"{axis}\"\noffset = [0.1, 0, 0.2]\n\
             link = {{ mass = 2, centre = [0.1, 0.02, 0.03], \
             inertia = {{ xx = 0.1, yy = 0.2, zz = 0.15 }} }}\n"
        )
    };
    let text: String = (0..joints).map(joint).collect();
    let text = format!("name = \"chain\"\ngravity = 9.81\n{text}");
    read_toml(&text, &Options::default()).robot.unwrap()
}

/// The operations of forward dynamics: of the code, and by the mass matrix.
fn counts(robot: &Robot) -> (Count, Count) {
    let graph = Graph::new(robot.symbols());
    let derivation = Derivation::new(robot, &graph).unwrap();
    let count = |values: &[appell_algebra::Expr<'_>]| {
        let outputs: Vec<_> = values.iter().map(|&value| ("x", value)).collect();
        Program::new(&graph, &outputs).unwrap().optimised().unwrap().count()
    };
    let economical = |name: &str| {
        let quantity = Quantity::read(name, robot).unwrap()[0];
        derivation.economical(quantity).unwrap().value
    };
    let code: Vec<_> = economical("qdd").entries().copied().collect();
    let matrix: Vec<Vec<_>> = economical("M").rows;
    let forces = economical("c")
        .entries()
        .copied()
        .zip(economical("G").entries().copied().collect::<Vec<_>>())
        .collect::<Vec<_>>();
    let right: Vec<_> = forces
        .into_iter()
        .enumerate()
        .map(|(k, (c, g))| graph.parameter(&format!("tau{}", k + 1)) - c - g)
        .collect();
    let solved = appell_mechanics::forward::solve(&&graph, &matrix, &right).unwrap();
    (count(&code), count(&solved))
}

/// Short arms are served by the mass matrix, and get no more operations than by it.
#[test]
fn short_arms_keep_the_mass_matrix() {
    for name in ["2r", "3r", "stanford", "puma560", "ur5", "panda", "tree"] {
        let (code, by_matrix) = counts(&named(name));
        assert!(code.weight() <= by_matrix.weight(), "{name}: {code}; by the matrix {by_matrix}");
    }
}

/// The code of long chains grows with their length.
#[test]
fn long_chains_take_articulated_bodies() {
    let operations = |joints: usize| {
        let robot = chain(joints);
        let graph = Graph::new(robot.symbols());
        let derivation = Derivation::new(&robot, &graph).unwrap();
        let quantity = Quantity::read("qdd", &robot).unwrap()[0];
        let value = derivation.economical(quantity).unwrap().value;
        let values: Vec<_> = value.entries().copied().collect();
        Arithmetic::operations(&&graph, &values).unwrap()
    };
    let (short, long) = (operations(40), operations(120));
    assert!(long < 4 * short, "{short} of 40 joints, {long} of 120");
}

/// Links without mass at the end of a chain are refused by code as they are in numbers.
#[test]
fn a_joint_without_inertia_is_refused() {
    for joints in [2, 40] {
        let mut text = String::from("name = \"light\"\ngravity = 9.81\n");
        for k in 0..joints {
            let mass = if k + 1 == joints { 0 } else { 1 };
            text += &format!(
                "[[joint]]\ntype = \"rotation\"\naxis = \"z\"\noffset = [1, 0, 0]\n\
                 link = {{ mass = {mass}, centre = [0.5, 0, 0] }}\n"
            );
        }
        let robot = read_toml(&text, &Options::default()).robot.unwrap();
        let graph = Graph::new(robot.symbols());
        let derivation = Derivation::new(&robot, &graph).unwrap();
        let quantity = Quantity::read("qdd", &robot).unwrap()[0];
        assert!(derivation.economical(quantity).is_err(), "{joints} joints");
    }
}
