//! Inverse dynamics at a million states: compiled once, run in vector lanes on all cores.

#![allow(clippy::print_stdout, reason = "an example")]

use std::time::Instant;

use appell::{Error, Robot, State, States};

const COUNT: usize = 1_000_000;

/// Evaluates a million states, and compares some of them with the slow way.
pub fn main() -> Result<(), Error> {
    let robot = Robot::bundled("scara")?;
    let joints = robot.model().coordinates().len();
    let compiled = robot.compile("Q")?;

    // Coordinate k of state i is at k * COUNT + i: all states of the first joint, then of the next.
    let random = |seed: usize| move |i: usize| ((i + seed) as f64 * 0.618_033_988_75).fract() - 0.5;
    let column = |seed: usize| (0..joints * COUNT).map(random(seed)).collect::<Vec<f64>>();
    let (q, qd, qdd) = (column(1), column(2), column(3));
    let states = States::new(COUNT).q(q.clone()).qd(qd.clone()).qdd(qdd.clone());

    let start = Instant::now();
    let torques = compiled.batch("Q", &states)?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{COUNT} states in {seconds:.3} s, {:.0} ns each", seconds * 1e9 / COUNT as f64);

    for i in [0, 1, 4321, COUNT / 2, COUNT - 1] {
        let at = |column: &[f64]| (0..joints).map(|k| column[k * COUNT + i]).collect::<Vec<_>>();
        let state = State::new().q(at(&q)).qd(at(&qd)).qdd(at(&qdd));
        let expected = robot.evaluate("Q", &state)?.list("Q")?;
        for (found, expected) in at(&torques).iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-9, "state {i}: {found} instead of {expected}");
        }
    }
    Ok(())
}
