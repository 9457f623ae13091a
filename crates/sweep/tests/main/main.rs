//! Sweeps: numbers of rows, rows by several ways, parts, findings.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod findings;
#[cfg(feature = "data")]
mod parts;
mod rows;
mod sample;

use appell_diagnostic::Diagnostic;
use appell_model::Robot;
use appell_sweep::Study;

/// A study of a bundled robot.
pub fn study(text: &str) -> Result<Study, Vec<Diagnostic>> {
    let robot = text.split('"').nth(1).unwrap();
    let robot = Robot::bundled(robot).unwrap();
    Study::new(text, &robot, &Default::default(), &|name: &str| panic!("no file `{name}` is named"))
}

/// A motion of two joints with a payload, and a sweep over what is said.
pub fn two_joints(sweep: &str) -> String {
    format!(
        "robot = \"2r\"\n[parameters]\nM2 = 3\nl2 = 0.4\n[limits]\nvelocity = 3\nacceleration = 10\n\
         effort = 100\n[start]\nq = [-1, 0.5]\n[[motion]]\nname = \"reach\"\nto = [0.6, -0.5]\nduration = 1.5\n\
         [[motion]]\nwait = 0.5\n[[payload]]\nfrom = 0.7\nmass = 2\ncentre = [0.1, 0, 0]\n[output]\nstep = 0.02\n\
         [sweep]\n{sweep}"
    )
}
