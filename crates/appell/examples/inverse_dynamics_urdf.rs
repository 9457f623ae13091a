//! Joint torques of a robot that is described by a URDF file.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::{Error, ReadOptions, State};

/// Reads the file, asks for the torques of a motion, and for those that hold the arm.
pub fn main() -> Result<(), Error> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.urdf");
    let robot = ReadOptions::new().tool("hand").read(file)?;

    // What was done with the file: 1.5708 was taken for a right angle, which is exact.
    for finding in robot.findings() {
        println!("{}", finding.render(robot.source_name(), robot.source_text()));
    }
    assert!(robot.derive("T[shoulder]")?.text().contains("T[1][2,3] = -1"));

    // Inverse dynamics: which torques does this motion need?
    let state = State::new().q([0.3, 0.5]).qd([1.0, -0.5]).qdd([2.0, 1.0]);
    let values = robot.evaluate(["Q", "M", "c", "G"], &state)?;
    let torques = values.list("Q")?;
    println!("torques {torques:.3?} N m");

    // The parts add up: Q = M q'' + c + G.
    let (mass, bias, weight) = (values.rows("M")?, values.list("c")?, values.list("G")?);
    for i in 0..2 {
        let sum = mass[i][0] * 2.0 + mass[i][1] * 1.0 + bias[i] + weight[i];
        assert!((torques[i] - sum).abs() < 1e-12);
    }

    // Held level, the shoulder bears both links: g (3 kg * 0.2 m + 2 kg * 0.55 m).
    let level = robot.evaluate("Q", &State::new())?.list("Q")?;
    assert!((level[0] - 9.81 * (3.0 * 0.2 + 2.0 * 0.55)).abs() < 1e-12, "{level:?}");
    Ok(())
}
