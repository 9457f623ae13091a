//! Numbers that are likely in another unit: degrees, millimetres, newtons.

use std::f64::consts::TAU;

use appell_algebra::Poly;
use appell_diagnostic::{Diagnostic, shown};

use appell_units::{JOINT_POSITION, JOINT_VELOCITY, JointMeasure};

use super::{length, numbers};
use crate::joint::{Joint, JointKind, Limits};
use crate::placement::{Placement, Rotation};
use crate::robot::Robot;

/// A constant angle is within a turn, a length within the size of a
/// building, and a coefficient of friction not far above 1.
pub(super) fn lint(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let mut findings = placement(robot, &joint.placement, path);
    findings.extend(limits(robot, joint, path));
    if joint.kind == JointKind::Rotation {
        findings.extend(rest_and_offset(robot, joint, path));
    }
    let coulomb = robot.evaluate(&joint.friction.coulomb).ok();
    if let Some(coefficient) = coulomb.filter(|coefficient| *coefficient > MOST_FRICTION) {
        let message = "this coefficient of Coulomb friction is very large";
        let problem = Diagnostic::warning("coulomb-large", message)
            .on([path, "friction", "coulomb"])
            .fact("coulomb", coefficient)
            .hint(
                "it is a ratio of forces, not a force: friction = coulomb * |force on the joint|",
            );
        findings.push(problem);
    }
    let centre = numbers(robot, &joint.body.centre).map(length);
    findings.extend(centre.and_then(|it| long(it, &[path, "link", "centre"])));
    findings
}

/// Above this, a coefficient of friction is none.
const MOST_FRICTION: f64 = 2.0;
/// Longer robots than this are not built, in metres.
const LONGEST: f64 = 50.0;

/// The angles and the length of a placement.
pub(super) fn placement(robot: &Robot, placement: &Placement, path: &str) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if let Rotation::Turns(turns) = &placement.rotation {
        let angles = turns.iter().filter_map(|turn| robot.evaluate(&turn.angle).ok());
        // rounded texts of 2 pi are above it
        let large = angles.filter(|it| it.abs() > 1.001 * TAU);
        findings.extend(large.map(|it| turned(it, &[path, "rotation"])));
    }
    let offset = numbers(robot, &placement.offset).map(length);
    findings.extend(offset.and_then(|it| long(it, &[path, "offset"])));
    findings
}

/// Checks the angle at which a spring is relaxed, and the offset of a joint that follows others.
fn rest_and_offset(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let rest = (&joint.spring.rest, ["spring", "rest"]);
    let offset = joint.coupling.iter().map(|coupling| (&coupling.offset, ["mimic", "offset"]));
    let angles = std::iter::once(rest).chain(offset);
    let large = angles.filter_map(|(angle, [group, key])| {
        let angle = robot.evaluate(angle).ok().filter(|it| it.abs() > 1.001 * TAU)?;
        Some(turned(angle, &[path, group, key]))
    });
    large.collect()
}

/// Limits of positions and of velocity that are probably in degrees or millimetres, the first of
/// each. Those with pi in them were written with a unit, or as a fraction of a turn.
fn limits(robot: &Robot, joint: &Joint, path: &str) -> Vec<Diagnostic> {
    let translates = match joint.kind {
        JointKind::Rotation => false,
        JointKind::Translation => true,
        JointKind::Fixed => return Vec::new(),
    };
    let Limits { lower, upper, velocity, effort: _ } = &joint.limits;
    let doubt = |measure: &JointMeasure, key: &str, limit: &Option<Poly>| {
        let limit = robot.evaluate_exactly(limit.as_ref()?).ok()?.to_f64();
        let doubt = measure.doubt(translates, key, &joint.name, limit)?;
        Some(doubt.on([path, "limits", key]))
    };
    let position =
        doubt(&JOINT_POSITION, "lower", lower).or_else(|| doubt(&JOINT_POSITION, "upper", upper));
    position.into_iter().chain(doubt(&JOINT_VELOCITY, "velocity", velocity)).collect()
}

fn turned(angle: f64, path: &[&str]) -> Diagnostic {
    let message = format!("an angle of {} rad is more than a turn", shown(angle));
    Diagnostic::warning("angle-large", message)
        .on(path.iter().copied())
        .fact("angle", format!("{} rad", shown(angle)))
        .hint("a number without a unit is in radians; 90 degrees are pi/2, in TOML and CSV also `90 deg`")
}

fn long(length: f64, path: &[&str]) -> Option<Diagnostic> {
    let message = format!("a length of {} m is very large", shown(length));
    let problem = Diagnostic::warning("length-large", message)
        .on(path.iter().copied())
        .fact("length", format!("{} m", shown(length)))
        .hint("a number without a unit is in metres; 100 millimetres are 0.1, in TOML and CSV also `100 mm`");
    (length > LONGEST).then_some(problem)
}
