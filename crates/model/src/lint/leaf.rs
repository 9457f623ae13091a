//! The last joints of a robot: each must move some inertia, or no finite force gives a finite
//! acceleration.

use appell_diagnostic::Diagnostic;
use appell_spatial::Vector;

use super::numbers;
use crate::joint::{Joint, JointId, JointKind};
use crate::robot::Robot;

/// A rotation behind which nothing else moves, and whose link has all its mass on the axis.
pub(super) fn lint(robot: &Robot, id: JointId, joint: &Joint, path: &str) -> Option<Diagnostic> {
    let is_last = robot.children(Some(id)).next().is_none() && robot.payload().body.is_none();
    let is_rigid = joint.modes.is_none();
    if !is_last || !is_rigid || joint.kind != JointKind::Rotation || joint.moments.mass.is_zero() {
        return None;
    }
    // about the axis: k^T J k
    let axis = numbers(robot, &joint.axis)?;
    let rows = joint.moments.inertia.0.iter().map(|row| numbers(robot, &Vector(row.clone())));
    let rows: Option<Vec<Vector<f64>>> = rows.collect();
    let about: f64 = rows?.iter().zip(axis.0).map(|(row, k)| k * dot(row, &axis)).sum();
    let message = "all mass that this joint moves lies on its axis: its inertia is zero";
    let problem = Diagnostic::warning("no-inertia", message)
        .on([path, "link"])
        .hint("give the link an inertia about this axis, or a centre of mass beside it");
    (about == 0.0).then_some(problem)
}

fn dot(a: &Vector<f64>, b: &Vector<f64>) -> f64 {
    a.0.iter().zip(b.0).map(|(a, b)| a * b).sum()
}
