//! A robot of your own, built in code: a gantry that carries a turning arm.

#![allow(clippy::print_stdout, reason = "an example")]

use appell::axis::{X, Z};
use appell::{Error, Robot, State};

/// Builds the robot, and checks where its tool is and what holds it.
pub fn main() -> Result<(), Error> {
    // Numbers and formulas mix; names without a value stay symbols until a state gives them one.
    let robot = Robot::builder("gantry with an arm")
        .source("made up for this example")
        .gravity((0, 0, "-g"))
        .parameter("g", 9.81)
        .prismatic("carriage", X, (0, 0, 1.5))
        .link(12.0, (0, 0, 0), (0.2, 0.2, 0.2))
        .viscous_friction(4.0)
        .prismatic("hoist", Z, (0, 0, 0))
        .link("m2", (0, 0, -0.3), (0.05, 0.05, 0.01))
        .revolute("arm", Z, (0, 0, -0.6))
        .link(2.0, ("l/2", 0, 0), (0.001, "2*l^2/12", "2*l^2/12"))
        .tool(("l", 0, 0))
        .build()?;
    for finding in robot.findings() {
        println!("{finding}");
    }
    println!("{}", robot.derive(["Q", "T[tool]"])?.text());

    let state = State::new()
        .q([0.4, 0.1, std::f64::consts::FRAC_PI_2])
        .parameter("l", 0.5)
        .parameter("m2", 3.0);
    let values = robot.evaluate(["T[tool]", "Q"], &state)?;
    // forward kinematics: the arm points along y
    let tool = values.rows("T[tool]")?;
    let position = [tool[0][3], tool[1][3], tool[2][3]];
    let expected = [0.4, 0.5, 1.5 + 0.1 - 0.6];
    assert!(position.iter().zip(expected).all(|(found, wanted)| (found - wanted).abs() < 1e-12));
    // the hoist carries itself and the arm; nothing else has to be held
    let forces = values.list("Q")?;
    assert!((forces[1] - (3.0 + 2.0) * 9.81).abs() < 1e-12);
    assert!(forces[0].abs() < 1e-12 && forces[2].abs() < 1e-12);

    // a symbol without a value is named
    let error = robot.evaluate("Q", &State::new()).err().map(|error| error.to_string());
    assert!(error.is_some_and(|message| message.contains("`m2`")));
    Ok(())
}
